//! Where a scenario applies.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::hosting::{Hosts, MAX_STEPS, hosting_paths};
use super::scenario::Scenario;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::lower::Builder;
use crate::tosca::model::lower::artifacts::FILE_ARTIFACT;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::Collection;

/// A scenario that applies to a node.
#[derive(Clone, Debug)]
pub(super) struct Match {
    /// How many types lie between the node's and the scenario's.
    pub(super) distance: usize,
    /// Sets of elements, one of which has to be present.
    pub(super) elements: Vec<Vec<ElementId>>,
}

/// Matches scenarios with nodes; what it finds wrong on the way is said once.
pub(super) struct Matcher<'b, 't> {
    pub(super) builder: &'b Builder<'t>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Types with their parents; none where these are not defined.
    lines: FxHashMap<(Collection, &'b str), Option<Rc<[&'b str]>>>,
    reported: FxHashSet<ElementId>,
    /// Steps left for searching hosts; none once a search was given up.
    work: Option<usize>,
}

impl<'b, 't> Matcher<'b, 't> {
    pub(super) fn new(builder: &'b Builder<'t>) -> Self {
        Self {
            builder,
            diagnostics: Vec::new(),
            lines: FxHashMap::default(),
            reported: FxHashSet::default(),
            work: Some(MAX_STEPS),
        }
    }

    /// Whether not all matches were looked for, which has been reported.
    pub(super) fn has_given_up(&self) -> bool {
        self.work.is_none()
    }

    /// How `scenario` applies to `node`, if it does.
    pub(super) fn matches(&mut self, node: ElementId, scenario: &Scenario<'_>) -> Option<Match> {
        let line = self.line_of(Collection::Node, node)?;
        let distance = line.iter().position(|name| *name == scenario.component)?;
        let bodies = self.bodies(node, &line);
        if !scenario.operations.iter().all(|name| bodies.iter().any(|&body| defines_operation(body, name))) {
            return None;
        }
        let artifacts = self.artifacts(node, &bodies, scenario.artifact);
        if artifacts.is_empty() {
            return None;
        }
        let paths = self.paths(node, scenario)?;
        let with_artifacts =
            |path: Vec<ElementId>| artifacts.iter().map(move |artifact| [&path, &artifact[..]].concat());
        let elements: Vec<_> = paths.into_iter().flat_map(with_artifacts).collect();
        (!elements.is_empty()).then_some(Match { distance, elements })
    }

    /// The only type of a node or artifact with all that it derives from.
    pub(super) fn line_of(&mut self, collection: Collection, owner: ElementId) -> Option<Rc<[&'b str]>> {
        let builder = self.builder;
        let types = match owner.kind() {
            Kind::Artifact => &builder.contents.artifacts[owner.place()].types,
            _ => &builder.contents.nodes[owner.place()].types,
        };
        if types.len() > 1 && self.reported.insert(owner) {
            self.diagnostics.push(builder.several_types(owner));
        }
        let &[only] = types.as_slice() else { return None };
        let element = builder.element(only);
        self.line(collection, &element.name, element.span)
    }

    /// The type `name`, which stands at `span`, with all that it derives from.
    fn line(&mut self, collection: Collection, name: &'b str, span: Span) -> Option<Rc<[&'b str]>> {
        if let Some(known) = self.lines.get(&(collection, name)) {
            return known.clone();
        }
        let line = match self.builder.contents.types.parents(collection, name) {
            Ok(line) => Some(line.into()),
            Err(diagnostic) => {
                let is_placed = !diagnostic.labels.is_empty();
                self.diagnostics.push(if is_placed { *diagnostic } else { diagnostic.and(span, "") });
                None
            }
        };
        self.lines.insert((collection, name), line.clone());
        line
    }

    /// The node template and the definitions of its types.
    fn bodies(&self, node: ElementId, line: &[&str]) -> Vec<Yaml<'b>>
    where
        't: 'b,
    {
        let types = &self.builder.contents.types;
        let definitions = line.iter().filter_map(|name| types.definition(Collection::Node, name)?.place);
        let own = self.builder.element(node).body;
        own.into_iter().chain(definitions.map(|place| place.body)).map(|body| self.builder.tree.at(body)).collect()
    }

    /// The ways to have an artifact of the wanted type: one of the node's own; none where the type has one; none
    /// where none is wanted.
    fn artifacts(&mut self, node: ElementId, bodies: &[Yaml<'b>], wanted: Option<&str>) -> Vec<Vec<ElementId>> {
        let Some(wanted) = wanted else { return vec![Vec::new()] };
        let own = &self.builder.contents.nodes[node.place()].artifacts;
        let own: Vec<_> = own.iter().filter(|&&id| self.is_artifact(id, wanted)).map(|&id| vec![id]).collect();
        if !own.is_empty() {
            return own;
        }
        let inherited = bodies.iter().skip(1).filter_map(|body| body.get("artifacts"));
        let mut inherited = inherited.flat_map(Yaml::entries);
        if inherited.any(|(_, artifact)| self.is_artifact_type(artifact, wanted)) {
            vec![Vec::new()]
        } else {
            Vec::new()
        }
    }

    fn is_artifact(&mut self, id: ElementId, wanted: &str) -> bool {
        self.line_of(Collection::Artifact, id).is_some_and(|line| line.contains(&wanted))
    }

    fn is_artifact_type(&mut self, artifact: Yaml<'b>, wanted: &str) -> bool {
        let named = artifact.get("type").filter(|name| name.is_scalar() && !name.is_null());
        let name = named.map_or(FILE_ARTIFACT, |name| name.text());
        let line = self.line(Collection::Artifact, name, named.unwrap_or(artifact).span());
        line.is_some_and(|line| line.contains(&wanted))
    }

    fn paths(&mut self, node: ElementId, scenario: &Scenario<'_>) -> Option<Vec<Vec<ElementId>>> {
        let mut work = self.work?;
        let paths = hosting_paths(self, node, &scenario.hosting, &mut work);
        self.work = paths.is_ok().then_some(work);
        if paths.is_err() {
            let message = format!("{} can be hosted in too many ways", self.builder.display(node));
            let diagnostic = Diagnostic::new(Code::HostingLimit, self.builder.element(node).span, message)
                .note(format!("they were looked for because of the rules for \"{}\"", scenario.key()))
                .note("technologies of this and all further nodes are left out");
            self.diagnostics.push(diagnostic);
        }
        paths.ok()
    }
}

impl Hosts for Matcher<'_, '_> {
    fn hosts(&self, node: ElementId) -> Vec<(ElementId, ElementId)> {
        let contents = &self.builder.contents;
        let relations = contents.nodes[node.place()].relations.iter();
        let hosting = relations.filter(|id| contents.relations[id.place()].is_hosting);
        hosting.filter_map(|&id| Some((id, contents.relations[id.place()].target?))).collect()
    }

    fn is_a(&mut self, node: ElementId, type_name: &str) -> bool {
        self.line_of(Collection::Node, node).is_some_and(|line| line.contains(&type_name))
    }
}

/// Whether a node template or type defines a management operation.
fn defines_operation(body: Yaml<'_>, name: &str) -> bool {
    let interfaces = body.get("interfaces");
    let operations = interfaces.and_then(|interfaces| interfaces.get("management")?.get("operations"));
    operations.and_then(|operations| operations.get(name)).is_some_and(|operation| !operation.is_null())
}
