//! Topology inputs: their values out of all sources, each over those before it.

use rustc_hash::FxHashSet;

use super::declarations::empty_ranges;
use super::{KnownInput, shape};
use crate::source::diagnostic::{Code, Diagnostic, likely_meant, or_meant};
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::source::{Sources, Span};
use crate::tosca::types::completion::{Completer, Fault, Opaque, Path};
use crate::tosca::types::{Datum, Schema, Schemas};

/// Where the value of a topology input comes from; later ones win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputSource {
    /// `default` of its declaration.
    Default,
    /// `inputs_values`, or `input_values`, of the service template.
    Values,
    /// `spec.inputs`.
    Specification,
    /// `inputs` of the environment.
    Environment,
    /// `--var input_NAME=value`.
    Variable,
}

/// What gives values to topology inputs, besides their declarations.
#[derive(Clone, Debug, Default)]
pub struct InputSources<'t> {
    /// Maps from names to values, ascending by rank.
    pub maps: Vec<(InputSource, Yaml<'t>)>,
    /// Values of variables by the name of the input.
    pub variables: Vec<(&'t str, Yaml<'t>)>,
    /// Inputs that the author declares, and that are absent from the topology.
    pub absent: Vec<&'t str>,
    /// Declarations of variability inputs, which get their values elsewhere.
    pub variability: Vec<Yaml<'t>>,
}

/// A topology input.
#[derive(Clone, Debug)]
pub struct TopologyInput<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its value, completed.
    pub value: Option<Datum<'t>>,
    /// Where that comes from.
    pub source: Option<InputSource>,
    /// What values it takes.
    pub schema: Schema<'t>,
}

impl<'t> TopologyInput<'t> {
    /// What functions have to know.
    pub fn known(&self) -> KnownInput<'t> {
        KnownInput { value: self.value.clone(), schema: Some(self.schema.clone()) }
    }
}

impl<'t> InputSources<'t> {
    /// The sources that stand in a file, next to its topology or around it: `inputs_values` and `input_values` of the
    /// service template or its topology, `spec.inputs`, and `inputs` under `environment`.
    pub fn of(root: Yaml<'t>) -> Self {
        let spec = root.get("spec");
        let templates = [Some(root), root.get("service_template"), spec.and_then(|spec| spec.get("service_template"))];
        let places =
            templates.into_iter().flatten().flat_map(|template| [Some(template), template.get("topology_template")]);
        let places: Vec<Yaml<'t>> = places.flatten().collect();
        let variability = places.iter().filter_map(|place| place.get("variability")?.get("inputs")).collect();
        let values = places.into_iter().flat_map(|place| [place.get("input_values"), place.get("inputs_values")]);
        let mut maps: Vec<(InputSource, Yaml<'t>)> = values.flatten().map(|map| (InputSource::Values, map)).collect();
        maps.extend(spec.and_then(|spec| spec.get("inputs")).map(|map| (InputSource::Specification, map)));
        let environment = root.get("environment").and_then(|environment| environment.get("inputs"));
        maps.extend(environment.map(|map| (InputSource::Environment, map)));
        Self { maps, variability, ..Self::default() }
    }

    /// The sources that stand in the file of an ensemble, which may be nothing but its environment.
    pub fn of_ensemble(root: Yaml<'t>) -> Self {
        let is_environment = root.get("environment").is_none() && root.get("spec").is_none();
        let own = root.get("inputs").filter(|_| is_environment).map(|map| (InputSource::Environment, map));
        let mut sources = Self::of(root);
        sources.maps.extend(own);
        sources
    }

    /// These sources and those of another file, by rank.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.maps.extend(&other.maps);
        self.maps.sort_by_key(|&(source, _)| source);
        self.variables.extend(&other.variables);
        self.variability.extend(&other.variability);
        self
    }

