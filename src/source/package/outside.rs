//! What lies outside of a package: links and imports lead there, which are followed only where that is allowed.

use super::folder::Folder;
use super::{Files, Package, path, refused};
use crate::Error;

impl Package {
    /// Whether files outside of the package are read, where links or imports lead to them: never outside of an archive.
    pub fn reads_outside(&self) -> bool {
        self.reads_outside && matches!(&*self.files, Files::Folder(_))
    }

    /// A name without `.` and empty parts; none where it leads out of the package, and that is not allowed.
    pub(super) fn normalised(&self, name: &str) -> Option<String> {
        if self.reads_outside() { path::normalised_upwards(name) } else { path::normalised(name) }
    }

    /// Whether a name that leads above the folder is that of a file. Nothing is read.
    pub fn has_above(&self, name: &str) -> bool {
        matches!(&*self.files, Files::Folder(folder) if path::leads_up(name) && folder.path(name).is_file())
    }

    /// Refuses a link that leads out of the folder, unless that is allowed.
    pub(super) fn stay_inside(&self, folder: &Folder, name: &str, path: &str) -> Result<(), Error> {
        // What was named on the command line may be a link to anywhere.
        let is_named = self.is_template_named && self.template.as_deref() == Some(name);
        if !is_named && !self.reads_outside && folder.leads_outside(path) {
            return Err(refused(path::leads_outside(name)));
        }
        Ok(())
    }
}
