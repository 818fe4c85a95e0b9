//! Local files that a file imports.

use crate::source::Span;
use crate::syntax::yaml::Yaml;

/// The files of the package that the file `name` with this root imports, as far as they can be inside the package,
/// each with the place that names it. Files of repositories, URLs and paths that leave the package are left out.
pub(super) fn imported_files(root: Yaml<'_>, name: &str) -> Vec<(String, Span)> {
    let imports = root.get("imports").into_iter().flat_map(Yaml::items);
    let files = imports.filter_map(|import| {
        let is_elsewhere = import.get("repository").is_some();
        if import.is_scalar() { Some(import) } else { import.get("file").filter(|_| !is_elsewhere) }
    });
    let files = files.filter(|file| !file.is_null());
    files.filter_map(|file| Some((resolved(name, file.text())?, file.span()))).collect()
}

/// The path that `relative` means in the file `name`.
fn resolved(name: &str, relative: &str) -> Option<String> {
    if relative.contains("://") || relative.starts_with('/') {
        return None;
    }
    let mut path: Vec<&str> = name.split('/').collect();
    path.pop();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop()?;
            }
            part => path.push(part),
        }
    }
    Some(path.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_importing_file() {
        for (name, relative, expected) in [
            ("template.yaml", "types.yaml", Some("types.yaml")),
            ("template.yaml", "./a/b.yaml", Some("a/b.yaml")),
            ("a/b/c.yaml", "../d.yaml", Some("a/d.yaml")),
            ("a/c.yaml", "../../d.yaml", None),
            ("a/c.yaml", "/d.yaml", None),
            ("a/c.yaml", "https://example.org/d.yaml", None),
        ] {
            assert_eq!(resolved(name, relative).as_deref(), expected, "{relative} in {name}");
        }
    }
}
