//! `variscope rule`.

use clap::Args;
use variscope::analysis::settings::code_named;
use variscope::answer;
use variscope::output::render::rules;
use variscope::source::diagnostic::{CODES, Code, did_you_mean};
use variscope::source::syntax::vocabulary::book;

use super::arguments::Format;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;
use super::terminal::Terminal;

/// Explain what a code means, with an example and a way to repair it; without a code, list all of them.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope rule V302
  variscope rule mode
  variscope rule
  variscope rule --all --format json")]
pub struct Rule {
    /// A code, such as V302, or a word of the language, such as `anchor`; several are explained one after the other.
    #[arg(value_name = "CODE|WORD", conflicts_with = "all")]
    pub codes: Vec<String>,
    /// Explain all codes.
    #[arg(long)]
    pub all: bool,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
}

pub fn run(arguments: &Rule, _: &Terminal) -> Result<ExitStatus, Failure> {
    let is_list = arguments.codes.is_empty() && !arguments.all;
    let named: Vec<Code> = arguments.codes.iter().filter_map(|name| code_named(name).ok()).collect();
    let codes = if arguments.codes.is_empty() { CODES.iter().map(|entry| entry.code).collect() } else { named };
    let text = match arguments.format {
        Format::Json => {
            arguments.codes.iter().try_for_each(|name| in_json(name)).map_err(Failure::Usage)?;
            answer::json(&answer::Rules::from(&codes[..]))
        }
        Format::Text if is_list => rules::list(&codes),
        Format::Text if arguments.codes.is_empty() => rules::pages(&codes),
        Format::Text => {
            let pages: Result<Vec<String>, String> = arguments.codes.iter().map(|name| page(name)).collect();
            pages.map_err(Failure::Usage)?.join("\n")
        }
    };
    write(&text, None)?;
    Ok(ExitStatus::Fine)
}

/// Refuses what is no code: words of the language have a text only.
fn in_json(name: &str) -> Result<(), String> {
    code_named(name).map(|_| ()).map_err(|unknown| {
        let is_word = rules::word(name).is_some();
        if is_word {
            format!("\"{name}\" is a word of the language: `--format json` lists codes only")
        } else {
            unknown
        }
    })
}

/// The page of a code, or of a word of the language.
fn page(name: &str) -> Result<String, String> {
    let unknown = match code_named(name) {
        Ok(code) => return Ok(rules::pages(&[code])),
        Err(unknown) => unknown,
    };
    rules::word(name).ok_or_else(|| {
        let is_code = name.len() == 4 && name.starts_with(['V', 'v']);
        let close = did_you_mean(name, book::words()).filter(|_| !is_code);
        close.map_or(unknown, |close| format!("there is no code and no word \"{name}\", did you mean \"{close}\"?"))
    })
}
