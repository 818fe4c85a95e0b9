//! Files of artifacts: names that look misspelt, and artifacts that name none.
//!
//! An artifact may be an image in some registry: so only names are reported that are almost those of files that there are.

use super::doubt::ConditionalFault;
use super::search::TemplateWalk;
use crate::source::diagnostic::{Code, did_you_mean_text};
use crate::tosca::model::Kind;
use crate::tosca::types::completion::{Fault, Path};

impl TemplateWalk<'_, '_> {
    /// What is wrong with the files of artifacts.
    pub(super) fn artifact_files(&mut self) {
        for artifact in self.model.of_kind(Kind::Artifact) {
            let Some(body) = self.model.element(artifact).body.map(|body| self.model.yaml(body)) else { continue };
            let Some(file) = (if body.is_scalar() { Some(body) } else { body.get("file") }) else { continue };
            if file.is_null() {
                let name = &*self.model.element(artifact).name;
                let message = format!("artifact \"{name}\" names no file");
                let fault = Fault::new(Code::MissingProperty, &Path::new(name), file.span(), message);
                self.doubts.push(ConditionalFault::new(fault, Some(artifact), self.presence(artifact)));
                continue;
            }
            let Some(meant) = file.as_str().and_then(|name| self.model.file_meant(name)) else { continue };
            let message = format!("there is no file \"{}\"; {}", file.text(), did_you_mean_text(&meant));
            let misspelt = Some((file.text().to_owned(), meant));
            let path = Path::new(file.text());
            let fault = Fault { misspelt, ..Fault::new(Code::UnreadableFile, &path, file.span(), message) };
            self.doubts.push(ConditionalFault::new(fault, Some(artifact), self.presence(artifact)));
        }
    }
}