    /// Reads variables `input_NAME=VALUE`; others are none for topology inputs.
    pub fn read_variables<'v>(
        variables: &'v [String],
        sources: &mut Sources,
        tree: &mut Tree,
        faults: &mut Vec<Diagnostic>,
    ) -> Vec<(&'v str, YamlId)> {
        let mut found = Vec::new();
        for (name, text) in variables.iter().filter_map(|variable| variable.split_once('=')) {
            let Some(name) = name.strip_prefix("input_") else {
                faults.push(Self::no_input(name, sources));
                continue;
            };
            match Self::read_variable(name, text, sources, tree) {
                Ok(id) => found.push((name, id)),
                Err(wrong) => faults.extend(wrong),
            }
        }
        found
    }

    /// What is said of a variable that gives no topology input a value.
    fn no_input(name: &str, sources: &mut Sources) -> Diagnostic {
        let file = sources.add("--var", name);
        let message = format!("the variable \"{name}\" is no topology input, and has no effect");
        Diagnostic::new(Code::UndeclaredTopologyInput, Span::new(file, 0, name.len()), message)
            .help(format!("for a topology input, write `--var input_{name}=VALUE`"))
    }

    /// Reads the value of a variable, which is YAML by itself; nothing at all, or nothing but a comment, is null.
    ///
    /// # Errors
    /// When it is no YAML.
    pub fn read_variable(
        name: &str,
        text: &str,
        sources: &mut Sources,
        tree: &mut Tree,
    ) -> Result<YamlId, Vec<Diagnostic>> {
        let file = sources.add(format!("--var input_{name}"), text);
        let (root, faults) = tree.parse(sources, file);
        if root.is_none() && faults.iter().all(|fault| fault.code == Code::EmptyDocument) {
            return Self::read_variable(name, "~", sources, tree);
        }
        root.filter(|_| !faults.iter().any(Diagnostic::is_error)).ok_or(faults)
    }

    /// The value of an input, and where that comes from.
    pub fn given(&self, name: &str) -> Option<(InputSource, Yaml<'t>)> {
        let variable = self.variables.iter().rev().find(|(given, _)| *given == name);
        let variable = variable.map(|&(_, value)| (InputSource::Variable, value));
        let mut maps = self.maps.iter().rev();
        variable.or_else(|| maps.find_map(|&(source, map)| Some((source, map.get(name)?))))
    }

    /// What is wrong with the sources themselves: their shapes, and names that are none of the declared ones.
    pub fn faults(&self, declared: &[&str]) -> Vec<Fault> {
        let names: FxHashSet<&str> = declared.iter().copied().collect();
        let undeclared = self.all().filter(|(name, _)| !names.contains(name)).map(|(name, span)| {
            let close = or_meant(likely_meant(name, declared.iter().copied()));
            let is_chosen = self.variability.iter().any(|inputs| inputs.get(name).is_some());
            let message = if is_chosen {
                format!(
                    "\"{name}\" is a variability input, and no topology input: its value is not used here; choose it with `--input {name}=VALUE`, an inputs file or a preset"
                )
            } else if self.absent.contains(&name) {
                format!("topology input \"{name}\" is absent from this variant; its value is not used")
            } else {
                format!("topology input \"{name}\" is not declared; its value is not used{close}")
            };
            Fault::new(Code::UndeclaredTopologyInput, &Path::new("inputs").name(name), span, message)
        });
        self.misshapen().chain(undeclared).collect()
    }

    fn all(&self) -> impl Iterator<Item = (&'t str, Span)> + '_ {
        let entries = self.maps.iter().flat_map(|(_, map)| map.entries());
        let variables = self.variables.iter().map(|(name, value)| (*name, value.span()));
        entries.map(|(key, _)| (key.text(), key.span())).chain(variables)
    }

    fn misshapen(&self) -> impl Iterator<Item = Fault> {
        let wrong = self.maps.iter().filter(|(_, map)| !map.is_mapping() && !map.is_null());
        wrong.map(|(_, map)| {
            let message = format!("values of topology inputs are a mapping, not a {}", map.kind());
            Fault::new(Code::WrongShape, &Path::new("inputs"), map.span(), message)
        })
    }
}

/// A declaration of a topology input: its name, where that is written, and what it says.
pub type InputDeclaration<'t> = (&'t str, Span, Yaml<'t>);

/// The inputs that a section declares.
pub(super) fn declared(section: Option<Yaml<'_>>) -> Vec<InputDeclaration<'_>> {
    let entries = section.into_iter().flat_map(|section| section.entries());
    entries.map(|(key, body)| (key.text(), key.span(), body)).collect()
}

/// What is wrong with the shape of the definitions of inputs, by place.
pub fn input_shape_faults(declared: &[InputDeclaration<'_>]) -> Vec<(usize, Fault)> {
    let root = Path::new("inputs");
    let of_input = |(place, &(name, _, body)): (usize, &InputDeclaration<'_>)| {
        let mut faults = Vec::new();
        shape::of_input(body, &root.name(name), &mut faults);
        faults.into_iter().map(move |fault| (place, fault))
    };
    declared.iter().enumerate().flat_map(of_input).collect()
}

/// The values of declared inputs, and what is wrong with them: each fault with the place of its declaration, none where
/// it is about a source.
pub fn topology_inputs<'t>(
    schemas: &Schemas<'t>,
    declared: &[InputDeclaration<'t>],
    sources: &InputSources<'t>,
) -> (Vec<TopologyInput<'t>>, Vec<(Option<usize>, Fault)>) {
    let mut completer = Completer::new(schemas, Opaque);
    let root = Path::new("inputs");
    let names: Vec<&str> = declared.iter().map(|&(name, ..)| name).collect();
    let mut faults: Vec<_> = sources.faults(&names).into_iter().map(|fault| (None, fault)).collect();
    let mut inputs = Vec::new();
    for (place, &(name, span, body)) in declared.iter().enumerate() {
        let path = root.name(name);
        let own = path.to_string();
        let mut input = input(&mut completer, (name, span, body), sources.given(name), &path);
        let mut of_input = completer.take_faults();
        of_input.extend(empty_ranges(schemas, body.get("type").map_or("", Yaml::text), body, &path));
        // What reads it is not blamed for a value that does not fit its own type.
        if of_input.iter().any(|fault| fault.code == Code::WrongType) {
            input.value = None;
        }
        inputs.push(input);
        faults.extend(of_input.into_iter().map(|fault| (Some(place), as_input(fault, &own))));
    }
    (inputs, faults)
}

fn input<'t>(
    completer: &mut Completer<'_, 't, Opaque>,
    (name, span, body): InputDeclaration<'t>,
    given: Option<(InputSource, Yaml<'t>)>,
    path: &Path<'_>,
) -> TopologyInput<'t> {
    let schema = completer.schema(body, path);
    let (value, source) = match given {
        // DEVIATION from properties: null is a value, also of an input that is required.
        Some((source, value)) if value.is_null() => (Some(value.into()), Some(source)),
        Some((source, value)) => {
            // A source replaces a value as a whole.
            let schema = Schema { defaults: Vec::new(), ..schema.clone() };
            (completer.complete_input(&schema, Some(value.into()), path, span), Some(source))
        }
        None => {
            let value = completer.complete_input(&schema, None, path, span);
            let source = value.is_some().then_some(InputSource::Default);
            (value, source)
        }
    };
    TopologyInput { name, value, source, schema }
}

fn as_input(fault: Fault, own: &str) -> Fault {
    if fault.code == Code::MissingProperty && fault.path == own {
        return Fault { code: Code::MissingTopologyInput, ..fault };
    }
    fault
}
