//! Which variability inputs does the template have, and what does it do with them?

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::analysis::value::{Admission, DistinctValues, Language, Value};
use crate::source::syntax::vocabulary::{Operator, Profile};
use crate::source::syntax::yaml::{VisitedNodes, Yaml};
use crate::tosca::model::Model;

/// A variability input at a glance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputOverview {
    /// Its name.
    pub name: String,
    /// The declared type.
    pub type_name: Option<String>,
    /// The declared description.
    pub description: Option<String>,
    /// The declared default, unless it is computed.
    pub default: Option<Value>,
    /// Whether the default is computed.
    pub has_default_expression: bool,
    /// The declared values, when they are listed.
    pub valid_values: Vec<Value>,
    /// The other declared constraints by name, such as `in_range`, in order.
    pub constraints: Vec<(String, Value)>,
    /// Literals that conditions and expressions compare it with, in order of appearance.
    pub compared_with: Vec<Value>,
    /// Those of the listed values, and of those that it is compared with, that its declaration does not admit.
    pub excluded: Vec<Value>,
}

impl InputOverview {
    /// The values to choose from: the default, and what the template mentions and the declaration admits, each once.
    pub fn mentioned(&self) -> Vec<Value> {
        let others = self.others().filter(|value| !self.excluded.contains(value));
        self.default.iter().cloned().chain(others).fold(Vec::new(), |mut values, value| {
            if !values.contains(&value) {
                values.push(value);
            }
            values
        })
    }

    /// All values besides the default that the template mentions.
    fn others(&self) -> impl Iterator<Item = Value> {
        let of_type = [Value::from(false), Value::from(true)].into_iter().filter(|_| self.is_boolean());
        self.valid_values.iter().chain(&self.compared_with).cloned().chain(of_type)
    }

    /// Whether there may be other values than those that are mentioned.
    pub fn is_open(&self) -> bool {
        self.valid_values.is_empty() && !self.is_boolean()
    }

    fn is_boolean(&self) -> bool {
        self.type_name.as_deref() == Some("boolean")
    }
}

type Overviews = IndexMap<String, InputOverview, FxBuildHasher>;

/// By input: the literals that it is compared with.
type ComparedLiterals = FxHashMap<String, DistinctValues>;

/// All variability inputs: the declared ones in the order of the template, then those that are only read (profiles A
/// to C need no declaration).
pub fn input_overviews(model: &Model) -> Vec<InputOverview> {
    let language = model.language();
    let mut overviews: Overviews = language
        .inputs()
        .map(|(name, declaration)| (name.to_owned(), declared(&language, name, declaration)))
        .collect();
    let mut compared = ComparedLiterals::default();
    if let Some(topology) = model.topology_template() {
        for expression in topology_expressions(topology, &language) {
            add_inputs_read(&mut overviews, &language, expression);
            add_compared(&mut compared, &language, expression);
        }
    }
    for overview in overviews.values_mut() {
        overview.compared_with = compared.remove(&overview.name).unwrap_or_default().into_vec();
        let admission = Admission::of(&language, &overview.name);
        overview.excluded = overview.others().filter(|value| !admission.is_fit(value)).collect();
    }
    overviews.into_values().collect()
}

fn declared(language: &Language<'_>, name: &str, declaration: Yaml<'_>) -> InputOverview {
    let text = |key| declaration.get(key).and_then(Yaml::as_str).map(str::to_owned);
    let computed = language.computed_default(declaration);
    let default = declaration.get("default").filter(|default| !default.is_null() && computed.is_none());
    InputOverview {
        name: name.to_owned(),
        type_name: text("type"),
        description: text("description"),
        default: default.map(Value::from_yaml),
        has_default_expression: computed.is_some(),
        valid_values: valid_values(declaration),
        constraints: constraints(declaration),
        compared_with: Vec::new(),
        excluded: Vec::new(),
    }
}

/// The first `valid_values` among the constraints of a declaration.
fn valid_values(declaration: Yaml<'_>) -> Vec<Value> {
    let clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items);
    let listed = clauses.chain([declaration]).find_map(|clause| clause.get("valid_values"));
    listed.into_iter().flat_map(Yaml::items).map(Value::from_yaml).collect()
}

/// The constraints of a declaration besides `valid_values`.
fn constraints(declaration: Yaml<'_>) -> Vec<(String, Value)> {
    let clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items).flat_map(Yaml::entries);
    let others = clauses.filter(|(name, _)| name.text() != "valid_values");
    others.map(|(name, bound)| (name.text().to_owned(), Value::from_yaml(bound))).collect()
}

/// The outermost expressions in `topology`, each shared one once.
pub(crate) fn topology_expressions<'t>(topology: Yaml<'t>, language: &Language<'_>) -> Vec<Yaml<'t>> {
    let (mut found, mut met) = (Vec::new(), VisitedNodes::default());
    // A stack of our own: templates may be nested deeper than the thread's stack allows.
    let mut open = vec![topology];
    while let Some(yaml) = open.pop() {
        if yaml.is_scalar() || !met.is_new(yaml.id()) {
            continue;
        }
        if is_expression(yaml, language.profile()) {
            found.push(yaml);
            continue;
        }
        open.extend(yaml.items().rev());
        open.extend(yaml.entries().rev().map(|(_, value)| value));
    }
    found
}

fn is_expression(yaml: Yaml<'_>, profile: Profile) -> bool {
    let mut keys = yaml.entries().map(|(key, _)| key.text());
    yaml.len() == 1 && keys.any(|key| Operator::named(key, profile).is_some())
}

/// Inputs that are read and not declared have an overview too.
fn add_inputs_read(overviews: &mut Overviews, language: &Language<'_>, expression: Yaml<'_>) {
    for name in language.inputs_read(expression) {
        if !overviews.contains_key(name) {
            overviews.insert(name.to_owned(), InputOverview { name: name.to_owned(), ..InputOverview::default() });
        }
    }
}

fn add_compared(literals: &mut ComparedLiterals, language: &Language<'_>, expression: Yaml<'_>) {
    for compared in language.compared(expression) {
        for (input, _) in compared.inputs {
            let values = compared.literals.iter().copied().map(Value::from_yaml);
            literals.entry(input.to_owned()).or_default().extend(values);
        }
    }
}
