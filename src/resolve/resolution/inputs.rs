//! Files that give inputs their values.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use crate::Error;
use crate::analysis::value::Assembly;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::package::{read_file, read_piped};
use crate::source::syntax::yaml::{Tree, YamlId};
use crate::source::{FileId, Sources};

/// An inputs file: YAML, JSON, or an extended configuration of FeatureIDE.
#[derive(Clone, Debug)]
pub struct InputsFile {
    name: String,
    text: Arc<str>,
}

impl InputsFile {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or is not UTF-8.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Ok(Self::new(path.display().to_string(), read_file(path)?))
    }

    /// Reads what can be read only once; `name` is what diagnostics print.
    ///
    /// # Errors
    /// Those of [`Self::read`].
    pub fn piped(name: &str, from: impl Read) -> Result<Self, Error> {
        Ok(Self::new(name, read_piped(name, from)?))
    }

    /// A file with this content; `name` is what diagnostics print, and its ending distinguishes XML from YAML.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// What diagnostics call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is in it.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn is_xml(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
    }
}

/// Inputs files in the order in which they were given.
#[derive(Default)]
pub(super) struct InputsFiles {
    tree: Tree,
    files: Vec<InputsContent>,
}

enum InputsContent {
    Yaml(Option<YamlId>),
    Xml(FileId, Arc<str>),
}

impl InputsFiles {
    pub(super) fn read(&mut self, files: &[InputsFile], sources: &mut Sources, diagnostics: &mut Vec<Diagnostic>) {
        for given in files {
            let file = sources.add(given.name.clone(), Arc::clone(&given.text));
            if given.is_xml() {
                self.files.push(InputsContent::Xml(file, Arc::clone(&given.text)));
                continue;
            }
            let (root, faults) = self.tree.parse(sources, file);
            // An empty file gives no values, which is nothing wrong.
            diagnostics.extend(faults.into_iter().filter(|diagnostic| diagnostic.code != Code::EmptyDocument));
            self.files.push(InputsContent::Yaml(root));
        }
    }

    pub(super) fn add_to<'a>(&self, assembly: Assembly<'a>) -> Assembly<'a> {
        self.files.iter().fold(assembly, |assembly, file| match file {
            InputsContent::Yaml(root) => assembly.file(root.map(|root| self.tree.at(root))),
            InputsContent::Xml(file, text) => assembly.feature_ide(*file, text),
        })
    }
}
