//! Relationships of the instance that the runtime runs on, where an ensemble of its own describes it.

use std::sync::Arc;

use super::{Connection, Source};
use crate::source::syntax::vocabulary::topology_of;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;
use crate::unfurl::external::External;
use crate::unfurl::lineage::named_entries;

/// The relationship templates in the requirements of that instance, each with the name of the node that it leads to.
pub(in crate::unfurl) fn from_localhost<'c>(
    model: &'c Model,
    external: &[External<'c>],
) -> Vec<(Arc<str>, Connection<'c>)> {
    let ensembles = external.iter().enumerate().filter(|(_, ensemble)| ensemble.import.is_localhost());
    ensembles.flat_map(|(place, ensemble)| of_ensemble(model, place, ensemble).unwrap_or_default()).collect()
}

fn of_ensemble<'c>(model: &'c Model, place: usize, ensemble: &External<'c>) -> Option<Vec<(Arc<str>, Connection<'c>)>> {
    let template = ensemble.template()?;
    let topology = topology_of(template)?;
    let requirements = topology.get("node_templates")?.get(ensemble.import.instance())?.get("requirements")?;
    let leading = |(key, body): (Yaml<'c>, Yaml<'c>)| {
        let (target, relationship) = (body.get("node")?, body.get("relationship")?);
        let (name, body) = if relationship.is_mapping() {
            (key.text(), relationship)
        } else {
            (relationship.text(), topology.get("relationship_templates")?.get(relationship.text())?)
        };
        let connection = Connection::new(model, name, key.span(), body, Source::External(place));
        let connection = connection.with_own_type(model, template.get("relationship_types"));
        Some((target.text().into(), connection))
    };
    Some(named_entries(requirements).filter_map(leading).collect())
}
