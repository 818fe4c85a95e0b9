//! What a type says about one value: the definition of a property, an input or an entry.

use super::Datum;
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;

/// A property definition, also that of an input, an output, an attribute or an entry.
#[derive(Clone, Debug)]
pub struct Schema<'t> {
    /// Where it is declared.
    pub span: Span,
    /// The type; none for a value that may be anything.
    pub type_name: Option<Yaml<'t>>,
    /// Whether there has to be a value.
    pub is_required: bool,
    /// Defaults, each over those before it.
    pub defaults: Vec<Datum<'t>>,
    /// Constraint clauses.
    pub constraints: Vec<Yaml<'t>>,
    /// What the entries of a list or map are.
    pub entry: Option<Yaml<'t>>,
    /// What the keys of a map are.
    pub key: Option<Yaml<'t>>,
}

impl<'t> Schema<'t> {
    /// Reads a definition; a scalar is the name of a type.
    pub fn read(body: Yaml<'t>) -> Self {
        let member = |key| body.get(key).filter(|member| !member.is_null());
        let own = body.is_scalar().then_some(body);
        Self {
            span: body.span(),
            type_name: own.or_else(|| member("type")).filter(|name| name.is_scalar() && !name.is_null()),
            is_required: member("required").and_then(|required| required.as_bool()).unwrap_or(true),
            defaults: member("default").map(Datum::from).into_iter().collect(),
            constraints: member("constraints").map_or_else(Vec::new, |list| list.items().collect()),
            entry: member("entry_schema"),
            key: member("key_schema"),
        }
    }

    /// The definition of a value that may be anything, or be absent.
    pub fn untyped(span: Span) -> Self {
        Self {
            span,
            type_name: None,
            is_required: false,
            defaults: Vec::new(),
            constraints: Vec::new(),
            entry: None,
            key: None,
        }
    }

    /// This definition in place of `old`, that of the same property by an ancestor (section "Nested Merging and
    /// Inheritance"): where both name the same data type, the defaults of the ancestor stay beneath.
    pub(super) fn over(mut self, old: Self, is_structured: impl Fn(&str) -> bool) -> Self {
        if let (Some(new_type), Some(old_type)) = (self.type_name, old.type_name)
            && new_type.text() == old_type.text()
            && is_structured(new_type.text())
        {
            self.defaults.splice(0..0, old.defaults);
        }
        self
    }
}
