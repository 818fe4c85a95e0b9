//! Answers questions about all variants of a variable TOSCA template, and resolves one of them.
//!
//! A template is read into a [`tosca::model::Model`]; given values make a [`analysis::value::Configuration`];
//! [`analysis::question::Variants`] brings both together and is the facade of all questions. [`resolve::resolution::Request`] goes
//! the whole way from files to the text of a document. Feature models are [`feature::FeatureModel`]s.
//!
//! ```
//! use variscope::tosca::model::{LoadOptions, Model};
//! use variscope::analysis::question::Variants;
//! use variscope::source::package::Package;
//! use variscope::analysis::value::Assembly;
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

pub mod analysis;
pub mod answer;
pub mod feature;
pub mod ide;
pub mod output;
pub mod resolve;
pub mod source;
pub mod tosca;
pub mod unfurl;

pub use source::Error;
