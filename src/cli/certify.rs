//! `--certify DIR`: evidence for what an answer says is impossible, in a folder that is complete or untouched.

use std::path::PathBuf;

use clap::Args;
use variscope::output::export::certificate::{Certificates, UnprovedClaims, Unwritable, is_certificate};
use variscope::source::counted::shortened;

use super::exit_status::ExitStatus;
use super::failure::{Failure, OutputError};
use super::folder::{FolderOutcome, refill};
use super::output::{write, write_part};
use super::terminal::Terminal;
use super::watchdog;

/// Claims that are named in one message, at most.
const MAX_NAMES: usize = 5;

/// Where evidence goes.
#[derive(Clone, Debug, Args)]
pub struct Certify {
    /// Write into this folder, for all that the answer says is impossible, clauses and a DRAT proof, and for a number of
    /// variants the compiled circuit, with an `index.json`.
    #[arg(long, value_name = "DIR")]
    pub certify: Option<PathBuf>,
}

/// The certificate that an answer goes into, if one was asked for.
pub type WantedCertificate<'c> = Option<&'c mut Certificates>;

impl Certify {
    /// Does what `ask` does, with a certificate to be filled if one was asked for.
    ///
    /// A certificate that lacks something makes the answer an incomplete one.
    pub fn during(
        &self,
        terminal: &Terminal,
        ask: impl FnOnce(WantedCertificate<'_>) -> Result<ExitStatus, Failure>,
    ) -> Result<ExitStatus, Failure> {
        let Some(folder) = &self.certify else { return ask(None) };
        let (mut status, mut ask) = (ExitStatus::Fine, Some(ask));
        refill(folder, is_certificate, &mut |unfinished| {
            let mut certificates = Certificates::new(unfinished);
            status = ask.take().map_or(Ok(ExitStatus::Fine), |ask| ask(Some(&mut certificates)))?;
            if certificates.is_void() {
                return Ok(FolderOutcome::Drop);
            }
            let gaps = certificates.finish()?;
            gaps.iter().for_each(|gap| terminal.write_message(&message(gap)));
            if !gaps.is_empty() && status == ExitStatus::Fine {
                status = ExitStatus::Undecided;
            }
            Ok(FolderOutcome::Keep)
        })?;
        Ok(status)
    }
}

/// Writes an answer to stdout; where a certificate follows, the call stays watched.
pub fn write_answer(text: &str, certificates: Option<&Certificates>) -> Result<(), OutputError> {
    if certificates.is_none() {
        return write(text, None);
    }
    watchdog::drop_fallback_answer();
    write_part(text, None)
}

/// Fills a certificate, if one was asked for, with what is claimed about `template`.
pub fn certify(
    wanted: WantedCertificate<'_>,
    template: &std::path::Path,
    terminal: &Terminal,
    fill: impl FnOnce(&mut Certificates) -> Result<(), Unwritable>,
) -> Result<(), Failure> {
    let Some(certificates) = wanted else { return Ok(()) };
    certificates.about(&template.display().to_string());
    Ok(terminal.work("certifying", || fill(certificates))?)
}

fn message(gap: &UnprovedClaims) -> String {
    format!("not certified: {}: {}\n", shortened(&gap.claims, MAX_NAMES), gap.reason)
}

impl From<Unwritable> for Failure {
    fn from(Unwritable { path, source }: Unwritable) -> Self {
        Self::Output(OutputError::new(&path, source))
    }
}
