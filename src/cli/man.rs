//! `variscope man`.

use std::io;
use std::path::{Path, PathBuf};

use clap::{ArgAction, Args, Command};
use clap_mangen::Man as Page;

use super::exit_status::ExitStatus;
use super::failure::{Failure, OutputError};
use super::output::write;

/// Print the manual page, or write the pages of all commands into a folder.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope man | man -l -
  variscope man ~/.local/share/man/man1")]
pub struct Man {
    /// An existing folder for pages `variscope.1`, `variscope-resolve.1`, ...
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Prints or writes the pages of the program with these commands.
pub fn run(arguments: &Man, mut program: Command) -> Result<ExitStatus, Failure> {
    program.build();
    let Some(folder) = &arguments.folder else {
        write(&page(&program)?, None)?;
        return Ok(ExitStatus::Fine);
    };
    write(&page(&program)?, Some(&folder.join("variscope.1")))?;
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = format!("variscope-{}", command.get_name());
        write(&page(command)?, Some(&folder.join(format!("{name}.1"))))?;
    }
    Ok(ExitStatus::Fine)
}

/// A page in roff; building the program has given commands names such as `variscope-resolve`.
fn page(command: &Command) -> Result<String, OutputError> {
    let mut text = Vec::new();
    let rendered: io::Result<()> = Page::new(command.clone()).render(&mut text);
    rendered.map_err(|error| OutputError::new(Path::new("manual page"), error))?;
    Ok(repeating(command, String::from_utf8_lossy(&text).into_owned()))
}

/// The synopsis does not say of what there may be several; usage in help does.
fn repeating(command: &Command, page: String) -> String {
    let several = command.get_positionals().filter(|argument| matches!(argument.get_action(), ArgAction::Append));
    let names = several.flat_map(|argument| argument.get_value_names().into_iter().flatten());
    names.fold(page, |page, name| {
        let shown = [format!("<\\fI{name}\\fR>"), format!("[\\fI{name}\\fR]")];
        let shown = shown.into_iter().find(|shown| page.contains(shown.as_str()));
        shown.map_or(page.clone(), |shown| page.replacen(&shown, &format!("{shown}..."), 1))
    })
}
