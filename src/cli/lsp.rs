//! `variscope lsp`.

use std::io::{self, BufReader};
use std::path::Path;

use variscope::ide::lsp::{Judge, ServerError, Transport, serve};

use super::settings::Settings;
use super::status::Status;
use super::terminal::{Failure, Terminal};

/// Speaks with an editor over stdin and stdout until it says good-bye.
pub fn run(terminal: &Terminal) -> Result<Status, Failure> {
    let (connection, transport) = Transport::start(BufReader::new(io::stdin()), io::stdout());
    let served = serve(&connection, judge);
    drop(connection);
    // What could not be read explains why the editor seems to be gone.
    transport.finish().map_err(|error| Failure::Usage(format!("what the editor says cannot be read: {error}")))?;
    match served {
        Ok(()) => Ok(Status::Fine),
        // The protocol asks for this status.
        Err(error @ ServerError::NoFarewell) => {
            terminal.tell(&format!("error: {error}\n"));
            Ok(Status::Findings)
        }
        Err(error) => Err(Failure::Usage(error.to_string())),
    }
}

/// By the settings beside a template, read anew as they may have changed. Broken settings change nothing.
fn judge(template: &Path) -> Judge {
    let settings = Settings::beside(template).unwrap_or_default();
    Box::new(move |code, usual| settings.severity(code, usual))
}
