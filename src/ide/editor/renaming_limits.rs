//! What cannot be given another name, and names that nothing can be given.

use super::draft::Draft;
use super::references::KEYWORDS;
use super::rename::RenameError;
use super::symbol::{Space, Symbol};
use crate::source::syntax::yaml::{Scalar, Yaml};
use crate::tosca::model::{Kind, Model, is_hosting_name};
use crate::tosca::types::{Collection, Schemas, TypesProfile};

/// Relations are called what the types of their nodes declare, and artifacts what these say of them.
pub(super) fn check_declared(draft: &Draft, symbol: &Symbol) -> Result<(), RenameError> {
    let (Some(model), Some(owner)) = (draft.model(), &symbol.owner) else { return Ok(()) };
    let schemas = Schemas::new(model.types(), model.tree(), TypesProfile::built_in());
    for id in model.named(Kind::Node, owner).iter().flat_map(|&node| model.types_of(node)) {
        let name = &*model.element(*id).name;
        if symbol.space == Space::Relation && schemas.requirements(name).contains_key(&*symbol.name) {
            return Err(RenameError::Declared(name.to_owned(), symbol.name.to_string()));
        }
        if symbol.space == Space::Artifact && names_artifact(&schemas, name, &symbol.name) {
            return Err(RenameError::NamedByType(name.to_owned(), symbol.name.to_string()));
        }
    }
    Ok(())
}

/// Whether a node type, or one that it derives from, declares an artifact of its nodes, or asks for it.
fn names_artifact(schemas: &Schemas<'_>, node_type: &str, artifact: &str) -> bool {
    let line = schemas.line(Collection::Node, node_type).unwrap_or_default();
    line.into_iter().filter_map(|name| schemas.body(Collection::Node, name)).any(|body| {
        let declared = body.get("artifacts").into_iter().flat_map(Yaml::entries);
        let mut names = declared.map(|(key, _)| key).chain(artifacts_asked_for(body));
        names.any(|name| name.text() == artifact)
    })
}

/// The names in all `{get_artifact: [NODE, NAME]}` below `root`.
fn artifacts_asked_for(root: Yaml<'_>) -> Vec<Yaml<'_>> {
    let asked = root.descendants().flat_map(Yaml::entries).filter(|(key, _)| key.text() == "get_artifact");
    asked.filter_map(|(_, operand)| operand.items().nth(1)).collect()
}

/// A name that can be written without quotes, in lists and mappings of either style, and inside the id of an element.
pub(super) fn check_name(new: &str) -> Result<(), RenameError> {
    let begins = new.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    let is_plain = new.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter));
    let is_text = matches!(Scalar::resolve(new), Scalar::String(_));
    if begins && is_plain && is_text && !new.ends_with('.') {
        Ok(())
    } else {
        Err(RenameError::BadName(new.to_owned()))
    }
}

pub(super) fn check_meaning(model: &Model, symbol: &Symbol, new: &str) -> Result<(), RenameError> {
    if KEYWORDS.contains(&new) {
        return Err(RenameError::Reserved(new.to_owned()));
    }
    let hosts = |name| is_hosting_name(name, model.profile());
    if symbol.space == Space::Relation && hosts(&symbol.name) != hosts(new) {
        return Err(RenameError::Hosting(new.to_owned()));
    }
    if symbol.space == Space::VariabilityInput && model.by_path(new).is_some() {
        return Err(RenameError::Reserved(new.to_owned()));
    }
    Ok(())
}

pub(super) fn check_clash(draft: &Draft, model: &Model, symbol: &Symbol, new: &str) -> Result<(), RenameError> {
    let clash = |space: Space| Err(RenameError::Clash(space.noun(), new.to_owned()));
    let renamed = Symbol { name: new.into(), ..symbol.clone() };
    if draft.places(&renamed).next().is_some() {
        return clash(symbol.space);
    }
    if let Space::Type(collection) = symbol.space
        && model.types().definition(collection, new).is_some()
    {
        return clash(symbol.space);
    }
    // Policies target nodes and groups by name alone.
    let rival = match symbol.space {
        Space::Node => Space::Group,
        Space::Group => Space::Node,
        _ => return Ok(()),
    };
    if draft.places(&Symbol::new(rival, new)).next().is_some() {
        return clash(rival);
    }
    let id = format!("{}.{new}", symbol.space.noun());
    if model.language().input(&id).is_some() { clash(Space::VariabilityInput) } else { Ok(()) }
}
