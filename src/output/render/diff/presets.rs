//! What presets give now: `with preset dev: - node "cache", + node "queue"`.

use super::plan::{PlanLine, Sign};
use crate::answer::{Diff, PresetResult, TitledElement};
use crate::source::counted::{cut, shortened};
use crate::source::printable::printable;

/// Elements that are named for a preset, and presets that are named together.
const MAX_NAMED: usize = 4;

/// Letters of an error that are shown.
const MAX_LETTERS: usize = 200;

/// A line for all presets to which the same happens.
pub(super) fn results(diff: &Diff) -> Vec<PlanLine> {
    let mut lines: Vec<(String, Vec<&PresetResult>)> = Vec::new();
    for result in &diff.preset_results {
        let what = what(result);
        match lines.iter_mut().find(|(known, _)| *known == what) {
            Some((_, results)) => results.push(result),
            None => lines.push((what, vec![result])),
        }
    }
    let line = |(what, results): (String, Vec<&PresetResult>)| PlanLine {
        sign: Sign::Changed,
        text: format!("{}: {what}", choices(&results)),
    };
    lines.into_iter().map(line).collect()
}

/// `without a preset, and with presets dev, prod`.
fn choices(results: &[&PresetResult]) -> String {
    let names: Vec<String> =
        results.iter().filter_map(|result| result.preset.as_deref()).map(|name| printable(name).into_owned()).collect();
    let none = (names.len() < results.len()).then(|| "without a preset".to_owned());
    let some = match names.len() {
        0 => None,
        1 => Some(format!("with preset {}", names[0])),
        _ => Some(format!("with presets {}", shortened(&names, MAX_NAMED))),
    };
    none.into_iter().chain(some).collect::<Vec<_>>().join(", and ")
}

fn what(result: &PresetResult) -> String {
    let error = || result.error.as_deref().map(|error| cut(&printable(error), MAX_LETTERS).into_owned());
    match (result.resolved_before, result.resolves_now) {
        (true, false) => format!("no variant any more: {}", error().unwrap_or_default()),
        (false, true) => "a variant, where there was none".to_owned(),
        _ => {
            let parts =
                [(Sign::Removed, &result.removed), (Sign::Added, &result.added), (Sign::Changed, &result.changed)];
            let named = |(sign, elements): &(Sign, &Vec<TitledElement>)| -> Vec<String> {
                let name = |element: &TitledElement| format!("{} {}", sign.symbol(), printable(&element.title));
                elements.iter().map(name).collect()
            };
            let mut named: Vec<String> = parts.iter().flat_map(named).collect();
            // What people think in comes first.
            named.sort_by_key(|name| !name[2..].starts_with("node "));
            shortened(&named, MAX_NAMED)
        }
    }
}
