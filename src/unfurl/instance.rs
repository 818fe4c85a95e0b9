//! Instances as job variables show them: a dictionary of properties, attributes and special keys.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::connection::Connection;
use super::content::{Content, Contents};
use super::environment::{DeferredValue, Reason};
use super::job::Job;
use super::lineage::defined;
use super::owner::Owner;
use super::task_view::Context;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::ElementId;
use crate::tosca::types::Collection;

impl<'j> Job<'j> {
    /// An instance, as a task sees it.
    pub(super) fn instance(&self, owner: Owner<'_, 'j>, context: Context<'_, 'j>) -> Content {
        let mut entries = self.special_keys(owner);
        entries.extend(self.values(owner, context));
        let (collection, line) = match owner {
            Owner::Node(node) => (Collection::Node, self.type_line(node)),
            Owner::Relation(relation) => (Collection::Relationship, self.relation_line(relation)),
            Owner::Connection(connection) => (Collection::Relationship, connection.types.clone()),
        };
        for name in defined(self.model, collection, &line, "attributes").into_keys() {
            let unknown = Content::Computed(DeferredValue::new(format!("attribute {name}"), Reason::Attribute));
            entries.entry(name).or_insert(unknown);
        }
        Content::Map(entries)
    }

    /// The keys that every instance has; those that stand for other instances have their names.
    fn special_keys(&self, owner: Owner<'_, 'j>) -> Contents {
        let names = |nodes: &[ElementId]| nodes.iter().map(|&node| self.own_name(node)).collect();
        let mut keys: Vec<(&str, Content)> = vec![
            (".name", Content::string(&self.name_of(owner))),
            (".type", Content::string(&self.type_name_of(owner))),
        ];
        match owner {
            Owner::Node(node) => {
                let (hosts, is_open) = (self.hosts(node), self.is_host_open(node));
                let above = |key: &'static str, nodes: &[ElementId]| {
                    let open = || Content::Computed(DeferredValue::new(key, Reason::Host));
                    (key, if is_open { open() } else { Content::List(names(nodes)) })
                };
                keys.extend([
                    above(".parents", &hosts),
                    above(".ancestors", &[&[node], hosts.as_slice()].concat()),
                    (".instances", Content::List(names(self.hosted_on(node)))),
                    (".capabilities", self.capabilities(node)),
                    (".requirements", self.requirements(node)),
                ]);
            }
            Owner::Relation(_) | Owner::Connection(_) => {
                let (source, target) = self.ends_of(owner).unzip();
                let end = |end: Option<ElementId>| Some(self.own_name(end?));
                keys.extend(end(source).map(|source| (".source", source)));
                keys.extend(end(target.flatten()).map(|target| (".target", target)));
            }
        }
        for key in [".tosca_id", ".status", ".state"] {
            keys.push((key, Content::Computed(DeferredValue::new(key, Reason::State))));
        }
        keys.into_iter().map(|(key, content)| (key.into(), content)).collect()
    }

    fn own_name(&self, node: ElementId) -> Content {
        Content::string(&self.model.element(node).name)
    }

    /// The present nodes that a node hosts directly.
    fn hosted_on(&self, host: ElementId) -> &[ElementId] {
        let hosted = self.hosted.get_or_init(|| {
            let mut hosted: FxHashMap<ElementId, Vec<ElementId>> = FxHashMap::default();
            for node in self.nodes() {
                self.host(node).into_iter().for_each(|host| hosted.entry(host).or_default().push(node));
            }
            hosted
        });
        hosted.get(&host).map(Vec::as_slice).unwrap_or_default()
    }

    fn capabilities(&self, node: ElementId) -> Content {
        let capabilities = self.schemas.capabilities(&self.type_of(node));
        Content::List(capabilities.keys().map(|name| Content::string(name)).collect())
    }

    fn requirements(&self, node: ElementId) -> Content {
        let relations = self.model.node(node).relations.iter().copied().filter(|&relation| self.has(relation));
        let names: IndexSet<&Arc<str>, FxBuildHasher> =
            relations.map(|relation| &self.model.element(relation).name).collect();
        Content::List(names.into_iter().map(|name| Content::string(name)).collect())
    }

    /// Connections by name, and by the full and the short name of their type: what is looked up first stands for its type.
    pub(super) fn connection_map(&self, connections: &[Connection<'j>], context: Context<'_, 'j>) -> Content {
        let mut entries = Contents::default();
        let shown: Vec<(&Connection<'j>, Content)> =
            connections.iter().map(|it| (it, self.instance(Owner::Connection(it), context))).collect();
        for (connection, instance) in &shown {
            entries.entry(Arc::clone(&connection.name)).or_insert_with(|| instance.clone());
        }
        for (connection, instance) in &shown {
            for name in connection.types.first().into_iter().flat_map(|own| [&**own, connection.short_type_name()]) {
                entries.entry(name.into()).or_insert_with(|| instance.clone());
            }
        }
        Content::Map(entries)
    }
}

/// The text of a scalar of an author, if there is one.
pub(super) fn text_of(yaml: Option<Yaml<'_>>) -> Option<&str> {
    yaml.filter(|yaml| yaml.is_scalar() && !yaml.is_null()).map(Yaml::text)
}
