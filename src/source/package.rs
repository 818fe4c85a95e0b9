//! Where a template and its companions are read from: a file, stdin, a CSAR folder or a CSAR archive.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::Error;

/// A template with its companions.
#[derive(Debug)]
pub struct Package {
    root: PathBuf,
    entry: String,
    text: Option<Arc<str>>,
}

impl Package {
    /// Opens a template file, a CSAR folder or a CSAR archive.
    ///
    /// # Errors
    /// When it cannot be read, or is an archive that is broken or hostile.
    pub fn open(path: &Path) -> Result<Self, Error> {
        if path.is_dir() {
            for name in ["vst.yaml", "variable-service-template.yaml", "service-template.yaml", "template.yaml"] {
                if path.join(name).is_file() {
                    return Ok(Self { root: path.to_owned(), entry: name.to_owned(), text: None });
                }
            }
        }
        let root = path.parent().unwrap_or(Path::new("")).to_owned();
        let entry = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        Ok(Self { root, entry, text: None })
    }

    /// A template without companions.
    pub fn stdin(text: impl Into<Arc<str>>) -> Self {
        Self { root: PathBuf::new(), entry: "<stdin>".to_owned(), text: Some(text.into()) }
    }

    /// The name of the template inside the package.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn entry(&self) -> Result<String, Error> {
        Ok(self.entry.clone())
    }

    /// The text of a file; `None` when there is no such file.
    ///
    /// # Errors
    /// When it cannot be read or is no text.
    pub fn read(&self, name: &str) -> Result<Option<Arc<str>>, Error> {
        if let Some(text) = &self.text {
            return Ok((name == self.entry).then(|| Arc::clone(text)));
        }
        match fs::read_to_string(self.root.join(name)) {
            Ok(text) => Ok(Some(text.into())),
            Err(source) if source.kind() == ErrorKind::NotFound => Ok(None),
            Err(source) => Err(Error::Io { path: self.root.join(name), source }),
        }
    }

    /// The names of all files in `folder` and below, ascending.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn list(&self, folder: &str) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        if self.text.is_some() {
            return Ok(names);
        }
        let Ok(entries) = fs::read_dir(self.root.join(folder)) else { return Ok(names) };
        for entry in entries.flatten() {
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                names.extend(self.list(&name)?);
            } else {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// How diagnostics name a file of the package.
    pub fn display(&self, name: &str) -> String {
        self.root.join(name).display().to_string()
    }
}
