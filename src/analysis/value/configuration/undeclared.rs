//! Values for inputs that are not declared, in profiles in which they have to be: they have no effect.
//!
//! One that is given for a single run is a mistyped name, which is an error. A file may serve several templates, and one of
//! `FeatureIDE` says something of every feature: the root, and those that only group others. There it is a warning.

use super::declaration::located;
use super::{Configuration, Given, Provenance};
use crate::analysis::value::{Language, Value, WEEKDAY};
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean, standing_out};

/// How many features are named at most.
const NAMED: usize = 8;

/// What is said of a value for an input that nothing declares.
pub(super) fn undeclared(language: &Language<'_>, input: &str, given: &Given) -> Diagnostic {
    let mut diagnostic = located(Code::UndeclaredInput, format!("input \"{input}\" is not declared"), given);
    if let (Some(label), Some(name)) = (diagnostic.labels.first_mut(), given.provenance.input()) {
        label.span = name;
    }
    if !matches!(given.provenance, Provenance::Argument(_) | Provenance::Assumed) {
        diagnostic.severity = Severity::Warning;
        diagnostic.labels.iter_mut().for_each(|label| "has no effect".clone_into(&mut label.text));
    }
    if input == "inputs" && given.value.as_map().is_some() {
        return diagnostic.help("leave `inputs:` out: the names of the inputs stand at the beginning of their lines");
    }
    if language.is_topology_input(input) {
        let diagnostic = diagnostic.note("it is a topology input, which is given when the document is deployed");
        return diagnostic.help("leave it out, or declare it under `variability`, in `inputs`");
    }
    let helped = helped(language, &[input], diagnostic);
    match (helped.meant.clone(), &given.provenance) {
        (Some(meant), Provenance::Preset { .. }) => helped.replacing(input, &meant),
        _ => helped,
    }
}

/// Whether the value is one of a feature that nothing declares as an input.
pub(super) fn is_undeclared_feature(language: &Language<'_>, input: &str, given: &Given) -> bool {
    matches!(given.provenance, Provenance::Feature(_)) && is_undeclared(language, input)
}

fn is_undeclared(language: &Language<'_>, input: &str) -> bool {
    language.dialect().inputs_are_declared && language.input(input).is_none() && input != WEEKDAY
}

impl Configuration {
    /// What has an effect: values for inputs that have to be declared, and are not, are left out.
    #[must_use]
    pub fn without_undeclared(mut self, language: &Language<'_>) -> Self {
        self.given.retain(|input, _| !is_undeclared(language, input));
        self
    }
}

/// What is said of all selected features, and attributes, that nothing declares.
pub(super) fn undeclared_features(language: &Language<'_>, configuration: &Configuration) -> Option<Diagnostic> {
    let is_reported = |(input, given): &(&str, &Given)| {
        given.value != Value::Boolean(false) && is_undeclared_feature(language, input, given)
    };
    let reported: Vec<(&str, &Given)> = configuration.iter().filter(is_reported).collect();
    let &[(only, first), ref others @ ..] = reported.as_slice() else { return None };
    if others.is_empty() {
        return Some(undeclared(language, only, first));
    }
    let names: Vec<&str> = reported.iter().map(|(input, _)| *input).collect();
    let mut listed: Vec<String> = names.iter().take(NAMED).map(|name| format!("\"{name}\"")).collect();
    if names.len() > NAMED {
        listed.push(format!("{} more", names.len() - NAMED));
    }
    let message = format!("{} selected features are no declared inputs: {}", names.len(), listed.join(", "));
    let diagnostic = located(Code::UndeclaredInput, message, first).labelled("the first of them; they have no effect");
    Some(helped(language, &names, Diagnostic { severity: Severity::Warning, ..diagnostic }))
}

/// Says which declared input is meant by one of the names, else which there are.
fn helped(language: &Language<'_>, names: &[&str], diagnostic: Diagnostic) -> Diagnostic {
    // A name that cannot be typed stands for a condition that cannot be read.
    let declared: Vec<_> = language.inputs().map(|(name, _)| name).filter(|name| !name.starts_with('\0')).collect();
    let close = names.iter().find_map(|name| did_you_mean(name, declared.iter().copied()));
    match close {
        Some(other) => diagnostic.meaning(other),
        None if declared.is_empty() => diagnostic.note("the template declares no variability inputs"),
        None => diagnostic
            .note(format!("declared inputs: {}", declared.join(", ")))
            .asking(names.iter().find_map(|name| standing_out(name, declared.iter().copied()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::configuration::{Assembly, check_given};
    use crate::analysis::value::fixture::Fixture;
    use crate::source::Sources;
    use crate::source::syntax::vocabulary::Profile;

    #[test]
    fn undeclared_inputs_are_reported_in_profile_d_only() {
        let fixture = Fixture::new("inputs: {region: {}}\ngiven: {regoin: eu}");
        for profile in Profile::ALL {
            let language = fixture.language(profile);
            let of_file = fixture.configuration(&language);
            let of_argument = Assembly::new(&language, None).argument("regoin=eu").finish().0;
            for (given, severity) in [(of_file, Severity::Warning), (of_argument, Severity::Error)] {
                let found = check_given(&language, &given);
                let is_reported = profile == Profile::D;
                assert_eq!(found.len(), usize::from(is_reported));
                for diagnostic in found {
                    assert_eq!((diagnostic.code, diagnostic.severity), (Code::UndeclaredInput, severity));
                    assert_eq!(diagnostic.help.as_deref(), Some("did you mean \"region\"?"));
                }
                assert_eq!(given.without_undeclared(&language).is_empty(), is_reported);
            }
        }
    }

    #[test]
    fn undeclared_features_are_reported_together_and_unselected_ones_not() {
        let text = "<extendedConfiguration>
          <feature automatic=\"selected\" name=\"Shop\"><attribute name=\"tag\" value=\"a\"/></feature>
          <feature manual=\"selected\" name=\"Base\"/><feature manual=\"unselected\" name=\"Off\"/>
        </extendedConfiguration>";
        let file = Sources::new().add("inputs.xml", text);
        for (inputs, message) in [
            ("{shop: {}}", Some("2 selected features are no declared inputs: \"shop_tag\", \"base\"")),
            ("{shop: {}, shop_tag: {}}", Some("input \"base\" is not declared")),
            ("{shop: {}, shop_tag: {}, base: {}}", None),
        ] {
            let fixture = Fixture::new(&format!("inputs: {inputs}"));
            let language = fixture.language(Profile::D);
            let (configuration, _) = Assembly::new(&language, None).feature_ide(file, text).finish();
            let found = check_given(&language, &configuration);
            assert!(!found.iter().any(Diagnostic::is_error));
            assert_eq!(
                found.iter().map(|diagnostic| &*diagnostic.message).collect::<Vec<_>>(),
                Vec::from_iter(message)
            );
        }
    }
}
