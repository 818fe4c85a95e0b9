//! Answers for people and programs: text and formats, pictures, the page, files for other tools.
//!
//! Nothing here decides anything about a template.

pub mod export;
pub mod picture;
pub mod render;
pub mod report;
