//! Local files that a file imports, and what else it imports.

use rustc_hash::FxHashMap;

use super::load::TemplateReader;
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::source::package::{Package, leads_up, resolve_upwards};
use crate::source::syntax::vocabulary::ELEMENT_KEYWORDS;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::source::{FileId, Span};
use crate::tosca::model::unread::absent_import;
use crate::tosca::model::{MisnamedRepository, UnreadImport, UnreadReason};

/// A file of the package that another one imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ImportedFile {
    /// Its name in the package.
    pub(super) name: String,
    /// Where it is named.
    pub(super) span: Span,
    /// What stands in front of the names of its types: `namespace_prefix`.
    pub(super) prefix: Option<String>,
    /// Whether it is imported in some variants only.
    pub(super) is_conditional: bool,
}

impl TemplateReader<'_> {
    /// The files that a file imports; notes what else it does.
    pub(super) fn imported_by(&mut self, root: YamlId, name: &str) -> Vec<ImportedFile> {
        let known = |file: FileId| self.parts.iter().find(|(part, _)| *part == file).map_or(name, |(_, name)| name);
        let (files, unread) = imported_files(self.tree.at(root), &known, self.package.reads_outside());
        self.unread.extend(unread);
        self.diagnostics.extend(nameless(self.tree.at(root)));
        files
    }
}

/// What the file `name` with this root imports: files of the package, and what lies elsewhere and is not read: files of
/// repositories, URLs, programs, and paths that leave the package, unless it `reads_outside`.
///
/// Parts of an ensemble may come from several files: `name` says which file an import stands in.
fn imported_files<'n>(
    root: Yaml<'_>,
    name: &dyn Fn(FileId) -> &'n str,
    reads_outside: bool,
) -> (Vec<ImportedFile>, Vec<UnreadImport>) {
    let section = root.get("imports").into_iter();
    let imports = section.flat_map(|section| section.items().chain(section.entries().map(|(_, import)| import)));
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for import in imports {
        match imported(import, name(import.span().file), reads_outside) {
            Some(Ok(file)) => files.push(file),
            Some(Err(elsewhere)) => unread.push(UnreadImport { misnamed: misnamed(root, import), ..elsewhere }),
            None => {}
        }
    }
    (files, unread)
}

/// For each entry of the list of imports of the template `entry`: the files that it brings in, be it by way of others.
/// `files` are all that were read, each with its name and its root.
pub(super) fn files_of_imports(
    tree: &Tree,
    root: YamlId,
    entry: &str,
    files: &[(&str, FileId, YamlId)],
) -> Vec<Vec<FileId>> {
    let imports = tree.at(root).get("imports").into_iter().flat_map(Yaml::items);
    let by_name: FxHashMap<&str, (FileId, YamlId)> =
        files.iter().map(|&(name, file, root)| (name, (file, root))).collect();
    let brought = |import: Yaml<'_>| {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        open.extend(imported(import, entry, true).and_then(Result::ok));
        while let Some(next) = open.pop() {
            let Some((&name, &(file, root))) = by_name.get_key_value(&*next.name) else { continue };
            if !found.contains(&file) {
                found.push(file);
                open.extend(imported_files(tree.at(root), &|_| name, true).0);
            }
        }
        found
    };
    imports.map(brought).collect()
}

/// One import: the name of a file, a mapping with `file`, or either of these behind a name of its own.
fn imported(import: Yaml<'_>, importing: &str, reads_outside: bool) -> Option<Result<ImportedFile, UnreadImport>> {
    let import = unnamed(import);
    let named = Some(import).filter(|import| import.is_scalar()).or_else(|| import.get("file"));
    let file = named.or_else(|| Some(import).filter(|import| import.is_mapping()))?;
    let (span, is_conditional) = (file.span(), import.get("conditions").is_some());
    let unread = |why| Some(Err(UnreadImport { name: file.text().to_owned(), span, why, misnamed: None }));
    if file.is_null() {
        return unread(UnreadReason::Unnamed);
    }
    if named.is_none() {
        return unread(if is_nameless(import) { UnreadReason::Unnamed } else { UnreadReason::Unclear });
    }
    if import.get("repository").is_some() {
        return unread(UnreadReason::Repository);
    }
    let prefix = import.get("namespace_prefix").filter(|prefix| prefix.is_scalar() && !prefix.is_null());
    let prefix = prefix.map(|prefix| prefix.text().to_owned());
    match resolved(importing, file.text()) {
        Ok(name) if leads_up(&name) && !reads_outside => unread(UnreadReason::Outside),
        Ok(name) => Some(Ok(ImportedFile { name, span, prefix, is_conditional })),
        Err(why) => unread(why),
    }
}

/// What may stand beside the file of an import, and names none.
fn is_nameless(import: Yaml<'_>) -> bool {
    let is_beside = |key: &str| ELEMENT_KEYWORDS.contains(&key) || BESIDE_FILE.contains(&key);
    import.is_mapping() && import.entries().all(|(key, _)| is_beside(key.text()))
}

/// The keys of an import beside those of elements and `file`.
static BESIDE_FILE: &[&str] = &["repository", "namespace_uri", "namespace_prefix"];

