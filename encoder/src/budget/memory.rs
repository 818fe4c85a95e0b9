//! Bytes that are held at a time, as those who hold them estimate.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Smaller changes are not reported.
const GRAIN: usize = 64 << 10;

/// A limit, and what is held of it.
#[derive(Debug)]
pub(super) struct Memory {
    limit: usize,
    held: AtomicUsize,
    /// What the whole process holds, when it is measured.
    measured: AtomicUsize,
    /// Whether something had to stop because of it.
    was_full: AtomicBool,
}

impl Memory {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, held: AtomicUsize::new(0), measured: AtomicUsize::new(0), was_full: AtomicBool::new(false) }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    pub(super) fn is_full(&self) -> bool {
        let bytes = self.held.load(Ordering::Relaxed).max(self.measured.load(Ordering::Relaxed));
        let is_full = bytes > self.limit;
        self.was_full.fetch_or(is_full, Ordering::Relaxed);
        is_full
    }

    pub(super) fn was_full(&self) -> bool {
        self.was_full.load(Ordering::Relaxed)
    }

    pub(super) fn measured(&self, bytes: usize) {
        self.measured.store(bytes, Ordering::Relaxed);
    }
}

/// What one holder of memory has reported; given back when it is dropped.
#[derive(Debug)]
pub struct Account {
    memory: Option<Arc<Memory>>,
    reported: usize,
}

impl Account {
    pub(super) fn of(memory: Option<Arc<Memory>>) -> Self {
        Self { memory, reported: 0 }
    }

    /// So much is held now.
    #[inline]
    pub fn set(&mut self, bytes: usize) {
        if self.memory.is_some() && bytes.abs_diff(self.reported) >= GRAIN {
            self.report(bytes);
        }
    }

    fn report(&mut self, bytes: usize) {
        let Some(memory) = &self.memory else { return };
        memory.held.fetch_add(bytes, Ordering::Relaxed);
        memory.held.fetch_sub(self.reported, Ordering::Relaxed);
        self.reported = bytes;
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.report(0);
    }
}
