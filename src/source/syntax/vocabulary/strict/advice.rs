//! Keys that are not defined and whose names are near to none: what an author means by them.

use super::{CONDITIONS, Checker, KeyPosition, near, warning};
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::vocabulary::walk::named;
use crate::source::syntax::vocabulary::{Operator, OptionStyle, Section};
use crate::source::syntax::yaml::Yaml;

/// Words of JSON Schema and others for what values have to meet.
static FOREIGN_CLAUSES: &[(&str, &str)] = &[
    ("enum", "valid_values"),
    ("values", "valid_values"),
    ("allowed", "valid_values"),
    ("allowed_values", "valid_values"),
    ("possible_values", "valid_values"),
    ("one_of", "valid_values"),
    ("min", "greater_or_equal"),
    ("minimum", "greater_or_equal"),
    ("exclusiveMinimum", "greater_than"),
    ("max", "less_or_equal"),
    ("maximum", "less_or_equal"),
    ("exclusiveMaximum", "less_than"),
    ("minLength", "min_length"),
    ("maxLength", "max_length"),
    ("regex", "pattern"),
];

impl<'t> Checker<'t> {
    /// The diagnostic about a key with what to write instead, where that is plain.
    pub(super) fn advised(
        &self,
        place: KeyPosition,
        body: Yaml<'t>,
        (key, value): (Yaml<'t>, Yaml<'t>),
        diagnostic: &Diagnostic,
    ) -> Option<Diagnostic> {
        let name = key.text();
        let section = match place {
            KeyPosition::Section(section) => section,
            KeyPosition::NodeType
            | KeyPosition::RelationshipType
            | KeyPosition::ArtifactType
            | KeyPosition::GroupType
            | KeyPosition::PolicyType
                if name == CONDITIONS && self.profile.dialect().options == OptionStyle::Faceted =>
            {
                let help = "put it on the elements; conditions of all elements of a type stand under `variability`, in `type_specific_conditions`";
                return Some(warning(diagnostic.clone().help(help)));
            }
            KeyPosition::PropertyDefinition => {
                return Some(warning(clause(place, body, (name, value), diagnostic)?));
            }
            _ => return None,
        };
        let help = |help: &str| diagnostic.clone().help(help);
        match (section, name) {
            (Section::Output, _) if body.len() == 1 && near(place, name).is_none() => {
                let written = if value.is_scalar() { value.text().to_owned() } else { "...".to_owned() };
                Some(help(&format!("write `value: {{{name}: {written}}}`")))
            }
            (Section::VariabilityInput, "required") => Some(required(body, value, diagnostic)),
            (Section::VariabilityInput, _) => clause(place, body, (name, value), diagnostic),
            (Section::Input, _) => Some(warning(clause(place, body, (name, value), diagnostic)?)),
            (Section::Node, "default_alternative") => Some(diagnostic.clone().help(self.instead_of_alternative(body))),
            (Section::Group | Section::Policy, "default_alternative") => {
                Some(help("only what has a name in common is an alternative: write `conditions`"))
            }
            (Section::Topology, "conditions") => Some(help(
                "put it on the elements that it decides; what every variant has to meet stands under `variability`, in `constraints`",
            )),
            (Section::RelationshipTemplate, "conditions") => {
                Some(warning(help("put it on the requirement whose `relationship` this is: they are written together")))
            }
            _ => None,
        }
    }

    /// A node that is meant to be there when another one is not.
    fn instead_of_alternative(&self, body: Yaml<'t>) -> String {
        let presence = Operator::NodePresence.name(self.profile);
        let others = self.nodes.into_iter().flat_map(named);
        let others = others.filter(|(_, other)| other.id() != body.id() && other.get("conditions").is_some());
        let names: Vec<&str> = others.map(|(name, _)| name.text()).collect();
        match names.as_slice() {
            [other] => format!("nodes are no alternatives: write `conditions: {{not: {{{presence}: {other}}}}}`"),
            _ => format!(
                "nodes are no alternatives: write `conditions: {{not: {{{presence}: NAME}}}}` with the node that it stands in for"
            ),
        }
    }
}

/// What stands for words of JSON Schema and others.
fn clause(
    place: KeyPosition,
    body: Yaml<'_>,
    (name, value): (&str, Yaml<'_>),
    diagnostic: &Diagnostic,
) -> Option<Diagnostic> {
    let &(_, clause) = FOREIGN_CLAUSES.iter().find(|(word, _)| *word == name)?;
    if name == "values" && !value.is_sequence() {
        return None;
    }
    let bound = |words: [&str; 2]| words.into_iter().find_map(|word| body.get(word));
    let both = bound(["min", "minimum"]).zip(bound(["max", "maximum"]));
    let is_range = ["min", "minimum", "max", "maximum"].contains(&name);
    let written = match both.filter(|_| is_range) {
        Some((least, most)) => format!("in_range: [{}, {}]", least.text(), most.text()),
        None if value.is_sequence() || clause == "valid_values" => format!("{clause}: {}", listed(value)),
        None => format!("{clause}: {}", value.text()),
    };
    let is_own = clause == "valid_values" && place == KeyPosition::Section(Section::VariabilityInput);
    let written = if is_own { written } else { format!("constraints: [{{{written}}}]") };
    Some(diagnostic.clone().help(format!("write `{written}`")))
}

/// Whether a variability input has to be given is said by its default.
fn required(body: Yaml<'_>, value: Yaml<'_>, diagnostic: &Diagnostic) -> Diagnostic {
    let has_default = body.get("default").is_some() || body.get("default_expression").is_some();
    if value.as_bool() == Some(false) && !has_default {
        return diagnostic.clone().help("write a `default`: every variability input needs a value");
    }
    warning(diagnostic.clone()).help("leave it out: an input without a `default` has to be given")
}

/// A list in one line.
fn listed(value: Yaml<'_>) -> String {
    let items: Vec<&str> = value.items().map(Yaml::text).collect();
    if value.is_sequence() { format!("[{}]", items.join(", ")) } else { format!("[{}]", value.text()) }
}
