//! Requirement assignments and relationship templates.

use std::sync::Arc;

use super::Builder;
use super::entries::NamedEntry;
use super::keywords::given;
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean, standing_out};
use crate::source::syntax::vocabulary::{Profile, SentenceStyle};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::unread::{IN_IMPORTED_FILE, unread_entry};
use crate::tosca::model::{ElementId, Kind, Relation, RelationshipTemplate};
use crate::tosca::types::{Collection, TypesProfile};

impl<'t> Builder<'t> {
    pub(super) fn add_relationship_templates(&mut self, section: Option<Yaml<'t>>) {
        for entry in self.entries(section, "relationship_templates") {
            let name: Arc<str> = entry.key.text().into();
            self.templates_by_name.insert(Arc::clone(&name), self.contents.relationship_templates.len());
            self.contents.relationship_templates.push(RelationshipTemplate {
                name,
                key: entry.key.id(),
                body: entry.body.id(),
                relations: Vec::new(),
                default_for: given(entry.body, "default_for").map(|default_for| default_for.id()),
                connection: None,
            });
        }
    }

    pub(super) fn add_relations(&mut self, source: ElementId, requirements: Option<Yaml<'t>>) -> Vec<ElementId> {
        let entries = self.list_entries(requirements, "requirements");
        let ids: Vec<ElementId> = entries.into_iter().map(|entry| self.add_relation(source, entry)).collect();
        self.settle_namesakes(&ids);
        ids
    }

    fn add_relation(&mut self, source: ElementId, entry: NamedEntry<'t>) -> ElementId {
        let target = if entry.body.is_scalar() { Some(entry.body) } else { entry.body.get("node") };
        let target = target.filter(|target| target.is_scalar() && !target.is_null());
        let element = self.described(Kind::Relation, entry, Some(source));
        let is_hosting = is_hosting_name(&element.name, self.contents.profile);
        let id = self.add(Kind::Relation, element);
        self.contents.relations.push(Relation {
            source,
            target: None,
            is_open: false,
            target_name: target.map_or("undefined", |target| target.text()).into(),
            template: None,
            types: Vec::new(),
            properties: Vec::new(),
            is_hosting,
        });
        self.bind_template(id, entry.body);
        id
    }

    fn bind_template(&mut self, id: ElementId, body: Yaml<'t>) {
        let Some(relationship) = body.get("relationship").filter(|relationship| !relationship.is_null()) else {
            return;
        };
        if !relationship.is_scalar() {
            self.bind_inline_template(id, relationship);
            return;
        }
        let Some(&template) = self.templates_by_name.get(relationship.text()) else {
            // TOSCA takes the name of a type as well.
            if !self.is_type(Collection::Relationship, relationship.text()) {
                self.report_unknown_template(id, relationship);
            }
            return;
        };
        self.contents.relationship_templates[template].relations.push(id);
        if self.contents.relationship_templates[template].relations.len() > 1 && !self.may_be_shared(template) {
            self.report_shared_template(template, relationship);
            return;
        }
        self.contents.relations[id.place()].template = Some(template);
        if self.contents.relationship_templates[template].default_for.is_some() {
            return;
        }
        let template_body = self.tree.at(self.contents.relationship_templates[template].body);
        let types = self.add_types(id, template_body.get("type"));
        let properties = self.add_properties(id, template_body.get("properties"));
        let relation = &mut self.contents.relations[id.place()];
        (relation.types, relation.properties) = (types, properties);
    }

