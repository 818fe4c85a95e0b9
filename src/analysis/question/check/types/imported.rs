//! Files that are imported, and types that are not imported where an element has them: in no variant, as they lie under `lib/`, which is
//! read in any case, or not in all variants.

use rustc_hash::FxHashSet;

use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::source::FileId;
use crate::source::diagnostic::{Code, did_you_mean_text};
use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::{ElementId, Kind, misspelt_version_of_types};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};
use crate::tosca::types::{Collection, DefinitionSite, Origin};

/// The kinds of elements that have types.
static TYPED: &[(Kind, Collection)] = &[
    (Kind::Node, Collection::Node),
    (Kind::Artifact, Collection::Artifact),
    (Kind::Group, Collection::Group),
    (Kind::Policy, Collection::Policy),
];

/// What to do about types of the library.
pub(super) const IMPORT_LIBRARY: &str =
    "import the file that defines it: what lies under `lib/` is read for conditions, and is no part of documents";

impl TemplateWalk<'_, '_> {
    /// Types of the library that are not imported, each once: documents name them and do not have them.
    pub(super) fn types_left_in_library(&mut self) {
        let mut reported: FxHashSet<(Collection, String)> = FxHashSet::default();
        for &(kind, collection) in TYPED {
            // Of nodes, engines refuse them.
            let is_refused = kind == Kind::Node && self.engine.is_some();
            let elements = self.model.of_kind(kind).filter(|_| !is_refused && self.model.recovery().is_none());
            for id in elements {
                for choice in self.own_types(id) {
                    let Some(span) = choice.span else { continue };
                    let Some((name, site)) = self.left_in_library(collection, &choice.name) else { continue };
                    if !reported.insert((collection, name.clone())) {
                        continue;
                    }
                    let display = self.model.full_display(id);
                    let how = if name == *choice.name { "is of" } else { "has a type that derives from" };
                    let message = format!("{display} {how} type \"{name}\", which is not imported");
                    let fault = Fault {
                        response: RuntimeResponse::PassedOver,
                        because: Some((site.span, "defined here".to_owned())),
                        help: Some(IMPORT_LIBRARY.to_owned()),
                        ..Fault::new(Code::UndefinedType, &Path::new(&name), span, message)
                    };
                    let when = self.presence(id).and(&choice.when);
                    self.doubts.push(ConditionalFault::new(fault, Some(id), when));
                }
            }
        }
    }

    /// The type, or what it derives from, that is defined in the library alone and in no file that is imported.
    pub(super) fn left_in_library(&self, collection: Collection, name: &str) -> Option<(String, DefinitionSite)> {
        if self.model.are_types_open() {
            // What is not read may define it.
            return None;
        }
        let is_imported =
            |file: FileId| self.model.imported_files().any(|(_, root)| self.model.yaml(*root).span().file == file);
        let line = self.schemas.line(collection, name).unwrap_or_default();
        line.into_iter().find_map(|name| {
            let sites = self.model.types().sites(collection, name);
            let is_left = |site: &DefinitionSite| site.origin == Origin::Library && !is_imported(site.span.file);
            let first = *sites.first()?;
            sites.iter().all(is_left).then(|| (name.to_owned(), first))
        })
    }

    /// Imported files whose versions look misspelt: they are read in any case, and engines refuse them.
    pub(super) fn imported_versions(&mut self) {
        let roots: Vec<YamlId> = self.model.imported_files().map(|(_, root)| *root).collect();
        for root in roots {
            let Some(version) = self.model.yaml(root).get("tosca_definitions_version") else { continue };
            let Some(meant) = misspelt_version_of_types(version.text()) else { continue };
            let message =
                format!("there is no definitions version \"{}\"; {}", version.text(), did_you_mean_text(meant));
            let misspelt = Some((version.text().to_owned(), meant.to_owned()));
            let path = Path::new("tosca_definitions_version");
            let fault = Fault { misspelt, ..Fault::new(Code::UnsupportedVersion, &path, version.span(), message) };
            self.doubts.push(ConditionalFault::new(fault, None, When::default()));
        }
    }

    /// Types whose files are not imported where an element has them.
    pub(super) fn imported_types(&mut self) {
        let imports: Vec<ElementId> = self.model.of_kind(Kind::Import).collect();
        // What errors leave of a template says nothing about presences.
        let is_recovered = self.model.recovery().is_some();
        if is_recovered || imports.iter().all(|&import| self.model.element(import).conditions.is_empty()) {
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
                    self.doubts.push(ConditionalFault::new(fault, Some(id), when));
                }
            }
        }
    }

    /// The files that define a type.
    fn files_of(&self, collection: Collection, name: &str) -> Vec<FileId> {
        self.model.types().sites(collection, name).into_iter().map(|site| site.span.file).collect()
    }
}
