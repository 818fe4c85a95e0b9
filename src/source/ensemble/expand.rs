//! Documents in which directives are followed.
//!
//! Comes in: the root of a parsed file. Goes out: the document that Unfurl makes of it, in the same tree, places staying those
//! of what people wrote. What cannot be followed is reported where it stands. Invariant: ends for whatever documents say of
//! each other.

use variscope_encoder::recursion::descend;

use super::directive::Directive;
use super::merge::{Merger, STRATEGIES, STRATEGY, Strategy, cleaned};
use super::misspelt;
use crate::Error;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::package::Package;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::source::{FileId, Sources, Span};

/// So many directives are followed in one document.
const MAX_DIRECTIVES: usize = 2_000;
/// So deep directives may lead to others.
const MAX_DEPTH: usize = 40;

/// Where files are read from, and what is said about them.
pub struct EnsembleReader<'s> {
    /// The package that they are in.
    pub package: &'s Package,
    /// Their texts.
    pub sources: &'s mut Sources,
    /// Their nodes.
    pub tree: &'s mut Tree,
    /// What is wrong.
    pub diagnostics: &'s mut Vec<Diagnostic>,
    /// What they are called in the package, with their roots.
    pub read: Vec<(FileId, String, Option<YamlId>)>,
}

/// One pass over a document.
pub(super) struct Expansion<'e, 's> {
    pub(super) reader: &'e mut EnsembleReader<'s>,
    /// The document that places are looked up in.
    document: YamlId,
    /// Where in the document the pass is.
    path: Vec<String>,
    /// The names of the files that are being included, the innermost last.
    pub(super) files: Vec<String>,
    /// Directives whose places were not found.
    missing: Vec<Span>,
    followed: usize,
    depth: usize,
    pub(super) failure: Option<Error>,
}

/// What a directive gives.
pub(super) enum DirectiveResult {
    Found(YamlId),
    /// Nothing: it is optional.
    Nothing,
    /// Nothing yet: what it names may come of another directive.
    Missing,
}

impl EnsembleReader<'_> {
    /// Parses a file of the package; none where it is missing or malformed.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn parse(&mut self, name: &str) -> Result<Option<YamlId>, Error> {
        if let Some(&(_, _, root)) = self.read.iter().find(|(_, known, _)| known == name) {
            return Ok(root);
        }
        let Some(text) = self.package.read(name)? else { return Ok(None) };
        let display = self.package.display(name);
        let file = self.sources.add(display, text);
        let (root, diagnostics) = self.tree.parse(self.sources, file);
        self.read.push((file, name.to_owned(), root));
        // An empty file says nothing.
        self.diagnostics.extend(diagnostics.into_iter().filter(|diagnostic| diagnostic.code != Code::EmptyDocument));
        Ok(root)
    }

    /// The document of a file, directives followed.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn expanded(&mut self, name: &str, root: YamlId) -> Result<YamlId, Error> {
        let (mut document, mut missing) = (root, None);
        loop {
            let mut pass = Expansion {
                reader: self,
                document,
                path: Vec::new(),
                files: vec![name.to_owned()],
                missing: Vec::new(),
                followed: 0,
                depth: 0,
                failure: None,
            };
            let before = pass.reader.diagnostics.len();
            let expanded = pass.value(root);
            let (left, failure) = (pass.missing, pass.failure);
            if let Some(error) = failure {
                return Err(error);
            }
            let is_faulty = self.diagnostics.len() > before;
            if left.is_empty() || is_faulty {
                return Ok(cleaned(self.tree, expanded));
            }
            if missing == Some(left.len()) {
                self.diagnostics.extend(left.into_iter().map(|place| unknown_place(self.sources, place)));
                return Ok(cleaned(self.tree, expanded));
            }
            (document, missing) = (expanded, Some(left.len()));
        }
    }

    /// `upper` over `lower`; mappings under the keys `replaced` keep the values of `upper` as a whole.
    pub(super) fn merged(&mut self, lower: YamlId, upper: YamlId, replaced: &[&str]) -> YamlId {
        let mut merger = Merger { tree: self.tree, replaced, refused: Vec::new() };
        let merged = merger.merge(lower, upper, Strategy::Merge);
        self.diagnostics.extend(merger.refused.into_iter().map(not_to_be_merged));
        merged
    }
}

