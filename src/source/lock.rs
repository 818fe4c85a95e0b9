//! What threads share, whatever became of other threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the lock guards. That a thread panicked while it held the lock is ignored: whatever is shared here is valid after every
/// step that changes it, and the panic was reported where it happened.
pub fn locked<T: ?Sized>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
