//! Paths inside a package.
//!
//! What files say about others is read alike on every system: `\` parts it as `/` does. The *name* of a file is what the system
//! takes it for, so that on most of them `a\b.yaml` is a file.

use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf, is_separator};

use crate::source::diagnostic::{Code, Diagnostic};

/// A path with `/` between its parts, whatever the system writes there.
pub fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace(MAIN_SEPARATOR, "/")
}

/// The way from a folder to a file or folder, with `/` between its parts; both are absolute, or in the same folder.
pub fn relative(folder: &Path, path: &Path) -> String {
    let shared = folder.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(path.components().skip(shared)).collect();
    if way.as_os_str().is_empty() { ".".to_owned() } else { slashed(&way) }
}

/// Whether a file is called as files of YAML are, templates among them.
pub fn is_yaml(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["yaml", "yml", "tosca"].iter().any(|yaml| yaml.eq_ignore_ascii_case(extension)))
}

/// The name of the file that `relative` means in the file `base` of the same package.
///
/// # Errors
/// When the path leaves the package. The diagnostic has no place; the caller adds the line.
pub fn resolve(base: &str, relative: &str) -> Result<String, Box<Diagnostic>> {
    resolve_upwards(base, relative).filter(|path| is_inside(path)).ok_or_else(|| leaves(relative).into())
}

/// The name of the file that `relative` means in the file `base`, which may be above the package; `None` when the path is
/// absolute.
pub fn resolve_upwards(base: &str, relative: &str) -> Option<String> {
    let is_absolute = relative.starts_with(['/', '\\']) || relative.as_bytes().get(1) == Some(&b':');
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let parts = folder.split('/').chain(relative.split(['/', '\\']));
    (!is_absolute).then(|| joined(parts))
}

/// A name without `.`, `..` and empty parts; `None` when it leaves the package or cannot be inside one.
pub(super) fn normalised(name: &str) -> Option<String> {
    normalised_upwards(name).filter(|name| is_inside(name))
}

/// A name without `.`, empty parts and `..`, but for a `..` that leads out of the package.
pub(super) fn normalised_upwards(name: &str) -> Option<String> {
    let start = Path::new(name).components().next();
    let is_absolute = matches!(start, Some(Component::Prefix(_) | Component::RootDir));
    (!is_absolute && !name.contains('\0')).then(|| joined(name.split(is_separator)))
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

/// What is said about a file that others name, or that was found, and that lies elsewhere.
pub(super) const ELSEWHERE: &str =
    "it leads out of the folder that was named; copy it there, or trust it with `--allow-outside`";

/// What is said about a file that others name, and that is neither in the folder that was named nor in the CSAR.
pub(super) fn leads_elsewhere(name: &str) -> Diagnostic {
    Diagnostic::unplaced(Code::UnsafePath, format!("\"{name}\" leads out of the folder that was named"))
        .note("only files in the folder that was named, or in the CSAR around it, are read and written")
        .help("copy the file there, name a folder that has both, or trust it with `--allow-outside`")
}

/// The path of these parts, with `..` only where it leads out.
fn joined<'p>(all: impl Iterator<Item = &'p str>) -> String {
    let mut parts = Vec::new();
    for part in all {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|&last| last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_file_leads_there() {
        for (folder, path, way) in [
            ("/a/b/case", "/a/t.yaml", "../../t.yaml"),
            ("/a", "/a/t.yaml", "t.yaml"),
            ("/a/b", "/c", "../../c"),
            ("/a", "/a", "."),
        ] {
            assert_eq!(relative(Path::new(folder), Path::new(path)), way);
        }
    }

    #[test]
    fn files_of_yaml_are_known_by_their_endings() {
        assert!(["a.yaml", "b/a.YML", "a.b.Tosca"].map(Path::new).into_iter().all(is_yaml));
        assert!(!["yaml", "a.yaml.orig", "a.json", ".yaml"].map(Path::new).into_iter().any(is_yaml));
    }

    #[test]
    fn paths_are_normalised_or_refused() {
        let cases = [
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
        ];
        for (path, expected) in cases {
            assert_eq!(resolve("", path).ok().as_deref(), expected, "{path}");
        }
        for (name, expected) in cases.into_iter().filter(|(name, _)| cfg!(windows) || !name.contains('\\')) {
            assert_eq!(normalised(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn names_are_what_the_system_takes_them_for() {
        for name in ["a\\b.yaml", "\\b.yaml", "C:\\x", "c:x.yaml"] {
            assert_eq!(normalised(name).as_deref(), Some(name));
        }
        assert_eq!(slashed(Path::new("a\\b/c")), "a\\b/c");
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
