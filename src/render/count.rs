//! Numbers of variants.

use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use super::witness::{at_least, caveats, decimal, document, open_ends};
use crate::model::{ElementId, Model};
use crate::printable::made_printable;
use crate::question::Count;

/// For people.
pub fn text(model: &Model, count: &Count, per_element: bool) -> String {
    let number = |number: &BigUint| at_least(number, count.is_exact());
    let configurations = match &count.configurations {
        Some(configurations) => number(configurations),
        None if count.is_exact() => "infinite".to_owned(),
        None => "not counted".to_owned(),
    };
    let classes = count.classes.as_ref().map_or("not counted".to_owned(), number);
    let variants = number(&count.variants);
    let mut text = format!("variants        {variants}\nclasses         {classes}\nconfigurations  {configurations}\n");
    text.push_str(&open_ends(model, count.is_complete, &count.caveats));
    if let Some(numbers) = count.per_element.as_ref().filter(|_| per_element) {
        let width = count.variants.to_string().len();
        let line = |(&id, variants): (&ElementId, &BigUint)| {
            format!("{:>width$}  {}\n", variants.to_string(), made_printable(model.path(id)))
        };
        text.push('\n');
        text.extend(count.elements.iter().zip(numbers).map(line));
    }
    text
}

/// For programs.
pub fn json(model: &Model, count: &Count, per_element: bool) -> String {
    let mut json = json!({
        "schema": "variscope/count/1",
        "variants": count.variants.to_string(),
        "classes": decimal(count.classes.as_ref()),
        "configurations": decimal(count.configurations.as_ref()),
        "exact": count.is_exact(),
        "caveats": caveats(model, &count.caveats),
    });
    if let Some(numbers) = count.per_element.as_ref().filter(|_| per_element) {
        let elements = count.elements.iter().zip(numbers);
        let entry = |(&id, variants): (&_, &BigUint)| json!({ "id": model.path(id), "variants": variants.to_string() });
        json["elements"] = Json::Array(elements.map(entry).collect());
    }
    document(&json)
}
