//! `variscope completions`.

use clap::{Args, Command};
use clap_complete::Shell;

use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;

/// Print a script that makes a shell complete commands and options; bash, zsh and fish also complete presets, inputs, elements
/// and codes, of the template on the line.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope completions bash > ~/.local/share/bash-completion/completions/variscope
  variscope completions zsh > ~/.zfunc/_variscope
  variscope completions fish > ~/.config/fish/completions/variscope.fish")]
pub struct Completions {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

/// Prints the script for the program with these commands.
pub fn run(arguments: &Completions, mut program: Command) -> Result<ExitStatus, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "variscope", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if arguments.shell == Shell::Zsh {
        // With two colons, no option would be completed behind the first of several templates.
        script = script.replace("'*::", "'*:");
    }
    if arguments.shell == Shell::Fish {
        script = with_commands_behind_help(&script);
    }
    let names = match arguments.shell {
        Shell::Bash => include_str!("names.bash"),
        Shell::Zsh => include_str!("names.zsh"),
        Shell::Fish => include_str!("names.fish"),
        _ => "",
    };
    write(&(script + names), None)?;
    Ok(ExitStatus::Fine)
}

/// Commands are completed behind `help` where none stands there yet, and `help` itself always does.
fn with_commands_behind_help(script: &str) -> String {
    const BEHIND_HELP: &str = "__fish_variscope_using_subcommand help; and not __fish_seen_subcommand_from ";
    let mended = |line: &str| match line.split_once(BEHIND_HELP) {
        Some((start, rest)) => format!("{start}{BEHIND_HELP}{}", rest.replacen(" help\"", "\"", 1)),
        None => line.to_owned(),
    };
    script.split_inclusive('\n').map(mended).collect()
}
