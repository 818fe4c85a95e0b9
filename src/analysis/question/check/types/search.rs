//! Looks at everything that has a type, each value once, and keeps what is wrong with the variants that have it.

use std::iter::successors;

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::recursion::descend;

use super::computed::ComputedValues;
use super::doubt::{ConditionalFault, When};
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};
use crate::tosca::types::Schemas;
use crate::tosca::types::completion::{Fault, Functions, Path, RuntimeResponse};
use crate::tosca::types::engine::Engine;
use crate::tosca::types::template::{
    InputSources, KnownInput, TopologyFunctions, TopologyInput, declaration_faults, input_shape_faults, is_reported,
    output_faults, topology_inputs,
};

/// What an engine gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineDocuments {
    /// What the author wrote.
    AsWritten,
    /// Documents that are written for the engine: what can be said otherwise is no fault.
    Rewritten,
}

/// A walk over a template.
pub(super) struct TemplateWalk<'s, 't> {
    pub(super) model: &'t Model,
    pub(super) schemas: &'s Schemas<'t>,
    /// Gives values of topology inputs that are sure.
    pub(super) functions: TopologyFunctions<'s, 't>,
    /// The names of declared topology inputs.
    pub(super) topology_inputs: Vec<&'t str>,
    /// What expressions give.
    pub(super) values: &'s ComputedValues<'t>,
    pub(super) doubts: Vec<ConditionalFault>,
    /// The engine that documents are meant for, if any.
    pub(super) engine: Option<Engine>,
    /// What that engine gets.
    pub(super) documents: EngineDocuments,
}

impl<'s, 't> TemplateWalk<'s, 't> {
    fn new(
        model: &'t Model,
        schemas: &'s Schemas<'t>,
        values: &'s ComputedValues<'t>,
        engine: Option<Engine>,
        documents: EngineDocuments,
    ) -> Self {
        let functions = TopologyFunctions::of_inputs(schemas, []);
        let topology_inputs = model.declared_inputs().iter().map(|input| input.name).collect();
        Self { model, schemas, functions, topology_inputs, values, doubts: Vec::new(), engine, documents }
    }

    /// Everything that is wrong with values, and with the declarations of types; also what an engine refuses, unless
    /// documents say that in another way.
    pub(super) fn doubts(
        model: &'t Model,
        schemas: &'s Schemas<'t>,
        values: &'s ComputedValues<'t>,
        engine: Option<Engine>,
        documents: EngineDocuments,
    ) -> Vec<ConditionalFault> {
        let mut search = Self::new(model, schemas, values, engine, documents);
        search.inputs();
        search.outputs();
        search.owners();
        search.topology();
        search.hosting_cycles();
        search.operations();
        search.members();
        search.repeated_properties();
        search.repeated_policies();
        search.keys_among_properties();
        search.doubts.extend(references(model));
        search.accesses();
        search.function_operands();
        search.misspelt_functions();
        search.unevaluated();
        search.causes();
        search.dangling();
        search.imported_versions();
        search.imported_types();
        search.types_left_in_library();
        search.artifact_files();
        let declared = declaration_faults(schemas).into_iter();
        search.doubts.extend(declared.map(|fault| ConditionalFault::new(fault, None, When::default())));
        search.demands();
        let is_built_in = |fault: &Fault| {
            let name = model.sources().text(fault.span).trim_matches(['"', '\'']);
            fault.code == Code::UndefinedType && engine.is_some_and(|engine| engine.builds_in(name))
        };
        search.doubts.retain(|doubt| {
            is_reported(model.are_types_open(), model.sources(), &doubt.fault) && !is_built_in(&doubt.fault)
        });
        search.doubts
    }

    /// What is wrong with how nodes, groups and policies hang together, and with what values read.
    pub(super) fn structure(
        model: &'t Model,
        schemas: &'s Schemas<'t>,
        values: &'s ComputedValues<'t>,
    ) -> Vec<ConditionalFault> {
        let mut search = Self::new(model, schemas, values, None, EngineDocuments::AsWritten);
        search.topology();
        search.operations();
        search.members();
        search.member_accesses();
        search.doubts.retain(|doubt| is_reported(model.are_types_open(), model.sources(), &doubt.fault));
        search.doubts
    }

