//! What stands against a document that is meant for an engine.

use super::completion::without_built_in;
use super::output_folder::OutputFolder;
use crate::analysis::question::{Variant, engine_faults};
use crate::resolve::transform::Output;
use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Tree;
use crate::tosca::model::Model;
use crate::tosca::types::engine::{Engine, PATH_UP};
use crate::tosca::types::{Schemas, TypesProfile};

/// Who takes a document, and which types are built in there.
#[derive(Clone, Copy, Debug)]
pub struct TargetEngine {
    /// The engine.
    pub engine: Engine,
    /// The types that the author asks for.
    pub types: TypesProfile,
}

impl TargetEngine {
    /// Errors in the document of a variant, as it is written for the engine; types that are built in are added to `sources`.
    pub(super) fn refused(self, model: &Model, variant: &Variant, sources: &mut Sources) -> Vec<Diagnostic> {
        let mut tree = Tree::new();
        let profile = self.engine.types(self.types).read(sources, &mut tree).map(|root| tree.at(root));
        let schemas = Schemas::new(model.types(), model.tree(), profile);
        let built_in = profile.map(|root| root.span().file);
        let faults = engine_faults(model, &schemas, self.engine, |id| variant.has(model, id)).into_iter();
        let diagnostics = faults.map(|diagnostic| without_built_in(diagnostic, built_in).diagnostic());
        diagnostics.filter(Diagnostic::is_error).collect()
    }

    /// An error where a document in `folder` would name a file above it, for an engine that looks for files beneath the
    /// folder of the document only.
    pub(super) fn files_above(self, model: &Model, folder: &OutputFolder<'_>, document: &Output) -> Option<Diagnostic> {
        if !PATH_UP.is_by(self.engine) {
            return None;
        }
        let (name, span) = folder.files_above(model, document.clone()).into_iter().next()?;
        let engine = self.engine;
        let message = format!("{engine} refuses {}: `{name}`", PATH_UP.what);
        let diagnostic = Diagnostic::at(Code::EngineDemand, span, message);
        Some(diagnostic.help("write the document beside the template, or a CSAR with `--csar FILE.zip`"))
    }
}
