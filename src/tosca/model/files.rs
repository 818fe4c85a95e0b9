//! Files that a template and the types that it imports call by name.

use super::Model;
use crate::source::FileId;
use crate::source::diagnostic::did_you_mean;
use crate::source::package::resolve;
use crate::source::syntax::yaml::YamlId;

impl Model {
    /// The file in the same folder that is almost called so, where there is none of this name.
    pub fn file_meant(&self, name: &str) -> Option<String> {
        if self.has_file(name)? {
            return None;
        }
        let package = &self.reading.package;
        let wanted = resolve(&package.entry().ok()?, name).ok()?;
        let (folder, _) = wanted.rsplit_once('/')?;
        let files = package.list(folder).ok()?;
        let meant = did_you_mean(&wanted, files.iter().map(String::as_str))?;
        Some(name.rsplit_once('/')?.0.to_owned() + meant.strip_prefix(folder)?)
    }

    /// Whether there is a file, or a folder, that the template calls so; none where that is unknown.
    pub fn has_file(&self, name: &str) -> Option<bool> {
        self.has_file_seen_from(&self.reading.package.entry().ok()?, name)
    }

    /// Whether there is a file, or a folder, that another file calls so, as seen from its folder; none where that is unknown.
    pub fn has_file_beside(&self, file: FileId, name: &str) -> Option<bool> {
        let is_imported = |root: YamlId| self.yaml(root).span().file == file;
        match self.imported_files().find(|(_, root)| is_imported(*root)) {
            Some((imported, _)) => self.has_file_seen_from(imported, name),
            None => self.has_file(name),
        }
    }

    fn has_file_seen_from(&self, base: &str, name: &str) -> Option<bool> {
        let package = &self.reading.package;
        let name = resolve(base, name).ok()?;
        let is_folder = || package.list(&name).is_ok_and(|files| !files.is_empty());
        (!package.is_text()).then(|| package.has(&name) || is_folder())
    }
}
