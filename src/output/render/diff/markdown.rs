//! What an edit does, as a comment on a pull request.

use std::fmt::Write as _;

use super::plan::{PlanLine, Sign, steps};
use super::{
    apart, contrast, elements, example_values, has_others, headline, is_same, sameness, undecided, variants, void,
};
use crate::answer::{Diff, Example};
use crate::source::printable::printable;
use crate::tosca::model::capitalised;

/// Lines of the plan that are shown; with everything around them a comment has at most 60 lines.
const MAX_STEPS: usize = 40;

/// A comment of at most 60 lines: the plan in a block, and a table of what becomes of variants.
pub fn text(diff: &Diff) -> String {
    if is_same(diff) {
        return format!("**variscope diff**: {}\n", sameness(diff));
    }
    if let Some(why) = undecided(diff) {
        return format!("**variscope diff**: {why}\n");
    }
    let mut text = format!("**variscope diff**: {}\n", headline(diff));
    let steps = steps(diff);
    if !steps.is_empty() {
        text.push_str("\n```diff\n");
        steps.iter().take(MAX_STEPS).for_each(|step| text.push_str(&line(step)));
        if let Some(more) = steps.len().checked_sub(MAX_STEPS + 1) {
            let _ = writeln!(text, "# and {} more", more + 1);
        }
        text.push_str("```\n");
    }
    text.push_str("\n| variants | | for example |\n|---|---:|---|\n");
    let _ = writeln!(text, "| kept | {} | |", diff.kept);
    for (title, count, example) in variants(diff) {
        let example = example.map(shown).unwrap_or_default();
        let _ = writeln!(text, "| {title} | {count} | {example} |");
    }
    if let Some(void) = void(diff) {
        let _ = writeln!(text, "\n{}.", capitalised(void));
    }
    if let Some(reassigned) = &diff.reassigned {
        let what = printable(&contrast(reassigned)).replace('`', "'");
        let _ = writeln!(text, "\n`{what}`");
    }
    if has_others(diff) {
        let _ = writeln!(text, "\nVariants are told apart by the {} of both sides.", elements(diff.about));
    }
    if !diff.exactness.exact {
        let why = diff.exactness.caveats.first().map(|caveat| printable(&caveat.message));
        let why = why.as_deref().unwrap_or("not all configurations could be looked at");
        let _ = writeln!(text, "\nNot exact: {why}.");
    }
    text
}

/// A line of a block in the language of patches, which has no sign of its own for what is another one.
fn line(step: &PlanLine) -> String {
    let sign = if step.sign == Sign::Changed { '!' } else { step.sign.symbol() };
    // A block ends at the first fence.
    format!("{sign} {}\n", step.text.replace("```", "'''"))
}

fn shown(example: &Example) -> String {
    let (old, new) = example_values(example);
    let values = new.or(old).filter(|example| !example.values.is_empty());
    let words = values.map_or_else(|| example.present.join(" "), |example| example.options());
    if words.is_empty() {
        return String::new();
    }
    let words = words + &apart(example);
    format!("`{}`", printable(&words).replace('`', "'").replace('|', "\\|"))
}
