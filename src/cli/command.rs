//! The commands, and what all of them take.

use clap::{ColorChoice, Parser, Subcommand};

const STATUSES: &str = "\
Exit statuses:
  0  success
  1  a test failed, or `check` found something
  2  invalid arguments
  3  the template or the configuration is broken, or no valid variant to write, draw or optimise; nothing was written, but by `report`
  4  not decided: the answer is incomplete, and says so
 70  internal error (please report)";

/// Resolves and analyses variable TOSCA templates (Variability4TOSCA).
#[derive(Debug, Parser)]
#[command(name = "variscope", version, long_version = env!("VARISCOPE_VERSION"), after_help = STATUSES, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours; `NO_COLOR` is respected.
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,
    /// Print nothing but results and errors; of findings, nothing but those that make the call fail.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print also how long the work took, and why it stopped.
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Read files outside the folder of a template, too, where its imports or links in it lead to them.
    #[arg(long, global = true)]
    pub allow_outside: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Resolve(super::resolve::Resolve),
    Check(super::check::Check),
    Test(super::test::Test),
    Inputs(super::inputs::Inputs),
    Presets(super::presets::Presets),
    Count(super::count::Count),
    List(super::list::List),
    Elements(super::elements::Elements),
    Convert(super::convert::Convert),
    Graph(super::graph::Graph),
    Report(super::report::Report),
    Serve(super::serve::Serve),
    Runtime(super::runtime::Runtime),
    Sample(super::sample::Sample),
    Explain(super::explain::Explain),
    Optimize(super::optimize::Optimize),
    Diff(super::diff::Diff),
    Export(super::export::Export),
    Init(super::init::Init),
    Configure(super::configure::Configure),
    Names(super::names::Names),
    Completions(super::completions::Completions),
    Man(super::man::Man),
    Schema(super::schema::Schema),
    Lsp(super::lsp::Lsp),
    Rule(super::rule::Rule),
    Types(super::types::Types),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("variscope {}", command.get_name())), "{}", command.get_name());
        }
    }
}
