//! What is true of a template: what resolving each of its configurations gives, up to the document.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value as Json;
use variscope::analysis::question::{Variant, Variants, countable};
use variscope::analysis::value::{Configuration, Given, InputRules, Number, Provenance, Value, check_given};
use variscope::resolve::transform::{transform, yaml};
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::tosca::model::{ElementId, Model};

use crate::template::{Configurations, Values};

/// What every configuration gives.
pub struct Truth {
    /// The elements that make a difference between variants.
    pub elements: Vec<ElementId>,
    pub outcomes: Vec<Outcome>,
    /// Whether these are all configurations.
    pub is_complete: bool,
}

/// What a configuration gives.
pub struct Outcome {
    pub values: Values,
    pub configuration: Configuration,
    pub found: Result<Found, Vec<Diagnostic>>,
}

/// A valid variant.
pub struct Found {
    /// Whether each element that makes a difference is present.
    pub present: Vec<bool>,
    pub variant: Variant,
    pub document: String,
}

impl Truth {
    pub fn of(variants: &Variants<'_>, configurations: Configurations) -> Self {
        let outcome = |values: Values| {
            let configuration = configuration(&values);
            let found = resolved(variants, &configuration);
            Outcome { values, configuration, found }
        };
        Self {
            elements: countable(variants.model()),
            outcomes: configurations.all.into_iter().map(outcome).collect(),
            is_complete: configurations.is_complete,
        }
    }

    /// The configurations that are valid, with what they give.
    pub fn valid(&self) -> impl Iterator<Item = (&Outcome, &Found)> {
        self.outcomes.iter().filter_map(|outcome| Some((outcome, outcome.found.as_ref().ok()?)))
    }

    /// The variants, each with the number of its configurations.
    pub fn variants(&self) -> BTreeMap<&[bool], usize> {
        let mut variants: BTreeMap<&[bool], usize> = BTreeMap::new();
        for (_, found) in self.valid() {
            *variants.entry(&found.present).or_default() += 1;
        }
        variants
    }

    /// What is said about configurations that are not valid, unless the author excludes them.
    pub fn errors(&self) -> BTreeSet<(Code, String)> {
        let refusals = self.outcomes.iter().filter_map(|outcome| outcome.found.as_ref().err()).flatten();
        refusals.filter(|fault| is_defect(fault)).map(|fault| (fault.code, fault.message.clone())).collect()
    }

    /// The place of an element among those that make a difference.
    pub fn place(&self, element: ElementId) -> usize {
        self.elements.binary_search(&element).expect("the element makes a difference")
    }
}

/// That a configuration is excluded by the author's rules is no defect.
pub fn is_defect(fault: &Diagnostic) -> bool {
    fault.is_error() && !matches!(fault.code, Code::NoVariant | Code::InputRule)
}

/// What `variscope resolve` does with a configuration once the template is read.
pub fn resolved(variants: &Variants<'_>, configuration: &Configuration) -> Result<Found, Vec<Diagnostic>> {
    let language = variants.language();
    let mut faults = InputRules::new(language).check(configuration);
    faults.extend(check_given(language, configuration));
    faults.retain(Diagnostic::is_error);
    if !faults.is_empty() {
        return Err(faults);
    }
    let model = variants.model();
    let variant = variants.under(configuration).resolve()?;
    let document = yaml::write(model.tree(), &transform(model, &variant));
    let present = countable(model).into_iter().map(|id| variant.has(model, id)).collect();
    Ok(Found { present, variant, document })
}

pub fn configuration(values: &Values) -> Configuration {
    let mut configuration = Configuration::new();
    for (name, json) in values {
        configuration.set(name.as_str(), Given { value: value(json), provenance: Provenance::Assumed });
    }
    configuration
}

fn value(json: &Json) -> Value {
    match (json, json.as_i64()) {
        (Json::Bool(boolean), _) => Value::Boolean(*boolean),
        (Json::String(text), _) => Value::string(text),
        (Json::Number(_), Some(integer)) => Value::integer(integer),
        _ => Value::Number(Number::float(json.as_f64().expect("inputs are scalars"))),
    }
}

/// The values of a configuration as they would be written into a file.
pub fn values<'v>(given: impl IntoIterator<Item = (&'v str, &'v Value)>) -> Values {
    let json = |value: &Value| serde_json::from_str(&value.to_json()).expect("values are written as JSON");
    given.into_iter().map(|(name, value)| (name.to_owned(), json(value))).collect()
}

/// A configuration with the values of a witness over it.
pub fn with(configuration: &Configuration, witness: &[(Arc<str>, Value)]) -> Configuration {
    let mut with = configuration.clone();
    for (input, value) in witness {
        with.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    with
}

/// The model of a template in which nothing is wrong.
///
/// # Panics
/// When something is wrong with it.
pub fn read(template: &crate::template::Template) -> Model {
    let package = variscope::source::package::Package::of_text(template.text());
    let loaded = Model::load(&package, &template.load_options()).expect("no file is read");
    let wrong: Vec<&Diagnostic> = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(wrong.is_empty(), "the template cannot be read: {wrong:#?}\n{template:?}");
    loaded.model.expect("the template can be read")
}
