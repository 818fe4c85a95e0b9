//! What an edit, or another choice of values, does to the variants of a template.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json, json};

use super::witness::{document, object, options};
use crate::answer::Values;
use crate::model::{ElementId, Kind, Model};
use crate::printable::{made_printable, printable};
use crate::question::{Change, Difference, ElementStatus, Example, NamedChange, Relation, StatusChange};

/// For people.
pub fn text(old: &Model, new: &Model, difference: &Difference) -> String {
    let mut text = format!("{}\n", headline(difference));
    for (title, model, ids) in [("only old", old, &difference.only_old), ("only new", new, &difference.only_new)] {
        if !ids.is_empty() {
            text.extend([title, ": ", &printable(&paths(model, ids).join(", ")), "\n"]);
        }
    }
    for (kind, change) in named(difference) {
        text.push_str(&named_text(kind, change));
    }
    let _ = writeln!(text, "kept     {}", difference.kept);
    for (title, change) in titled(difference) {
        text.push_str(&change_text(old, title, change));
    }
    if let Some(contrast) = &difference.reassigned {
        let _ = writeln!(text, "other configurations give them: {}", printable(&contrast.to_string()));
    }
    for change in outermost(new, &difference.statuses) {
        let [before, after] = [change.before, change.after].map(status);
        let _ = writeln!(text, "{}: {before} before, {after} now", made_printable(new.full_display(change.new)));
    }
    for change in &difference.contents {
        let name = made_printable(new.full_display(change.new));
        let _ = writeln!(
            text,
            "{name}: other content\n  before  {}\n  now     {}",
            printable(&change.before),
            printable(&change.after)
        );
    }
    if !difference.is_exact {
        text.push_str("not exact: not all configurations could be looked at\n");
    }
    text
}

fn headline(difference: &Difference) -> &'static str {
    match difference.relation() {
        Relation::Refactoring => "refactoring: the same elements, defaults and presets, and the same documents",
        Relation::Specialization => "specialization: variants were only lost",
        Relation::Generalization => "generalization: variants were only won",
        Relation::ArbitraryEdit => "arbitrary edit: elements, defaults, presets, documents or variants are other ones",
    }
}

/// What changed besides elements, each with what it is.
fn named(difference: &Difference) -> impl Iterator<Item = (&'static str, &NamedChange)> {
    let inputs = difference.inputs.iter().map(|change| ("input", change));
    let presets = difference.presets.iter().map(|change| ("preset", change));
    inputs.chain(presets).chain(difference.rest.iter().map(|change| ("section", change)))
}

fn named_text(kind: &str, change: &NamedChange) -> String {
    let NamedChange { name, before, after } = change;
    let name = printable(name);
    let [before, after] = [before, after].map(|text| text.as_deref().map(printable));
    match (before, after) {
        (Some(_), None) => format!("{kind} \"{name}\": only old\n"),
        (None, Some(_)) => format!("{kind} \"{name}\": only new\n"),
        (Some(before), Some(after)) => format!("{kind} \"{name}\": changed\n  before  {before}\n  now     {after}\n"),
        (None, None) => String::new(),
    }
}

fn titled(difference: &Difference) -> [(&'static str, &Change); 3] {
    [("added", &difference.added), ("removed", &difference.removed), ("changed", &difference.changed)]
}

fn change_text(old: &Model, title: &str, change: &Change) -> String {
    let mut text = format!("{title:<8} {}\n", change.count);
    if let Some(example) = &change.example {
        let _ = writeln!(text, "  such as: {}", nodes(old, &example.present));
        for (side, witness) in [("old", &example.old), ("new", &example.new)] {
            if let Some(witness) = witness {
                let _ = writeln!(text, "  {side}, with {}", options(&Values::from(witness)));
            }
        }
    }
    text
}

/// The nodes of a variant by name; what is in them follows from the values that are shown.
fn nodes(model: &Model, present: &[ElementId]) -> String {
    let nodes: Vec<&str> =
        present.iter().filter(|id| id.kind() == Kind::Node).map(|&id| &*model.element(id).name).collect();
    if nodes.is_empty() { "no common node".to_owned() } else { format!("the nodes {}", printable(&nodes.join(" "))) }
}

/// Those that do not change just as their container does.
fn outermost<'c>(model: &Model, changes: &'c [StatusChange]) -> impl Iterator<Item = &'c StatusChange> {
    let is_same = |change: &StatusChange, container: ElementId| {
        let same = |other: &&StatusChange| other.new == container;
        changes.iter().find(same).is_some_and(|other| (other.before, other.after) == (change.before, change.after))
    };
    let follows =
        |change: &StatusChange| model.element(change.new).container.is_some_and(|container| is_same(change, container));
    changes.iter().filter(|change| !follows(change)).collect::<Vec<_>>().into_iter()
}