impl Expansion<'_, '_> {
    pub(super) fn value(&mut self, id: YamlId) -> YamlId {
        descend(|| {
            let yaml = self.reader.tree.at(id);
            if yaml.is_sequence() {
                self.list(id)
            } else if yaml.is_mapping() {
                self.mapping(id)
            } else {
                id
            }
        })
    }

    fn list(&mut self, id: YamlId) -> YamlId {
        let items: Vec<YamlId> = self.reader.tree.at(id).items().map(Yaml::id).collect();
        let mut expanded = Vec::with_capacity(items.len());
        for (number, &item) in items.iter().enumerate() {
            if !self.reader.tree.at(item).is_mapping() {
                expanded.push(item);
                continue;
            }
            if self.reader.tree.at(item).get(STRATEGY).is_some_and(|strategy| strategy.text() == "whiteout") {
                continue;
            }
            self.path.push(number.to_string());
            let value = self.value(item);
            self.path.pop();
            let yaml = self.reader.tree.at(value);
            if yaml.is_sequence() {
                expanded.extend(yaml.items().map(Yaml::id));
            } else {
                expanded.push(value);
            }
        }
        if expanded == items { id } else { self.reader.tree.list(self.reader.tree.at(id).span(), &expanded) }
    }

    fn mapping(&mut self, id: YamlId) -> YamlId {
        let yaml = self.reader.tree.at(id);
        let (place, count) = (yaml.span(), yaml.len());
        let pairs: Vec<(YamlId, YamlId)> = yaml.entries().map(|(key, value)| (key.id(), value.id())).collect();
        let (mut own, mut templates) = (Vec::with_capacity(2 * pairs.len()), Vec::new());
        let mut is_same = true;
        for (key, value) in pairs {
            let name = self.reader.tree.at(key).text().to_owned();
            let Some(directive) = Directive::parse(&name) else {
                // It names an anchor, and is no key.
                if name == "+&" {
                    is_same = false;
                    continue;
                }
                if name == STRATEGY {
                    self.refuse_unknown_strategy(value);
                }
                let place = self.reader.tree.at(key).span();
                self.reader.diagnostics.extend(misspelt::directive(&name, &self.path, place));
                let inner = self.entry(name, value);
                is_same &= inner == value;
                own.extend([key, inner]);
                continue;
            };
            is_same = false;
            match self.follow(&directive, key, value) {
                DirectiveResult::Found(found) if self.reader.tree.at(found).is_mapping() => templates.push(found),
                DirectiveResult::Found(found) if count == 1 => return found,
                DirectiveResult::Found(found) => {
                    let kind = self.reader.tree.at(found).kind();
                    let message = format!("`{name}` stands for a {kind}, which cannot be merged with other keys");
                    self.diagnostic(key, message, "give it a mapping of its own");
                }
                DirectiveResult::Nothing => {}
                DirectiveResult::Missing => {
                    self.missing.push(self.reader.tree.at(key).span());
                    own.extend([key, value]);
                }
            }
        }
        if is_same {
            return id;
        }
        let own = self.reader.tree.mapping(place, &own);
        templates.push(own);
        let mut merged = templates[0];
        for &template in &templates[1..] {
            merged = self.reader.merged(merged, template, &[]);
        }
        merged
    }

    /// What is none of the ways to merge replaces in Unfurl, and stays as a value with a key of its own.
    fn refuse_unknown_strategy(&mut self, value: YamlId) {
        let strategy = self.reader.tree.at(value);
        if strategy.is_null() || strategy.is_scalar() && STRATEGIES.contains(&strategy.text()) {
            return;
        }
        let strategy =
            if strategy.is_scalar() { format!("\"{}\"", strategy.text()) } else { format!("a {}", strategy.kind()) };
        let message = format!("`{STRATEGY}` says how a mapping is merged, and {strategy} is no way to");
        self.diagnostic(value, message, format!("it is one of {}", STRATEGIES.join(", ")));
    }

