//! The one way to stop varisat: a proof that cannot be written.

use std::io::{self, Write};

use crate::Budget;

/// What was done for a byte of a proof, in steps: a clause has some dozens.
const BYTE: u64 = 32;

/// Takes all bytes of a proof and forgets them, until the budget is used up.
pub(super) struct ProofSink(Budget);

impl ProofSink {
    pub(super) fn new(budget: Budget) -> Self {
        Self(budget)
    }
}

impl Write for ProofSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.spend(BYTE * bytes.len() as u64).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
