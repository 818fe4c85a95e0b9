//! A variant as a plain TOSCA document, and the tests that compare such documents; templates of earlier revisions
//! in today's words.
//!
//! Start at [`resolution::Request`], which goes the whole way from files to the text of a document.

pub mod bundle;
pub mod comparison;
pub mod convert;
pub mod resolution;
pub mod sameness;
pub mod suite;
pub mod transform;
