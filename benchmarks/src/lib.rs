//! Benchmarks of variscope.
