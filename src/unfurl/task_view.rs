//! Values as a task sees them: what functions in them refer to depends on whose values they are and on the task.

use std::cell::Cell;
use std::sync::Arc;

use variscope_encoder::recursion::descend;

use super::connection::{Connection, Query, Source, values};
use super::content::{Content, Contents};
use super::environment::{Environment, is_template};
use super::facts::{Facts, Scope};
use super::job::Job;
use super::operation::Operation;
use super::operation_host::OperationHost;
use super::owner::Owner;
use super::property::{Properties, Property};
use super::reference::Reference;

/// How many references a value may take: they can multiply, and lead in cycles.
const MAX_LOOKUPS: u32 = 100;

/// A task, as far as values depend on it.
#[derive(Clone, Copy)]
pub(super) struct Context<'c, 'j> {
    /// The connections that are available, in lookup order.
    pub(super) connections: &'c [Connection<'j>],
    /// The environment, as far as it is made.
    pub(super) environment: &'c Environment,
    /// The node, the relation, or neither, that the task is on.
    pub(super) target: Option<Owner<'c, 'j>>,
    /// Where it runs.
    pub(super) operation_host: Option<&'c OperationHost>,
    /// Its operation; none for what all tasks of a node share.
    pub(super) operation: Option<&'c Operation<'j>>,
}

/// The values of an owner, seen by a task.
#[derive(Clone, Copy)]
struct TaskView<'s, 'j> {
    job: &'s Job<'j>,
    context: Context<'s, 'j>,
    owner: Owner<'s, 'j>,
    /// How many more references may be followed.
    budget: &'s Cell<u32>,
}

impl<'j> Job<'j> {
    /// The properties of an owner, those without a value left out.
    pub(super) fn values(&self, owner: Owner<'_, 'j>, context: Context<'_, 'j>) -> Contents {
        self.values_of(&self.given(owner), owner, context)
    }

    /// The values of these properties, or inputs, of an owner, those without a value left out.
    pub(super) fn values_of(
        &self,
        properties: &Properties<'j>,
        owner: Owner<'_, 'j>,
        context: Context<'_, 'j>,
    ) -> Contents {
        let value = |(name, property): (&Arc<str>, &Property<'j>)| {
            Some((Arc::clone(name), self.value(owner, property, context)?))
        };
        properties.iter().filter_map(value).collect()
    }

    /// A value of an owner.
    pub(super) fn value(
        &self,
        owner: Owner<'_, 'j>,
        property: &Property<'j>,
        context: Context<'_, 'j>,
    ) -> Option<Content> {
        let budget = Cell::new(MAX_LOOKUPS);
        TaskView { job: self, context, owner, budget: &budget }.value(property)
    }

    /// Asks something about what values of an owner can refer to.
    pub(super) fn with_facts<T>(
        &self,
        owner: Owner<'_, 'j>,
        context: Context<'_, 'j>,
        ask: impl FnOnce(Facts<'_>) -> T,
    ) -> T {
        let budget = Cell::new(MAX_LOOKUPS);
        let sight = TaskView { job: self, context, owner, budget: &budget };
        ask(sight.facts())
    }

    /// A key of the settings of a task, as far as they depend on no option of the job.
    pub(super) fn setting_of_task(&self, key: &str, owner: Owner<'_, 'j>, context: Context<'_, 'j>) -> Option<Content> {
        TaskView { job: self, context, owner, budget: &Cell::new(MAX_LOOKUPS) }.task(key)
    }

    /// The answer of a query among the connections of a task.
    pub(super) fn answer_in(&self, query: &Query, context: Context<'_, 'j>) -> Content {
        let budget = Cell::new(MAX_LOOKUPS);
        let owner = |connection| Owner::Connection(connection);
        let sight = |connection| TaskView { job: self, context, owner: owner(connection), budget: &budget };
        answer(query, context.connections, |connection| sight(connection).at_path(&query.path))
    }
}

/// Null, one value, or a list of several.
fn answer<'c, 'j>(
    query: &Query,
    available: &'c [Connection<'j>],
    content: impl Fn(&'c Connection<'j>) -> Option<Content>,
) -> Content {
    let available: Vec<&Connection<'j>> = available.iter().collect();
    let found = values(&available, query).into_iter().filter_map(content).filter(|content| !content.is_null());
    let mut found: Vec<Content> = found.collect();
    match found.len() {
        0 => Content::null(),
        1 => found.remove(0),
        _ => Content::List(found),
    }
}

impl<'s, 'j> TaskView<'s, 'j> {
    fn of(self, owner: Owner<'s, 'j>) -> Self {
        Self { owner, ..self }
    }