fn paths(model: &Model, ids: &[ElementId]) -> Vec<String> {
    ids.iter().map(|&id| model.path(id)).collect()
}

fn status(status: Option<ElementStatus>) -> &'static str {
    match status {
        Some(ElementStatus::Core) => "always present",
        Some(ElementStatus::Dead) => "never present",
        Some(ElementStatus::Conditional) => "sometimes present",
        None => "unknown",
    }
}

/// For programs.
pub fn json(old: &Model, new: &Model, difference: &Difference) -> String {
    let relation = match difference.relation() {
        Relation::Refactoring => "refactoring",
        Relation::Specialization => "specialization",
        Relation::Generalization => "generalization",
        Relation::ArbitraryEdit => "arbitrary-edit",
    };
    let mut answer = Map::from_iter([
        ("schema".to_owned(), json!("variscope/diff/1")),
        ("relation".to_owned(), json!(relation)),
        ("exact".to_owned(), json!(difference.is_exact)),
        ("kept".to_owned(), json!(difference.kept.to_string())),
    ]);
    for (title, change) in titled(difference) {
        answer.insert(title.to_owned(), json!(change.count.to_string()));
        let witness = change.example.as_ref().map(|example| witness(old, example));
        answer.insert(format!("{title}_witness"), json!(witness));
    }
    for (key, changes) in
        [("inputs", &difference.inputs), ("presets", &difference.presets), ("sections", &difference.rest)]
    {
        answer.insert(key.to_owned(), changes.iter().map(named_json).collect());
    }
    let reassigned = difference.reassigned.as_ref();
    let reassigned = reassigned
        .map(|contrast| json!({ "inputs": object(&Values::from(&contrast.witness)), "difference": contrast.what }));
    answer.insert("reassigned".to_owned(), json!(reassigned));
    answer.insert("only_old".to_owned(), json!(paths(old, &difference.only_old)));
    answer.insert("only_new".to_owned(), json!(paths(new, &difference.only_new)));
    let statuses = difference.statuses.iter().map(|change| {
        json!({
            "element": new.path(change.new),
            "before": status_name(change.before),
            "after": status_name(change.after),
        })
    });
    answer.insert("elements".to_owned(), statuses.collect());
    let contents = difference.contents.iter().map(
        |change| json!({ "element": new.path(change.new), "before": parsed(&change.before), "after": parsed(&change.after) }),
    );
    answer.insert("contents".to_owned(), contents.collect());
    document(&Json::Object(answer))
}

fn named_json(change: &NamedChange) -> Json {
    let side = |text: &Option<String>| text.as_ref().map(|text| parsed(text));
    json!({ "name": change.name, "before": side(&change.before), "after": side(&change.after) })
}

fn witness(model: &Model, example: &Example) -> Json {
    json!({
        "present": paths(model, &example.present),
        "old_inputs": example.old.as_ref().map(|witness| object(&Values::from(witness))),
        "new_inputs": example.new.as_ref().map(|witness| object(&Values::from(witness))),
    })
}

fn status_name(status: Option<ElementStatus>) -> Option<&'static str> {
    status.map(|status| match status {
        ElementStatus::Core => "core",
        ElementStatus::Dead => "dead",
        ElementStatus::Conditional => "conditional",
    })
}

fn parsed(content: &str) -> Json {
    serde_json::from_str(content).unwrap_or(Json::Null)
}
