//! Values that the template itself gives for its inputs and that do not fit their declarations: defaults and presets.
//!
//! They are held against the declarations as given values are ([`check_given`]), whether or not somebody chooses them.

use super::Finding;
use super::subject::Subject;
use crate::syntax::yaml::Yaml;
use crate::value::{Assembly, Configuration, Given, Provenance, Value, check_given};

/// Defaults that do not fit the declaration that they belong to.
pub(super) fn ill_typed_defaults(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let language = subject.variants.language();
    let mut defaults = Configuration::new();
    for (name, declaration) in language.inputs() {
        if let Some(default) = declaration.get("default") {
            let given = Given { value: Value::from_yaml(default), provenance: Provenance::Default(default.span()) };
            defaults.set(name, given);
        }
    }
    findings.extend(check_given(language, &defaults).into_iter().map(Finding::of));
}

/// Presets that cannot be read, or with values that do not fit the declarations of their inputs.
pub(super) fn ill_typed_presets(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let language = subject.variants.language();
    let section = subject.variants.model().variability().and_then(|variability| variability.get("presets"));
    for (name, _) in section.into_iter().flat_map(Yaml::entries) {
        let (values, faults) = Assembly::new(language, section).presets([name.text()]).finish();
        findings.extend(faults.into_iter().chain(check_given(language, &values)).map(Finding::of));
    }
}
