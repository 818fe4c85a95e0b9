//! Files that a document names and the package does not have.

use std::collections::BTreeSet;

use crate::Error;
use crate::resolve::transform::{FileUse, Output, named_files};
use crate::source::Sources;
use crate::source::package::{Package, leads_up, resolve, resolve_upwards};
use crate::source::syntax::yaml::Tree;

/// The files of artifacts and the scripts of operations that `document`, in the place of the template, names, and that are
/// not in the package. What looks like an image of a registry, or the name of an artifact, is no file.
///
/// # Errors
/// When the package cannot be listed.
pub fn missing_files(package: &Package, document: &str) -> Result<BTreeSet<String>, Error> {
    let entry = place(package)?;
    let is_there =
        |name: &str| [resolve(&entry, name), resolve("", name)].into_iter().flatten().any(|path| package.has(&path));
    Ok(named(document, FileUse::Deployment).filter(|name| !is_there(name)).collect())
}

/// The files outside of the package that `document`, in the place of the template, imports, without which an archive is no
/// template; other imports that are not there are reported when the template is read.
///
/// # Errors
/// When nothing says what the template of the package is.
pub fn outside_imports(package: &Package, document: &str) -> Result<Vec<String>, Error> {
    let entry = place(package)?;
    let is_outside = |name: &String| resolve_upwards(&entry, name).is_some_and(|path| leads_up(&path));
    Ok(named(document, FileUse::Import).filter(is_outside).collect())
}

/// Where the document stands.
fn place(package: &Package) -> Result<String, Error> {
    if package.is_text() { Ok(String::new()) } else { package.entry() }
}

/// What looks like the path of a file where the document names files for this use.
fn named(document: &str, wanted: FileUse) -> impl Iterator<Item = String> {
    let mut sources = Sources::new();
    let file = sources.add("document", document);
    let mut tree = Tree::new();
    let (root, _) = tree.parse(&sources, file);
    let named = root.map_or_else(Vec::new, |root| named_files(&tree, Output::Source(root)));
    named.into_iter().filter(move |file| file.file_use == wanted && is_path(&file.name)).map(|file| file.name)
}

/// Whether a text looks like the path of a file: its last part has an ending of letters.
fn is_path(text: &str) -> bool {
    let last = text.rsplit('/').next().unwrap_or_default();
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_word = ending.starts_with(|first: char| first.is_ascii_alphabetic())
        && ending.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_word && !text.contains([':', '{', '$', ' ', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_not_there_are_named() {
        let document = "imports: [types.yaml, {file: ../above.yaml}, a/../../b.yaml, 'https://x.example/../t.yaml']
topology_template:
  node_templates:
    a:
      artifacts: {war: {file: a.war}, image: {file: 'docker.io/nginx:1.2'}, far: {file: b.war, repository: r}, script: c.sh}
      interfaces:
        Standard:
          create: scripts/d.sh
          start: {implementation: {primary: e.sh}}
          stop: {implementation: script}
          operations: {delete: f.sh}
          inputs: {x: g.sh}
";
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("template.yaml"), document).unwrap();
        std::fs::write(folder.path().join("a.war"), "").unwrap();
        let package = Package::open(&folder.path().join("template.yaml")).unwrap();
        let missing: Vec<String> = missing_files(&package, document).unwrap().into_iter().collect();
        assert_eq!(missing, ["c.sh", "e.sh", "f.sh", "scripts/d.sh"]);
        assert_eq!(outside_imports(&package, document).unwrap(), ["../above.yaml", "a/../../b.yaml"]);
    }
}
