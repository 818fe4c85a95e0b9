//! Features over all variants.

use serde_json::{Value as Json, json};

use super::{document, names, status_name, status_word};
use crate::feature_model::FeatureModel;
use crate::feature_model::elements::{Elements, Status};
use crate::printable::printable;

/// A table for people.
pub fn text(model: &FeatureModel, elements: &Elements) -> String {
    let rows: Vec<[String; 4]> = rows(model, elements).map(|row| row.words()).collect();
    let head = ["presence", "variants", "line", "feature"].map(str::to_owned);
    let width = |column: usize| rows.iter().chain([&head]).map(|row| row[column].len()).max().unwrap_or_default();
    let widths = [width(0), width(1), width(2)];
    let shown = |[presence, variants, line, feature]: &[String; 4]| {
        let [first, second, third] = widths;
        format!("{presence:first$}  {variants:>second$}  {line:>third$}  {feature}\n")
    };
    let table: String = [&head].into_iter().chain(&rows).map(shown).collect();
    match &elements.variants {
        Some((total, _)) => format!("{table}\nvariants: {total}\n"),
        None => table,
    }
}

/// For programs.
pub fn json(model: &FeatureModel, elements: &Elements) -> String {
    let entries: Vec<Json> = rows(model, elements).map(|row| row.json()).collect();
    document(&json!({
        "schema": "variscope/elements/1",
        "variants": elements.variants.as_ref().map(|(total, _)| total.to_string()),
        "exact": elements.is_exact(),
        "caveats": [],
        "elements": entries,
    }))
}

/// What there is to say about a feature.
struct Row<'a> {
    name: &'a str,
    line: Option<u32>,
    status: Option<Status>,
    variants: Option<String>,
}

fn rows<'a>(model: &'a FeatureModel, elements: &'a Elements) -> impl Iterator<Item = Row<'a>> {
    let lines = model.feature_lines();
    names(model).enumerate().map(move |(index, name)| Row {
        name,
        line: lines[index],
        status: elements.statuses[index],
        variants: elements.variants.as_ref().map(|(_, counts)| counts[index].to_string()),
    })
}

impl Row<'_> {
    fn words(self) -> [String; 4] {
        let presence = self.status.map_or("unknown", status_word);
        let line = self.line.map(|line| line.to_string());
        [
            presence.to_owned(),
            self.variants.unwrap_or_default(),
            line.unwrap_or_default(),
            printable(self.name).into_owned(),
        ]
    }

    fn json(self) -> Json {
        json!({
            "id": self.name,
            "kind": "feature",
            "name": self.name,
            "line": self.line,
            "status": self.status.map(status_name),
            "variants": self.variants,
            "presence": null,
        })
    }
}
