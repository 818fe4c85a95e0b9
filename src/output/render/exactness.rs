//! What answers leave open, for people.

use crate::answer::{Caveat, Exactness, Number};
use crate::source::printable::printable;

/// Lines about why an answer is not exact.
pub fn open_ends(exactness: &Exactness) -> String {
    let stopped =
        (!exactness.complete).then(|| "stopped before all classes were looked at: there may be more\n".to_owned());
    stopped.unwrap_or_default() + &caveats(exactness)
}

/// A line for each reason but that there was no time.
pub fn caveats(exactness: &Exactness) -> String {
    let line = |caveat: &Caveat| format!("not exact: {}{}\n", printable(&caveat.message), place(caveat));
    exactness.caveats.iter().map(line).collect()
}

/// Where a caveat points, behind what it says.
pub(super) fn place(caveat: &Caveat) -> String {
    caveat.line.map(|line| format!(" (line {line})")).unwrap_or_default()
}

/// A number of variants, as far as it is known: that there are at least none says nothing.
pub(super) fn at_least(number: &Number, is_exact: bool) -> String {
    match is_exact {
        true => number.to_string(),
        false if number.get().bits() == 0 => "unknown".to_owned(),
        false => format!("at least {number}"),
    }
}
