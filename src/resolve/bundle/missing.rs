//! Files that a document names and the package does not have.

use std::collections::BTreeSet;

use crate::Error;
use crate::source::Sources;
use crate::source::package::{Package, leads_up, resolve, resolve_upwards};
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};

/// Keys of an interface that are no operations.
static NO_OPERATIONS: [&str; 6] = ["type", "inputs", "operations", "notifications", "description", "metadata"];

/// The files of artifacts and the scripts of operations that `document`, in the place of the template, names, and that are
/// not in the package. What looks like an image of a registry, or the name of an artifact, is no file.
///
/// # Errors
/// When the package cannot be listed.
pub fn missing_files(package: &Package, document: &str) -> Result<BTreeSet<String>, Error> {
    let entry = place(package)?;
    let (tree, root) = read(document);
    let named = root.map_or_else(Vec::new, |root| named_by_nodes(tree.at(root)));
    let is_there =
        |name: &str| [resolve(&entry, name), resolve("", name)].into_iter().flatten().any(|path| package.has(&path));
    Ok(named.into_iter().filter(|name| is_path(name) && !is_there(name)).map(str::to_owned).collect())
}

/// The files outside of the package that `document`, in the place of the template, imports, without which an archive is no
/// template; other imports that are not there are reported when the template is read.
///
/// # Errors
/// When nothing says what the template of the package is.
pub fn outside_imports(package: &Package, document: &str) -> Result<Vec<String>, Error> {
    let entry = place(package)?;
    let (tree, root) = read(document);
    let imports = root.and_then(|root| tree.at(root).get("imports")).into_iter().flat_map(Yaml::items);
    let names = imports.filter_map(|import| import.get("file").unwrap_or(import).as_str());
    let outside = names.filter(|name| resolve_upwards(&entry, name).is_some_and(|path| leads_up(&path)));
    Ok(outside.filter(|name| is_path(name)).map(str::to_owned).collect())
}

/// Where the document stands.
fn place(package: &Package) -> Result<String, Error> {
    if package.is_text() { Ok(String::new()) } else { package.entry() }
}

fn read(document: &str) -> (Tree, Option<YamlId>) {
    let mut sources = Sources::new();
    let file = sources.add("document", document);
    let mut tree = Tree::new();
    let (root, _) = tree.parse(&sources, file);
    (tree, root)
}

fn named_by_nodes(document: Yaml<'_>) -> Vec<&str> {
    let nodes = document.get("topology_template").and_then(|topology| topology.get("node_templates"));
    let mut named = Vec::new();
    for (_, node) in nodes.into_iter().flat_map(Yaml::entries) {
        let artifacts: Vec<(Yaml<'_>, Yaml<'_>)> =
            node.get("artifacts").into_iter().flat_map(Yaml::entries_within).collect();
        for &(_, artifact) in artifacts.iter().filter(|(_, artifact)| artifact.get("repository").is_none()) {
            named.extend(artifact.get("file").unwrap_or(artifact).as_str());
        }
        for (_, interface) in node.get("interfaces").into_iter().flat_map(Yaml::entries) {
            for (_, operation) in operations(interface) {
                let given = if operation.is_scalar() { Some(operation) } else { operation.get("implementation") };
                let file = given.and_then(|given| if given.is_scalar() { Some(given) } else { given.get("primary") });
                let is_artifact = |name: &&str| artifacts.iter().any(|(artifact, _)| artifact.text() == *name);
                named.extend(file.and_then(Yaml::as_str).filter(|name| !is_artifact(name)));
            }
        }
    }
    named
}

fn operations(interface: Yaml<'_>) -> impl Iterator<Item = (Yaml<'_>, Yaml<'_>)> {
    let inner = interface.get("operations").into_iter().flat_map(Yaml::entries);
    interface.entries().filter(|(key, _)| !NO_OPERATIONS.contains(&key.text())).chain(inner)
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
