//! Paths inside a package.

use crate::source::diagnostic::{Code, Diagnostic};

/// The name of the file that `relative` means in the file `base` of the same package.
///
/// # Errors
/// When the path leaves the package. The diagnostic has no place; whoever knows the line adds it.
pub fn resolve(base: &str, relative: &str) -> Result<String, Box<Diagnostic>> {
    resolve_upwards(base, relative).filter(|path| is_inside(path)).ok_or_else(|| leaves(relative).into())
}

/// The same for a file that may be above the package; `None` when the path is absolute.
pub fn resolve_upwards(base: &str, relative: &str) -> Option<String> {
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let folder: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    seen_from(&folder, relative)
}

/// `path` without `.`, `..` and empty parts; `None` when it leaves the package or cannot be inside one.
pub(super) fn normalised(path: &str) -> Option<String> {
    seen_from(&[], path).filter(|path| is_inside(path))
}

/// The same for a path that may leave the package upwards: `..` stays where it leads out.
pub(super) fn normalised_upwards(path: &str) -> Option<String> {
    seen_from(&[], path).filter(|path| !path.contains('\0'))
}

/// Whether the name of a file leads out of the package.
pub fn leads_up(name: &str) -> bool {
    name == ".." || name.starts_with("../")
}

/// Whether a normalised path can be that of a file in the package.
fn is_inside(path: &str) -> bool {
    !leads_up(path) && !path.contains('\0')
}

/// What is said about a path that leaves the package.
pub(super) fn leaves(path: &str) -> Diagnostic {
    Diagnostic::unplaced(Code::UnsafePath, format!("path \"{path}\" leaves the package"))
        .note("only files in the folder of the template, or in its archive, are read")
        .help("copy the file into the package")
}

/// What is said about a link to a file outside of the package.
pub(super) fn leads_outside(path: &str) -> Diagnostic {
    Diagnostic::unplaced(Code::UnsafePath, format!("\"{path}\" is a link that leads out of the package"))
        .note("only files in the folder of the template, or in its archive, are read")
        .help("copy the file into the package, or trust it with `--allow-outside`")
}

/// `path` as seen from a folder of the package, be it in the package or above it.
fn seen_from(folder: &[&str], path: &str) -> Option<String> {
    let is_absolute = path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':');
    if is_absolute {
        return None;
    }
    let mut parts = folder.to_vec();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|&last| last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normalised_or_refused() {
        for (path, expected) in [
            ("a.yaml", Some("a.yaml")),
            ("", Some("")),
            ("./a//b/../c.yaml", Some("a/c.yaml")),
            ("a\\b.yaml", Some("a/b.yaml")),
            ("..a/b..", Some("..a/b..")),
            ("..", None),
            ("a/../../b", None),
            ("../..", None),
            ("/etc/passwd", None),
            ("\\\\server\\share", None),
            ("C:\\x", None),
            ("a\0b", None),
        ] {
            assert_eq!(normalised(path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn relative_paths_start_in_the_folder_of_the_file() {
        for (base, relative, expected) in [
            ("a.yaml", "b.yaml", Some("b.yaml")),
            ("a/b/c.yaml", "d.yaml", Some("a/b/d.yaml")),
            ("a/b/c.yaml", "../../d.yaml", Some("d.yaml")),
            ("a/c.yaml", "../../d.yaml", None),
            ("a/c.yaml", "/d.yaml", None),
            ("a/c.yaml", "C:/d.yaml", None),
        ] {
            assert_eq!(resolve(base, relative).ok().as_deref(), expected, "{relative} in {base}");
        }
        assert_eq!(resolve("a.yaml", "../b").unwrap_err().code, Code::UnsafePath);
    }

    #[test]
    fn paths_may_lead_up() {
        for (base, relative, expected) in [
            ("a/c.yaml", "../../d.yaml", Some("../d.yaml")),
            ("c.yaml", "../../e/./d.yaml", Some("../../e/d.yaml")),
            ("../e/c.yaml", "../f/d.yaml", Some("../f/d.yaml")),
            ("../../c.yaml", "../d.yaml", Some("../../../d.yaml")),
            ("a/c.yaml", "../d.yaml", Some("d.yaml")),
            ("a/c.yaml", "/d.yaml", None),
        ] {
            assert_eq!(resolve_upwards(base, relative).as_deref(), expected, "{relative} in {base}");
        }
    }
}
