//! What a count knows while it is under way.

use std::sync::{Mutex, MutexGuard, PoisonError};

use num_bigint::BigUint;

/// Bounds of a count, from time to time, for whoever may have to do without the number.
#[derive(Default, Debug)]
pub struct Interim {
    bounds: Mutex<Option<[BigUint; 2]>>,
}

impl Interim {
    /// Nothing is known.
    pub fn new() -> Self {
        Self::default()
    }

    /// A number that the count is not below, and one that it is not above; `None` as long as nothing was told.
    pub fn bounds(&self) -> Option<[BigUint; 2]> {
        self.lock().clone()
    }

    /// Tells bounds; what was known before stays known.
    pub(super) fn tell(&self, [lower, upper]: [BigUint; 2]) {
        let mut bounds = self.lock();
        *bounds = Some(match bounds.take() {
            Some([least, most]) => [least.max(lower), most.min(upper)],
            None => [lower, upper],
        });
    }

    /// Whoever panics while telling leaves bounds that were true.
    fn lock(&self) -> MutexGuard<'_, Option<[BigUint; 2]>> {
        self.bounds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
