//! The command line: arguments, files, terminal, exit statuses. The only part that touches any of them.
//!
//! Documents and reports of tests go to stdout, everything said about a template to stderr. No domain logic.

mod arguments;
mod budget;
mod certify;
mod check;
mod command;
mod completions;
mod configure;
mod convert;
mod count;
mod defect;
mod diff;
mod elements;
mod exit_status;
mod explain;
mod export;
mod failure;
mod feature_model;
mod folder;
mod given;
mod graph;
mod init;
mod inputs;
mod interrupt;
mod list;
mod lsp;
mod man;
mod names;
mod optimize;
mod output;
mod presets;
mod process_memory;
mod progress;
mod question;
mod relative_path;
mod report;
mod resolve;
mod revision;
mod rule;
mod runtime;
mod sample;
mod schema;
mod serve;
mod stream;
mod template;
mod terminal;
mod test;
mod types;
mod usage;
mod watch;
mod watchdog;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use command::{Arguments, Command};
use exit_status::ExitStatus;
use terminal::{Terminal, Verbosity};

/// Does what `arguments` ask, the first of which is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    defect::guarded(|| asked(arguments))
}

fn asked(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let given: Vec<OsString> = arguments.into_iter().collect();
    let arguments = match Arguments::try_parse_from(&given) {
        Ok(arguments) => arguments,
        Err(error) => return usage::explain(error, &given).into(),
    };
    let terminal = Terminal::new(arguments.color, Verbosity::of(arguments.quiet, arguments.verbose));
    if arguments.allow_outside {
        template::allow_outside();
    }
    let status = match &arguments.command {
        Command::Resolve(resolve) => resolve::run(resolve, &terminal),
        Command::Check(check) if check.watch => {
            watch::watch(&check.templates, &terminal, || check::run(check, &terminal))
        }
        Command::Check(check) => check::run(check, &terminal),
        Command::Test(test) => test::run(test, &terminal),
        Command::Inputs(inputs) => inputs::run(inputs, &terminal),
        Command::Presets(presets) => presets::run(presets, &terminal),
        Command::Count(count) => count::run(count, &terminal),
        Command::List(list) => list::run(list, &terminal),
        Command::Elements(elements) => elements::run(elements, &terminal),
        Command::Convert(arguments) => convert::run(arguments, &terminal),
        Command::Graph(graph) if graph.watch => {
            let path = std::slice::from_ref(&graph.template.path);
            watch::watch(path, &terminal, || graph::run(graph, &terminal))
        }
        Command::Graph(graph) => graph::run(graph, &terminal),
        Command::Report(report) => report::run(report, &terminal),
        Command::Runtime(runtime) => runtime::run(runtime, &terminal),
        Command::Sample(sample) => sample::run(sample, &terminal),
        Command::Explain(explain) => explain::run(explain, &terminal),
        Command::Optimize(optimize) => optimize::run(optimize, &terminal),
        Command::Diff(diff) => diff::run(diff, &terminal),
        Command::Export(export) => {
            // Feature models are no packages.
            output::READ.note(&export.template.path);
            export::run(export, &terminal)
        }
        Command::Init(init) => init::run(init, &terminal),
        Command::Configure(configure) => configure::run(configure, &terminal),
        Command::Names(names) => names::run(names),
        Command::Completions(completions) => completions::run(completions, Arguments::command()),
        Command::Man(man) => man::run(man, Arguments::command()),
        Command::Schema(schema) => schema::run(schema),
        Command::Serve(serve) => serve::run(serve, &terminal),
        Command::Lsp(lsp) => lsp::run(lsp, &terminal),
        Command::Rule(rule) => rule::run(rule, &terminal),
        Command::Types(types) => types::run(types),
    };
    let status = watchdog::ended(status.unwrap_or_else(|error| terminal.fail(&error)));
    if status == ExitStatus::Undecided && budget::are_steps_exhausted() {
        terminal
            .write_message("as many steps were taken as are allowed: `--no-limit` goes on until the answer is known\n");
    }
    if let Some(bytes) = budget::exhausted_memory().filter(|_| status == ExitStatus::Undecided) {
        terminal.write_message(&format!("more than {bytes} bytes were held: `--memory` allows no more\n"));
    }
    if status == ExitStatus::Undecided && budget::was_circuit_full() {
        terminal.write_message(
            "the compiled variants became too large: `--memory 4G` allows larger ones, in four gigabytes\n",
        );
    }
    status.into()
}
