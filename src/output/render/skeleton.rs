//! Inputs and presets of a template as YAML to read and to fill in.

use crate::analysis::question::{InputOverview, PresetOverview};
use crate::analysis::value::Value;
use crate::source::diagnostic::is_reserved;
use crate::source::printable::printable;

/// An inputs file: inputs without a default wait for a value, the others are commented out. The template has a name, and commands
/// take it as `template`.
pub fn inputs(overviews: &[InputOverview], name: &str, template: &str) -> String {
    let (name, template) = (printable(name), printable(template));
    if overviews.is_empty() {
        return format!("# {name} has no variability inputs.\n");
    }
    let head = format!("# Variability inputs of {name}.\n# Use: variscope resolve {template} --inputs FILE\n");
    overviews.iter().fold(head, |text, overview| text + "\n" + &input(overview))
}

fn input(overview: &InputOverview) -> String {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(overview.description.iter().flat_map(|description| description.lines()).map(str::to_owned));
    lines.push(kind(overview));
    lines.extend(overview.constraints.iter().map(|(name, bound)| format!("{name}: {}", yaml(bound))));
    if !overview.compared_with.is_empty() {
        lines.push(format!("compared with: {}", list(&overview.compared_with)));
    }
    let comment: String = lines.iter().flat_map(|line| ["# ".into(), printable(line), "\n".into()]).collect();
    let name = scalar(&overview.name);
    let entry = match &overview.default {
        Some(default) => format!("# {name}: {}\n", yaml(default)),
        None if overview.has_default_expression => format!("# {name}:\n"),
        None => format!("{name}:\n"),
    };
    comment + &entry
}

fn kind(overview: &InputOverview) -> String {
    let type_name = overview.type_name.as_deref().unwrap_or("any type");
    let values = &overview.valid_values;
    let values = if values.is_empty() { String::new() } else { format!(", one of: {}", list(values)) };
    let default = match &overview.default {
        Some(default) => format!(", default: {}", yaml(default)),
        None if overview.has_default_expression => ", with a computed default".to_owned(),
        None => String::new(),
    };
    format!("{type_name}{values}{default}")
}

/// All presets with what they give.
pub fn presets(overviews: &[PresetOverview]) -> String {
    if overviews.is_empty() {
        return "# The template has no presets.\n".to_owned();
    }
    let texts: Vec<String> = overviews.iter().map(preset).collect();
    texts.join("\n")
}

fn preset(overview: &PresetOverview) -> String {
    let title = overview.title.as_ref().map(|title| format!("  # {}", printable(title))).unwrap_or_default();
    let description =
        overview.description.iter().flat_map(|text| text.lines()).map(|line| format!("  # {}\n", printable(line)));
    let inputs = overview.inputs.iter().map(|(name, value)| format!("  {}: {}\n", scalar(name), yaml(value)));
    let body: String = description.chain(inputs).collect();
    format!("{}:{title}\n{body}", scalar(&overview.name))
}

fn list(values: &[Value]) -> String {
    let values: Vec<String> = values.iter().map(yaml).collect();
    values.join(", ")
}

/// A value on one line: JSON, but without quotes around words.
fn yaml(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Number(number) => number.document_text(),
        Value::Null | Value::Boolean(_) | Value::Instant(_) | Value::List(_) | Value::Map(_) => value.to_yaml(),
    }
}

/// A text without quotes where every YAML reader takes it for a text.
fn scalar(text: &str) -> String {
    let is_word = text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/'));
    if is_word && !is_reserved(text) { text.to_owned() } else { printable(&Value::string(text).to_json()).into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_without_a_default_wait_for_a_value() {
        let size = InputOverview {
            name: "size".to_owned(),
            type_name: Some("integer".to_owned()),
            description: Some("How large.\nRoughly.".to_owned()),
            default: Some(Value::integer(3)),
            constraints: vec![("in_range".to_owned(), Value::List([Value::integer(1), Value::integer(9)].into()))],
            compared_with: vec![Value::integer(5)],
            ..InputOverview::default()
        };
        let on = InputOverview {
            name: "on".to_owned(),
            valid_values: vec![Value::string("yes"), Value::string("later")],
            ..InputOverview::default()
        };
        let expected = "\
# Variability inputs of shop.yaml.
# Use: variscope resolve shop.yaml --inputs FILE

# How large.
# Roughly.
# integer, default: 3
# in_range: [1,9]
# compared with: 5
# size: 3

# any type, one of: \"yes\", later
\"on\":
";
        assert_eq!(inputs(&[size, on], "shop.yaml", "shop.yaml"), expected);
    }

    #[test]
    fn presets_show_what_they_give() {
        let preset = |name: &str, title: Option<&str>| PresetOverview {
            name: name.to_owned(),
            title: title.map(str::to_owned),
            description: None,
            inputs: vec![("env".to_owned(), Value::string(name))],
        };
        let expected = "dev:  # Development\n  env: dev\n\nprod:\n  env: prod\n";
        assert_eq!(presets(&[preset("dev", Some("Development")), preset("prod", None)]), expected);
    }
}
