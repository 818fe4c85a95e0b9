//! What tests have in common: the program, folders with files, templates as models.

#![allow(dead_code, reason = "no test takes all of it")]

pub mod folder;
pub mod model;
pub mod program;
