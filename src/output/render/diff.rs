//! What an edit, or another choice of values, does to variants, for people.

use std::fmt::Write as _;

use super::witness::{argument, options};
use crate::output::answer::{
    About, ContentChange, Diff, Example, NamedChange, Number, Reassigned, Relation, Status, StatusChange,
};
use crate::source::printable::printable;

/// What changed, the most important first.
pub fn text(diff: &Diff) -> String {
    let mut text = format!("{}\n", headline(diff));
    for (title, names) in [("only old", &diff.only_old), ("only new", &diff.only_new)] {
        if !names.is_empty() {
            text.extend([title, ": ", &printable(&names.join(", ")), "\n"]);
        }
    }
    for (kind, change) in named(diff) {
        text.push_str(&named_text(kind, change));
    }
    let _ = writeln!(text, "kept     {}", diff.kept);
    text.push_str(&change("added", &diff.added, diff.added_witness.as_ref(), diff.about));
    text.push_str(&change("removed", &diff.removed, diff.removed_witness.as_ref(), diff.about));
    if diff.about == About::Template {
        text.push_str(&change("changed", &diff.changed, diff.changed_witness.as_ref(), diff.about));
    }
    if let Some(reassigned) = &diff.reassigned {
        let _ = writeln!(text, "other configurations give them: {}", printable(&contrast(reassigned)));
    }
    for change in diff.elements.iter().filter(|change| !follows(change, &diff.elements)) {
        let [before, after] = [change.before, change.after].map(status);
        let _ = writeln!(text, "{}: {before} before, {after} now", printable(&change.title));
    }
    diff.contents.iter().for_each(|change| text.push_str(&content(change)));
    if !diff.exactness.exact {
        text.push_str("not exact: not all configurations could be looked at\n");
    }
    text
}

fn headline(diff: &Diff) -> &'static str {
    match (diff.relation, diff.about) {
        (Relation::Refactoring, About::Template) => {
            "refactoring: the same elements, defaults and presets, and the same documents"
        }
        (Relation::Refactoring, About::FeatureModel) => "refactoring: the same features and variants",
        (Relation::Specialization, _) => "specialization: variants were only lost",
        (Relation::Generalization, _) => "generalization: variants were only won",
        (Relation::ArbitraryEdit, About::Template) => {
            "arbitrary edit: elements, defaults, presets, documents or variants are other ones"
        }
        (Relation::ArbitraryEdit, About::FeatureModel) => "arbitrary edit: features or variants are other ones",
    }
}

/// What changed besides elements, each with what it is.
fn named(diff: &Diff) -> impl Iterator<Item = (&'static str, &NamedChange)> {
    let inputs = diff.inputs.iter().map(|change| ("input", change));
    let presets = diff.presets.iter().map(|change| ("preset", change));
    inputs.chain(presets).chain(diff.sections.iter().map(|change| ("section", change)))
}

fn named_text(kind: &str, change: &NamedChange) -> String {
    let NamedChange { name, before, after } = change;
    let name = printable(name);
    let [before, after] = [before, after].map(|value| value.as_ref().map(|value| printable(value.as_str())));
    match (before, after) {
        (Some(_), None) => format!("{kind} \"{name}\": only old\n"),
        (None, Some(_)) => format!("{kind} \"{name}\": only new\n"),
        (Some(before), Some(after)) => format!("{kind} \"{name}\": changed\n  before  {before}\n  now     {after}\n"),
        (None, None) => String::new(),
    }
}

fn change(title: &str, count: &Number, example: Option<&Example>, about: About) -> String {
    let head = format!("{title:<8} {count}");
    let Some(example) = example else { return head + "\n" };
    if about == About::FeatureModel {
        return format!("{head}  such as: {}\n", printable(&example.present.join(" ")));
    }
    let mut text = format!("{head}\n  such as: {}\n", nodes(example));
    for (side, values) in [("old", &example.old_inputs), ("new", &example.new_inputs)] {
        if let Some(values) = values {
            let _ = writeln!(text, "  {side}, with {}", options(values));
        }
    }
    text
}

/// The nodes of a variant; what is in them follows from the values that are shown.
fn nodes(example: &Example) -> String {
    if example.nodes.is_empty() {
        return "no common node".to_owned();
    }
    format!("the nodes {}", printable(&example.nodes.join(" ")))
}

fn contrast(reassigned: &Reassigned) -> String {
    let values: Vec<String> = reassigned.inputs.iter().map(argument).collect();
    let what = &reassigned.difference;
    if values.is_empty() { what.clone() } else { format!("with {}: {what}", values.join(", ")) }
}

/// Whether an element changes just as its container does.
fn follows(change: &StatusChange, changes: &[StatusChange]) -> bool {
    let Some(container) = &change.container else { return false };
    let around = changes.iter().find(|other| other.element == *container);
    around.is_some_and(|other| (other.before, other.after) == (change.before, change.after))
}

fn content(change: &ContentChange) -> String {
    let [before, after] = [&change.before, &change.after].map(|value| printable(value.as_str()));
    format!("{}: other content\n  before  {before}\n  now     {after}\n", printable(&change.title))
}

fn status(status: Option<Status>) -> &'static str {
    match status {
        Some(Status::Core) => "always present",
        Some(Status::Dead) => "never present",
        Some(Status::Conditional) => "sometimes present",
        None => "unknown",
    }
}
