//! Templates, and what they say.

use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{LoadOptions, Loaded, Model};

/// What is read of a text; without a profile that of its words.
pub fn loaded(text: &str, profile: impl Into<Option<Profile>>) -> Loaded {
    let options = LoadOptions { profile: profile.into(), options: None };
    Model::load(&Package::of_text(text.to_owned()), &options).expect("nothing is read from files")
}

/// The model of a template of this profile.
pub fn model_as(text: &str, profile: impl Into<Option<Profile>>) -> Model {
    let loaded = loaded(text, profile);
    loaded.model.unwrap_or_else(|| panic!("{text}\n{:?}", loaded.diagnostics))
}

/// The model of a template of the latest profile.
pub fn model(text: &str) -> Model {
    model_as(text, Profile::LATEST)
}

/// Templates that begin like this make elements depend on what their types depend on; further lines of variability may follow.
pub const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
";

/// A template with nodes `n0`, `n1` and so on that are present under these conditions, and one that always is; `variability`
/// stands behind [`HEAD`].
pub fn template_of_nodes(variability: &str, conditions: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let node = |(place, condition): (usize, _)| {
        format!("    n{place}: {{type: t, conditions: {}}}\n", AsRef::<str>::as_ref(&condition))
    };
    let nodes: String = conditions.into_iter().enumerate().map(node).collect();
    format!("{HEAD}{variability}  node_templates:\n{nodes}    always: {{type: t}}\n")
}
