//! What is printed about arguments that cannot be used.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::CommandFactory;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::command::Arguments;
use super::exit_status::ExitStatus;
use super::output::unless_closed;

/// Options of other programs, the option of ours that does the same, and how it is written.
static OTHER_OPTIONS: [(&str, &str, &str); 17] = [
    ("--set", "input", "--input NAME=VALUE"),
    ("--param", "input", "--input NAME=VALUE"),
    ("--values", "inputs", "--inputs FILE"),
    ("--input-file", "inputs", "--inputs FILE"),
    ("--inputs-file", "inputs", "--inputs FILE"),
    ("--variant", "preset", "--preset NAME"),
    ("--strict", "fail-on", "--fail-on warning"),
    ("--werror", "fail-on", "--fail-on warning"),
    ("--warnings-as-errors", "fail-on", "--fail-on warning"),
    ("--fail-on-warning", "fail-on", "--fail-on warning"),
    ("--fail-on-warnings", "fail-on", "--fail-on warning"),
    ("--out", "output", "--output FILE"),
    ("--json", "format", "--format json"),
    ("--sarif", "format", "--format sarif"),
    ("--format", "to", "--to TARGET"),
    ("--no-color", "color", "--color never"),
    ("--no-colour", "color", "--color never"),
];

/// Prints help to stdout, complaints to stderr.
pub fn explain(mut error: clap::Error, arguments: &[OsString]) -> ExitStatus {
    if let Some(meant) = other_option(&error, arguments) {
        let tip = StyledStr::from(format!("write '{meant}'"));
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    if !error.use_stderr() {
        return help(&error);
    }
    // Errors of writing are ignored: the terminal may be closed.
    let _ = error.print();
    if let Some(value) = unknown_argument(&error).filter(|value| !value.starts_with('-') && value.contains('=')) {
        let _ = writeln!(io::stderr(), "\n  tip: values of inputs are given as '--input {value}'");
    }
    if let Some(goal) = goal_before_template(&error, arguments) {
        let _ = writeln!(
            io::stderr(),
            "\n  tip: what stands behind '{goal}' is the sum: write the template before '{goal}'"
        );
    }
    ExitStatus::Usage
}

/// Prints help or the version, which is a result like others.
fn help(asked: &clap::Error) -> ExitStatus {
    match unless_closed(asked.print().and_then(|()| io::stdout().flush())) {
        Ok(_) => ExitStatus::Fine,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitStatus::Broken
        }
    }
}

/// An argument that nothing takes.
fn unknown_argument(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(value) if error.kind() == ErrorKind::UnknownArgument => Some(value),
        _ => None,
    }
}

/// The option that took the template for the sum to optimize.
fn goal_before_template<'a>(error: &clap::Error, arguments: &'a [OsString]) -> Option<&'a str> {
    let goal = arguments.iter().filter_map(|argument| argument.to_str()).find(|it| ["--min", "--max"].contains(it))?;
    (error.kind() == ErrorKind::MissingRequiredArgument).then_some(goal)
}

/// How the command at hand writes what an option of other programs means.
fn other_option(error: &clap::Error, arguments: &[OsString]) -> Option<&'static str> {
    let unknown = unknown_argument(error)?;
    let program = Arguments::command();
    let command = arguments.iter().skip(1).find_map(|argument| program.find_subcommand(argument))?;
    let known = || program.get_arguments().chain(command.get_arguments());
    let takes = |option: &str| known().any(|argument| argument.get_long() == Some(option));
    OTHER_OPTIONS.iter().find(|(other, ours, _)| *other == unknown && takes(ours)).map(|(_, _, meant)| *meant)
}
