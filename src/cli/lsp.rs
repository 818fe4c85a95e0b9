//! `variscope lsp`.

use std::path::Path;

use lsp_server::Connection;
use variscope::lsp::{Judge, serve};

use super::settings::Settings;
use super::status::Status;
use super::terminal::Failure;

/// Speaks with an editor over stdin and stdout until it says good-bye.
pub fn run() -> Result<Status, Failure> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, judge);
    drop(connection);
    let joined = threads.join();
    served.map_err(|error| Failure::Usage(error.to_string()))?;
    joined.map_err(|error| Failure::Usage(format!("the editor is gone: {error}")))?;
    Ok(Status::Fine)
}

/// By the settings beside a template, read anew as they may have changed. Broken settings change nothing.
fn judge(template: &Path) -> Judge {
    let settings = Settings::beside(template).unwrap_or_default();
    Box::new(move |code, usual| settings.severity(code, usual))
}
