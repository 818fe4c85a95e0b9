//! Templates for tests of the ways to see all variants.

use variscope_encoder::Budget;

use super::lifted::Lifted;
use crate::analysis::question::Variants;
use crate::analysis::value::Configuration;
use crate::source::package::Package;
use crate::tosca::model::{LoadOptions, Model};

/// Looks at the variants of a template, with nothing given.
pub(super) fn with_lifted(text: &str, look: impl FnOnce(&Variants<'_>, &Lifted<'_, '_>)) {
    let package = Package::of_text(text.to_owned());
    let model = Model::load(&package, &LoadOptions::default()).unwrap().model.unwrap();
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).unwrap();
    look(&variants, &Lifted::of(&variants, &Budget::unlimited()).unwrap());
}
