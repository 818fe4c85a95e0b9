//! What an edit, or another choice of values, does, for people: a plan, element by element, then what becomes of variants.

mod markdown;
mod parts;
mod plan;
mod presets;

use std::fmt::Write as _;

pub use self::markdown::text as markdown;
use super::witness::{self, argument};
use crate::answer::{About, Diff, Example, Number, Reassigned, Relation};
use crate::source::printable::printable;

/// What changed: elements, inputs and presets, then variants.
pub fn text(diff: &Diff) -> String {
    if is_same(diff) {
        return format!("{}\n{}", sameness(diff), exactness(diff));
    }
    if let Some(why) = undecided(diff) {
        return format!("{why}\n");
    }
    let mut text = String::new();
    for step in plan::steps(diff) {
        let _ = writeln!(text, "{} {}", step.sign.symbol(), step.text);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "kept     {}", diff.kept);
    for (title, count, example) in variants(diff) {
        text.push_str(&change(title, count, example, diff.about));
    }
    if let Some(void) = void(diff) {
        let _ = writeln!(text, "{void}");
    }
    if let Some(reassigned) = &diff.reassigned {
        let _ = writeln!(text, "{}", printable(&contrast(reassigned)));
    }
    if has_others(diff) {
        let _ = writeln!(text, "variants are told apart by the {} of both sides", elements(diff.about));
    }
    let _ = writeln!(text, "{}", headline(diff));
    text + &exactness(diff)
}

/// Why nothing is known though nothing stopped the comparison, where that is all there is to say.
fn undecided(diff: &Diff) -> Option<String> {
    let is_finished = diff.relation == Relation::Unknown && diff.exactness.complete;
    let why = diff.exactness.caveats.first().filter(|_| is_finished)?;
    Some(format!("not decided: {}", printable(&why.message)))
}

/// That a side has no variant, of which nothing else can then be said.
fn void(diff: &Diff) -> Option<&'static str> {
    let is_void = |own: &Number| diff.exactness.exact && diff.kept.is_zero() && own.is_zero();
    match (is_void(&diff.removed), is_void(&diff.added)) {
        (true, true) => Some("neither side has a valid variant"),
        (true, false) => Some("the old side has no valid variant"),
        (false, true) => Some("the new side has no valid variant"),
        (false, false) => None,
    }
}

/// Whether one side has elements that the other has not.
fn has_others(diff: &Diff) -> bool {
    !(diff.only_old.is_empty() && diff.only_new.is_empty())
}

fn elements(about: About) -> &'static str {
    match about {
        About::Template => "elements",
        About::FeatureModel => "features",
    }
}

/// Whether nothing changed that is known.
pub fn is_same(diff: &Diff) -> bool {
    diff.relation == Relation::Refactoring && plan::effects(diff).is_empty()
}

fn sameness(diff: &Diff) -> String {
    let parts = match diff.about {
        About::Template => "elements, defaults, presets and documents",
        About::FeatureModel => "features",
    };
    let number = if diff.kept.to_string() == "1" { "1 variant".to_owned() } else { format!("{} variants", diff.kept) };
    format!("no difference: the same {parts}, and the same {number}")
}

/// That an answer is not exact, and why, in a line; nothing where it is.
pub fn exactness(diff: &Diff) -> String {
    match diff.exactness.caveats.first() {
        _ if diff.exactness.exact => String::new(),
        Some(caveat) => format!("not exact: {}\n", caveat.message),
        None => "not exact: not all configurations could be looked at\n".to_owned(),
    }
}

/// What became of variants, with one of each.
fn variants(diff: &Diff) -> impl Iterator<Item = (&'static str, &Number, Option<&Example>)> {
    let all = [
        ("added", &diff.added, diff.added_witness.as_ref()),
        ("removed", &diff.removed, diff.removed_witness.as_ref()),
        ("changed", &diff.changed, diff.changed_witness.as_ref()),
    ];
    all.into_iter().filter(|(title, ..)| *title != "changed" || diff.about == About::Template)
}

