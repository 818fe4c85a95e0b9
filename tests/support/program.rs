//! The program as it was built for the tests, and what it prints.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_variscope");
pub const PROJECT: &str = env!("CARGO_MANIFEST_DIR");

/// The program with these arguments, in the folder of the project; nothing around it gives presets or colours.
pub fn variscope(arguments: &[&str]) -> Command {
    variscope_in(PROJECT, arguments)
}

/// The program in a folder.
pub fn variscope_in(folder: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut program = Command::new(PROGRAM);
    program.args(arguments).current_dir(folder).env("NO_COLOR", "1").env_remove("VARISCOPE_PRESETS");
    program
}

pub fn run(arguments: &[&str]) -> Output {
    run_in(PROJECT, arguments)
}

pub fn run_in(folder: impl AsRef<Path>, arguments: &[&str]) -> Output {
    variscope_in(folder, arguments).output().expect("the program starts")
}

/// What it prints to stdout.
pub fn stdout(arguments: &[&str]) -> String {
    text(&run(arguments).stdout)
}

/// What it answers as JSON.
pub fn answer(arguments: &[&str]) -> Json {
    json(&run(&[arguments, &["--format", "json"]].concat()))
}

/// Its exit status, and what it prints to stdout and to stderr.
pub fn parts_of(output: &Output) -> (Option<i32>, String, String) {
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// All that it prints.
pub fn printed(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

pub fn json(output: &Output) -> Json {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no JSON: {}", printed(output)))
}
