//! Technologies of small templates.

mod errors;
mod hosting;
mod matching;
mod settling;
mod sorting;

use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::package::Package;
use crate::source::syntax::vocabulary::Profile;
use crate::tosca::model::{ElementId, Kind, LoadOptions, Loaded, Model, Technology};

/// Types that most templates here use: a component with a leaf type, hosts, and artifacts.
const TYPES: &str = "
tosca_definitions_version: tosca_variability_1_0_rc_3
artifact_types:
  image: {derived_from: tosca.artifacts.File}
  layered: {derived_from: image}
node_types:
  component:
  leaf: {derived_from: component}
  engine: {metadata: {vintner_abstract: 'true'}}
  machine: {metadata: {vintner_abstract: 'true'}}
topology_template:
";

fn load(text: &str) -> Loaded {
    let options = LoadOptions { profile: Some(Profile::D), options: None };
    Model::load(&Package::of_text(text.to_owned()), &options).expect("in memory")
}

/// A template with [`TYPES`], whose `topology_template` is `topology`.
fn loaded(topology: &str) -> Loaded {
    load(&format!("{TYPES}{topology}"))
}

/// That a node has no candidates where a constraint demands one, which the reference does not say.
fn is_of_constraint(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == Code::NoTechnology && !diagnostic.is_error() && diagnostic.reference.is_none()
}

/// The model of a template in which nothing is wrong.
fn model(topology: &str) -> Model {
    let loaded = loaded(topology);
    let wrong: Vec<&Diagnostic> =
        loaded.diagnostics.iter().filter(|diagnostic| !is_of_constraint(diagnostic)).collect();
    assert_eq!(wrong, [] as [&Diagnostic; 0]);
    loaded.model.expect("nothing is wrong")
}

fn sentences(loaded: &Loaded) -> Vec<&str> {
    loaded.diagnostics.iter().filter(|diagnostic| !is_of_constraint(diagnostic)).map(Diagnostic::sentence).collect()
}

fn node(model: &Model, name: &str) -> ElementId {
    model.named(Kind::Node, name)[0]
}

/// The technologies of a node with their names.
fn technologies<'m>(model: &'m Model, name: &str) -> Vec<(&'m str, &'m Technology)> {
    let ids = &model.node(node(model, name)).technologies;
    ids.iter().map(|&id| (&*model.element(id).name, model.technology(id))).collect()
}

/// The sets of elements of the only technology of a node, as paths.
fn ways(model: &Model, name: &str) -> Vec<Vec<String>> {
    let technologies = technologies(model, name);
    let [(_, technology)] = technologies.as_slice() else { panic!("{technologies:?}") };
    let matches = technology.matches.as_ref().expect("a rule is known");
    matches.iter().map(|way| way.iter().map(|&id| model.path(id)).collect()).collect()
}
