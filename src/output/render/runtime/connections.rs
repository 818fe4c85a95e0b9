//! Connections in all variants.

use num_bigint::BigUint;

use crate::analysis::question::Witness;
use crate::answer::Values;
use crate::output::render::witness::{arguments, open_ends};
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::Model;
use crate::unfurl::{ConnectionSurvey, Need, Supply};

/// A table for people.
pub fn text(model: &Model, answer: &ConnectionSurvey) -> String {
    let rows: Vec<[String; 4]> = answer.supplies.iter().map(|supply| row(model, supply)).collect();
    let head = ["with", "without", "node", "needs"].map(str::to_owned);
    let width = |column: usize| rows.iter().chain([&head]).map(|row| row[column].len()).max().unwrap_or_default();
    let widths = [width(0), width(1), width(2)];
    let shown = |[with, without, node, need]: &[String; 4]| {
        let [first, second, third] = widths;
        format!("{with:>first$}  {without:>second$}  {node:third$}  {need}\n")
    };
    let table: String = [&head].into_iter().chain(&rows).map(shown).collect();
    let open_ends = open_ends(model, &answer.exactness);
    format!("{table}\nvariants: {}\n{open_ends}", number(answer.variants.as_ref()))
}

fn row(model: &Model, supply: &Supply) -> [String; 4] {
    let node = model.element(supply.node).name.to_string();
    [number(supply.with.as_ref()), number(supply.without.as_ref()), node, need(&supply.need)]
}

fn number(number: Option<&BigUint>) -> String {
    number.map_or_else(|| "?".to_owned(), BigUint::to_string)
}

fn need(need: &Need) -> String {
    match need {
        Need::Type(name) => format!("a connection of type {name}"),
        Need::Variable(name) => format!("the variable {name}"),
    }
}

/// What is doubtful, each with values that show it.
pub fn diagnostics(answer: &ConnectionSurvey) -> Vec<Diagnostic> {
    let shown = |(diagnostic, witness): &(Diagnostic, Option<Witness>)| match witness {
        Some(witness) => diagnostic.clone().note(format!("witness: {}", arguments(&Values::from(witness)))),
        None => diagnostic.clone(),
    };
    answer.findings.iter().map(shown).collect()
}
