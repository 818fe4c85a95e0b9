//! What an expected document may say otherwise.
//!
//! Comes in: a document, expected or made. Goes out: the same without what TOSCA or its engines have no use for, and other
//! programs write or leave out: relations as members of groups, lists of no members, and a topology of which nothing is left.

use std::sync::Arc;

use crate::analysis::value::{Entries, Value};

const TOPOLOGY: &str = "topology_template";

/// The document as it is compared.
pub(super) fn comparable(document: Value) -> Value {
    let Value::Map(entries) = &document else { return document };
    let Some(Value::Map(topology)) = entries.get(TOPOLOGY) else { return document };
    if topology.is_empty() {
        let rest = entries.iter().filter(|(key, _)| &***key != TOPOLOGY);
        return map(rest.map(|(key, value)| (Arc::clone(key), value.clone())).collect());
    }
    with(entries, TOPOLOGY, &|topology| with_each(topology, "groups", &|group| with_nodes_only(group)))
}

/// A group without the members that are relations, `[node, relation]`, and without a list of which nothing is left.
fn with_nodes_only(group: &Value) -> Value {
    let Value::Map(entries) = group else { return group.clone() };
    let Some(Value::List(members)) = entries.get("members") else { return group.clone() };
    let nodes: Vec<Value> = members.iter().filter(|member| !matches!(member, Value::List(_))).cloned().collect();
    if nodes.is_empty() {
        let rest = entries.iter().filter(|(key, _)| &***key != "members");
        return map(rest.map(|(key, value)| (Arc::clone(key), value.clone())).collect());
    }
    with(entries, "members", &|_| nodes.clone().into())
}

/// A mapping in which the entries of the mapping at `key` are changed.
fn with_each(value: &Value, key: &str, change: &dyn Fn(&Value) -> Value) -> Value {
    let Value::Map(entries) = value else { return value.clone() };
    with(entries, key, &|inner| match inner {
        Value::Map(inner) => map(inner.iter().map(|(name, value)| (Arc::clone(name), change(value))).collect()),
        other => other.clone(),
    })
}

/// The entries, that at `key` changed.
fn with(entries: &Entries, key: &str, change: &dyn Fn(&Value) -> Value) -> Value {
    let changed = |(name, value): (&Arc<str>, &Value)| {
        (Arc::clone(name), if &**name == key { change(value) } else { value.clone() })
    };
    map(entries.iter().map(changed).collect())
}

fn map(entries: Entries) -> Value {
    Value::Map(Arc::new(entries))
}
