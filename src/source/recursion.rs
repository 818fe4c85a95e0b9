//! Recursion that never overflows the stack: templates may be nested deeper than a thread has stack for.

pub(crate) use variscope_encoder::recursion::descend;
