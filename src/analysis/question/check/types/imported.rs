//! Types that are imported in some variants only, of elements that are there in others as well.

use super::doubt::Doubt;
use super::search::TemplateWalk;
use crate::source::FileId;
use crate::source::diagnostic::Code;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::Collection;
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};

/// The kinds of elements that have types.
static TYPED: &[(Kind, Collection)] = &[
    (Kind::Node, Collection::Node),
    (Kind::Artifact, Collection::Artifact),
    (Kind::Group, Collection::Group),
    (Kind::Policy, Collection::Policy),
];

impl TemplateWalk<'_, '_> {
    /// Types whose files are not imported where an element has them.
    pub(super) fn imported_types(&mut self) {
        let imports: Vec<ElementId> = self.model.of_kind(Kind::Import).collect();
        // What errors leave of a template says nothing about presences.
        let is_mended = self.model.mending().is_some();
        if is_mended || imports.iter().all(|&import| self.model.element(import).conditions.is_empty()) {
            return;
        }
        for &(kind, collection) in TYPED {
            for id in self.model.of_kind(kind) {
                for choice in self.own_types(id) {
                    let Some(span) = choice.span else { continue };
                    let files = self.files_of(collection, &choice.name);
                    let brings = |import: &&ElementId| {
                        self.model.files_of_import(**import).iter().any(|file| files.contains(file))
                    };
                    let bringing: Vec<ElementId> = imports.iter().filter(brings).copied().collect();
                    let [first, ..] = bringing.as_slice() else { continue };
                    let display = self.model.full_display(id);
                    let message = format!("{display} is of type \"{}\", which is not imported here", choice.name);
                    let fault = Fault {
                        response: RuntimeResponse::PassedOver,
                        because: Some((self.model.element(*first).span, "the import".to_owned())),
                        help: Some("give both the same conditions, or import the file in all variants".to_owned()),
                        ..Fault::new(Code::UndefinedType, &Path::new(&choice.name), span, message)
                    };
                    let when = self.presence(id).and(&choice.when).without(bringing);
                    self.doubts.push(Doubt::new(fault, Some(id), when));
                }
            }
        }
    }

    /// The files that define a type.
    fn files_of(&self, collection: Collection, name: &str) -> Vec<FileId> {
        self.model.types().sites(collection, name).into_iter().map(|site| site.span.file).collect()
    }
}
