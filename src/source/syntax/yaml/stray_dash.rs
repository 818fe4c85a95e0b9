//! One dash before the first of several keys, where a mapping is expected: YAML takes the keys behind it for what is wrong.

use crate::source::diagnostic::{Code, Diagnostic, Fix};
use crate::source::{Span, line_start};

/// Keys of templates whose value is a mapping of names, and never a list.
static OF_NAMES: &[&str] = &[
    "inputs",
    "presets",
    "expressions",
    "options",
    "variability",
    "node_templates",
    "relationship_templates",
    "outputs",
    "attributes",
    "capabilities",
    "interfaces",
    "operations",
    "node_types",
    "relationship_types",
    "capability_types",
    "artifact_types",
    "data_types",
    "interface_types",
    "group_types",
    "policy_types",
    "repositories",
];

/// The place of the dash, and the key whose entries these are, where the line around `at` has a key behind a list of one item.
pub(super) fn stray_dash(text: &str, at: usize) -> Option<(usize, String)> {
    let line = line_start(text, at);
    let indent = at - line;
    if !text[line..at].trim_matches(' ').is_empty() || indent == 0 {
        return None;
    }
    let is_item = |line: &str| line.starts_with("- ");
    let mut dash = None;
    let mut start = line;
    for before in text[..line].split_inclusive('\n').rev() {
        start -= before.len();
        let content = before.trim_start_matches(' ');
        let is_empty = content.trim().is_empty() || content.starts_with('#');
        match before.len() - content.len() {
            _ if is_empty => {}
            own if own > indent => {}
            own if own == indent && is_item(content) && dash.is_none() => dash = Some(start + own),
            own if own == indent => return None,
            _ => {
                let (key, value) = content.trim_end().split_once(':')?;
                let is_section = OF_NAMES.contains(&key) && value.trim().is_empty();
                let mut behind = text[line..].lines().take_while(|line| is_within(line, indent));
                let has_items = behind.any(|line| line.get(indent..).is_some_and(is_item));
                return dash.filter(|_| is_section && !has_items).map(|dash| (dash, key.to_owned()));
            }
        }
    }
    None
}

/// What is said of the dash and the space at `dash`, before an entry of `key`, beside which the one at `other` has none.
pub(super) fn diagnostic(dash: Span, key: &str, other: Span) -> Diagnostic {
    let message = "a dash before the first key, and none before the next";
    let at = Span { end: dash.end - 1, ..dash };
    let diagnostic = Diagnostic::new(Code::MalformedYaml, at, message).and(other, "a key without a dash");
    let help = format!("remove the dash: the entries of `{key}` have names, and none of them has a dash");
    diagnostic.fix(Fix::remove("remove the dash", dash)).help(help)
}

/// Whether a line is empty, or indented so far at least.
fn is_within(line: &str, indent: usize) -> bool {
    line.trim().is_empty() || line.len() - line.trim_start_matches(' ').len() >= indent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_before_keys_of_a_mapping_is_found() {
        let found = |text: &str| stray_dash(text, text.find("size").unwrap());
        assert_eq!(found("inputs:\n  - env: {}\n  size: {}\n"), Some((10, "inputs".to_owned())));
        assert_eq!(found("inputs:\n  - env:\n      type: string\n\n  size: {}\n"), Some((10, "inputs".to_owned())));
        for other in [
            "requirements:\n  - env: {}\n  size: {}\n",
            "inputs:\n  - env: {}\n  - other: {}\n  size: {}\n",
            "inputs:\n  - env: {}\n  size: {}\n  - other: {}\n",
            "- env\nsize: {}\n",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
