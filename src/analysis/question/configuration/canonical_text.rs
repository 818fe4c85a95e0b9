//! Nodes as texts that are equal only where the nodes are.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use variscope_encoder::recursion::descend;

use crate::source::syntax::vocabulary::{Operator, Profile};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// A node with all below it, as exactly as it is written; operators have the same names in all profiles.
pub(crate) fn canonical_text(yaml: Yaml<'_>, profile: Profile) -> String {
    Writer { operators_of: Some(profile), ..Writer::plain() }.write(yaml).unwrap_or_default()
}

/// The declaration of an input, exactly, but for the order of allowed values, which decides nothing.
pub(crate) fn declaration_text(input: Yaml<'_>, profile: Profile) -> String {
    let exact = |yaml: Yaml<'_>| canonical_text(yaml, profile);
    let values = |yaml: Yaml<'_>| {
        let mut values: Vec<String> = yaml.items().map(exact).collect();
        values.sort_unstable();
        values.join(",")
    };
    let constraint = |yaml: Yaml<'_>| match yaml.get("valid_values") {
        Some(allowed) if yaml.len() == 1 && allowed.is_sequence() => format!("valid_values: {}", values(allowed)),
        _ => exact(yaml),
    };
    let part = |(key, value): (Yaml<'_>, Yaml<'_>)| {
        let is_constraints = key.text() == "constraints" && value.is_sequence() && value.tag().is_none();
        let text = if is_constraints {
            value.items().map(constraint).collect::<Vec<String>>().join(";")
        } else {
            exact(value)
        };
        format!("{}: {text}", exact(key))
    };
    if !input.is_mapping() || input.tag().is_some() {
        return exact(input);
    }
    let mut parts: Vec<String> = input.entries().map(part).collect();
    parts.sort_unstable();
    parts.join("\n")
}

/// Writes nodes so that equal texts mean equal nodes.
pub(crate) struct Writer<'m> {
    text: String,
    /// Bodies of elements, with how many elements have them.
    bodies: FxHashMap<YamlId, usize>,
    /// Keys of these bodies that never get into a document.
    unwritten: &'static [&'static str],
    variability: Option<Yaml<'m>>,
    /// The profile whose names of operators are replaced by their meaning.
    operators_of: Option<Profile>,
    is_ambiguous: bool,
}

impl<'m> Writer<'m> {
    pub(crate) fn plain() -> Self {
        let bodies = FxHashMap::default();
        Self { text: String::new(), bodies, unwritten: &[], variability: None, operators_of: None, is_ambiguous: false }
    }

    /// Leaves out these keys of these bodies, each of which stands for so many elements, and the section `variability`.
    pub(crate) fn without(
        bodies: FxHashMap<YamlId, usize>,
        unwritten: &'static [&'static str],
        variability: Option<Yaml<'m>>,
    ) -> Self {
        Self { bodies, unwritten, variability, ..Self::plain() }
    }

    /// The node with all below it; none where a part of it stands for more than the element that it defines.
    pub(crate) fn write(mut self, yaml: Yaml<'m>) -> Option<String> {
        self.node(yaml);
        (!self.is_ambiguous).then_some(self.text)
    }

    fn node(&mut self, yaml: Yaml<'m>) {
        if let Some(tag) = yaml.tag() {
            self.text.extend(["!", tag, " "]);
        }
        if yaml.is_scalar() {
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{:?}{:?}", yaml.shape(), yaml.text());
            return;
        }
        let unwritten = self.unwritten_of(yaml);
        descend(|| {
            self.text.push(if yaml.is_mapping() { '{' } else { '[' });
            for item in yaml.items() {
                self.node(item);
                self.text.push(',');
            }
            let start = self.text.len();
            let mut entries = Vec::new();
            for (key, value) in yaml.entries() {
                let is_left_out = unwritten.contains(&key.text())
                    || self.variability.is_some_and(|variability| variability.id() == value.id());
                if !is_left_out {
                    self.entry(yaml, key, value);
                    entries.extend(self.operators_of.map(|_| self.text.split_off(start)));
                }
            }
            // What is compared for its meaning alone has no order of keys.
            entries.sort_unstable();
            self.text.extend(entries);
            self.text.push(if yaml.is_mapping() { '}' } else { ']' });
        });
    }

    fn entry(&mut self, mapping: Yaml<'m>, key: Yaml<'m>, value: Yaml<'m>) {
        match self.operator(mapping, key) {
            // Writing to a string cannot fail.
            Some(operator) => drop(write!(self.text, "{operator:?}")),
            None => self.node(key),
        }
        self.text.push(':');
        self.node(value);
        self.text.push(',');
    }

    /// What a key means as an operator, where it is one.
    fn operator(&self, mapping: Yaml<'_>, key: Yaml<'_>) -> Option<Operator> {
        let profile = self.operators_of.filter(|_| mapping.len() == 1)?;
        Operator::named(key.text(), profile)
    }

    fn unwritten_of(&mut self, yaml: Yaml<'m>) -> &'static [&'static str] {
        match self.bodies.get_mut(&yaml.id()) {
            None => &[],
            // Through an alias it stands where it is written as it is.
            Some(0) => {
                self.is_ambiguous = true;
                &[]
            }
            Some(left) => {
                *left -= 1;
                self.unwritten
            }
        }
    }
}
