//! Values of functions, as far as a template gives them.

use rustc_hash::{FxBuildHasher, FxHashMap};
use variscope_encoder::recursion::descend;

use indexmap::IndexMap;

use super::inputs::TopologyInput;
use crate::source::Span;
use crate::source::diagnostic::{Code, likely_meant, or_meant};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Completer, DeclaredInput, Fault, Functions, Path, function, token};
use crate::tosca::types::datum::View;
use crate::tosca::types::simple::scalar_text;
use crate::tosca::types::{Collection, Datum, Schema, Schemas, Section};

/// Functions of a topology.
#[derive(Debug)]
pub struct TopologyFunctions<'a, 't> {
    schemas: &'a Schemas<'t>,
    inputs: FxHashMap<String, KnownInput<'t>>,
    /// Inputs that are declared and absent, which are reported elsewhere.
    pub(super) absent: Vec<&'t str>,
    nodes: IndexMap<&'t str, (Yaml<'t>, Yaml<'t>), FxBuildHasher>,
    /// What `SELF` is.
    pub(super) owner: Option<&'t str>,
    /// Properties of nodes, and parts of them, each by its name and the steps behind that.
    known: FxHashMap<(&'t str, Vec<String>), PropertySearch<'t>>,
}

/// What is known of a topology input.
#[derive(Clone, Debug, Default)]
pub struct KnownInput<'t> {
    /// Its value.
    pub value: Option<Datum<'t>>,
    /// What values it takes.
    pub schema: Option<Schema<'t>>,
}

/// How far the search for a property, or a part of one, has come.
#[derive(Debug)]
enum PropertySearch<'t> {
    Sought,
    Found(Option<Datum<'t>>),
}

