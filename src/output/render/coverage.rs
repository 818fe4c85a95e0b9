//! What tests show of the variants of their templates.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use num_traits::Zero;

use super::variant::arguments;
use super::witness::open_ends;
use crate::analysis::question::{Coverage, ElementPresence, Share};
use crate::resolve::suite::TemplateCoverage;
use crate::source::printable::{made_printable, printable};
use crate::tosca::model::{ElementId, Model};

/// Said of templates without variants to look at.
const UNREADABLE: &str = "the template is refused, so that it has no variants";

/// How much is said about what is not covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverageDetail {
    /// Numbers alone.
    Numbers,
    /// Everything, with configurations that would cover it.
    Missing,
}

/// For people: a paragraph for each template.
pub fn text(templates: &[TemplateCoverage], extent: CoverageDetail) -> String {
    let paragraphs: Vec<String> = templates.iter().map(|template| paragraph(template, extent)).collect();
    paragraphs.join("\n")
}

fn paragraph(template: &TemplateCoverage, extent: CoverageDetail) -> String {
    let TemplateCoverage { template: name, cases, resolved, subject } = template;
    let head = format!("{}: {resolved} of {cases} tests give a variant\n", printable(name));
    let body = match subject {
        None => format!("  {UNREADABLE}\n"),
        Some((_, Err(why))) => format!("  {why}\n"),
        Some((model, Ok(coverage))) => {
            let missing = if extent == CoverageDetail::Missing { missing(model, coverage) } else { String::new() };
            [shares(coverage), open_ends(model, &coverage.exactness), missing].concat()
        }
    };
    head + &body
}

fn shares(coverage: &Coverage) -> String {
    let rows = [("elements", &coverage.elements), ("pairs", &coverage.pairs), ("variants", &coverage.variants)];
    let width = |number: fn(&Share) -> &BigUint| rows.iter().map(|(_, share)| number(share).to_string().len()).max();
    let (covered, total) = (width(|share| &share.covered).unwrap_or(0), width(|share| &share.total).unwrap_or(0));
    let line = |(name, share): &(&str, &Share)| {
        let Share { covered: some, total: all } = share;
        let (some, all) = (some.to_string(), all.to_string());
        format!("  {name:<8}  {some:>covered$} of {all:>total$}  {:>7}\n", percent(share))
    };
    rows.iter().map(line).collect()
}

/// Rounded down, so that only all of it is 100 %.
fn percent(share: &Share) -> String {
    if share.total.is_zero() {
        return "-".to_owned();
    }
    let tenths: BigUint = &share.covered * 1000_u32 / &share.total;
    format!("{}.{} %", &tenths / 10_u32, &tenths % 10_u32)
}

/// By configuration: what it would cover. Pairs that follow from what is said are counted only.
fn missing(model: &Model, coverage: &Coverage) -> String {
    let leaders: BTreeSet<ElementId> = coverage.leaders().into_iter().map(|(_, leader)| leader).collect();
    let alone: BTreeSet<ElementPresence> = coverage.missing_presences().map(|(presence, _)| presence).collect();
    let mut lines: Vec<Vec<String>> = vec![Vec::new(); coverage.samples.len()];
    for (presence, sample) in coverage.missing_presences() {
        lines[sample].push(shown(model, presence));
    }
    let mut others = 0_usize;
    for (pair, sample) in coverage.missing_pairs() {
        if pair.iter().all(|presence| leaders.contains(&presence.0) && !alone.contains(presence)) {
            lines[sample].push(format!("{} with {}", shown(model, pair[0]), shown(model, pair[1])));
        } else {
            others += 1;
        }
    }
    let mut text = String::new();
    for (sample, lines) in coverage.samples.iter().zip(lines).filter(|(_, lines)| !lines.is_empty()) {
        text.extend(["\n  missing, shown by ", &arguments(&sample.configuration), "\n"]);
        lines.iter().for_each(|line| text.extend(["    ", line, "\n"]));
    }
    if others > 0 {
        let what = "pairs with a presence that is missing itself, or of elements that always come with these";
        text.extend(["\n  and ", &others.to_string(), " ", what, "\n"]);
    }
    text
}

fn shown(model: &Model, (id, is_present): ElementPresence) -> String {
    format!("{} {}", made_printable(model.path(id)), if is_present { "present" } else { "absent" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_is_everything() {
        let percent = |covered: u32, total: u32| percent(&Share { covered: covered.into(), total: total.into() });
        assert_eq!(percent(9999, 10_000), "99.9 %");
        assert_eq!(percent(1, 3), "33.3 %");
        assert_eq!(percent(7, 7), "100.0 %");
        assert_eq!(percent(0, 0), "-");
    }
}
