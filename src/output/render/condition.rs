//! When a condition holds, for people: always, never or sometimes, and why.

use std::fmt::Write as _;

use super::exactness::open_ends;
use super::explain::line;
use super::witness::Example;
use crate::answer::{Condition, Holds};

/// When it holds, the lines that force it, values that show it.
pub fn text(answer: &Condition) -> String {
    let mut text = headline(answer);
    if answer.because.is_empty() {
        text.push('\n');
    } else {
        text.push_str(", because\n");
        text.extend(answer.because.iter().map(line));
        text.push_str("without any one of these lines the others do not force it\n");
    }
    let example = |values| Example::named(values, [&*answer.condition].into_iter()).options();
    if let Some(values) = &answer.witness {
        let _ = writeln!(text, "holds, for example, with {}", example(values));
    }
    if let Some(values) = &answer.counterexample {
        let _ = writeln!(text, "does not hold, for example, with {}", example(values));
    }
    text + &open_ends(&answer.exactness)
}

fn headline(answer: &Condition) -> String {
    match (answer.holds, &answer.cases) {
        (Holds::NoVariant, _) => "no configuration gives a valid variant".to_owned(),
        (Holds::Always, _) => "always: the condition holds in every valid variant".to_owned(),
        (Holds::Never, _) => "never: the condition holds in no valid variant".to_owned(),
        (Holds::Sometimes, Some(cases)) => format!("sometimes: the condition holds when {cases}"),
        (Holds::Sometimes, None) => "sometimes: the condition holds in some valid variants".to_owned(),
        (Holds::Unknown, _) => "not decided".to_owned(),
    }
}