    /// What values read that no type declares, and that an engine refuses.
    pub(super) fn refused_reads(
        model: &'t Model,
        schemas: &'s Schemas<'t>,
        values: &'s ComputedValues<'t>,
        engine: Engine,
    ) -> Vec<ConditionalFault> {
        let mut search = Self::new(model, schemas, values, Some(engine), EngineDocuments::AsWritten);
        search.member_accesses();
        search.raised_to_engine_errors();
        search.doubts.retain(|doubt| matches!(doubt.fault.code, Code::EngineDemand | Code::UnknownMember));
        search.doubts
    }

    /// Where an element and all that contains it are present.
    pub(super) fn presence(&self, id: ElementId) -> When {
        presence(self.model, id)
    }

    /// Topology inputs: a value that is missed is given on deployment, and no fault.
    fn inputs(&mut self) {
        let declarations = self.model.declared_inputs();
        let declared: Vec<_> = declarations.iter().map(|input| (input.name, input.span, input.body)).collect();
        let (inputs, faults) = topology_inputs(self.schemas, &declared, &InputSources::of(self.model.around()));
        let of_values = faults.into_iter().filter(|(_, fault)| fault.code != Code::MissingTopologyInput);
        let of_shapes = input_shape_faults(&declared).into_iter().map(|(place, fault)| (Some(place), fault));
        for (place, fault) in of_shapes.chain(of_values) {
            let element = place.and_then(|place| declarations[place].id);
            let when = element.map_or_else(When::default, |id| self.presence(id));
            self.doubts.push(ConditionalFault::new(fault, element, when));
        }
        let mut times: FxHashMap<&str, usize> = FxHashMap::default();
        declared.iter().for_each(|(name, ..)| *times.entry(name).or_default() += 1);
        let is_single = |name: &str| times.get(name) == Some(&1);
        let known =
            |input: &TopologyInput<'t>| if is_single(input.name) { input.known() } else { KnownInput::default() };
        let named = inputs.iter().map(|input| (input.name.to_owned(), known(input)));
        let by_place = inputs.iter().enumerate().map(|(place, input)| (place.to_string(), input.known()));
        // The name goes before the place, should an input be called by a number.
        self.functions = TopologyFunctions::of_inputs(self.schemas, by_place.chain(named));
    }

    fn outputs(&mut self) {
        for output in self.model.declared_outputs() {
            let functions = &mut self.functions as &mut dyn Functions<'t>;
            let faults = output_faults(self.schemas, functions, output.name, output.span, output.body);
            let when = output.id.map_or_else(When::default, |id| self.presence(id));
            self.doubts.extend(faults.into_iter().map(|fault| ConditionalFault::new(fault, output.id, when.clone())));
        }
    }
}

/// A `get_input` in a value, where none of the inputs that it may mean is present.
fn references(model: &Model) -> Vec<ConditionalFault> {
    let mut doubts = Vec::new();
    for (id, value) in values(model) {
        for read in reads_in(value).into_iter().filter(|read| read.kind == Kind::Input) {
            let inputs = read.meant(model);
            if !inputs.is_empty() {
                let when = presence(model, id).without(inputs.iter().copied());
                doubts.push(ConditionalFault::new(absent_input(model, (id, value), &read, inputs[0]), Some(id), when));
            }
        }
    }
    doubts
}

/// Values that read a topology input or a node which is absent, in the variant in which `is_present` says what is present.
pub(super) fn absent_reads(model: &Model, is_present: impl Fn(ElementId) -> bool) -> Vec<Fault> {
    let is_there = |id: ElementId| successors(Some(id), |&id| model.element(id).container).all(&is_present);
    let mut faults = Vec::new();
    for (id, value) in values(model).filter(|&(id, _)| is_there(id)) {
        for read in reads_in(value) {
            let meant = read.meant(model);
            let Some(&first) = meant.first().filter(|_| !meant.iter().any(|&id| is_present(id))) else { continue };
            faults.push(match read.kind {
                Kind::Input => absent_input(model, (id, value), &read, first),
                _ => absent_node(model, first, read.name, read.span),
            });
        }
    }
    faults
}

