//! A variant as a whole CSAR: its document with the files that it needs, and no others.
//!
//! Comes in: a package and the document of a variant. Goes out: the bytes of an archive that engines take as it is. A file is
//! needed when the document names it, or another needed file does: by its path from there, from the root of the package, or in
//! one of the folders where Ansible looks. Invariant: the same variant gives the same bytes.

mod missing;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use thiserror::Error as ThisError;

use crate::Error;
use crate::source::package::{Package, pack, resolve};

pub use missing::{missing_files, outside_imports};

const METADATA: &str = "TOSCA-Metadata/TOSCA.meta";

/// The name of a document that stands in the place of no template.
const DOCUMENT: &str = "service-template.yaml";

/// What stands before the names of files and roles in a playbook, besides nothing.
static FOLDERS: &[&str] = &["files/", "templates/", "tasks/", "vars/", "roles/"];

/// Why there is no archive.
#[derive(Debug, ThisError)]
pub enum BundleError {
    /// A file of the package cannot be read.
    #[error(transparent)]
    Package(#[from] Error),
    /// The files do not fit into an archive.
    #[error("the files do not fit into an archive: {0}")]
    Archive(#[from] io::Error),
}

/// The bytes of a CSAR with `document` in the place of the template of `package`.
///
/// # Errors
/// When a file that it needs cannot be read, or the files do not fit into an archive.
pub fn bundle(package: &Package, document: &str) -> Result<Vec<u8>, BundleError> {
    let entry = if package.is_text() { DOCUMENT.to_owned() } else { place_of_document(package)? };
    let metadata = format!(
        "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: variscope {}\nEntry-Definitions: {entry}\n",
        env!("CARGO_PKG_VERSION")
    );
    let mut files = vec![(METADATA.to_owned(), metadata.into_bytes()), (entry.clone(), document.as_bytes().to_vec())];
    files.extend(needed(package, &entry, document)?);
    Ok(pack(&files)?)
}

/// The name of the document: that of the template, or one beside the ensemble.
fn place_of_document(package: &Package) -> Result<String, Error> {
    let entry = package.entry()?;
    let is_template = package.read(&entry)?.is_none_or(|text| text.contains("tosca_definitions_version"));
    if is_template {
        return Ok(entry);
    }
    Ok(entry.rsplit_once('/').map_or_else(|| DOCUMENT.to_owned(), |(folder, _)| format!("{folder}/{DOCUMENT}")))
}

/// The files that `document`, in the place of the template of `package`, names, as they are called from there.
///
/// # Errors
/// When the package cannot be listed.
pub fn named_files(package: &Package, document: &str) -> Result<Vec<String>, Error> {
    let entry = package.entry()?;
    let home = entry.rfind('/').map_or("", |end| &entry[..=end]);
    let named = PackageContents::of(package)?.named_in(&entry, document);
    Ok(named.iter().map(|name| name.strip_prefix(home).unwrap_or(name).to_owned()).collect())
}

/// What a package has to choose from.
struct PackageContents {
    files: BTreeSet<String>,
    folders: BTreeSet<String>,
}

impl PackageContents {
    fn of(package: &Package) -> Result<Self, Error> {
        let files: BTreeSet<String> = package.list("")?.into_iter().collect();
        let folders =
            files.iter().flat_map(|name| name.match_indices('/').map(|(at, _)| name[..at].to_owned())).collect();
        Ok(Self { files, folders })
    }

    /// The files that a text in the file `from` names.
    fn named_in(&self, from: &str, text: &str) -> BTreeSet<String> {
        let words: BTreeSet<&str> =
            text.split(is_boundary).map(|word| word.trim_end_matches('.').trim_matches('/')).collect();
        words.into_iter().filter(|word| !word.is_empty()).flat_map(|word| self.meant(from, word)).collect()
    }

    fn meant(&self, from: &str, word: &str) -> Vec<String> {
        let nested = FOLDERS.iter().map(|folder| format!("{folder}{word}"));
        let around = [word.to_owned()].into_iter().chain(nested).filter_map(|path| resolve(from, &path).ok());
        let at_root = resolve("", word).ok();
        around.chain(at_root).flat_map(|path| self.at(path, word)).collect()
    }

    /// The file of that name, or all files of the folder, if the word can only mean it.
    fn at(&self, path: String, word: &str) -> Vec<String> {
        if self.files.contains(&path) {
            return vec![path];
        }
        let is_meant = word.contains('/') || FOLDERS.iter().any(|folder| path.ends_with(&format!("{folder}{word}")));
        if !is_meant || !self.folders.contains(&path) {
            return Vec::new();
        }
        let prefix = format!("{path}/");
        let inside = self.files.range(prefix.clone()..).take_while(|name| name.starts_with(&prefix));
        inside.cloned().collect()
    }
}

/// The files that `document`, in the place of the file `entry`, needs, and those that these need, by name.
fn needed(package: &Package, entry: &str, document: &str) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let contents = PackageContents::of(package)?;
    let mut pending: Vec<String> = contents.named_in(entry, document).into_iter().collect();
    let mut files = BTreeMap::new();
    while let Some(name) = pending.pop() {
        if name == entry || name == METADATA || files.contains_key(&name) {
            continue;
        }
        let Some(bytes) = package.bytes(&name)? else { continue };
        if let Ok(text) = std::str::from_utf8(&bytes) {
            pending.extend(contents.named_in(&name, text));
        }
        files.insert(name, bytes);
    }
    Ok(files)
}

/// What cannot be part of the name of a file, as names are written.
fn is_boundary(letter: char) -> bool {
    letter.is_whitespace() || "\"'`,;:=()[]{}<>|&#!*?$@".contains(letter)
}
