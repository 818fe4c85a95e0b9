//! Elements over all variants.

use indexmap::IndexMap;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use super::witness::{at_least, caveats, decimal, document, line, open_ends, place};
use crate::model::Model;
use crate::pretty;
use crate::printable::made_printable;
use crate::question::{ElementStatus, ElementSummary, Elements};

/// Elements that are named at most where many have something in common.
const MOST_NAMES: usize = 8;

/// A table for people.
pub fn text(model: &Model, elements: &Elements) -> String {
    let rows: Vec<[String; 5]> = elements.elements.iter().map(|summary| row(model, elements, summary)).collect();
    let head = ["presence", "variants", "line", "element", "present when"].map(str::to_owned);
    let width = |column: usize| rows.iter().chain([&head]).map(|row| row[column].len()).max().unwrap_or_default();
    let widths = [width(0), width(1), width(2), width(3)];
    let shown = |[presence, variants, line, element, when]: &[String; 5]| {
        let [first, second, third, fourth] = widths;
        let row = format!("{presence:first$}  {variants:>second$}  {line:>third$}  {element:fourth$}  {when}");
        format!("{}\n", row.trim_end())
    };
    let table: String = [&head].into_iter().chain(&rows).map(shown).collect();
    let open_ends = open_ends(model, elements.is_complete, &elements.caveats);
    let number = |number: &BigUint| at_least(number, elements.is_exact());
    let variants = elements.variants.as_ref().map_or("not counted".to_owned(), number);
    let why = if elements.is_void() { "; `variscope explain` tells why" } else { "" };
    format!("{table}\nvariants: {variants}{why}\n{open_ends}{}", undecided(model, elements))
}

/// A line for each reason why elements are undecided.
fn undecided(model: &Model, elements: &Elements) -> String {
    let mut reasons: IndexMap<String, Vec<String>> = IndexMap::new();
    for summary in &elements.elements {
        for caveat in &summary.caveats {
            let reason = format!("{}{}", caveat.message, place(model, caveat));
            reasons.entry(reason).or_default().push(model.path(summary.element));
        }
    }
    let line = |(reason, paths): (&String, &Vec<String>)| {
        let named = paths.iter().take(MOST_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = paths.len().saturating_sub(MOST_NAMES);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!("not decided: {named}{more}, as {reason}\n")
    };
    reasons.iter().map(line).collect()
}

fn row(model: &Model, elements: &Elements, summary: &ElementSummary) -> [String; 5] {
    let status = match summary.status {
        Some(ElementStatus::Core) => "always",
        Some(ElementStatus::Dead) => "never",
        Some(ElementStatus::Conditional) => "depends",
        None if elements.is_void() => "-",
        None => "unknown",
    };
    let line = line(model, model.element(summary.element).span);
    let is_known = elements.is_exact() || summary.status == Some(ElementStatus::Dead);
    let bound = if is_known { "" } else { ">=" };
    let variants = summary.variants.as_ref().map_or("?".to_owned(), |number| format!("{bound}{number}"));
    [
        status.to_owned(),
        variants,
        line.to_string(),
        made_printable(model.path(summary.element)),
        when(model, summary).unwrap_or_default(),
    ]
}

fn when(model: &Model, summary: &ElementSummary) -> Option<String> {
    summary.presence.as_ref().map(|cases| pretty::cases(model, cases))
}

/// For programs.
pub fn json(model: &Model, elements: &Elements) -> String {
    document(&value(model, elements))
}

/// For programs, as a value.
pub fn value(model: &Model, elements: &Elements) -> Json {
    let list: Vec<Json> = elements.elements.iter().map(|summary| element(model, elements, summary)).collect();
    json!({
        "schema": "variscope/elements/1",
        "variants": decimal(elements.variants.as_ref()),
        "exact": elements.is_exact(),
        "caveats": caveats(model, &elements.caveats),
        "elements": list,
    })
}

fn element(model: &Model, elements: &Elements, summary: &ElementSummary) -> Json {
    let id = summary.element;
    let element = model.element(id);
    let status = summary.status.map(|status| match status {
        ElementStatus::Core => "core",
        ElementStatus::Dead => "dead",
        ElementStatus::Conditional => "conditional",
    });
    json!({
        "id": model.path(id),
        "kind": id.kind().word(),
        "name": &*element.name,
        "line": line(model, element.span),
        "status": status,
        "variants": decimal(summary.variants.as_ref()),
        "presence": when(model, summary),
        "exact": status.is_some() || elements.is_void(),
        "caveats": caveats(model, &summary.caveats),
    })
}