fn absent_input(model: &Model, (id, value): (ElementId, Yaml<'_>), read: &ElementRead<'_>, input: ElementId) -> Fault {
    let message = format!("topology input \"{}\" is absent where this value reads it", read.name);
    let because = Some((model.element(input).span, "the input".to_owned()));
    // The language looks for readers among properties, at no more than their whole value.
    let is_part = id.kind() != Kind::Property || value.get("get_input").is_none();
    let is_pruned = model.element(input).conditions.is_empty();
    let help = (is_part && is_pruned).then(|| KEPT_BY_WHOLE_VALUES.to_owned());
    Fault { because, help, ..Fault::new(Code::AbsentInput, &Path::new(read.name), read.span, message) }
}

/// That a value reads a node, at a place, where that is absent.
pub(super) fn absent_node(model: &Model, node: ElementId, name: &str, span: Span) -> Fault {
    let message = format!("node \"{name}\" is absent where this value reads it");
    Fault {
        response: RuntimeResponse::PassedOver,
        because: Some((model.element(node).span, "the node".to_owned())),
        help: Some("give what has the value conditions under which the node is there".to_owned()),
        ..Fault::new(Code::UndefinedElement, &Path::new(name), span, message)
    }
}

/// Where an element and all that contains it are present.
fn presence(model: &Model, id: ElementId) -> When {
    When::present(successors(Some(id), |&id| model.element(id).container))
}

/// Why an input is absent though values read it, and what to do.
pub(in crate::analysis::question::check) const KEPT_BY_WHOLE_VALUES: &str = "a property keeps an input if `get_input` is its whole value; write `pruning: false` at the input to keep it for other values";

/// The inputs that values read, be it somewhere within.
pub(in crate::analysis::question::check) fn read_inputs(model: &Model) -> FxHashSet<ElementId> {
    let inputs = values(model).flat_map(|(_, value)| reads_in(value)).filter(|read| read.kind == Kind::Input);
    inputs.flat_map(|read| read.meant(model)).collect()
}

/// The inputs of this name, else the one at this place.
fn inputs_meant(model: &Model, name: &str) -> Vec<ElementId> {
    let named = model.named(Kind::Input, name);
    if !named.is_empty() {
        return named.to_vec();
    }
    let place = name.parse::<usize>().ok();
    place.and_then(|place| model.of_kind(Kind::Input).nth(place)).into_iter().collect()
}

/// The values of properties and outputs, and what else nodes hold.
fn values(model: &Model) -> impl Iterator<Item = (ElementId, Yaml<'_>)> {
    let literal = |id: ElementId| match model.property(id).value {
        PropertyValue::Literal(value) => Some((id, model.yaml(value))),
        PropertyValue::Expression(_) | PropertyValue::Fallback | PropertyValue::Missing => None,
    };
    let part = |id: ElementId, key: &'static str| Some((id, model.yaml(model.element(id).body?).get(key)?));
    let properties = model.of_kind(Kind::Property).filter_map(literal);
    let outputs = model.of_kind(Kind::Output).filter_map(move |id| part(id, "value"));
    let of_nodes = model.of_kind(Kind::Node).flat_map(move |id| {
        ["attributes", "capabilities", "interfaces"].into_iter().filter_map(move |key| part(id, key))
    });
    properties.chain(outputs).chain(of_nodes)
}

/// An element that a value reads by its name.
struct ElementRead<'t> {
    /// An input or a node.
    kind: Kind,
    name: &'t str,
    span: Span,
}

impl ElementRead<'_> {
    fn meant(&self, model: &Model) -> Vec<ElementId> {
        if self.kind == Kind::Input {
            inputs_meant(model, self.name)
        } else {
            model.named(self.kind, self.name).to_vec()
        }
    }
}

fn reads_in(value: Yaml<'_>) -> Vec<ElementRead<'_>> {
    let mut found = Vec::new();
    find_reads(value, &mut found);
    found
}

fn find_reads<'t>(value: Yaml<'t>, found: &mut Vec<ElementRead<'t>>) {
    if value.len() == 1
        && let Some((key, operand)) = value.entries().next()
        && let Some(kind) = kind_read(key.text(), operand)
    {
        let name = if operand.is_sequence() { operand.items().next() } else { Some(operand) };
        let name = name.filter(|name| name.is_scalar());
        found.extend(name.map(|name| ElementRead { kind, name: name.text(), span: name.span() }));
        return;
    }
    descend(|| {
        value.items().for_each(|item| find_reads(item, found));
        value.entries().for_each(|(_, value)| find_reads(value, found));
    });
}

/// What a function reads.
fn kind_read(function: &str, operand: Yaml<'_>) -> Option<Kind> {
    match function {
        "get_input" => Some(Kind::Input),
        "get_property" | "get_attribute" if operand.is_sequence() => Some(Kind::Node),
        _ => None,
    }
}
