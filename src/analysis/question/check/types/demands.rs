//! What the engine that a document is meant for refuses.

use super::doubt::{ConditionalFault, When};
use super::imported::IMPORT_LIBRARY;
use super::search::{EngineDocuments, TemplateWalk};
use super::type_operations::{file_of, files_run};
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, UnreadReason};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};
use crate::tosca::types::engine::{self, Engine, EngineRefusal};
use crate::tosca::types::{Collection, Section, operations_in, short_name};

/// The operations that every node has.
const LIFECYCLE: &[&str] = &["create", "configure", "start", "stop", "delete"];

/// Where something stands that an engine may refuse.
#[derive(Clone)]
pub(super) struct DemandPlace {
    /// The element that it belongs to; none where it belongs to the template.
    element: Option<ElementId>,
    span: Span,
    /// When it is there.
    pub(super) when: When,
}

impl DemandPlace {
    pub(super) fn of(element: Option<ElementId>, span: Span, when: When) -> Self {
        Self { element, span, when }
    }
}

/// What is known of a repository.
enum Repository {
    Known,
    /// It is not declared.
    Unknown,
    /// It is at an address on the network.
    Remote,
}

impl<'t> TemplateWalk<'_, 't> {
    /// Everything that the engine refuses, where documents are meant for one.
    pub(super) fn demands(&mut self) {
        if self.engine.is_none() {
            return;
        }
        self.raised_to_engine_errors();
        self.check_imports();
        self.check_sections();
        for node in self.model.of_kind(Kind::Node) {
            self.check_node(node);
        }
        self.check_relations();
        self.check_files_of_types();
        self.check_keys();
        self.check_metadata();
        self.check_triggers();
        self.check_trigger_filters();
        self.check_empty_keys();
        self.check_unknown_keys();
        self.check_artifacts();
        self.check_functions();
        self.check_dates();
    }

    /// What is a warning otherwise.
    pub(super) fn raised_to_engine_errors(&mut self) {
        let Some(engine) = self.engine else { return };
        for doubt in &mut self.doubts {
            let refusal = match doubt.fault.code {
                Code::RequirementOccurrences => engine::OCCURRENCES,
                Code::UnexpectedProperty if doubt.fault.response == RuntimeResponse::PassedOver => {
                    match doubt.passed_over.as_ref().map(|undeclared| undeclared.by.0) {
                        Some(Collection::Relationship) => engine::RELATIONSHIP_PROPERTY,
                        Some(Collection::Artifact | Collection::Group) => engine::ARTIFACT_PROPERTY,
                        Some(Collection::Policy) => engine::POLICY_PROPERTY,
                        _ => engine::PROPERTY,
                    }
                }
                Code::UnknownMember if doubt.fault.response == RuntimeResponse::PassedOver => engine::PROPERTY_READ,
                _ => continue,
            };
            if refusal.is_by(engine) {
                let message = format!("{engine} refuses this: {}", doubt.fault.message);
                doubt.fault = Fault {
                    code: Code::EngineDemand,
                    message,
                    response: RuntimeResponse::Refused,
                    ..doubt.fault.clone()
                };
                doubt.passed_over = None;
            }
        }
    }

    /// Where something stands that is there with an element, or in every variant.
    pub(super) fn demand_at(&self, element: impl Into<Option<ElementId>>, span: Span) -> DemandPlace {
        let element = element.into();
        let when = element.map_or_else(When::default, |id| self.presence(id));
        DemandPlace { element, span, when }
    }

    fn check_imports(&mut self) {
        let model = self.model;
        for import in model.unread_imports() {
            let refusal = match import.why {
                UnreadReason::Repository => engine::REPOSITORY,
                UnreadReason::Remote => engine::REMOTE,
                UnreadReason::Program => engine::PROGRAM,
                UnreadReason::Missing if self.documents == EngineDocuments::Rewritten => engine::MISSING_IMPORT,
                UnreadReason::Missing
                | UnreadReason::Outside
                | UnreadReason::Refused
                | UnreadReason::Unnamed
                | UnreadReason::Unclear => continue,
            };
            let element = model.of_kind(Kind::Import).find(|&id| model.element(id).span.contains(import.span));
            let place = self.demand_at(element, import.span);
            self.refuse(refusal, place.clone());
            if import.why == UnreadReason::Repository {
                match self.repository(import.span) {
                    Repository::Unknown => self.refuse(engine::UNKNOWN_REPOSITORY, place),
                    Repository::Remote if self.engine == Some(Engine::Unfurl) => self.refuse(engine::REMOTE, place),
                    Repository::Remote | Repository::Known => {}
                }
            }
        }
        let section = model.root().get("imports").into_iter();
        let imports: Vec<Yaml<'t>> = section.flat_map(Yaml::items).collect();
        for import in imports {
            let is_file = import.is_scalar() || import.get("file").is_some();
            self.refuse_unless(is_file, engine::NAMED_IMPORT, self.demand_at(None, import.span()));
            let body = import.entries().next().map(|(_, body)| body).filter(|_| !is_file).unwrap_or(import);
            if let Some(prefix) = body.get("namespace_prefix").filter(|prefix| !prefix.is_null()) {
                self.refuse(engine::PREFIX, self.demand_at(None, prefix.span()));
            }
            if let Some(uri) = body.get("namespace_uri").filter(|uri| !uri.is_null()) {
                self.refuse(engine::NAMESPACE_URI, self.demand_at(None, uri.span()));
            }
        }
    }

    /// What is known of the repository that an import names; an ensemble around the template may say more of it, and deploys from
    /// the network.
    fn repository(&self, import: Span) -> Repository {
        let root = self.model.root();
        let imports = root.get("imports").into_iter().flat_map(Yaml::descendants);
        let named = imports.filter(|part| part.span().contains(import) || import.contains(part.span()));
        let Some(name) = named.filter_map(|part| part.get("repository")).last() else { return Repository::Known };
        if self.model.ensemble().is_some() || engine::OWN_REPOSITORIES.contains(&name.text()) {
            return Repository::Known;
        }
        let Some(declared) = root.get("repositories").and_then(|all| all.get(name.text())) else {
            return Repository::Unknown;
        };
        let url = declared.get("url").unwrap_or(declared);
        let is_remote = url.is_scalar() && url.text().contains("://") && !url.text().starts_with("file:");
        if is_remote { Repository::Remote } else { Repository::Known }
    }

    fn check_sections(&mut self) {
        let topology = self.model.topology_template();
        let start = Span::start_of(self.model.root().span().file);
        self.refuse_unless(topology.is_some(), engine::NO_TOPOLOGY, self.demand_at(None, start));
        let parts = [(Some(self.model.root()), engine::KEYS), (topology, engine::SECTIONS)];
        for (part, table) in parts {
            for &(key, refusal) in table {
                if let Some((key, _)) = part.and_then(|part| part.entry(key)) {
                    self.refuse(refusal, self.demand_at(None, key.span()));
                }
            }
        }
    }

    fn check_node(&mut self, node: ElementId) {
        let element = self.model.element(node);
        let body = element.body.map(|body| self.model.yaml(body));
        let present = self.presence(node);
        for choice in self.own_types(node) {
            let when = present.and(&choice.when);
            let line = self.schemas.line(Collection::Node, &choice.name).unwrap_or_default();
            let named = engine::TYPES.iter().find(|(name, _)| **name == *choice.name);
            if let Some(&(_, refusal)) = named {
                self.refuse(refusal, DemandPlace::of(Some(node), choice.span.unwrap_or(element.span), when.clone()));
            }
            for &(_, property, refusal) in engine::REQUIRED.iter().filter(|(name, ..)| line.contains(name)) {
                let given =
                    self.model.properties_of(node).iter().filter(|&&id| *self.model.element(id).name == *property);
                let given: Vec<ElementId> = given.copied().collect();
                let is_written = body.and_then(|body| body.get("properties")?.get(property)).is_some();
                let fields = self.schemas.fields_along(Collection::Node, Section::Properties, &line);
                let has_default = fields.get(property).is_some_and(|schema| !schema.defaults.is_empty());
                let is_known = has_default || (given.is_empty() && is_written);
                let when = when.without(given);
                self.refuse_unless(is_known, refusal, DemandPlace::of(Some(node), element.span, when));
            }
            self.check_type(
                &choice.name,
                DemandPlace::of(Some(node), choice.span.unwrap_or(element.span), when.clone()),
            );
            let Some(body) = body.filter(|_| !line.is_empty()) else { continue };
            self.check_attributes(node, body, &line, &when);
            self.check_declared(node, &line, &when);
            self.check_short_entries(node, &line, &when);
            self.check_operations(node, body, &line, &when);
        }
        if let Some(body) = body {
            self.check_files(node, body);
        }
    }

    /// A type that is not defined in what the engine gets.
    fn check_type(&mut self, name: &str, place: DemandPlace) {
        // What is imported and not read may define it; Unfurl has more types of its own.
        let is_own = self.engine.is_some_and(|engine| engine.builds_in(name));
        let is_known = self.schemas.is_known(Collection::Node, name) || name.is_empty();
        let is_known = is_known || is_own || self.model.are_types_open();
        let left = self.left_in_library(Collection::Node, name);
        // The prefix of the profile is no prefix of an import.
        let definition = self.schemas.types().definition(Collection::Node, name);
        let is_of_profile = definition.is_some_and(|definition| definition.place.is_none());
        let is_prefixed = name.contains(':') && is_known && !is_of_profile;
        self.refuse_unless(!is_prefixed, engine::PREFIX_COLON, place.clone());
        let before = self.doubts.len();
        self.refuse_unless(is_known && left.is_none(), engine::UNKNOWN_TYPE, place);
        for ConditionalFault { fault, .. } in &mut self.doubts[before..] {
            let Some((_, site)) = left else { continue };
            fault.because = Some((site.span, "defined here, in a file that is not imported".to_owned()));
            fault.help = Some(IMPORT_LIBRARY.to_owned());
        }
    }

    fn check_attributes(&mut self, node: ElementId, body: Yaml<'t>, line: &[&str], when: &When) {
        let declared = self.schemas.fields_along(Collection::Node, Section::Attributes, line);
        let standard = ["tosca_id", "tosca_name", "state"];
        for (key, _) in body.get("attributes").into_iter().flat_map(Yaml::entries) {
            let is_known = declared.contains_key(key.text()) || standard.contains(&key.text());
            self.refuse_unless(is_known, engine::ATTRIBUTE, DemandPlace::of(Some(node), key.span(), when.clone()));
        }
    }

    fn check_operations(&mut self, node: ElementId, body: Yaml<'t>, line: &[&str], when: &When) {
        let declared = self.schemas.interfaces(Collection::Node, line);
        for (key, interface) in body.get("interfaces").into_iter().flat_map(Yaml::entries) {
            let own = declared.get(short_name(key.text()));
            let is_standard = short_name(key.text()) == "Standard";
            let place = |span| DemandPlace::of(Some(node), span, when.clone());
            let by_engine = self.own_operations(short_name(key.text())).filter(|_| own.is_none());
            let is_there = own.is_some() || is_standard || by_engine.is_some();
            self.refuse_unless(is_there, engine::OPERATION, place(key.span()));
            let is_short = interface.get("operations").is_none();
            for (operation, body) in operations_in(interface) {
                let name = operation.text();
                let declared = own.and_then(|own| Some(own.inputs(own.operations.get(name)?, None)));
                self.check_operation_inputs(body, &declared.unwrap_or_default(), &place);
                let is_known = own.is_some_and(|own| own.operations.contains_key(name));
                let is_known = is_known || by_engine.is_some_and(|own| own.contains(&"*") || own.contains(&name));
                let is_open = own.is_none() && !is_standard && by_engine.is_none();
                let is_known = is_known || is_standard && LIFECYCLE.contains(&name) || is_open;
                self.refuse_unless(is_known, engine::OPERATION, place(operation.span()));
                self.refuse_unless(!is_short, engine::SHORT_OPERATION, place(operation.span()));
            }
        }
    }

    /// The operations of an interface that an engine has by itself.
    fn own_operations(&self, interface: &str) -> Option<&'static [&'static str]> {
        let own = engine::OWN_INTERFACES.iter().find(|(name, _)| *name == interface);
        own.filter(|_| self.engine == Some(Engine::Unfurl)).map(|&(_, operations)| operations)
    }

    /// The files that a node names itself.
    fn check_files(&mut self, node: ElementId, body: Yaml<'t>) {
        let mut files: Vec<(Option<ElementId>, Yaml<'t>)> = Vec::new();
        for artifact in self.model.of_kind(Kind::Artifact) {
            let element = self.model.element(artifact);
            let body = element.body.filter(|_| element.container == Some(node)).map(|body| self.model.yaml(body));
            files.extend(body.and_then(file_of).map(|file| (Some(artifact), file)));
        }
        files.extend(files_run(body).into_iter().map(|file| (None, file)));
        for (owner, file) in files {
            let is_known = self.model.has_file(file.text()) != Some(false);
            let place = self.demand_at(owner.unwrap_or(node), file.span());
            self.refuse_unless(is_known, engine::MISSING_FILE, place);
        }
    }

    pub(super) fn refuse_unless(&mut self, is_fine: bool, refusal: EngineRefusal, place: DemandPlace) {
        if !is_fine {
            self.refuse(refusal, place);
        }
    }

    pub(super) fn refuse(&mut self, refusal: EngineRefusal, DemandPlace { element, span, when }: DemandPlace) {
        let Some(engine) = self.engine else { return };
        if !refusal.is_by(engine) || self.documents == EngineDocuments::Rewritten && refusal.is_rewritten {
            return;
        }
        let path = element.map_or_else(String::new, |id| self.model.full_display(id));
        let message = match path.as_str() {
            "" => format!("{engine} refuses {}", refusal.what),
            path => format!("{engine} refuses {}: {path}", refusal.what),
        };
        let mut fault = Fault::new(Code::EngineDemand, &Path::new(&path), span, message);
        if refusal.is_rewritten {
            let option = engine.option();
            fault.help = Some(format!("`resolve --for {option}` writes documents in a way that it takes"));
        }
        self.doubts.push(ConditionalFault::new(fault, element, when));
    }
}