fn headline(diff: &Diff) -> String {
    match (diff.relation, diff.about) {
        (Relation::Refactoring, About::Template) => {
            "refactoring: the same elements, defaults and presets, and the same documents".to_owned()
        }
        (Relation::Refactoring, About::FeatureModel) if diff.attributes.is_empty() => {
            "refactoring: the same features and variants".to_owned()
        }
        (Relation::Refactoring, About::FeatureModel) => {
            "refactoring: the same features and variants, with other types or attributes".to_owned()
        }
        (Relation::Specialization, _) => "specialization: variants were only lost".to_owned(),
        (Relation::Generalization, _) => "generalization: variants were only won".to_owned(),
        (Relation::ArbitraryEdit, About::Template) => format!("arbitrary edit: {}", what_changed(diff).join(", ")),
        (Relation::ArbitraryEdit, About::FeatureModel) => {
            "arbitrary edit: features or variants are other ones".to_owned()
        }
        (Relation::Unknown, _) => "not decided".to_owned(),
    }
}

/// What makes an edit an arbitrary one.
fn what_changed(diff: &Diff) -> Vec<&'static str> {
    let variants = match (diff.added.is_zero(), diff.removed.is_zero()) {
        (true, true) => "the same variants",
        (true, false) => "variants were lost",
        (false, true) => "variants were won",
        (false, false) => "variants were won and lost",
    };
    let are_void = diff.kept.is_zero() && diff.added.is_zero() && diff.removed.is_zero();
    let parts = [
        (!are_void, variants),
        (!diff.changed.is_zero(), "some with other content"),
        (has_others(diff), "other elements"),
        (!diff.inputs.is_empty(), "other declarations of inputs"),
        (!diff.presets.is_empty(), "other presets"),
        (!diff.sections.is_empty(), "other parts of documents"),
        (diff.reassigned.is_some(), "given by other configurations"),
    ];
    parts.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words).collect()
}

fn change(title: &str, count: &Number, example: Option<&Example>, about: About) -> String {
    let head = format!("{title:<8} {count}");
    let Some(example) = example else { return head + "\n" };
    if about == About::FeatureModel {
        return format!("{head}  such as: {}\n", printable(&example.present.join(" ")));
    }
    let mut text = format!("{head}\n  such as: {}{}\n", nodes(example), apart(example));
    let (old, new) = example_values(example);
    for (side, values) in [("old", old), ("new", new)] {
        if let Some(values) = values {
            let _ = writeln!(text, "  {side}, with {}", values.options());
        }
    }
    text
}

/// Values that give a variant, on each side; of many those by which the sides differ.
fn example_values(example: &Example) -> (Option<witness::Example>, Option<witness::Example>) {
    match (&example.old_inputs, &example.new_inputs) {
        (Some(old), Some(new)) => witness::Example::differing([old, new]).map(Some).into(),
        (old, new) => {
            let alone = |values| witness::Example::named(values, [].into_iter());
            (old.as_ref().map(alone), new.as_ref().map(alone))
        }
    }
}

/// The nodes of a variant; what is in them follows from the values that are shown.
fn nodes(example: &Example) -> String {
    if example.nodes.is_empty() {
        return "no common node".to_owned();
    }
    format!("the nodes {}", printable(&example.nodes.join(" ")))
}

/// What tells an example apart from what the other side gives for its values.
fn apart(example: &Example) -> String {
    example.apart.as_deref().map(|apart| format!(", {}", parts::cut_to_line(&printable(apart)))).unwrap_or_default()
}

/// A configuration that gives another one of the variants now, or none.
fn contrast(reassigned: &Reassigned) -> String {
    let values: Vec<String> = reassigned.inputs.iter().map(argument).collect();
    let what = &reassigned.difference;
    let what = if values.is_empty() { what.clone() } else { format!("with {}: {what}", values.join(", ")) };
    format!("other configurations give them: {what}")
}