    fn facts(&self) -> Facts<'_> {
        let (inputs, environment) = match self.owner {
            Owner::Node(_) | Owner::Relation(_) => (&self.job.inputs, self.context.environment),
            Owner::Connection(connection) => (self.job.inputs_around(connection), &self.job.ensemble),
        };
        Facts::new(inputs, environment).within(self)
    }

    fn value(&self, property: &Property<'j>) -> Option<Content> {
        self.part(property, &[])
    }

    fn part(&self, property: &Property<'j>, path: &[&str]) -> Option<Content> {
        descend(|| property.part(&self.job.schemas, self.facts(), path))
    }

    /// What is found in the property of this name when one follows a path.
    fn named(&self, name: &str, path: &[&str]) -> Option<Content> {
        self.part(self.job.given(self.owner).get(name)?, path)
    }

    fn spend(&self) -> Option<()> {
        self.budget.set(self.budget.get().checked_sub(1)?);
        Some(())
    }

    /// What an instance has at a path of keys.
    fn at_path(&self, path: &[Arc<str>]) -> Option<Content> {
        let Some((key, path)) = path.split_first() else {
            let names = self.job.given(self.owner).into_keys();
            return Some(Content::Map(
                names.filter_map(|name| Some((Arc::clone(&name), self.named(&name, &[])?))).collect(),
            ));
        };
        let own = match &**key {
            ".name" => Content::string(&self.job.name_of(self.owner)),
            ".type" => Content::string(&self.job.type_name_of(self.owner)),
            name => {
                let path: Vec<&str> = path.iter().map(|key| &**key).collect();
                return self.named(name, &path);
            }
        };
        path.iter().try_fold(own, |content, key| content.part(key))
    }

    /// What a word of `get_property` stands for.
    fn entity(&self, word: &str) -> Option<Owner<'s, 'j>> {
        let is_elsewhere = matches!(self.owner, Owner::Connection(it) if matches!(it.source, Source::External(_)));
        match word {
            "SELF" => Some(self.owner),
            "HOST" => Some(Owner::Node(self.job.host(self.job.stands_at(self.owner)?)?)),
            "SOURCE" => Some(Owner::Node(self.job.ends_of(self.owner)?.0)),
            "TARGET" => Some(Owner::Node(self.job.ends_of(self.owner)?.1?)),
            name => self.job.node(name).filter(|_| !is_elsewhere).map(Owner::Node),
        }
    }

    /// What a job variable stands for, when it is an instance.
    fn instance(&self, variable: &str) -> Option<Owner<'s, 'j>> {
        let target = self.context.target?;
        match variable {
            "SELF" => Some(target),
            "OPERATION_HOST" => self.job.node_of(self.context.operation_host?).map(Owner::Node),
            "ORCHESTRATOR" => self.job.node_of(&OperationHost::Local).map(Owner::Node),
            "HOST" | "SOURCE" | "TARGET" => self.of(target).entity(variable),
            _ => None,
        }
    }

    /// Whether a run decides what hosts the node of the task.
    fn is_host_open(&self) -> bool {
        let node = self.context.target.and_then(|target| self.job.stands_at(target));
        node.is_some_and(|node| self.job.is_host_open(node))
    }

    /// An input of the operation.
    fn input(&self, path: &[Arc<str>]) -> Option<Content> {
        self.at(&self.context.operation?.inputs, path)
    }

    /// What is passed to the artifact of the task.
    fn argument(&self, path: &[Arc<str>]) -> Option<Content> {
        let is_input = self.context.operation?.inputs.contains_key(path.first()?);
        if is_input { self.input(path) } else { self.at(&self.job.artifact_arguments(self.context), path) }
    }

    /// What the artifact that the task runs has at a path.
    fn implementation(&self, path: &[Arc<str>]) -> Option<Content> {
        let artifact = self.job.artifact(self.context)?;
        match (&**path.first()?, &path[1..]) {
            (".name", []) => Some(Content::string(artifact.name())),
            ("file", []) => artifact.file().filter(|file| !is_template(file)).map(Content::string),
            _ => self.at(&self.job.artifact_properties(&artifact), path),
        }
    }

    /// What the target of the task has among these properties at a path.
    fn at(&self, properties: &Properties<'j>, path: &[Arc<str>]) -> Option<Content> {
        let (name, path) = path.split_first()?;
        let content = self.of(self.context.target?).value(properties.get(name)?)?;
        path.iter().try_fold(content, |content, key| content.part(key))
    }
}

impl TaskView<'_, '_> {
    /// A key of the settings of the task, as far as they depend on no option of the job.
    fn task(&self, key: &str) -> Option<Content> {
        let target = self.job.target_name(self.context.target?)?;
        match key {
            "target" => Some(Content::string(&target)),
            "operation" => Some(Content::string(self.context.operation?.own_name())),
            "timeout" => {
                let setting = self.context.operation?.setting("timeout");
                Some(setting.map_or_else(Content::null, |setting| self.facts().evaluate(setting)))
            }
            _ => None,
        }
    }
}

impl Scope for TaskView<'_, '_> {
    fn property(&self, path: &[&str]) -> Option<Content> {
        self.spend()?;
        let (word, path) = path.split_first()?;
        let sight = self.of(self.entity(word)?);
        let (name, path) = path.split_first()?;
        sight.named(name, path)
    }

    fn variable(&self, reference: &Reference) -> Option<Content> {
        self.spend()?;
        match &*reference.variable {
            "connections" => {
                let query = Query::of_path(&reference.path)?;
                let content = |connection| self.of(Owner::Connection(connection)).at_path(&query.path);
                let found = answer(&query, self.context.connections, content);
                let is_known = !self.is_host_open() || query.is_single() && !found.is_null();
                is_known.then_some(found)
            }
            "inputs" => self.input(&reference.path),
            "implementation" => self.implementation(&reference.path),
            "arguments" => self.argument(&reference.path),
            "task" => match reference.path.as_slice() {
                [key] => self.task(key),
                _ => None,
            },
            // A whole instance is more than its properties.
            _ if reference.path.is_empty() => None,
            variable => self.of(self.instance(variable)?).at_path(&reference.path),
        }
    }
}
