//! The capabilities of node types.

use std::sync::Arc;

use super::super::lineage::{defined, lineage};
use crate::model::Model;
use crate::types::Collection;

/// Capabilities of normative node types (TOSCA Simple Profile 1.3, section 5.9): type, capability, type of that.
static NORMATIVE: &[(&str, &str, &str)] = &[
    ("tosca.nodes.Root", "feature", "tosca.capabilities.Node"),
    ("tosca.nodes.Abstract.Compute", "host", "tosca.capabilities.Compute"),
    ("tosca.nodes.Compute", "host", "tosca.capabilities.Compute"),
    ("tosca.nodes.Compute", "endpoint", "tosca.capabilities.Endpoint.Admin"),
    ("tosca.nodes.Compute", "os", "tosca.capabilities.OperatingSystem"),
    ("tosca.nodes.Compute", "scalable", "tosca.capabilities.Scalable"),
    ("tosca.nodes.Compute", "binding", "tosca.capabilities.network.Bindable"),
    ("tosca.nodes.WebServer", "data_endpoint", "tosca.capabilities.Endpoint"),
    ("tosca.nodes.WebServer", "admin_endpoint", "tosca.capabilities.Endpoint.Admin"),
    ("tosca.nodes.WebServer", "host", "tosca.capabilities.Compute"),
    ("tosca.nodes.WebApplication", "app_endpoint", "tosca.capabilities.Endpoint"),
    ("tosca.nodes.DBMS", "host", "tosca.capabilities.Compute"),
    ("tosca.nodes.Database", "database_endpoint", "tosca.capabilities.Endpoint.Database"),
    ("tosca.nodes.Storage.ObjectStorage", "storage_endpoint", "tosca.capabilities.Endpoint"),
    ("tosca.nodes.Storage.BlockStorage", "attachment", "tosca.capabilities.Attachment"),
    ("tosca.nodes.Container.Runtime", "host", "tosca.capabilities.Compute"),
    ("tosca.nodes.Container.Runtime", "scalable", "tosca.capabilities.Scalable"),
    ("tosca.nodes.LoadBalancer", "client", "tosca.capabilities.Endpoint.Public"),
    ("tosca.nodes.network.Network", "link", "tosca.capabilities.network.Linkable"),
];

/// The names of the capabilities of a line of node types, their types, and what those derive from.
pub(super) fn words(model: &Model, line: &[Arc<str>]) -> Vec<Arc<str>> {
    let mut words: Vec<Arc<str>> = Vec::new();
    let mut add = |name: &str, type_name: &str| {
        words.push(name.into());
        words.extend(lineage(model.types(), Collection::Capability, type_name));
    };
    for &(node_type, name, type_name) in NORMATIVE {
        if line.iter().any(|known| **known == *node_type) {
            add(name, type_name);
        }
    }
    for (name, body) in defined(model, Collection::Node, line, "capabilities") {
        let type_name = if body.is_scalar() { Some(body) } else { body.get("type") };
        add(&name, type_name.map_or("", |type_name| type_name.text()));
    }
    words
}
