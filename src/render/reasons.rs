//! Explanations: what is so, and the lines that force it.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::findings::options;
use super::witness::{caveats, document, object, open_ends};
use crate::diagnostic::Label;
use crate::model::{ElementId, Model};
use crate::pretty;
use crate::printable::{made_printable, printable};
use crate::question::{Answer, Explanation};

/// For people: what is so, then line by line what forces it.
pub fn text(model: &Model, element: Option<ElementId>, explanation: &Explanation) -> String {
    let headline = headline(model, element, &explanation.answer);
    if explanation.because.is_empty() {
        let open_ends = open_ends(model, true, &explanation.caveats);
        return format!("{headline}\n{}{open_ends}", examples(&explanation.answer));
    }
    let lines = |reason: &[Label]| reason.iter().map(|label| line(model, label)).collect::<String>();
    if explanation.others.is_empty() && !explanation.has_more {
        let lines = lines(&explanation.because);
        return format!("{headline}, because\n{lines}without any one of these it need not be so\n");
    }
    let reasons: Vec<&Vec<Label>> = [&explanation.because].into_iter().chain(&explanation.others).collect();
    let mut text = format!("{headline}; each of these alone forces it\n");
    for (number, reason) in reasons.iter().enumerate() {
        let _ = write!(text, "reason {} of {}\n{}", number + 1, reasons.len(), lines(reason));
    }
    text.push_str(if explanation.has_more { "there may be more reasons\n" } else { "there are no others\n" });
    text
}

/// A place, what it contributes, and what stands there.
fn line(model: &Model, label: &Label) -> String {
    let sources = model.sources();
    let position = sources.position(label.span);
    let text = sources.file(label.span.file).text();
    let start = text[..label.span.start as usize].rfind('\n').map_or(0, |end| end + 1);
    let quoted = text[start..].lines().next().unwrap_or_default().trim();
    format!("  line {}: {}\n      {}\n", position.line, printable(&label.text), printable(quoted))
}

fn headline(model: &Model, element: Option<ElementId>, answer: &Answer) -> String {
    let name = element.map(|id| made_printable(model.full_display(id))).unwrap_or_default();
    match answer {
        Answer::NoVariant => "no configuration gives a valid variant".to_owned(),
        Answer::SomeVariant { .. } => "there are valid variants".to_owned(),
        Answer::Present => format!("{name} is in every valid variant"),
        Answer::Absent => format!("{name} is in no valid variant"),
        Answer::Depends { presence: Some(cases), .. } => {
            format!("{name} is present when {}", pretty::cases(model, cases))
        }
        Answer::Depends { presence: None, .. } => format!("{name} is present in some valid variants"),
        Answer::Unknown => "not decided".to_owned(),
    }
}

fn examples(answer: &Answer) -> String {
    match answer {
        Answer::SomeVariant { witness } => format!("for example with {}\n", options(witness)),
        Answer::Depends { witnesses: Some([with, without]), .. } => {
            format!("present, for example, with {}\nabsent, for example, with {}\n", options(with), options(without))
        }
        _ => String::new(),
    }
}

/// For programs.
pub fn json(model: &Model, element: Option<ElementId>, explanation: &Explanation) -> String {
    let (answer, presence, witnesses) = match &explanation.answer {
        Answer::NoVariant => ("no_variant", None, Vec::new()),
        Answer::SomeVariant { witness } => ("some_variant", None, vec![object(witness)]),
        Answer::Present => ("present", None, Vec::new()),
        Answer::Absent => ("absent", None, Vec::new()),
        Answer::Depends { presence, witnesses } => {
            let presence = presence.as_ref().map(|cases| pretty::cases(model, cases));
            ("depends", presence, witnesses.iter().flatten().map(|witness| object(witness)).collect())
        }
        Answer::Unknown => ("unknown", None, Vec::new()),
    };
    let lines = |reason: &[Label]| reason.iter().map(|label| place(model, label)).collect::<Vec<Json>>();
    let others: Vec<Vec<Json>> = explanation.others.iter().map(|reason| lines(reason)).collect();
    document(&json!({
        "schema": "variscope/explain/1",
        "element": element.map(|id| model.path(id)),
        "answer": answer,
        "presence": presence,
        "witnesses": witnesses,
        "because": lines(&explanation.because),
        "other_reasons": others,
        "more_reasons": explanation.has_more,
        "exact": explanation.answer != Answer::Unknown,
        "caveats": caveats(model, &explanation.caveats),
    }))
}

fn place(model: &Model, label: &Label) -> Json {
    let position = model.sources().position(label.span);
    json!({ "line": position.line, "column": position.column, "text": label.text })
}
