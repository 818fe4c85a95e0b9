//! Recursion that never overflows the stack: formulas, diagrams and documents may be deeper than a thread has stack for.

/// Stack that must be left before the next level is entered, in bytes.
const RED_ZONE: usize = 128 << 10;
/// The size of each further piece of stack, in bytes.
const PIECE: usize = 2 << 20;

/// Enters one more level of a recursion, on a new piece of stack when the current one is nearly used up.
///
/// It is for every function that calls itself as deep as an input is nested: where what is read has no bound of its own.
pub fn descend<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, PIECE, level)
}
