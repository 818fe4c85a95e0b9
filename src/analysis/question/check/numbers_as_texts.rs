//! Inputs that are declared as texts and given, bounded and compared as numbers everywhere: then the declaration is what is meant
//! otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::misdeclared::given_and_compared;
use crate::analysis::value::Language;
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// So many values have to be numbers.
const FEW_VALUES: usize = 2;

/// Says of numbers that are reported, one by one, that they may be right.
pub(super) fn doubt(model: &Model, language: &Language<'_>, findings: &mut [Finding]) {
    let is_about = |finding: &Finding| matches!(finding.diagnostic.code, Code::IllTypedInput | Code::IdleComparison);
    if !findings.iter().any(is_about) {
        return;
    }
    let declarations = meant_as_numbers(model, language);
    for finding in findings.iter_mut().filter(|finding| is_about(finding)) {
        if !finding.diagnostic.labels.iter().skip(1).any(|label| declarations.contains(&label.span)) {
            continue;
        }
        let help = finding.diagnostic.help.take().filter(|help| help.starts_with("write `"));
        let declare = "declare the input as `integer`";
        finding.diagnostic.help = Some(help.map_or_else(|| declare.to_owned(), |help| format!("{help}, or {declare}")));
    }
}

/// The places of types that are declared as texts where all values are integers.
fn meant_as_numbers(model: &Model, language: &Language<'_>) -> BTreeSet<Span> {
    let mut values: BTreeMap<&str, Vec<Yaml<'_>>> = BTreeMap::new();
    given_and_compared(model, language, &mut |input, value| {
        if let Some((name, _)) = language.inputs().find(|(name, _)| *name == input) {
            values.entry(name).or_default().push(value);
        }
    });
    let mut meant = BTreeSet::new();
    for (input, declaration) in language.inputs() {
        let Some(declared) = declaration.get("type").filter(|declared| declared.text() == "string") else { continue };
        let clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items).flat_map(Yaml::entries);
        // How long a text is is a number in any case.
        let clauses = clauses.filter(|(key, _)| !key.text().ends_with("length"));
        let bounds =
            clauses.flat_map(|(_, bound)| if bound.is_sequence() { bound.items().collect() } else { vec![bound] });
        let listed = declaration.get("valid_values").into_iter().flat_map(Yaml::items);
        let own = values.remove(input).unwrap_or_default();
        let all: Vec<Yaml<'_>> = bounds.chain(listed).chain(own).collect();
        // A number with a point in it may be a version.
        let is_whole = |value: &Yaml<'_>| value.as_str().is_none() && value.text().parse::<i64>().is_ok();
        if all.len() >= FEW_VALUES && all.iter().all(is_whole) {
            meant.insert(declared.span());
        }
    }
    meant
}
