//! How far long work has come: one line on a terminal, nothing elsewhere.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use variscope_encoder::Progress;

/// Work that takes less time is not worth a line.
const DELAY: Duration = Duration::from_millis(500);

/// Between two pictures of the line.
const TICK: Duration = Duration::from_millis(120);

/// The steps of what the program does now.
pub fn steps() -> Arc<Progress> {
    // One command does one thing.
    static STEPS: OnceLock<Arc<Progress>> = OnceLock::new();
    Arc::clone(STEPS.get_or_init(Arc::default))
}

/// A line that shows that `what` is done until it is dropped; hidden when stderr is no terminal.
pub struct Line(ProgressBar);

impl Line {
    pub fn start(what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let since = Instant::now();
        let elapsed = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            if state.elapsed() >= DELAY {
                // A line that cannot be written is no loss.
                let _ = write!(out, "{what} {}", far(&steps(), since.elapsed()));
            }
        };
        let style = ProgressStyle::with_template("{elapsed}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style.with_key("elapsed", elapsed));
        bar.enable_steady_tick(TICK);
        Self(bar)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// How far it is, how fast it goes, and how long it will take, as far as that is known.
fn far(steps: &Progress, elapsed: Duration) -> String {
    let (done, seconds) = (steps.done(), elapsed.as_secs());
    let rate = done / seconds.max(1);
    match steps.total() {
        _ if done == 0 => format!("for {seconds} s"),
        None => format!("for {seconds} s: {done} steps, {rate} a second"),
        Some(total) => {
            let left = total.saturating_sub(done) / rate.max(1);
            let percent = (u128::from(done) * 100 / u128::from(total.max(1))).min(100);
            format!("for {seconds} s: {percent} %, {done} of {total}, {rate} a second, about {left} s left")
        }
    }
}

#[cfg(test)]
mod tests {
    use variscope_encoder::Budget;

    use super::*;

    #[test]
    fn an_estimate_follows_from_the_rate() {
        let steps = Arc::new(Progress::default());
        let budget = Budget::unlimited().with_progress(Arc::clone(&steps));
        let two_seconds = Duration::from_secs(2);
        assert_eq!(far(&steps, two_seconds), "for 2 s");
        budget.begin(Some(100));
        budget.advance(20);
        assert_eq!(far(&steps, two_seconds), "for 2 s: 20 %, 20 of 100, 10 a second, about 8 s left");
        budget.begin(None);
        budget.advance(30);
        assert_eq!(far(&steps, two_seconds), "for 2 s: 30 steps, 15 a second");
    }
}
