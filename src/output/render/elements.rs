//! Elements over all variants, for people.

use annotate_snippets::renderer::{AnsiColor, Style};
use indexmap::IndexMap;

use super::exactness::{at_least, caveats, open_ends, place};
use super::text::Paint;
use crate::answer::{About, Element, Elements, Number, Status};
use crate::source::counted::shortened;
use crate::source::printable::printable;

/// Elements that are named at most where many have something in common.
const MAX_NAMES: usize = 8;

/// A table; below it, how many variants there are and what is not decided.
pub fn text(elements: &Elements, paint: Paint) -> String {
    let (names, last) = match elements.about {
        About::Template => ("element", "present when"),
        About::FeatureModel => ("feature", ""),
    };
    // What people think in comes first.
    let (nodes, others): (Vec<&Element>, Vec<&Element>) =
        elements.elements.iter().partition(|element| element.kind == "node");
    let rows: Vec<[String; 5]> = nodes.into_iter().chain(others).map(|element| row(elements, element)).collect();
    let head = ["presence", "variants", "line", names, last].map(str::to_owned);
    let width = |column: usize| rows.iter().chain([&head]).map(|row| row[column].len()).max().unwrap_or_default();
    let widths = [width(0), width(1), width(2), width(3)];
    let shown = |[presence, variants, line, element, when]: &[String; 5]| {
        let [first, second, third, fourth] = widths;
        let rest = format!("{variants:>second$}  {line:>third$}  {element:fourth$}  {when}");
        format!("{}  {}\n", painted(&format!("{presence:first$}"), paint), rest.trim_end())
    };
    let table: String = [&head].into_iter().chain(&rows).map(shown).collect();
    let open_ends = match elements.about {
        About::Template => open_ends(&elements.exactness),
        // What is unknown stands in the table.
        About::FeatureModel => caveats(&elements.exactness),
    };
    format!("{table}{}{open_ends}{}", total(elements), undecided(elements))
}

/// What is never present stands out, what is always present steps back.
fn painted(presence: &str, paint: Paint) -> String {
    let style = match (paint, presence.trim_end()) {
        (Paint::Coloured, "always") => AnsiColor::Green.on_default(),
        (Paint::Coloured, "sometimes") => AnsiColor::Yellow.on_default(),
        (Paint::Coloured, "never") => AnsiColor::Red.on_default().bold(),
        (Paint::Coloured, "unknown") => AnsiColor::Magenta.on_default(),
        _ => Style::new(),
    };
    format!("{style}{presence}{style:#}")
}

/// How many variants there are; nothing is said of a feature model whose variants were not counted.
fn total(elements: &Elements) -> String {
    let number = |number: &Number| at_least(number, is_counted(elements));
    let variants = match (&elements.variants, elements.about) {
        (Some(variants), _) => number(variants),
        (None, About::Template) => "not counted".to_owned(),
        (None, About::FeatureModel) => return String::new(),
    };
    let is_explained = elements.is_void() && elements.about == About::Template;
    let why = if is_explained { "; `variscope explain` shows why" } else { "" };
    format!("\nvariants: {variants}{why}\n")
}

/// Whether numbers of variants are exact: of feature models, all are counted or none, of those features that are known.
fn is_counted(elements: &Elements) -> bool {
    let is_counted = elements.about == About::FeatureModel && elements.exactness.caveats.is_empty();
    is_counted || elements.exactness.exact
}

/// A line for each reason why elements are undecided.
fn undecided(elements: &Elements) -> String {
    let mut reasons: IndexMap<String, Vec<&str>> = IndexMap::new();
    for element in &elements.elements {
        for caveat in &element.caveats {
            let reason = format!("{}{}", caveat.message, place(caveat));
            reasons.entry(reason).or_default().push(&element.id);
        }
    }
    let line =
        |(reason, ids): (&String, &Vec<&str>)| format!("not decided: {}, as {reason}\n", shortened(ids, MAX_NAMES));
    reasons.iter().map(line).collect()
}

/// The line that introduces an element, behind its file where that is another one.
fn introduced(element: &Element) -> String {
    match (&element.file, element.line) {
        (Some(file), Some(line)) => format!("{}:{line}", printable(file)),
        (None, Some(line)) => line.to_string(),
        (_, None) => String::new(),
    }
}

fn row(elements: &Elements, element: &Element) -> [String; 5] {
    let status = match element.status {
        Some(Status::Core) => "always",
        Some(Status::Dead) => "never",
        Some(Status::Conditional) => "sometimes",
        None if elements.is_void() => "-",
        None => "unknown",
    };
    let bound = if is_counted(elements) || element.status == Some(Status::Dead) { "" } else { ">=" };
    let uncounted = if elements.about == About::Template { "?" } else { "" };
    let variants = element.variants.as_ref().map_or(uncounted.to_owned(), |number| format!("{bound}{number}"));
    [
        status.to_owned(),
        variants,
        introduced(element),
        printable(&element.id).into_owned(),
        element.presence.clone().unwrap_or_default(),
    ]
}
