//! Other numbers on every run, and the same ones again when a run is to be repeated.

use std::time::{SystemTime, UNIX_EPOCH};

/// Numbers that look random (xorshift, Marsaglia 2003).
pub struct Seeds {
    /// The first of them, to repeat a run.
    pub seed: u64,
    next: u64,
}

impl Seeds {
    /// From `VARISCOPE_SEED`, or from the clock.
    pub fn fresh() -> Self {
        let given = std::env::var("VARISCOPE_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            now.as_secs() ^ u64::from(now.subsec_nanos())
        });
        Self { seed, next: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 }
    }

    /// A number below `most`.
    pub fn below(&mut self, most: usize) -> usize {
        self.next ^= self.next << 13;
        self.next ^= self.next >> 7;
        self.next ^= self.next << 17;
        usize::try_from(self.next >> 33).unwrap() % most
    }
}
