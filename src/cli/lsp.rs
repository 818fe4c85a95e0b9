//! `variscope lsp`.

use std::io::{self, BufReader};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use variscope::analysis::settings::Settings;
use variscope::ide::lsp::{Judge, ServerError, Transport, serve};

use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::terminal::Terminal;

/// Serve an editor over the Language Server Protocol, on stdin and stdout.
///
/// A text for which the time does not suffice is looked at again when it is saved, and not after every change.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope lsp
  variscope lsp --timeout 1min
  nvim --cmd \"lua vim.lsp.config('variscope', {cmd = {'variscope', 'lsp'}, filetypes = {'yaml'}})\"")]
pub struct Lsp {
    /// Look for so much time (a number alone means seconds) at the variants of a text, after each change.
    #[arg(long, value_name = "TIME", value_parser = super::arguments::time, default_value = "20s")]
    pub timeout: Duration,
}

/// Speaks with an editor over stdin and stdout until it says good-bye.
pub fn run(arguments: &Lsp, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let (connection, transport) = Transport::start(BufReader::new(io::stdin()), io::stdout());
    let served = serve(&connection, judge, arguments.timeout);
    drop(connection);
    // What could not be read explains why the editor seems to be gone.
    transport.finish().map_err(|error| Failure::Usage(format!("what the editor says cannot be read: {error}")))?;
    match served {
        Ok(()) => Ok(ExitStatus::Fine),
        // The protocol asks for this status.
        Err(error @ ServerError::NoFarewell) => {
            terminal.write_message(&format!("error: {error}\n"));
            Ok(ExitStatus::Findings)
        }
        Err(error) => Err(Failure::Usage(error.to_string())),
    }
}

/// By the settings beside a template, read anew as they may have changed. Broken settings change nothing.
fn judge(template: &Path) -> Judge {
    let settings = Settings::beside(template).unwrap_or_default();
    Box::new(move |code, usual| settings.severity(code, usual))
}
