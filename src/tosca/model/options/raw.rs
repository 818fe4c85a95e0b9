//! Options as the author wrote them.

use super::CONSTRAINTS;
use super::conditions::early_kinds;
use super::mode::default_mode_option;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{OptionStyle, Profile, Section};
use crate::source::syntax::yaml::{Yaml, boolean_in_yaml_1_1};
use crate::tosca::model::{CHECKS, Kind};

/// The mapping of options; whatever is wrong with it is collected.
pub(super) struct RawOptions<'t> {
    options: Option<Yaml<'t>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> RawOptions<'t> {
    pub(super) fn new(options: Option<Yaml<'t>>, profile: Profile) -> Self {
        let mut raw = Self { options: options.filter(|options| options.is_mapping()), diagnostics: Vec::new() };
        match options {
            Some(other) if !other.is_mapping() && !other.is_null() => {
                let message = format!("options are a mapping, not a {}", other.kind());
                raw.report(Diagnostic::new(Code::WrongShape, other.span(), message));
            }
            _ => raw.report_unknown_names(profile),
        }
        raw
    }

    /// The value of an option; null counts as unset.
    pub(super) fn given(&self, option: &str) -> Option<Yaml<'t>> {
        self.options?.get(option).filter(|value| !value.is_null())
    }

    /// The value of an option that is on or off.
    pub(super) fn boolean(&mut self, option: &str) -> Option<bool> {
        let given = self.given(option)?;
        let value = given.as_bool();
        if value.is_none() {
            let message = format!("option \"{option}\" is true or false, not {}", given.to_json());
            let sentence = format!("Element \"{}\" is not a boolean", given.to_json());
            let known = self.diagnostics.iter().any(|diagnostic| diagnostic.span() == Some(given.span()));
            if !known {
                let diagnostic = Diagnostic::new(Code::BadOption, given.span(), message).reference(sentence);
                let meant = boolean_in_yaml_1_1(given.text());
                self.report(diagnostic.helped(meant.map(|meant| format!("write `{meant}`"))));
            }
        }
        value
    }

    /// The value of an option that is a word.
    pub(super) fn text(&mut self, option: &str) -> Option<&'t str> {
        let given = self.given(option)?;
        if !given.is_scalar() {
            let message = format!("option \"{option}\" is a word, not a {}", given.kind());
            self.report(Diagnostic::new(Code::BadOption, given.span(), message));
            return None;
        }
        Some(given.text())
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    fn report_unknown_names(&mut self, profile: Profile) {
        let Some(options) = self.options else { return };
        let known = option_names(profile);
        for (key, _) in options.entries() {
            if known.iter().any(|name| name == key.text()) {
                continue;
            }
            let message = format!("unknown option \"{}\"", key.text());
            let mut diagnostic = Diagnostic::new(Code::UnknownOption, key.span(), message);
            diagnostic = diagnostic.suggesting(key.text(), known.iter().map(String::as_str));
            let joined = key.text().split_once(':').filter(|(name, _)| known.iter().any(|known| known == name));
            if let Some((name, _)) = joined {
                diagnostic = diagnostic.help(format!("write a space behind `{name}:`"));
            } else if diagnostic.help.is_none() && Section::Variability.key(key.text()).is_some() {
                diagnostic = diagnostic.help("it belongs under `variability`, beside `options`");
            }
            self.report(diagnostic);
        }
    }
}

static OTHER_OPTIONS: &[&str] = &[
    "mode",
    "default_condition",
    "pruning",
    "consistency_pruning",
    "semantic_pruning",
    "checks",
    "consistency_checks",
    "semantic_checks",
    "anchor_check",
    "required_technology_check",
    "constraints",
    "relation_default_implied",
    "relation_enhanced_implication_mode",
    "automatic_default_alternatives",
    "fallback_property_default_alternative",
    "optimization_topology",
    "optimization_topology_mode",
    "optimization_topology_unique",
    "optimization_topology_unique_backward",
    "optimization_technologies",
    "optimization_technologies_mode",
    "optimization_technologies_unique",
    "optimization_scenarios",
    "optimization_scenarios_unique",
    "enrich_input_condition",
    "enrich_technologies",
    "enrich_technologies_best_only",
    "enrich_implementations",
    "edmm",
];

/// The names of all options that `profile` knows.
pub fn option_names(profile: Profile) -> Vec<String> {
    match profile.dialect().options {
        OptionStyle::Unlisted => Vec::new(),
        OptionStyle::Pruning => {
            early_names(profile, |_, plural| [format!("prune{plural}"), format!("forcePrune{plural}")])
        }
        OptionStyle::Enabling => early_names(profile, |kind, _| {
            [format!("enable_{kind}_default_condition"), format!("enable_{kind}_pruning")]
        }),
        OptionStyle::Faceted => late_names(),
    }
}

fn early_names(profile: Profile, of_kind: impl Fn(Kind, &str) -> [String; 2]) -> Vec<String> {
    let column = usize::from(profile.dialect().options != OptionStyle::Pruning);
    let all_off = ["disableConsistencyChecks", "disable_consistency_checks"][column];
    let checks = CHECKS.iter().filter_map(|entry| entry.disabled_by).map(|names| names[column].to_owned());
    let kinds = early_kinds(profile).iter().flat_map(|&(kind, plural)| of_kind(kind, plural));
    std::iter::once(all_off.to_owned()).chain(checks).chain(kinds).collect()
}

fn late_names() -> Vec<String> {
    let facets = [
        "default_condition",
        "default_consistency_condition",
        "default_semantic_condition",
        "pruning",
        "consistency_pruning",
        "semantic_pruning",
    ];
    let mut names: Vec<String> = OTHER_OPTIONS.iter().map(|&name| name.to_owned()).collect();
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Connection) {
        names.extend(facets.iter().map(|facet| format!("{kind}_{facet}")));
        names.extend(default_mode_option(kind));
    }
    names.extend(CHECKS.iter().map(|entry| entry.option.to_owned()));
    names.extend(CONSTRAINTS.iter().map(|entry| entry.option.to_owned()));
    names
}