    /// Profile D: lists of types and properties inside a requirement are elements, as they are in a relationship template
    /// with a name. DEVIATION: the reference passes them through. What is no list stays as it is.
    fn bind_inline_template(&mut self, id: ElementId, relationship: Yaml<'t>) {
        self.report_inline_template(id, relationship);
        if !self.dialect().types_are_elements {
            return;
        }
        let list = |key| relationship.get(key).filter(|section: &Yaml<'t>| section.is_sequence());
        let types = list("type").map_or_else(Vec::new, |types| self.add_types(id, Some(types)));
        let properties = self.add_properties(id, list("properties"));
        let relation = &mut self.contents.relations[id.place()];
        (relation.types, relation.properties) = (types, properties);
    }

    /// Profile A shares relationship templates; connections are shared by everything that they match.
    fn may_be_shared(&self, template: usize) -> bool {
        self.dialect().shares_relationship_templates
            || self.contents.relationship_templates[template].default_for.is_some()
    }

    /// Profiles B and C refuse relationship templates inside requirement assignments.
    fn report_inline_template(&mut self, id: ElementId, relationship: Yaml<'t>) {
        if !self.dialect().refuses_inline_relationships {
            return;
        }
        let sentence = format!("{} contains a relationship template", self.relation_title(id));
        let message = "a relationship template inside a requirement is not part of this revision of the language";
        self.report(Diagnostic::new(Code::WrongShape, relationship.span(), message).reference(sentence));
    }

    fn report_unknown_template(&mut self, id: ElementId, relationship: Yaml<'t>) {
        let name = relationship.text();
        let element = self.element(id);
        let source = element.container.map_or("", |source| &*self.element(source).name);
        let sentence =
            format!("Relationship \"{name}\" of relation \"{}\" of node \"{source}\" does not exist!", element.name);
        let templates = self.contents.relationship_templates.iter().map(|template| &*template.name);
        let known = templates.chain(self.contents.types.names(Collection::Relationship));
        let mut diagnostic = Diagnostic::new(
            Code::UndefinedElement,
            relationship.span(),
            format!("relationship template \"{name}\" does not exist"),
        )
        .reference(sentence);
        diagnostic = diagnostic.suggesting(name, known);
        self.report(diagnostic);
    }

    fn report_shared_template(&mut self, template: usize, relationship: Yaml<'t>) {
        let template = &self.contents.relationship_templates[template];
        let name = &template.name;
        let message = format!("relationship template \"{name}\" is used by several relations");
        let diagnostic = Diagnostic::new(Code::SharedRelationship, relationship.span(), message)
            .and(self.element(template.relations[0]).span, "first used here")
            .reference(format!("Relation \"{name}\" is used multiple times"));
        self.report(diagnostic);
    }

    /// Only variable templates have to use all that they define.
    pub(super) fn report_unused_relationship_templates(&mut self, is_plain: bool) {
        let severity = if is_plain { Severity::Warning } else { Code::UnusedRelationship.entry().severity };
        let word = if self.dialect().sentences == SentenceStyle::Bare { "Relationship" } else { "Relation" };
        let swapped: Vec<&str> = (0..self.contents.relations.len()).filter_map(|place| self.swapped(place)).collect();
        let templates = self.contents.relationship_templates.iter();
        let unused = templates.filter(|template| template.relations.is_empty() && template.default_for.is_none());
        // That a relation names it in the wrong place is reported there.
        let unused = unused.filter(|template| !swapped.contains(&&*template.name));
        let diagnostics: Vec<Diagnostic> = unused
            .map(|template| {
                let name = &template.name;
                let span = self.tree.at(template.key).span();
                let message = format!("relationship template \"{name}\" is never used");
                let diagnostic = Diagnostic::new(Code::UnusedRelationship, span, message)
                    .reference(format!("{word} \"{name}\" is never used"))
                    .help("remove it, or say with `default_for` what it is a connection to");
                Diagnostic { severity, ..diagnostic }
            })
            .collect();
        self.diagnostics.extend(diagnostics);
    }

    /// The relationship template that a relation names as its node, where it names a node as its relationship.
    fn swapped(&self, place: usize) -> Option<&str> {
        let body = self.tree.at(self.element(ElementId::new(Kind::Relation, place)).body?);
        let node = body.get("relationship").filter(|node| node.is_scalar())?;
        let is_node = |name: &str| !self.contents.names.named(Kind::Node, name).is_empty();
        let name = &*self.contents.relations[place].target_name;
        (self.templates_by_name.contains_key(name) && !is_node(name) && is_node(node.text())).then_some(name)
    }

    /// Connects relations with the nodes that they lead to, once all nodes are known.
    pub(super) fn bind_targets(&mut self) {
        for place in 0..self.contents.relations.len() {
            let id = ElementId::new(Kind::Relation, place);
            let name = Arc::clone(&self.contents.relations[place].target_name);
            match self.the(Kind::Node, &name) {
                Some(target) => {
                    self.contents.relations[place].target = Some(target);
                    self.node_mut(target).incoming.push(id);
                }
                None if self.is_selected(id, &name) => self.contents.relations[place].is_open = true,
                None if self.dialect().ignores_unknown_references => {}
                None => self.report_unknown_target(id, &name),
            }
        }
    }

    /// Whether the node at the end of a relation is selected when the template is deployed: the name is that of a type, or
    /// nothing but a filter, a capability or a relationship, whose type has valid targets, says which node it is.
    fn is_selected(&self, id: ElementId, target: &str) -> bool {
        let Some(body) = self.element(id).body.map(|body| self.tree.at(body)) else { return false };
        let is_named = body.is_scalar() || given(body, "node").is_some();
        let is_filtered = ["node_filter", "capability", "relationship"].iter().any(|key| given(body, key).is_some());
        if is_named { self.is_type(Collection::Node, target) } else { is_filtered }
    }

    /// Whether a name is that of a type, of the template or of any profile: which one is asked for is known later.
    fn is_type(&self, collection: Collection, name: &str) -> bool {
        self.contents.types.definition(collection, name).is_some() || TypesProfile::any_has(collection, name)
    }

    fn report_unknown_target(&mut self, id: ElementId, target: &str) {
        let element = self.element(id);
        let source = element.container.map_or("", |source| &*self.element(source).name);
        let sentence = if self.dialect().sentences == SentenceStyle::Full {
            format!(
                "Target \"{target}\" of relation \"{}@{}\" of node \"{source}\" does not exist",
                element.name, element.index
            )
        } else {
            format!("Target \"{target}\" of \"{source}.{}\" does not exist", element.name)
        };
        let body = element.body.map(|body| self.tree.at(body));
        let place = body.and_then(|body| if body.is_mapping() { body.get("node") } else { Some(body) });
        if let Some(place) = place.filter(|place| !place.is_scalar()) {
            let message = format!(
                "the target of relation \"{}\" of node \"{source}\" is a name, not a {}",
                element.name,
                place.kind()
            );
            let help = if place.is_sequence() {
                entry_for_each(&element.name, place)
            } else {
                "targets are not evaluated: write an entry for each node, with `node` and `conditions`".to_owned()
            };
            let diagnostic = Diagnostic::new(Code::UndefinedElement, place.span(), message);
            return self.report(diagnostic.reference(sentence).help(help));
        }
        let span = place.map_or(element.span, |place| place.span());
        let message = match place.filter(|place| !place.is_null()) {
            Some(_) => format!(
                "relation \"{}\" of node \"{source}\" leads to node \"{target}\", which does not exist",
                element.name
            ),
            None => format!("relation \"{}\" of node \"{source}\" has no target", element.name),
        };
        let mut diagnostic = Diagnostic::new(Code::UndefinedElement, span, message).reference(sentence);
        if place.is_none_or(Yaml::is_null) {
            let name = &element.name;
            diagnostic = diagnostic.help(if body.is_some_and(Yaml::is_mapping) {
                format!("write `node: NODE` in the mapping, with the name of the node that \"{name}\" leads to")
            } else {
                format!("write the name of the node that it leads to: `- {name}: NODE`")
            });
        } else if self.swapped(id.place()).is_some() {
            diagnostic = diagnostic.help(format!(
                "\"{target}\" is a relationship template: `node` and `relationship` have each other's name"
            ));
        } else if let Some(there) = unread_entry(self.tree, &self.contents.imported_files, "node_templates", target) {
            diagnostic = diagnostic.and(there, IN_IMPORTED_FILE);
        } else if place.is_some_and(|place| place.text() == target) {
            // The node itself is not meant.
            let nodes =
                self.contents.elements[Kind::Node].iter().map(|node| &*node.name).filter(|node| *node != source);
            let close = did_you_mean(target, nodes.clone().chain(self.contents.types.names(Collection::Node)));
            let is_node = close.is_some_and(|close| nodes.clone().any(|node| node == close));
            // A node of a type is selected later: that changes what is deployed.
            diagnostic = match close {
                Some(close) if is_node => diagnostic.replacing(target, close).meaning(close),
                Some(close) => diagnostic.meaning(close),
                None => diagnostic.asking(standing_out(target, nodes)),
            };
        }
        self.report(diagnostic);
    }

    /// `Relation "r" of node "n"`, as profiles B and C begin some sentences.
    fn relation_title(&self, id: ElementId) -> String {
        let element = self.element(id);
        let source = element.container.map_or("", |source| &*self.element(source).name);
        format!("Relation \"{}\" of node \"{source}\"", element.name)
    }
}

/// What to write in place of a list of targets.
fn entry_for_each(name: &str, targets: Yaml<'_>) -> String {
    let bodies: Vec<Yaml<'_>> = targets.items().filter(|target| target.is_mapping()).collect();
    match (bodies.as_slice(), targets.len()) {
        ([body], 1) => match body.entries().next() {
            Some((key, _)) => format!("leave the dash before `{}:` out", key.text()),
            None => format!("write `- {name}: ...`"),
        },
        ([_, ..], _) => format!("write an entry for each, `- {name}:` with `node` beneath it"),
        ([], _) => {
            let entries = targets.items().filter(|target| target.is_scalar());
            let entries: Vec<String> = entries.map(|target| format!("`- {name}: {}`", target.text())).collect();
            format!("write an entry for each: {}", entries.join(", "))
        }
    }
}

/// Whether relations of this name host their sources: `host`, in some dialects also `dev_host`, `host_2` and the like.
pub fn is_hosting_name(name: &str, profile: Profile) -> bool {
    if !profile.dialect().has_compound_hosting_names {
        return name == "host";
    }
    name.match_indices("host").any(|(start, word)| {
        let (before, after) = (&name[..start], &name[start + word.len()..]);
        (before.is_empty() || before.ends_with('_')) && (after.is_empty() || after.starts_with('_'))
    })
}
