//! What is suspicious about a feature model.

use super::findings::severity;
use crate::answer::{Finding, Place};
use crate::feature::FeatureModel;
use crate::feature::review::Review;
use crate::source::printable::printable;

/// For people: a line for each finding, behind `name` where several models are distinguished by their names.
pub fn text(model: &FeatureModel, review: &Review, name: Option<&str>) -> String {
    let end = match review {
        Review { is_complete: false, .. } => "stopped before everything was looked at: there may be more",
        Review { findings, .. } if !findings.is_empty() => "",
        _ if model.cnf().is_none() => {
            "nothing to complain about; constraints were not looked at: a compiled model has none"
        }
        _ => "nothing to complain about",
    };
    let name = name.map(|name| format!("{}: ", printable(name))).unwrap_or_default();
    let all = review.findings.iter().map(reported).chain([end.to_owned()]);
    all.filter(|found| !found.is_empty()).flat_map(|found| [name.clone(), found, "\n".to_owned()]).collect()
}

/// Its line, where it has one, its code, what is wrong, what is worth knowing beside that, and the lines that force it.
fn reported(finding: &Finding) -> String {
    let place = match (&finding.file, finding.line) {
        (None, Some(line)) => format!("line {line}: "),
        (Some(file), Some(line)) => format!("{}:{line}: ", printable(file)),
        (_, None) => String::new(),
    };
    let more = finding.notes.iter().chain(&finding.help).map(|more| format!(": {}", printable(more)));
    let because = finding.because.iter().map(|Place { file, line, text, quoted, .. }| {
        let place = if file.is_empty() { format!("line {line}") } else { format!("{}:{line}", printable(file)) };
        format!("\n  {place:<10}  {text:<10}  {}", printable(quoted))
    });
    let code = format!("{}[{}] ", severity(finding.severity), finding.code);
    format!("{place}{code}{}{}{}", printable(&finding.message), more.collect::<String>(), because.collect::<String>())
}
