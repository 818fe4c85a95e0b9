//! What an edit does, element by element, a line each: what goes, what comes, what is another one.

use std::collections::BTreeSet;

use super::parts::{ChangedPart, parts};
use super::presets;
use crate::answer::{About, ContentChange, Diff, NamedChange, PresenceChange, Status, StatusChange};
use crate::source::printable::printable;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlanLine {
    pub(super) sign: Sign,
    pub(super) text: String,
}

/// What becomes of a line of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    /// Only the old side has it.
    Removed,
    /// Only the new side has it.
    Added,
    /// It is another one.
    Changed,
}

impl Sign {
    pub(super) fn symbol(self) -> char {
        match self {
            Self::Removed => '-',
            Self::Added => '+',
            Self::Changed => '~',
        }
    }
}

/// All lines: what goes, what comes, what is another one; causes before what follows from them.
pub(super) fn steps(diff: &Diff) -> Vec<PlanLine> {
    let mut steps: Vec<PlanLine> = diff.options.iter().flat_map(|change| of_named("option", change)).collect();
    steps.extend(effects(diff));
    steps.sort_by_key(|step| step.sign);
    steps
}

/// The lines of what is different; an option may be another one and do the same.
pub(super) fn effects(diff: &Diff) -> Vec<PlanLine> {
    let mut steps: Vec<PlanLine> = match diff.about {
        About::Template => presences(diff),
        About::FeatureModel => features(diff),
    };
    for (kind, changes) in [("input", &diff.inputs), ("preset", &diff.presets), ("section", &diff.sections)] {
        steps.extend(changes.iter().flat_map(|change| of_named(kind, change)));
    }
    steps.extend(diff.contents.iter().flat_map(of_content));
    steps.extend(statuses(diff));
    steps.extend(presets::results(diff));
    // What people think in comes first.
    steps.sort_by_key(|step| (step.sign, !step.text.starts_with("node ")));
    steps
}

fn features(diff: &Diff) -> Vec<PlanLine> {
    let lines = |sign: Sign, names: &[String]| -> Vec<PlanLine> {
        names.iter().map(|name| PlanLine { sign, text: format!("feature \"{}\"", printable(name)) }).collect()
    };
    let mut steps = lines(Sign::Removed, &diff.only_old);
    steps.extend(lines(Sign::Added, &diff.only_new));
    let changed = |name: &String| PlanLine {
        sign: Sign::Changed,
        text: format!("feature \"{}\": its type or its attributes changed", printable(name)),
    };
    steps.extend(diff.attributes.iter().map(changed));
    steps
}

/// What is in an element that goes or comes goes or comes with it.
fn presences(diff: &Diff) -> Vec<PlanLine> {
    let alone = diff.presences.iter().filter(|change| change.in_old != change.in_new);
    let alone: BTreeSet<&str> = alone.map(|change| change.element.as_str()).collect();
    let is_inside =
        |change: &&PresenceChange| change.container.as_deref().is_some_and(|container| alone.contains(container));
    diff.presences.iter().filter(|change| change.in_old && change.in_new || !is_inside(change)).map(presence).collect()
}

fn presence(change: &PresenceChange) -> PlanLine {
    let title = printable(&change.title);
    let when = |side: &Option<String>| side.as_deref().map_or_else(|| "otherwise".to_owned(), shown);
    let once = |side: &Option<String>| match side.as_deref() {
        None | Some("always") => String::new(),
        Some("never") => " (never present)".to_owned(),
        Some(when) => format!(" (when {})", shown(when)),
    };
    match (change.in_old, change.in_new) {
        (true, false) => PlanLine { sign: Sign::Removed, text: format!("{title}{}", once(&change.before)) },
        (false, _) => PlanLine { sign: Sign::Added, text: format!("{title}{}", once(&change.after)) },
        (true, true) => PlanLine {
            sign: Sign::Changed,
            text: format!("{title}: present when {} -> {}", when(&change.before), when(&change.after)),
        },
    }
}

/// `default of monitoring: false -> true`, `preset prod: instances 3 -> 4`.
fn of_named(kind: &str, change: &NamedChange) -> Vec<PlanLine> {
    let name = printable(&change.name);
    let line = |sign: Sign, text: String| PlanLine { sign, text };
    let [before, after] = [&change.before, &change.after].map(|side| side.as_ref().map(|written| written.as_str()));
    match (before, after) {
        (Some(_), None) => vec![line(Sign::Removed, format!("{kind} {name}"))],
        (None, Some(after)) => vec![line(Sign::Added, format!("{kind} {name}: {}", shown(after)))],
        (Some(before), Some(after)) => {
            let changed = |part: ChangedPart| match (kind, part.path.as_str()) {
                ("input", "default") => format!("default of {name}: {}", part.values()),
                ("preset", path) => {
                    let path = path.strip_prefix("inputs.").unwrap_or(path);
                    format!("preset {name}: {path} {}", part.values())
                }
                (_, "") => format!("{kind} {name}: {}", part.values()),
                (_, path) => format!("{kind} {name}.{path}: {}", part.values()),
            };
            parts(before, after).into_iter().map(|part| line(part.sign(), changed(part))).collect()
        }
        (None, None) => Vec::new(),
    }
}

fn of_content(change: &ContentChange) -> Vec<PlanLine> {
    let title = printable(&change.title);
    let reach = match change.variants.to_string().as_str() {
        "0" => String::new(),
        "1" => " (in 1 variant)".to_owned(),
        number => format!(" (in {number} variants)"),
    };
    // It is the element that is another one, not one that comes or goes.
    let entry = |part: &ChangedPart| match part.sign() {
        Sign::Changed => part.values(),
        sign => format!("{} {}", sign.symbol(), part.values()),
    };
    let text = |part: ChangedPart| match part.path.as_str() {
        "" => format!("{title}: {}{reach}", entry(&part)),
        path => format!("{title}: {path} {}{reach}", entry(&part)),
    };
    let parts = parts(change.before.as_str(), change.after.as_str());
    parts.into_iter().map(|part| PlanLine { sign: Sign::Changed, text: text(part) }).collect()
}

/// What becomes of elements that nothing is said of yet; nothing of what changes just as its container does.
fn statuses(diff: &Diff) -> impl Iterator<Item = PlanLine> {
    let known: BTreeSet<&str> = diff.presences.iter().map(|change| change.element.as_str()).collect();
    let is_new = move |change: &&StatusChange| !known.contains(change.element.as_str());
    let own = diff.elements.iter().filter(|change| !follows(change, &diff.elements));
    own.filter(is_new).map(|change| {
        let [before, after] = [change.before, change.after].map(status);
        PlanLine { sign: Sign::Changed, text: format!("{}: {before} -> {after} present", printable(&change.title)) }
    })
}

/// Whether an element changes just as its container does.
fn follows(change: &StatusChange, changes: &[StatusChange]) -> bool {
    let Some(container) = &change.container else { return false };
    let around = changes.iter().find(|other| other.element == *container);
    around.is_some_and(|other| (other.before, other.after) == (change.before, change.after))
}

fn status(status: Option<Status>) -> &'static str {
    match status {
        Some(Status::Core) => "always",
        Some(Status::Dead) => "never",
        Some(Status::Conditional) => "sometimes",
        None => "undecided whether",
    }
}

/// A text that is not too long for a line.
fn shown(text: &str) -> String {
    super::parts::cut_to_line(&printable(text))
}
