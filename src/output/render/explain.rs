//! Why something is so, for people: what is so, then the lines that force it.

use std::fmt::Write as _;

use super::exactness::open_ends;
use super::witness::Example;
use crate::answer::{About, ByConditions, Explain, Explained, Line};
use crate::source::printable::{at_margin, printable};

/// What is so, then line by line what forces it.
pub fn text(explain: &Explain) -> String {
    match explain.about {
        About::Template => of_template(explain),
        About::FeatureModel => of_features(explain),
    }
}

fn of_template(explain: &Explain) -> String {
    match &explain.by_conditions {
        Some(found) => by_conditions(explain, found) + &answer(explain),
        None => answer(explain),
    }
}

/// What conditions alone say, where there is no valid variant.
fn by_conditions(explain: &Explain, found: &ByConditions) -> String {
    let name = explain.title.as_deref().map(at_margin).unwrap_or_default();
    let verdict = if found.present { "present" } else { "absent" };
    let lines: String = found.because.iter().map(line).collect();
    let because = if lines.is_empty() { "" } else { ", because" };
    format!("{name} is {verdict} by its conditions{because}\n{lines}but ")
}

fn answer(explain: &Explain) -> String {
    let headline = headline(explain);
    if explain.because.is_empty() {
        return format!("{headline}\n{}{}", examples(explain), open_ends(&explain.exactness));
    }
    let lines = |reason: &[Line]| reason.iter().map(line).collect::<String>();
    if explain.other_reasons.is_empty() && !explain.more_reasons {
        let lines = lines(&explain.because);
        let force = match explain.answer {
            Explained::NoVariant if explain.because.len() == 1 => "no configuration meets this line",
            Explained::NoVariant => "these cannot hold together, and without any one of them the others can",
            _ if explain.because.len() == 1 => "this line alone forces it",
            _ => "without any one of these lines the others do not force it",
        };
        return format!("{headline}, because\n{lines}{force}\n");
    }
    all_reasons(explain, &headline, lines)
}

/// A place, what it contributes, and what stands there.
pub(super) fn line(line: &Line) -> String {
    let number = line.line.map(|line| format!(" {line}")).unwrap_or_default();
    let file = line.file.as_ref().map(|file| format!("{}, ", at_margin(file))).unwrap_or_default();
    format!("  {file}line{number}: {}\n      {}\n", printable(&line.text), at_margin(&line.source))
}

fn headline(explain: &Explain) -> String {
    let name = explain.title.as_deref().map(at_margin).unwrap_or_default();
    match (explain.answer, &explain.presence) {
        (Explained::NoVariant, _) => "no configuration gives a valid variant".to_owned(),
        (Explained::SomeVariant, _) => "there are valid variants".to_owned(),
        (Explained::Present, _) => format!("{name} is in every valid variant"),
        (Explained::Absent, _) => format!("{name} is in no valid variant"),
        (Explained::Depends, Some(presence)) => format!("{name} is present when {presence}"),
        (Explained::Depends, None) => format!("{name} is present in some valid variants"),
        (Explained::Unknown, _) => "not decided".to_owned(),
    }
}

fn examples(explain: &Explain) -> String {
    match &explain.witnesses[..] {
        [witness] => format!("for example with {}\n", Example::named(witness, [].into_iter()).options()),
        [with, without] => {
            let [with, without] = match explain.presence.as_deref() {
                Some(presence) => [with, without].map(|witness| Example::named(witness, [presence].into_iter())),
                None => Example::differing([with, without]),
            };
            let (with, without) = (with.options(), without.options());
            format!("present, for example, with {with}\nabsent, for example, with {without}\n")
        }
        _ => String::new(),
    }
}

fn of_features(explain: &Explain) -> String {
    let subject = at_margin(explain.element.as_deref().unwrap_or("the model"));
    let verdict = match explain.answer {
        Explained::NoVariant => "there is no variant".to_owned(),
        Explained::SomeVariant => format!("{subject} has variants"),
        Explained::Present => format!("{subject}: always"),
        Explained::Absent => format!("{subject}: never"),
        Explained::Depends => format!("{subject}: sometimes"),
        Explained::Unknown => format!("{subject}: unknown"),
    };
    let statements = |reason: &[Line]| reason.iter().map(statement).collect::<String>();
    if !explain.other_reasons.is_empty() || explain.more_reasons {
        return all_reasons(explain, &verdict, statements);
    }
    let because = if explain.because.is_empty() { "" } else { ", because of" };
    format!("{verdict}{because}\n{}", statements(&explain.because))
}

/// Several sets of lines, each of which forces what is so.
fn all_reasons(explain: &Explain, headline: &str, lines: impl Fn(&[Line]) -> String) -> String {
    let reasons: Vec<&Vec<Line>> = [&explain.because].into_iter().chain(&explain.other_reasons).collect();
    let mut text = format!("{headline}; each of these alone forces it\n");
    for (number, reason) in reasons.iter().enumerate() {
        let _ = write!(text, "reason {} of {}\n{}", number + 1, reasons.len(), lines(reason));
    }
    text.push_str(if explain.more_reasons { "there may be more reasons\n" } else { "there are no others\n" });
    text
}

fn statement(line: &Line) -> String {
    let place = match (&line.file, line.line) {
        (Some(file), Some(number)) => format!("{}:{number}", at_margin(file)),
        (None, Some(number)) => format!("line {number}"),
        (_, None) => "--input".to_owned(),
    };
    format!("  {place:<10}  {:<10}  {}\n", printable(&line.text), printable(&line.source))
}
