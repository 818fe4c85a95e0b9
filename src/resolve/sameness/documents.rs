//! Documents compared for each class of configurations.

use std::sync::Arc;

use serde_json::Value as Json;

use super::plain::plain;
use crate::analysis::question::{Contrast, Doubt, Limits, Representatives, Sameness, Variants};
use crate::analysis::value::{Configuration, Given, InputRules, Provenance, Value, check_given};
use crate::resolve::resolution::document;
use crate::source::Sources;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::yaml::Tree;

/// Classes of configurations that are looked at, each resolved twice.
const MOST_CLASSES: usize = 512;

/// Whether the documents of all classes are the same, apart from how a profile writes what means the same.
pub(super) fn compare(before: &Variants<'_>, after: &Variants<'_>, limits: &Limits) -> Sameness {
    let Representatives { witnesses, doubt } = before.representatives(after, MOST_CLASSES);
    for witness in witnesses {
        if limits.budget.check().is_err() {
            return Sameness::Undecided(Doubt::Interrupted);
        }
        if let Some(what) = difference(resolved(before, &witness), resolved(after, &witness)) {
            return Sameness::Differs(Contrast { witness, what });
        }
    }
    doubt.map_or(Sameness::Same, Sameness::Undecided)
}

/// The document that a side gives, or what stands against it.
fn resolved(side: &Variants<'_>, witness: &[(Arc<str>, Value)]) -> Result<String, Vec<Diagnostic>> {
    let mut configuration = Configuration::new();
    for (input, value) in witness {
        configuration.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    let mut faults = InputRules::new(side.language()).check(&configuration);
    faults.extend(check_given(side.language(), &configuration));
    faults.retain(Diagnostic::is_error);
    if faults.is_empty() { document(&side.under(&configuration)) } else { Err(faults) }
}

fn difference(before: Result<String, Vec<Diagnostic>>, after: Result<String, Vec<Diagnostic>>) -> Option<String> {
    match (before, after) {
        (Err(_), Err(_)) => None,
        (Ok(_), Err(faults)) => Some(format!("there is a variant before, and none after: {}", said(&faults))),
        (Err(faults), Ok(_)) => Some(format!("there is a variant after, and none before: {}", said(&faults))),
        (Ok(before), Ok(after)) => {
            let [before, after] = [before, after].map(|document| plain(parsed(&document)));
            first_difference("", &before, &after)
        }
    }
}

fn said(faults: &[Diagnostic]) -> &str {
    faults.iter().find(|fault| fault.is_error()).map_or("no valid variant", |fault| &fault.message)
}

fn parsed(document: &str) -> Json {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("document", document);
    let root = tree.parse(&sources, file).0;
    root.and_then(|root| serde_json::from_str(&tree.at(root).to_json()).ok()).unwrap_or(Json::Null)
}

/// Where two documents are not the same, as a path of keys.
fn first_difference(path: &str, before: &Json, after: &Json) -> Option<String> {
    let at = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (before, after) {
        (Json::Object(old), Json::Object(new)) => {
            let gone = old.keys().find(|key| !new.contains_key(*key));
            let fresh = new.keys().find(|key| !old.contains_key(*key));
            if let Some(key) = gone {
                return Some(format!("`{}` is in the document before, not after", at(key)));
            }
            if let Some(key) = fresh {
                return Some(format!("`{}` is in the document after, not before", at(key)));
            }
            old.iter().find_map(|(key, value)| first_difference(&at(key), value, &new[key]))
        }
        (Json::Array(old), Json::Array(new)) if old.len() == new.len() => {
            let mut items = old.iter().zip(new).enumerate();
            items.find_map(|(place, (old, new))| first_difference(&at(&place.to_string()), old, new))
        }
        _ => (before != after).then(|| format!("`{path}` is {before} before and {after} after")),
    }
}
