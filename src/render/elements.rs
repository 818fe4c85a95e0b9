//! Elements over all variants.

use serde_json::{Value as Json, json};

use super::witness::{caveats, document, line, open_ends};
use crate::model::Model;
use crate::question::{Count, ElementStatus, ElementSummary};

/// A table for people.
pub fn text(model: &Model, count: &Count) -> String {
    let rows: Vec<[String; 4]> = count.summaries().iter().map(|summary| row(model, summary)).collect();
    let head = ["presence", "variants", "line", "element"].map(str::to_owned);
    let width = |column: usize| rows.iter().chain([&head]).map(|row| row[column].len()).max().unwrap_or_default();
    let widths = [width(0), width(1), width(2)];
    let shown = |[presence, variants, line, element]: &[String; 4]| {
        let [first, second, third] = widths;
        format!("{presence:first$}  {variants:>second$}  {line:>third$}  {element}\n")
    };
    let table: String = [&head].into_iter().chain(&rows).map(shown).collect();
    let open_ends = open_ends(model, count.is_complete, &count.caveats);
    format!("{table}\nvariants: {}\n{open_ends}", count.variants)
}

fn row(model: &Model, summary: &ElementSummary) -> [String; 4] {
    let status = match summary.status {
        Some(ElementStatus::Core) => "always",
        Some(ElementStatus::Dead) => "never",
        Some(ElementStatus::Conditional) => "depends",
        None => "unknown",
    };
    let line = line(model, model.element(summary.element).span);
    [status.to_owned(), summary.variants.to_string(), line.to_string(), model.path(summary.element)]
}

/// For programs.
pub fn json(model: &Model, count: &Count) -> String {
    let elements: Vec<Json> = count.summaries().iter().map(|summary| element(model, summary)).collect();
    document(&json!({
        "schema": "variscope/elements/1",
        "variants": count.variants.to_string(),
        "exact": count.is_exact(),
        "caveats": caveats(model, &count.caveats),
        "elements": elements,
    }))
}

fn element(model: &Model, summary: &ElementSummary) -> Json {
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
        "variants": summary.variants.to_string(),
    })
}
