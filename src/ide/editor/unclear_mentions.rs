//! Texts that may be the name of something, where it is not known whether they are.
//!
//! Nothing is renamed while there is one: a mention that keeps the old name breaks the template without a word.

use rustc_hash::FxHashSet;

use super::draft::Draft;
use super::rename::RenameError;
use super::symbol::{Space, Symbol};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// Variables of Unfurl whose keys are names of nodes.
static NODE_VARIABLES: &[&str] = &["NODES", "TOPOLOGY"];

/// That the text mentions `symbol` nowhere but where its names were found.
///
/// # Errors
/// Where a text may mean it, or may not.
pub(super) fn check_mentions(draft: &Draft, symbol: &Symbol) -> Result<(), RenameError> {
    let Some(model) = draft.model() else { return Ok(()) };
    // What is known to name something, names this or something else.
    let known: FxHashSet<Span> = draft.occurrences().iter().map(|place| place.span).collect();
    let is_open = |found: &(Span, String)| draft.is_own(found.0) && !known.contains(&found.0);
    let all = mentions(draft, model, symbol).into_iter().filter(is_open);
    match all.min_by_key(|(span, _)| span.start) {
        None => Ok(()),
        Some((span, name)) => {
            let line = draft.sources().position(span).line;
            Err(RenameError::Unclear { line, name, noun: symbol.space.noun() })
        }
    }
}

/// The texts that may mean `symbol`, each with what they say.
fn mentions(draft: &Draft, model: &Model, symbol: &Symbol) -> Vec<(Span, String)> {
    let name = &*symbol.name;
    let whole = |yaml: Yaml<'_>| yaml.is_scalar() && yaml.text() == name;
    let named = |yaml: Yaml<'_>| (yaml.span(), name.to_owned());
    let all = with_keys(model.root());
    // Types are mentioned in many places.
    if matches!(symbol.space, Space::Type(_)) {
        return all.into_iter().filter(|&yaml| whole(yaml)).map(named).collect();
    }
    let entries: Vec<(Yaml<'_>, Yaml<'_>)> = all.iter().flat_map(|yaml| yaml.entries()).collect();
    let unread = unread_keys(draft.diagnostics());
    // What stands below a misspelt key is not read, and is read once the key is mended.
    let below_unread = entries.iter().filter(|(key, _)| unread.contains(&key.span()));
    let below_unread = below_unread.flat_map(|&(_, value)| with_keys(value)).filter(|&yaml| whole(yaml));
    let mut found: Vec<(Span, String)> = below_unread.map(named).collect();
    let naming = entries.iter().filter(|(key, value)| naming_keys(symbol.space).contains(&key.text()) && whole(*value));
    found.extend(naming.map(|&(_, value)| named(value)));
    if symbol.space == Space::Node {
        let scalars = all.iter().filter(|yaml| yaml.is_scalar());
        found.extend(scalars.filter_map(|yaml| Some((yaml.span(), in_expression(yaml.text(), name)?))));
    }
    found
}

/// Keys behind which engines read the name of a template: what is copied, and where Unfurl runs operations.
fn naming_keys(space: Space) -> &'static [&'static str] {
    match space {
        Space::Node => &["copy", "operation_host"],
        Space::RelationshipTemplate => &["copy"],
        _ => &[],
    }
}

/// A node, and all keys, items and values below it, each once.
fn with_keys(root: Yaml<'_>) -> Vec<Yaml<'_>> {
    root.descendants().flat_map(|yaml| std::iter::once(yaml).chain(yaml.entries().map(|(key, _)| key))).collect()
}

/// Keys that are said to mean nothing where they stand.
fn unread_keys(diagnostics: &[Diagnostic]) -> FxHashSet<Span> {
    let unknown = diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::UnknownKey);
    unknown.filter_map(|diagnostic| Some(diagnostic.labels.first()?.span)).collect()
}

/// What an expression of Unfurl in a text says of a node: `::db` in paths, `NODES.db` and `NODES['db']` in templates of Jinja.
fn in_expression(text: &str, name: &str) -> Option<String> {
    let path = format!("::{name}");
    if occurs(text, &path, |_| true, |after| !continues_key(after)) {
        return Some(path);
    }
    for variable in NODE_VARIABLES {
        let field = format!("{variable}.{name}");
        if occurs(text, &field, |before| !before.ends_with(is_word), |after| !after.starts_with(is_word)) {
            return Some(field);
        }
        let items = ['\'', '"'].map(|quote| format!("{variable}[{quote}{name}{quote}]"));
        let item = items.into_iter().find(|item| occurs(text, item, |before| !before.ends_with(is_word), |_| true));
        if item.is_some() {
            return item;
        }
    }
    None
}

/// Whether `part` stands in `text` somewhere with such a text before and such a text after it.
fn occurs(text: &str, part: &str, is_before: impl Fn(&str) -> bool, is_after: impl Fn(&str) -> bool) -> bool {
    text.match_indices(part).any(|(start, _)| is_before(&text[..start]) && is_after(&text[start + part.len()..]))
}

/// Whether a key of a path goes on: `::db.old` is the node `db.old`, and a sentence may end behind `::db.`
fn continues_key(after: &str) -> bool {
    let letters = |text: &str| text.starts_with(|letter| is_word(letter) || letter == '-');
    letters(after) || after.strip_prefix('.').is_some_and(letters)
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::in_expression;

    #[test]
    fn expressions_name_nodes_in_three_ways() {
        for (text, found) in [
            ("::db", Some("::db")),
            ("{{ '::db::port' | eval }}", Some("::db")),
            ("$NODES::db", Some("::db")),
            ("::db[.type=x]", Some("::db")),
            ("it is ::db.", Some("::db")),
            ("::dbx::db", Some("::db")),
            ("::dbx ::db-old ::db.old", None),
            ("{{ NODES.db.port }}", Some("NODES.db")),
            ("{{ TOPOLOGY.db }}", Some("TOPOLOGY.db")),
            ("{{ NODES['db'].port }}", Some("NODES['db']")),
            ("{{ NODES[\"db\"].port }}", Some("NODES[\"db\"]")),
            ("{{ NODES.dbx }} {{ MY_NODES.db }} {{ NODES['dbx'] }}", None),
            ("the db", None),
            ("", None),
        ] {
            assert_eq!(in_expression(text, "db").as_deref(), found, "{text}");
        }
    }
}