    fn entry(&mut self, name: String, value: YamlId) -> YamlId {
        self.path.push(name);
        let inner = self.value(value);
        self.path.pop();
        inner
    }

    fn follow(&mut self, directive: &Directive, key: YamlId, value: YamlId) -> DirectiveResult {
        self.followed += 1;
        if self.depth >= MAX_DEPTH || self.followed > MAX_DIRECTIVES {
            let name = self.reader.tree.at(key).text().to_owned();
            if self.followed <= MAX_DIRECTIVES + 1 {
                let message = format!("`{name}` leads through too many other directives");
                self.diagnostic(key, message, "write what is meant here");
            }
            return DirectiveResult::Nothing;
        }
        self.depth += 1;
        let target = match directive {
            Directive::Include { is_optional } => self.include(*is_optional, key, value),
            Directive::Place { is_optional, up, path } => self.place(*is_optional, *up, path, key, value),
            Directive::Anchor(anchor) => {
                let message = format!("nothing that Unfurl finds is called \"{anchor}\"");
                let help = format!(
                    "write `<<: *{anchor}`, or `+/path/from/the/root`; a rule for a pattern is written `+[_A-Z]*`"
                );
                self.diagnostic(key, message, help);
                DirectiveResult::Nothing
            }
        };
        self.depth -= 1;
        target
    }

    /// What another place of the document says.
    fn place(
        &mut self,
        is_optional: bool,
        up: Option<usize>,
        path: &[String],
        key: YamlId,
        value: YamlId,
    ) -> DirectiveResult {
        let kept = up.map_or(0, |up| (self.path.len() + 1).saturating_sub(up));
        let mut whole = self.path[..kept.min(self.path.len())].to_vec();
        whole.extend(path.iter().cloned());
        if self.path.starts_with(&whole) {
            let name = self.reader.tree.at(key).text().to_owned();
            self.diagnostic(key, format!("`{name}` is inside of what it stands for"), "name another place");
            return DirectiveResult::Nothing;
        }
        let mut found = self.reader.tree.at(self.document);
        for step in &whole {
            let next = if found.is_sequence() {
                step.parse().ok().and_then(|at| found.items().nth(at))
            } else {
                found.get(step)
            };
            match next {
                Some(next) => found = next,
                None => {
                    if is_optional {
                        let message = format!("there is no \"{}\" in the document", whole.join("/"));
                        self.diagnostic(
                            key,
                            message,
                            "Unfurl leaves out all of the mapping around it: remove this line",
                        );
                        return DirectiveResult::Nothing;
                    }
                    return DirectiveResult::Missing;
                }
            }
        }
        let found = found.id();
        let is_raw = self.reader.tree.at(value).text() == "raw";
        DirectiveResult::Found(if is_raw { found } else { self.value(found) })
    }

    pub(super) fn diagnostic(&mut self, at: YamlId, message: impl Into<String>, help: impl Into<String>) {
        let (place, message) = (self.reader.tree.at(at).span(), message.into());
        // A part may be read for itself, and for a directive that names it.
        let is_reported = |diagnostic: &Diagnostic| diagnostic.span() == Some(place) && diagnostic.message == message;
        if !self.reader.diagnostics.iter().any(is_reported) {
            self.reader.diagnostics.push(Diagnostic::new(Code::BadEnsemble, place, message).help(help));
        }
    }
}

fn unknown_place(sources: &Sources, place: Span) -> Diagnostic {
    let message = format!("`{}` names a place that is not there", sources.text(place));
    Diagnostic::new(Code::BadEnsemble, place, message)
        .help("write the keys from the root of the ensemble: `+/spec/inputs`")
}

fn not_to_be_merged(place: Span) -> Diagnostic {
    let message = format!("this must not be merged with anything: `{STRATEGY}: error` says so");
    Diagnostic::new(Code::BadEnsemble, place, message).help("remove one of the two mappings")
}
