//! Numbers of variants, for people.

use std::fmt::Write as _;

use super::bound::{Side, rounded};
use super::exactness::{at_least, caveats, open_ends};
use crate::answer::{About, Count, ElementCount, Number};
use crate::source::printable::printable;

/// The numbers, and why they are not exact.
pub fn text(count: &Count) -> String {
    let mut text = match count.about {
        About::Template => of_template(count),
        About::FeatureModel => of_features(count),
    };
    if let Some(elements) = &count.elements {
        let width = count.at_most.as_ref().unwrap_or(&count.variants).width();
        text.push('\n');
        for ElementCount { id, variants } in elements {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{variants:>width$}  {}", printable(id));
        }
    }
    text
}

fn of_template(count: &Count) -> String {
    // All classes are counted where all variants are.
    let number = |number: &Number| at_least(number, count.has_all_variants());
    let unknown = match count.infinite {
        Some(true) => "infinite",
        Some(false) => "finite, not counted",
        None => "unknown",
    };
    let bound = |number: &Number| at_least(number, count.exactness.exact);
    let configurations = count.configurations.as_ref().map_or(unknown.to_owned(), bound);
    let classes = count.classes.as_ref().map_or("unknown".to_owned(), number);
    let variants = number(&count.variants);
    let numbers = format!("variants        {variants}\nclasses         {classes}\nconfigurations  {configurations}\n");
    numbers + &open_ends(&count.exactness)
}

fn of_features(count: &Count) -> String {
    let Some(most) = &count.at_most else {
        let variants = at_least(&count.variants, count.exactness.exact);
        return format!("variants  {variants}\n{}", caveats(&count.exactness));
    };
    let [least, most] =
        [(&count.variants, Side::Down), (most, Side::Up)].map(|(number, side)| rounded(number.get(), side));
    format!("variants  at least {least}, at most {most}\nstopped before all were counted\n")
}
