//! Tags of the author in conditions and expressions, which YAML lets stand anywhere and the language does not read.

use rustc_hash::FxHashSet;

use super::Checker;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{KeyContent, Section, is_operator};
use crate::source::syntax::yaml::Yaml;

impl<'t> Checker<'t> {
    /// Reports the tags in conditions and expressions of a section; those of values go into the document.
    pub(super) fn tags(&mut self, section: Section, body: Yaml<'t>) {
        if !body.tree().has_tags() {
            return;
        }
        for (key, value) in body.entries() {
            let content = section.key(key.text()).map(|entry| entry.content);
            if let Some(KeyContent::Conditions | KeyContent::Expression | KeyContent::Expressions) = content {
                self.tags_in(value);
            }
        }
    }

    fn tags_in(&mut self, root: Yaml<'t>) {
        // A stack of our own: templates may be nested deeper than the thread's stack allows.
        let mut open = vec![root];
        let mut seen = FxHashSet::default();
        while let Some(yaml) = open.pop() {
            if !seen.insert(yaml.id()) {
                continue;
            }
            if let Some(tag) = yaml.tag().filter(|tag| is_own(tag)) {
                let message = format!("the tag `{tag}` has no meaning in a condition or an expression");
                let diagnostic = Diagnostic::new(Code::UnknownOperator, place(yaml, tag), message);
                let word = tag.trim_start_matches('!').to_lowercase();
                self.diagnostics.push(if is_operator(&word, self.profile) {
                    diagnostic.help(format!("write `{{{word}: ...}}`: operators are keys"))
                } else {
                    diagnostic.help("leave it out: operators are keys, as in `{not: ...}`")
                });
            }
            open.extend(yaml.items());
            open.extend(yaml.entries().flat_map(|(key, value)| [key, value]));
        }
    }
}

/// Whether a tag is none of YAML itself, such as `!!str`.
fn is_own(tag: &str) -> bool {
    tag != "!" && !tag.starts_with("!!")
}

/// Where the tag of a value stands; the value itself where its tag is written in another way.
fn place(yaml: Yaml<'_>, tag: &str) -> Span {
    let span = yaml.span();
    let before = yaml.tree().source(span.file).get(..span.start as usize).unwrap_or_default().trim_end();
    match before.strip_suffix(tag) {
        Some(rest) => Span::new(span.file, rest.len(), before.len()),
        None => span,
    }
}
