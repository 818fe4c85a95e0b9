//! Paths as programs expect them: relative to the current directory, with `/` between their parts; those of platforms that show
//! findings beside lines from the root of the repository.

use std::path::{Component, Path, PathBuf};

/// How the files of one package are named to other programs.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The directory that paths are relative to.
    current: PathBuf,
    /// The archive that the files are in.
    archive: Option<PathBuf>,
    /// The folders that platforms may count paths from.
    roots: Vec<PathBuf>,
}

impl Paths {
    /// Files that are named by their paths; `current` is the directory that the user is in.
    pub fn new(current: impl Into<PathBuf>) -> Self {
        Self { current: current.into(), archive: None, roots: Vec::new() }
    }

    /// Makes platforms count paths from the first of these folders that has the file, however the user got to it.
    #[must_use]
    pub fn below(self, roots: Vec<PathBuf>) -> Self {
        Self { roots, ..self }
    }

    /// Files inside an archive.
    #[must_use]
    pub fn inside(self, archive: &Path) -> Self {
        Self { archive: Some(archive.to_owned()), ..self }
    }

    /// The path of the file that diagnostics call `name`.
    pub fn show(&self, name: &str) -> String {
        match &self.archive {
            Some(archive) => self.relative(&archive.join(name)),
            None => self.relative(Path::new(name)),
        }
    }

    /// A path that is [shown](Self::show), as platforms expect it.
    pub(super) fn in_repository(&self, shown: &str) -> String {
        let absolute = without_detours(&self.current.join(shown));
        let below = |root: &PathBuf| Path::new(&absolute).strip_prefix(root).ok().map(without_detours);
        self.roots.iter().find_map(below).unwrap_or_else(|| shown.to_owned())
    }

    fn relative(&self, path: &Path) -> String {
        let is_below = !self.current.as_os_str().is_empty();
        without_detours(if is_below { path.strip_prefix(&self.current).unwrap_or(path) } else { path })
    }
}

/// A path with `/` between its parts, without `.` and without what `..` takes back.
fn without_detours(path: &Path) -> String {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir | Component::RootDir => {}
            // As readers of addresses do it.
            Component::ParentDir if matches!(parts.last(), Some(Component::Normal(_))) => drop(parts.pop()),
            Component::Prefix(_) | Component::ParentDir | Component::Normal(_) => parts.push(part),
        }
    }
    let parts = parts.into_iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let root = if path.has_root() { "/" } else { "" };
    let shown = root.to_owned() + &parts.collect::<Vec<String>>().join("/");
    if shown.is_empty() { ".".to_owned() } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_where_they_can_be() {
        let paths = Paths::new("/srv");
        assert_eq!(paths.show("/srv/shop/a.yaml"), "shop/a.yaml");
        assert_eq!(paths.show("/other/a.yaml"), "/other/a.yaml");
        assert_eq!(paths.show("./shop//a.yaml"), "shop/a.yaml");
        assert_eq!(paths.show("../a.yaml"), "../a.yaml");
        assert_eq!([paths.show("/srv/x/../shop/a.yaml"), paths.show("x/../../a.yaml")], ["shop/a.yaml", "../a.yaml"]);
        assert_eq!(paths.show("<stdin>"), "<stdin>");
        assert_eq!([paths.show("."), paths.show("/srv")], [".", "."]);
        assert_eq!(paths.inside(Path::new("x/shop.csar")).show("lib/t.yaml"), "x/shop.csar/lib/t.yaml");
    }

    #[test]
    fn platforms_count_from_the_root() {
        let paths = Paths::new("/srv/repo/sub").below(vec!["/other".into(), "/srv/repo".into()]);
        for (shown, in_repository) in [
            ("t.yaml", "sub/t.yaml"),
            ("../a.yaml", "a.yaml"),
            ("/srv/repo/b/c.yaml", "b/c.yaml"),
            ("../../x.yaml", "../../x.yaml"),
            ("/other/d.yaml", "d.yaml"),
        ] {
            assert_eq!(paths.in_repository(shown), in_repository);
        }
        assert_eq!(Paths::new("/srv/repo/sub").in_repository("t.yaml"), "t.yaml");
    }
}
