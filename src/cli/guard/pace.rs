//! How often what is known is put into words that nobody may ever read.

use std::time::{Duration, Instant};

/// How long what is known may be older than it could be.
const RENEWAL: Duration = Duration::from_millis(300);

/// Says when last words are to be renewed: at once, and then every 300 ms.
#[derive(Default)]
pub struct Pace {
    last: Option<Instant>,
}

impl Pace {
    /// Whether it is time again; if so, the next time is later.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.last.is_none_or(|last| last.elapsed() >= RENEWAL);
        if is_due {
            self.last = Some(Instant::now());
        }
        is_due
    }
}
