//! Keys of `variability` behind which nothing stands, though a value is expected.

use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// Defaults of inputs and options without a value.
pub(super) fn empty_values(variability: Yaml<'_>) -> Vec<Diagnostic> {
    let declarations = variability.get("inputs").into_iter().flat_map(Yaml::entries);
    let defaults = declarations.filter_map(|(name, declaration)| {
        let (key, _) = declaration.entry("default").filter(|(_, value)| is_empty(*value))?;
        Some(empty(key, format!("the default of input \"{}\" is empty, so that it has none", name.text())))
    });
    let options = variability.get("options").into_iter().flat_map(Yaml::entries).filter(|(_, value)| is_empty(*value));
    let options = options.map(|(key, _)| empty(key, format!("the option \"{}\" is empty", key.text())));
    defaults.chain(options).collect()
}

/// Whether nothing stands there, or null; an alias that means nothing is another fault.
fn is_empty(value: Yaml<'_>) -> bool {
    let span = value.span();
    value.is_null() && (span.start == span.end || !value.text().is_empty())
}

fn empty(key: Yaml<'_>, message: String) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::ShadowedKey, key.span(), message).labelled("has no effect");
    diagnostic.help(if is_commented_out(key) {
        "`#` begins a comment: put the value in quotes"
    } else {
        "write the value, or leave the key out"
    })
}

/// Whether what stands behind a key begins like a value, but is a comment.
fn is_commented_out(key: Yaml<'_>) -> bool {
    let text = key.tree().source(key.span().file);
    let behind = text.get(key.span().end as usize..).and_then(|rest| rest.lines().next());
    let value = behind.and_then(|line| line.trim_start_matches(['"', '\'']).strip_prefix(':')).map(str::trim_start);
    let comment = value.and_then(|value| value.strip_prefix('#'));
    comment.is_some_and(|comment| comment.starts_with(|letter: char| letter.is_alphanumeric()))
}
