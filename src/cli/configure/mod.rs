//! `variscope configure`: inputs asked for one at a time, with what is left.

mod dialogue;

use std::io::{self, BufRead};
use std::path::PathBuf;

use clap::Args;

use self::dialogue::{Dialogue, End};
use super::arguments::{Scope, Template};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::{refuse_to_overwrite_input, write};
use super::question::ask_about;
use super::terminal::Terminal;
use variscope::source::printable::printable_path;

/// Ask for the inputs of a template one at a time, and write them into a file for `--inputs`.
///
/// Of each value it is said how many variants are left with it; what is impossible beside the values that were chosen cannot
/// be chosen, and what is forced is not asked. Values that were given, by `--preset` or otherwise, are not asked for and stand
/// in the file as well.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope configure shop
  variscope configure shop --preset prod --output prod.yaml
  variscope configure shop --where 'not node.sqlite'")]
pub struct Configure {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    /// The file to write; `-` is stdout.
    #[arg(short, long, value_name = "FILE", default_value = "inputs.yaml")]
    pub output: PathBuf,
    /// Replace the file where it is there already.
    #[arg(long)]
    pub force: bool,
}

pub fn run(arguments: &Configure, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let path = &arguments.output;
    if path.exists() && !arguments.force {
        return Err(Failure::Usage(format!("`{}` is there already; `--force` replaces it", printable_path(path))));
    }
    let template = &arguments.template;
    ask_about(&template.path, template.profile, &arguments.scope, terminal, |variants, limits, _| {
        super::watchdog::answer_started();
        // Before any question is answered.
        refuse_to_overwrite_input(path)?;
        let mut dialogue = Dialogue::of(variants, limits, &arguments.scope.conditions);
        if dialogue.is_void() {
            terminal.write_message("no configuration gives a valid variant: `variscope explain` shows why\n");
            return Ok(ExitStatus::Broken);
        }
        terminal.write_message(&dialogue.greeting());
        let mut lines = io::stdin().lock().lines();
        while let Some(question) = dialogue.question() {
            terminal.write_message(&question);
            let Some(Ok(line)) = lines.next() else {
                terminal.write_message("\nthe input ended: nothing was written\n");
                return Ok(ExitStatus::Undecided);
            };
            match dialogue.answer(line.trim()) {
                Ok(output) => terminal.write_message(&output),
                Err(End::Quit) => {
                    terminal.write_message("nothing was written\n");
                    return Ok(ExitStatus::Fine);
                }
                Err(End::Enough) => break,
            }
        }
        write(&dialogue.file(&template.path.display().to_string()), Some(path))?;
        terminal.write_message(&dialogue.summary(&template.path.display().to_string(), &path.display().to_string()));
        Ok(ExitStatus::Fine)
    })
}
