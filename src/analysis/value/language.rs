//! What expressions of one template can refer to: inputs, named expressions, the date.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::Clock;
use super::keyword::lookup;
use crate::source::syntax::vocabulary::{Dialect, Profile};
use crate::source::syntax::yaml::Yaml;

type DefinitionMap<'t> = IndexMap<&'t str, Yaml<'t>, FxBuildHasher>;

/// The definitions of a template that give expressions their meaning.
#[derive(Clone)]
pub struct Language<'t> {
    profile: Profile,
    pub(super) clock: Clock,
    inputs: DefinitionMap<'t>,
    expressions: DefinitionMap<'t>,
    topology_inputs: Vec<&'t str>,
}

impl<'t> Language<'t> {
    /// A language without inputs and named expressions; now is the system's time.
    pub fn new(profile: Profile) -> Self {
        let (inputs, expressions) = (IndexMap::default(), IndexMap::default());
        Self { profile, clock: Clock::system(), inputs, expressions, topology_inputs: Vec::new() }
    }

    /// Takes the declared inputs from a mapping of names to declarations.
    #[must_use]
    pub fn with_inputs(mut self, declarations: Yaml<'t>) -> Self {
        self.inputs = definitions(declarations);
        self
    }

    /// Takes the named expressions from a mapping of names to expressions.
    #[must_use]
    pub fn with_expressions(mut self, expressions: Yaml<'t>) -> Self {
        self.expressions = definitions(expressions);
        self
    }

    /// Takes the names of topology inputs, which people confuse with variability inputs.
    #[must_use]
    pub fn with_topology_inputs(mut self, names: impl IntoIterator<Item = &'t str>) -> Self {
        self.topology_inputs = names.into_iter().collect();
        self
    }

    /// Whether a topology input has this name.
    pub fn is_topology_input(&self, name: &str) -> bool {
        self.topology_inputs.contains(&name)
    }

    /// The revision that the template is read with.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// What this revision does that others do not.
    pub fn dialect(&self) -> &'static Dialect {
        self.profile.dialect()
    }

    /// What now is.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The declaration of an input.
    pub fn input(&self, name: &str) -> Option<Yaml<'t>> {
        self.inputs.get(name).copied()
    }

    /// All declared inputs, in the order of the template.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = (&'t str, Yaml<'t>)> + '_ {
        self.inputs.iter().map(|(name, declaration)| (*name, *declaration))
    }

    /// The expression that gives an input its value where none is given: its `default` if that is one, else, without a
    /// default, its `default_expression`.
    ///
    /// DEVIATION: the reference takes the map for the value, also in its own examples that want today's weekday.
    pub fn computed_default<'d>(&self, declaration: Yaml<'d>) -> Option<Yaml<'d>> {
        let part = |key| declaration.get(key).filter(|part: &Yaml<'_>| !part.is_null());
        match part("default") {
            Some(default) => Some(default).filter(|default| self.is_expression(*default)),
            None => part("default_expression"),
        }
    }

    /// Whether a default is evaluated: it is a mapping whose only key is an operator.
    fn is_expression(&self, default: Yaml<'_>) -> bool {
        let mut keys = default.entries().map(|(key, _)| key);
        let first = keys.next().and_then(|key| lookup(key.text(), self.profile));
        first.is_some() && keys.next().is_none()
    }

    /// The body of a named expression.
    pub fn expression(&self, name: &str) -> Option<Yaml<'t>> {
        self.expressions.get(name).copied()
    }

    /// All named expressions, in the order of the template.
    pub fn expressions(&self) -> impl ExactSizeIterator<Item = (&'t str, Yaml<'t>)> + '_ {
        self.expressions.iter().map(|(name, body)| (*name, *body))
    }
}

/// The entries of a mapping; none when it is something else, which the model reports.
fn definitions(mapping: Yaml<'_>) -> DefinitionMap<'_> {
    mapping.entries().map(|(name, definition)| (name.text(), definition)).collect()
}
