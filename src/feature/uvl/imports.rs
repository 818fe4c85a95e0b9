//! Models that are made of several files.
//!
//! `imports` names files next to the model: `parts.wheel as w` is `parts/wheel.uvl`, whose features are called `w.…`. Where the tree
//! has a feature `w.Root`, named like the root of the file, the whole tree of the file takes its place. Files that no feature
//! stands for are read and left out, which is said.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::is_separator;
use std::sync::Arc;

use super::syntax::{Attribute, Expression, Import, Spanned, UnplacedImport, UvlFile};
use super::{is_broken, parser};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span, without_byte_order_mark};

/// Files that one model is made of, at most.
const MAX_FILES: usize = 1000;
/// Files that import each other in a row, at most.
const MAX_DEPTH: usize = 64;

/// Reads a file by its path from the folder of the model.
pub type Neighbours<'f> = &'f dyn Fn(&str) -> io::Result<Vec<u8>>;

/// Reads the files that documents import.
pub(super) struct Imports<'f, 's> {
    neighbours: Neighbours<'f>,
    /// The path of the folder of the model, which is empty or ends in `/`: the names of its files begin so.
    home: String,
    sources: &'s mut Sources,
    /// Paths of the files that are being read.
    open: Vec<String>,
    files: usize,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'f, 's> Imports<'f, 's> {
    /// Reads what the file of this name imports.
    pub(super) fn beside(name: &str, neighbours: Neighbours<'f>, sources: &'s mut Sources) -> Self {
        let home = name[..name.rfind(is_separator).map_or(0, |end| end + 1)].to_owned();
        Self { neighbours, home, sources, open: Vec::new(), files: 0, diagnostics: Vec::new() }
    }

    /// Puts the trees of imported files into a document from `folder`, which ends in `/` unless it is empty; complaints about
    /// features of the document whose names have dots although no imported tree begins with them.
    pub(super) fn resolve(&mut self, document: &mut UvlFile, folder: &str) -> Vec<Diagnostic> {
        let own = document.features.len();
        let mut imports: Vec<Imported> = Vec::new();
        let mut named: BTreeMap<String, Span> = BTreeMap::new();
        for import in std::mem::take(&mut document.imports) {
            if let Some(first) = named.get(&import.alias) {
                let message = format!("two imports are called `{}`", import.alias);
                let diagnostic = Diagnostic::new(Code::DuplicateFeature, import.path.span, message);
                let help = format!("write another name behind `as`: `{} as …`", import.path.value);
                self.diagnostics.push(diagnostic.and(*first, "the first one").help(help));
                continue;
            }
            named.insert(import.alias.clone(), import.path.span);
            let root = match self.load(&import, folder) {
                Ok(imported) => graft(document, imported, &import),
                Err(diagnostic) => {
                    self.diagnostics.push(*diagnostic);
                    None
                }
            };
            imports.push(Imported { alias: import.alias, root });
        }
        document.features[..own].iter().filter_map(|feature| misplaced(&feature.name, &imports)).collect()
    }

    fn load(&mut self, import: &Import, folder: &str) -> Result<UvlFile, Box<Diagnostic>> {
        let Spanned { value, span } = &import.path;
        let refuse = |code: Code, message: String| Box::new(Diagnostic::new(code, *span, message));
        let inner = value.replace('.', "/");
        if value.contains(['/', '\\']) || value.split('.').any(str::is_empty) {
            return Err(refuse(Code::UnsafePath, format!("`{value}` is no path of names with dots between them")));
        }
        let path = format!("{folder}{inner}.uvl");
        self.files += 1;
        if let Some(first) = self.open.iter().position(|open| *open == path) {
            let cycle: Vec<&str> = self.open[first..].iter().chain([&path]).map(String::as_str).collect();
            let message = format!("`{path}` imports itself: {}", cycle.join(" imports "));
            return Err(refuse(Code::UnsupportedUvl, message));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(refuse(
                Code::UnsupportedUvl,
                format!("more than {MAX_DEPTH} files import each other in a row"),
            ));
        }
        if self.files > MAX_FILES {
            return Err(refuse(Code::UnsupportedUvl, format!("more than {MAX_FILES} files are imported")));
        }
        let bytes = (self.neighbours)(&path);
        let bytes = bytes.map_err(|error| refuse(Code::UnreadableFile, format!("`{path}` cannot be read: {error}")))?;
        let text = String::from_utf8(without_byte_order_mark(&bytes).to_vec())
            .ok()
            .filter(|text| text.len() <= Sources::MAX_FILE_BYTES);
        let text = text.ok_or_else(|| refuse(Code::MalformedUvl, format!("`{path}` is not UTF-8, or too long")))?;
        let file = self.sources.add(format!("{}{path}", self.home), text);
        let text = Arc::clone(self.sources.file(file).text());
        let (mut document, diagnostics) = parser::parse(&text, file);
        if document.features.is_empty() && !is_broken(&diagnostics) {
            let message = "there is no tree of features";
            return Err(Box::new(Diagnostic::new(Code::MalformedUvl, Span::start_of(file), message)));
        }
        let is_sound = !is_broken(&diagnostics);
        self.diagnostics.extend(diagnostics);
        if is_sound {
            let end = path.rfind('/').map_or(0, |slash| slash + 1);
            let folder = path[..end].to_owned();
            self.open.push(path);
            let misplaced = self.resolve(&mut document, &folder);
            self.diagnostics.extend(misplaced);
            self.open.pop();
        }
        Ok(document)
    }
}

/// What a file that was imported is called.
struct Imported {
    alias: String,
    /// The name of its root; none where the file cannot be read.
    root: Option<String>,
}

/// A complaint about a feature whose name says that it is from another file, where it is the root of none.
fn misplaced(name: &Spanned<String>, imports: &[Imported]) -> Option<Diagnostic> {
    let Spanned { value, span } = name;
    let (origin, _) = value.rsplit_once('.')?;
    let is_from =
        |import: &&Imported| value.strip_prefix(import.alias.as_str()).is_some_and(|behind| behind.starts_with('.'));
    let candidates: Vec<&Imported> = imports.iter().filter(is_from).collect();
    if candidates.iter().any(|import| import.root.as_ref().is_none_or(|root| root == value)) {
        return None;
    }
    let message = match candidates.iter().find_map(|import| import.root.as_ref()) {
        Some(root) => {
            format!("`{value}` is not the root of its file: an imported tree stands where its root `{root}` does")
        }
        None => format!("`{value}` is from no file that is imported: there is no import called `{origin}`"),
    };
    Some(Diagnostic::new(Code::UndefinedFeature, *span, message))
}

/// Puts the tree of `imported` where `document` has a feature named like its root; that name.
fn graft(document: &mut UvlFile, imported: UvlFile, import: &Import) -> Option<String> {
    let alias = &import.alias;
    let root = imported.features.first().map(|root| format!("{alias}.{}", root.name.value))?;
    let Some(place) = document.features.iter().position(|feature| feature.name.value == root) else {
        let (alias, root_name) = (alias.clone(), root.clone());
        document.unplaced.push(UnplacedImport { alias, root: root_name, span: import.path.span });
        return Some(root);
    };
    document.unplaced.extend(imported.unplaced.iter().cloned());
    let names = FileNames::of(&imported);
    let (features, groups, expressions) = (document.features.len(), document.groups.len(), document.expressions.len());
    let feature = |index: usize| if index == 0 { place } else { features + index - 1 };
    for (index, mut node) in imported.features.into_iter().enumerate() {
        if index == 0 {
            let here = &mut document.features[place];
            here.attributes.append(&mut node.attributes);
            here.kind = node.kind;
            here.cardinality = here.cardinality.take().or(node.cardinality);
        } else {
            node.name.value = format!("{alias}.{}", node.name.value);
            node.group = node.group.map(|group| group + groups);
            document.features.push(node);
        }
    }
    for mut group in imported.groups {
        group.parent = feature(group.parent);
        group.members.iter_mut().for_each(|member| *member = feature(*member));
        document.groups.push(group);
    }
    for mut expression in imported.expressions {
        shift(&mut expression.value, expressions, |name| names.outside(name, alias));
        document.expressions.push(expression);
    }
    document.constraints.extend(imported.constraints.into_iter().map(|root| root + expressions));
    Some(root)
}

/// Moves an expression behind others, with its names as they are called there.
fn shift(expression: &mut Expression, by: usize, renamed: impl Fn(&str) -> Option<String>) {
    let rename = |name: &mut String| {
        if let Some(new) = renamed(name) {
            *name = new;
        }
    };
    match expression {
        Expression::Reference(name) => rename(name),
        Expression::Call(_, arguments) => arguments.iter_mut().for_each(|argument| rename(&mut argument.value)),
        Expression::Not(operand) | Expression::Negative(operand) => *operand += by,
        Expression::Binary(_, left, right) => {
            *left += by;
            *right += by;
        }
        Expression::Number(_) | Expression::Text(_) => {}
    }
}

/// The names of a file that is imported.
struct FileNames {
    features: BTreeSet<String>,
    /// With the names of their features.
    attributes: BTreeSet<String>,
    namespace: Option<String>,
}

impl FileNames {
    fn of(document: &UvlFile) -> Self {
        let path = |feature: &str, attribute: &Attribute| format!("{feature}.{}", attribute.name.value);
        let attributes = document
            .features
            .iter()
            .flat_map(|feature| feature.attributes.iter().map(move |attribute| path(&feature.name.value, attribute)));
        Self {
            features: document.features.iter().map(|feature| feature.name.value.clone()).collect(),
            attributes: attributes.collect(),
            namespace: document.namespace.as_ref().map(|name| name.value.clone()),
        }
    }

    /// What a name is called outside: that of a feature before that of an attribute, each with the namespace or without, as
    /// inside; after these, what begins with a feature. `None` for all other names.
    fn outside(&self, name: &str, alias: &str) -> Option<String> {
        let inner = self.namespace.as_ref().and_then(|namespace| name.strip_prefix(namespace)?.strip_prefix('.'));
        let begins = |name: &str| name.match_indices('.').any(|(dot, _)| self.features.contains(&name[..dot]));
        let names = || [Some(name), inner].into_iter().flatten();
        let found = names().find(|name| self.features.contains(*name));
        let found = found.or_else(|| names().find(|name| self.attributes.contains(*name)));
        found.or_else(|| names().find(|name| begins(name))).map(|name| format!("{alias}.{name}"))
    }
}
