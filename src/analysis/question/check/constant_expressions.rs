//! Findings that hold only because a named expression is a constant, such as `is_prod: true` that stands for a condition which is
//! still to be written, or gives a number, which as a condition is true unless it is 0.
//!
//! Such an expression is nothing to report by itself: it may be a switch of the author. But what follows from it points at it, and no
//! repair takes away the conditions that ask for it.

use super::Finding;
use super::consequences::claim;
use super::never_equal::{Cause, causes};
use super::removal::is_about_removal;
use super::subject::Subject;
use crate::analysis::value::{Language, Sort, Value};
use crate::source::Span;
use crate::source::diagnostic::{Code, Label};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// A named expression that decides the same for all values of the inputs, or hardly anything else.
struct Constant<'t> {
    name: &'t str,
    body: Yaml<'t>,
    /// What it is, in words.
    says: String,
}

/// Doubts what follows from such expressions.
pub(super) fn doubt(subject: &Subject<'_, '_>, findings: &mut [Finding]) {
    let constants = constants(subject.variants.model(), subject.variants.language());
    if constants.is_empty() || !findings.iter().any(|finding| claim(finding).is_some()) {
        return;
    }
    let spans: Vec<Span> = constants.iter().map(|constant| constant.body.span()).collect();
    let causes = causes(subject, findings, &spans);
    for (finding, cause) in findings.iter_mut().zip(causes) {
        let is_removal = is_about_removal(finding.diagnostic.code);
        match cause {
            Cause::Place(place) => {
                let Constant { name, body, says } = &constants[place];
                finding.is_doubted = true;
                let text = format!("expression \"{name}\" {says}");
                finding.diagnostic.labels.push(Label { span: body.span(), text });
                if is_removal || finding.diagnostic.code == Code::DeadElement {
                    finding.diagnostic.help = Some(format!("write what the expression \"{name}\" depends on"));
                }
            }
            Cause::Unknown if is_removal && claim(finding).is_some() => finding.is_doubted = true,
            Cause::Unknown | Cause::Other => {}
        }
    }
}

/// Whether the body of an expression is `true` or `false`.
pub(super) fn truth(body: Yaml<'_>) -> Option<bool> {
    body.as_bool().filter(|_| body.is_scalar())
}

/// The constants that are asked for as conditions, in the order of the template.
fn constants<'t>(model: &'t Model, language: &Language<'t>) -> Vec<Constant<'t>> {
    let operator = Operator::LogicExpression.name(model.profile());
    let named = language.expressions().filter_map(|(name, body)| Some((name, body, says(language, body)?)));
    let named: Vec<_> = named.collect();
    if named.is_empty() {
        return Vec::new();
    }
    let topology = model.topology_template().into_iter().flat_map(Yaml::descendants);
    let asked: Vec<&str> = topology.filter_map(|yaml| yaml.get(operator)).map(Yaml::text).collect();
    let is_asked = |name: &str| asked.contains(&name);
    let constants = named.into_iter().filter(|(name, ..)| is_asked(name));
    constants.map(|(name, body, says)| Constant { name, body, says }).collect()
}

/// What is said of an expression that is a constant, or gives a number.
fn says(language: &Language<'_>, body: Yaml<'_>) -> Option<String> {
    if let Some(holds) = truth(body) {
        return Some(format!("is `{holds}` for all values of the inputs"));
    }
    let is_number = Value::from_yaml(body).as_number().is_some() || Sort::of(language, body) == Some(Sort::Number);
    is_number.then(|| "gives a number, which as a condition is true unless it is 0".to_owned())
}
