//! Answers about feature models.

pub mod review;
