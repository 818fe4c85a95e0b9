//! `variscope rule`.

use variscope::answer;
use variscope::diagnostic::{CODES, Code};
use variscope::render::rules;

use super::arguments::{Format, Rule};
use super::output::write;
use super::settings::code_named;
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Rule, _: &Terminal) -> Result<Status, Failure> {
    let all = || CODES.iter().map(|entry| entry.code).collect::<Vec<Code>>();
    let named = arguments.codes.iter().map(|number| code_named(number)).collect::<Result<Vec<Code>, String>>();
    let codes = match named.map_err(Failure::Usage)? {
        codes if !codes.is_empty() => codes,
        _ => all(),
    };
    let is_list = arguments.codes.is_empty() && !arguments.all;
    let text = match arguments.format {
        Format::Json => answer::json(&answer::Rules::from(&codes[..])),
        Format::Text if is_list => rules::list(&codes),
        Format::Text => rules::pages(&codes),
    };
    write(&text, None)?;
    Ok(Status::Fine)
}