/// The imports of a file with this root that name no file.
fn nameless(root: Yaml<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut before: Option<Yaml<'_>> = None;
    for import in root.get("imports").into_iter().flat_map(Yaml::items) {
        let file = import.get("file").unwrap_or(import);
        if file.is_null() || is_nameless(import) {
            let diagnostic = Diagnostic::new(Code::WrongShape, import.span(), "this import names no file");
            let of = before.filter(|before| before.get("conditions").is_none() && import.get("conditions").is_some());
            let of = of.map(|before| before.get("file").unwrap_or(before)).filter(|file| file.is_scalar());
            found.push(match of {
                Some(file) => diagnostic.help(format!(
                    "the dash is one too many: write `- file: {}` and `conditions: ...` beneath it, indented as `file`",
                    file.text()
                )),
                None => diagnostic.help("write the path of the file, or remove the import"),
            });
        }
        before = Some(import);
    }
    found
}

/// An import without a name of its own.
fn unnamed(import: Yaml<'_>) -> Yaml<'_> {
    let mut entries = import.entries();
    match (entries.next(), entries.next()) {
        (Some((key, body)), None) if key.text() != "file" && !is_nameless(import) => body,
        _ => import,
    }
}

/// The repository of an import, where the file with this root does not declare it, but one that is called almost so: others
/// may be declared around the file.
fn misnamed(root: Yaml<'_>, import: Yaml<'_>) -> Option<MisnamedRepository> {
    let repository = unnamed(import).get("repository").filter(|repository| repository.is_scalar())?;
    let declared = root.get("repositories")?;
    let names = declared.entries().map(|(key, _)| key.text());
    let close = did_you_mean(repository.text(), names).filter(|_| declared.get(repository.text()).is_none())?;
    Some(MisnamedRepository { name: repository.text().to_owned(), span: repository.span(), close: close.to_owned() })
}

/// The path that `relative` means in the file `name`.
fn resolved(name: &str, relative: &str) -> Result<String, UnreadReason> {
    if relative.contains("://") {
        return Err(UnreadReason::Remote);
    }
    if is_program(relative) {
        return Err(UnreadReason::Program);
    }
    resolve_upwards(name, relative).ok_or(UnreadReason::Outside)
}

/// Unfurl takes types from programs in Python too, which are not run here.
fn is_program(file: &str) -> bool {
    std::path::Path::new(file).extension().is_some_and(|extension| extension == "py")
}

/// The reference reads no imports, so a template resolves without them.
pub(super) fn missing_import(package: &Package, name: &str, span: Span, unread: usize) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..absent_import(package, name, span, unread) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    #[test]
    fn paths_are_relative_to_the_importing_file() {
        for (name, relative, expected) in [
            ("template.yaml", "types.yaml", Some("types.yaml")),
            ("template.yaml", "./a/b.yaml", Some("a/b.yaml")),
            ("a/b/c.yaml", "../d.yaml", Some("a/d.yaml")),
            ("a/b.yaml", "c\\d.yaml", Some("a/c/d.yaml")),
            ("a/c.yaml", "../../d.yaml", Some("../d.yaml")),
            ("a/c.yaml", "/d.yaml", None),
            ("a/c.yaml", "https://example.org/d.yaml", None),
            ("a/c.yaml", "types.py", None),
        ] {
            assert_eq!(resolved(name, relative).ok().as_deref(), expected, "{relative} in {name}");
        }
    }

    #[test]
    fn imports_are_written_in_several_ways() {
        for (imports, expected) in [
            ("[a.yaml]", &[("a.yaml", None)][..]),
            ("[{file: a.yaml}, {file: b.yaml, namespace_prefix: p}]", &[("a.yaml", None), ("b.yaml", Some("p"))]),
            (
                "[{mine: a.yaml}, {yours: {file: b.yaml, namespace_prefix: p}}]",
                &[("a.yaml", None), ("b.yaml", Some("p"))],
            ),
            ("{mine: a.yaml, yours: {file: b.yaml}}", &[("a.yaml", None), ("b.yaml", None)]),
            (
                "[{file: a.yaml, repository: r}, {r: {file: a.yaml, repository: r}}, ~, {file: ~}, 'http://x/y.yaml']",
                &[],
            ),
        ] {
            let (mut sources, mut tree) = (Sources::new(), Tree::new());
            let file = sources.add("t.yaml", format!("imports: {imports}\n"));
            let root = tree.parse(&sources, file).0.expect("not empty");
            let (found, _) = imported_files(tree.at(root), &|_| "t.yaml", false);
            let found: Vec<_> = found.iter().map(|file| (file.name.as_str(), file.prefix.as_deref())).collect();
            assert_eq!(found, expected, "{imports}");
        }
    }

    #[test]
    fn what_is_not_read_is_known() {
        let imports = "[{file: a.yaml, repository: r}, 'http://x/y.yaml', x.py, /y.yaml, ../z.yaml, b.yaml]";
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("t.yaml", format!("imports: {imports}\n"));
        let root = tree.parse(&sources, file).0.expect("not empty");
        let (files, unread) = imported_files(tree.at(root), &|_| "t.yaml", false);
        let reasons: Vec<UnreadReason> = unread.iter().map(|import| import.why).collect();
        assert_eq!(files.len(), 1);
        let expected = [
            UnreadReason::Repository,
            UnreadReason::Remote,
            UnreadReason::Program,
            UnreadReason::Outside,
            UnreadReason::Outside,
        ];
        assert_eq!(reasons, expected);
        let (files, _) = imported_files(tree.at(root), &|_| "t.yaml", true);
        assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["../z.yaml", "b.yaml"]);
    }
}