impl<'a, 't> TopologyFunctions<'a, 't> {
    pub(super) fn new(schemas: &'a Schemas<'t>, topology: Yaml<'t>, inputs: &[TopologyInput<'t>]) -> Self {
        let nodes = topology.get("node_templates").into_iter().flat_map(|section| section.entries());
        Self {
            schemas,
            inputs: inputs.iter().map(|input| (input.name.to_owned(), input.known())).collect(),
            absent: Vec::new(),
            nodes: nodes.map(|(key, body)| (key.text(), (key, body))).collect(),
            owner: None,
            known: FxHashMap::default(),
        }
    }

    /// Functions of a topology of which only the inputs are known.
    pub fn of_inputs(schemas: &'a Schemas<'t>, inputs: impl IntoIterator<Item = (String, KnownInput<'t>)>) -> Self {
        Self {
            schemas,
            inputs: inputs.into_iter().collect(),
            absent: Vec::new(),
            nodes: IndexMap::default(),
            owner: None,
            known: FxHashMap::default(),
        }
    }

    /// The value of an operand, which may be a function itself.
    fn value(&mut self, operand: &Datum<'t>, path: &Path<'_>, faults: &mut Vec<Fault>) -> Option<Datum<'t>> {
        match function(operand) {
            Some(call) => descend(|| self.call(call.key, &call.value, path, faults)),
            None => Some(operand.clone()),
        }
    }

    fn texts(&mut self, operands: &[Datum<'t>], path: &Path<'_>, faults: &mut Vec<Fault>) -> Option<Vec<String>> {
        let mut text = |operand| scalar_text(&self.value(operand, path, faults)?).map(str::to_owned);
        operands.iter().map(&mut text).collect()
    }

    fn input(&mut self, operand: &Datum<'t>, path: &Path<'_>, faults: &mut Vec<Fault>) -> Option<Datum<'t>> {
        let steps = steps(operand)?;
        let name = scalar_text(steps.first()?)?;
        let Some(input) = self.inputs.get(name) else {
            if self.absent.contains(&name) {
                return None;
            }
            let close = or_meant(likely_meant(name, self.inputs.keys().map(String::as_str)));
            let message = format!("topology input \"{name}\" is not declared{close}");
            faults.push(Fault::new(Code::UndefinedElement, path, operand.span(), message));
            return None;
        };
        inner(input.value.clone()?, &steps[1..])
    }

    /// The property, or the part of one, that `steps` lead to: those beside it are not looked at, as they may need it.
    fn property(
        &mut self,
        steps: &[Datum<'t>],
        span: Span,
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>> {
        let node = match scalar_text(steps.first()?)? {
            "SELF" => self.owner?,
            name => self.nodes.get(name)?.0.text(),
        };
        let name = scalar_text(steps.get(1)?)?;
        let type_name = self.nodes.get(node)?.1.get("type")?.text();
        if !self.schemas.fields(Collection::Node, Section::Properties, type_name).contains_key(name) {
            return None;
        }
        let names: Option<Vec<String>> = steps[1..].iter().map(|step| step.key().map(str::to_owned)).collect();
        let place = (node, names?);
        match self.known.get(&place) {
            Some(PropertySearch::Found(known)) => known.clone(),
            Some(PropertySearch::Sought) => {
                let message = format!("property \"{}\" of \"{node}\" is computed from itself", place.1.join("."));
                faults.push(Fault::new(Code::CircularValue, path, span, message));
                None
            }
            None => {
                self.known.insert(place.clone(), PropertySearch::Sought);
                let value = descend(|| self.completed(node, type_name, name, &steps[2..], faults));
                self.known.insert(place, PropertySearch::Found(value.clone()));
                value
            }
        }
    }

    /// What `steps` lead to in a property of a node, completed. What is wrong with it is reported where the node itself is
    /// completed, but for cycles, which are only seen from where one comes into them.
    fn completed(
        &mut self,
        node: &'t str,
        type_name: &str,
        name: &str,
        steps: &[Datum<'t>],
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>> {
        let (key, body) = self.nodes[node];
        let given = body.get("properties").and_then(|properties| properties.get(name)).map(Datum::from);
        let fields = self.schemas.fields(Collection::Node, Section::Properties, type_name);
        let owner = self.owner.replace(node);
        let schemas = self.schemas;
        let mut completer = Completer::new(schemas, &mut *self as &mut dyn Functions<'t>);
        let value = completer.complete_part(&fields[name], given, steps, &Path::new(node).name(name), key.span());
        let cycles = completer.take_faults().into_iter().filter(|fault| fault.code == Code::CircularValue);
        faults.extend(cycles);
        self.owner = owner;
        // What a function gives that cannot be called is not known here either.
        value.filter(|value| function(value).is_none())
    }
}

impl<'t> Functions<'t> for TopologyFunctions<'_, 't> {
    fn declared_input(&self, name: &str, operand: &Datum<'t>) -> Option<DeclaredInput<'t>> {
        let steps = if name == "get_input" { steps(operand)? } else { return None };
        let [input] = steps.as_slice() else { return None };
        let name = scalar_text(input)?;
        let known = self.inputs.get(name).filter(|known| known.value.is_none())?;
        Some(DeclaredInput { name: name.to_owned(), schema: known.schema.clone()? })
    }

    fn call(
        &mut self,
        name: &'t str,
        operand: &Datum<'t>,
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>> {
        match (name, operand.view()) {
            ("get_input", _) => self.input(operand, path, faults),
            ("get_property", _) => self.property(&steps(operand)?, operand.span(), path, faults),
            ("concat", View::List(parts)) => {
                Some(Datum::text(self.texts(&parts, path, faults)?.concat(), operand.span()))
            }
            ("join", View::List(parts)) => {
                let View::List(items) = parts.first()?.view() else { return None };
                let separator = parts.get(1).map_or("", |separator| scalar_text(separator).unwrap_or_default());
                Some(Datum::text(self.texts(&items, path, faults)?.join(separator), operand.span()))
            }
            ("token", View::List(parts)) => {
                let texts = self.texts(parts.get(..3)?, path, faults)?;
                Some(Datum::text(token(&texts[0], &texts[1], &texts[2])?.to_owned(), operand.span()))
            }
            _ => None,
        }
    }

    fn call_part(
        &mut self,
        name: &'t str,
        operand: &Datum<'t>,
        inside: &[Datum<'t>],
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>> {
        if name == "get_property" {
            let steps: Vec<Datum<'t>> = steps(operand)?.into_iter().chain(inside.iter().cloned()).collect();
            return self.property(&steps, operand.span(), path, faults);
        }
        inner(self.call(name, operand, path, faults)?, inside)
    }
}

/// A list, or the one value that stands for a list of one.
fn steps<'t>(operand: &Datum<'t>) -> Option<Vec<Datum<'t>>> {
    match operand.view() {
        View::List(steps) => Some(steps),
        View::Written(_) | View::Text(_) => Some(vec![operand.clone()]),
        View::Map(_) => None,
    }
}

/// What is found in a value when one follows keys and positions.
fn inner<'t>(value: Datum<'t>, steps: &[Datum<'t>]) -> Option<Datum<'t>> {
    steps.iter().try_fold(value, |value, step| value.part(step))
}
