//! What is wrong with values that tasks are given: topology inputs and properties of connections, against their types, as
//! documents are checked when they are completed.

use rustc_hash::FxHashSet;

use super::connection::{Connection, Source};
use super::environment::is_template;
use super::job::Job;
use super::lineage::named_entries;
use super::run_environment::RunEnvironment;
use crate::analysis::question::refused_reads;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Model, PropertyValue};
use crate::tosca::types::completion::{Completer, Fault, Path};
use crate::tosca::types::engine::Engine;
use crate::tosca::types::template::{
    InputDeclaration, TopologyFunctions, TopologyInput, is_reported, once, topology_inputs,
};
use crate::tosca::types::{Collection, Datum, Entry, Schemas, Section};

/// The topology inputs of a template among those that are wanted, and what is wrong with their values, each with the
/// input, where that is an element.
pub(super) fn input_values<'m>(
    model: &'m Model,
    schemas: &Schemas<'m>,
    run_environment: &RunEnvironment<'m>,
    is_wanted: impl Fn(ElementId) -> bool,
) -> (Vec<TopologyInput<'m>>, Vec<(Option<ElementId>, Diagnostic)>) {
    let inputs = model.declared_inputs().into_iter().filter(|input| input.id.is_none_or(&is_wanted));
    let (ids, declared): (Vec<Option<ElementId>>, Vec<InputDeclaration<'m>>) =
        inputs.map(|input| (input.id, (input.name, input.span, input.body))).unzip();
    let sources = run_environment.input_sources(model);
    let (inputs, faults) = topology_inputs(schemas, &declared, &sources);
    let values = declared.iter().flat_map(|&(name, _, body)| [Some(body), sources.given(name).map(|(_, value)| value)]);
    let templates = templates(values.flatten());
    let reported =
        |fault: &Fault| !templates.contains(&fault.span) && is_reported(model.are_types_open(), model.sources(), fault);
    let of_inputs = faults.into_iter().filter_map(|(place, fault)| Some((ids[place?], fault)));
    (inputs, of_inputs.filter(|(_, fault)| reported(fault)).map(|(id, fault)| (id, fault.diagnostic())).collect())
}

/// Where templates of Jinja stand in values, whose values are unknown before a run.
fn templates<'y>(values: impl IntoIterator<Item = Yaml<'y>>) -> FxHashSet<Span> {
    let parts = values.into_iter().flat_map(Yaml::descendants);
    parts.filter(|part| part.as_str().is_some_and(is_template)).map(Yaml::span).collect()
}

impl<'j> Job<'j> {
    /// What is wrong with the values of topology inputs, and of the properties of connections.
    pub(super) fn value_diagnostics(&self) -> Vec<Diagnostic> {
        let (inputs, of_inputs) = self.checked_inputs();
        let is_there = |connection: &&Connection<'j>| connection.is_held(|it| self.has(it));
        let connections = self.graph.connections().iter().filter(is_there);
        let of_connections = connections.flat_map(|connection| self.connection_diagnostics_under(&inputs, connection));
        of_inputs.into_iter().map(|(_, fault)| fault).chain(of_connections).collect()
    }

    /// Properties that values read and no type declares, which the runtime refuses.
    pub(super) fn read_diagnostics(&self) -> Vec<Diagnostic> {
        let faults = refused_reads(self.model, &self.schemas, Engine::Unfurl, |id| self.has(id)).into_iter();
        faults.map(|fault| Diagnostic { severity: Severity::Warning, ..fault.diagnostic() }).collect()
    }

    /// Changes of nodes that nothing here makes: Unfurl makes them when it reads the template.
    pub(super) fn decorators(&self) -> Vec<Diagnostic> {
        let model = self.model;
        let imported = model.imported_files().map(|(_, root)| model.yaml(*root));
        let sections = imported.chain([model.root()]).filter_map(|root| root.entry("decorators"));
        let written = sections.filter(|(_, section)| !section.is_empty());
        let fault = |(key, _): (Yaml<'_>, Yaml<'_>)| {
            let message = "`decorators` change nodes when the template is deployed: without them is what is said here";
            let fault = Diagnostic::new(Code::UnknownSection, key.span(), message);
            let help = "write what they change at the nodes, or at their types";
            Diagnostic { severity: Severity::Warning, ..fault }.help(help)
        };
        written.map(fault).collect()
    }

    fn checked_inputs(&self) -> (Vec<TopologyInput<'j>>, Vec<(Option<ElementId>, Diagnostic)>) {
        input_values(self.model, &self.schemas, self.run_environment, |id| self.has(id))
    }

    /// What is wrong with the properties of a connection.
    pub(super) fn connection_diagnostics(&self, connection: &Connection<'j>) -> Vec<Diagnostic> {
        self.connection_diagnostics_under(&self.checked_inputs().0, connection)
    }

    /// What is wrong with the properties of a connection under these values of topology inputs. Types that another ensemble
    /// defines are known to it alone.
    fn connection_diagnostics_under(
        &self,
        inputs: &[TopologyInput<'j>],
        connection: &Connection<'j>,
    ) -> Vec<Diagnostic> {
        let of = Collection::Relationship.named(connection.type_name());
        let is_known =
            self.schemas.line(of.collection, of.name).is_some() && !matches!(connection.source, Source::External(_));
        if !is_known {
            return Vec::new();
        }
        let known = inputs.iter().map(|input| (input.name.to_owned(), input.known())).collect::<Vec<_>>();
        let mut completer = Completer::new(&self.schemas, TopologyFunctions::of_inputs(&self.schemas, known));
        let path = Path::new(&connection.name);
        let (given, evaluated) = self.given_values(connection);
        completer.members(of, Section::Properties, Some(&given), &path, connection.span);
        // What an expression gives is there, whatever it is.
        let is_there = |fault: &Fault| evaluated.iter().any(|name| fault.path == path.name(name).to_string());
        let faults = once(completer.take_faults()).into_iter().filter(|fault| !is_there(fault));
        let sections =
            connection.definitions.iter().chain([&connection.body]).filter_map(|body| body.get("properties"));
        let templates = templates(sections);
        let known = faults.filter(|fault| !templates.contains(&fault.span));
        let reported = known.filter(|fault| is_reported(self.model.are_types_open(), self.model.sources(), fault));
        reported.map(Fault::diagnostic).collect()
    }

    /// The properties of a connection as they are written, and the names of those that expressions give.
    fn given_values(&self, connection: &Connection<'j>) -> (Datum<'j>, Vec<&'j str>) {
        let (mut entries, mut evaluated): (Vec<Entry<'j>>, _) = (Vec::new(), Vec::new());
        let Some(user) = self.user(connection) else {
            let section = connection.body.get("properties").into_iter();
            entries.extend(section.flat_map(named_entries).map(Entry::from));
            return (Datum::map(entries, connection.span), evaluated);
        };
        let model = self.model;
        for &id in model.properties_of(user).iter().filter(|&&id| self.has(id)) {
            let element = model.element(id);
            match model.property(id).value {
                PropertyValue::Literal(value) => {
                    let value = model.yaml(value);
                    entries.push(Entry { key: &element.name, span: element.span, value: value.into() });
                }
                PropertyValue::Expression(_) => evaluated.push(&*element.name),
                PropertyValue::Fallback | PropertyValue::Missing => {}
            }
        }
        (Datum::map(entries, connection.span), evaluated)
    }
}
