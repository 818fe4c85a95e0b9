//! Answers questions about all variants of a variable TOSCA template, and resolves one of them.
//!
//! A template is read into a [`model::Model`]; given values make a [`value::Configuration`]; [`question::Variants`] brings
//! both together and is the facade of all questions. [`resolution::Request`] goes the whole way from files to the text of a
//! document.
//!
//! ```
//! use variscope::model::{LoadOptions, Model};
//! use variscope::question::Variants;
//! use variscope::source::package::Package;
//! use variscope::value::Assembly;
//!
//! let template = "
//! tosca_definitions_version: tosca_variability_1_0
//! topology_template:
//!   variability:
//!     inputs:
//!       env: {type: string}
//!     options: {type_default_condition: true}
//!   node_templates:
//!     shop: {type: shop.Application}
//!     cache:
//!       type: shop.Cache
//!       conditions: {equal: [{variability_input: env}, prod]}
//! ";
//! let package = Package::stdin(template);
//! let model = Model::load(&package, &LoadOptions::default())?.model.expect("the template is sound");
//! let language = model.language();
//! let (configuration, faults) = Assembly::new(&language, None).argument("env=dev").finish();
//! assert!(faults.is_empty());
//!
//! let variants = Variants::of(&model, &configuration).expect("its conditions are sound");
//! let variant = variants.resolve().expect("there is a variant for development");
//! let present: Vec<String> =
//!     model.ids().filter(|&id| variant.has(&model, id)).map(|id| model.path(id)).collect();
//! assert_eq!(present, ["type.shop.Application@0.node.shop", "node.shop"]);
//! # Ok::<(), variscope::Error>(())
//! ```

pub mod answer;
pub mod condition;
pub mod convert;
pub mod diagnostic;
pub mod domain;
pub mod editor;
mod error;
pub mod export;
pub mod feature_model;
pub mod fix;
pub mod glob;
pub mod lsp;
pub mod mend;
pub mod model;
pub mod picture;
pub mod presence;
mod pretty;
pub mod printable;
pub mod question;
pub mod render;
pub mod report;
pub mod resolution;
pub mod runtime;
pub mod sameness;
pub mod schema;
pub mod serve;
pub mod source;
pub mod suite;
pub mod syntax;
pub mod topology;
pub mod transform;
pub mod types;
pub mod value;

pub use error::Error;
