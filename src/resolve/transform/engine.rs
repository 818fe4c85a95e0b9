//! Documents in the words of one engine: what it refuses is written in another way that means the same.
//!
//! Comes in: a document and its engine. Goes out: the document, and what is said about parts that were left out because
//! they say nothing to the engine. What cannot be written in another way stays; the checks of the variant report it.

use std::collections::BTreeSet;

use super::dated::as_texts;
use super::empty::without_empty;
use super::parts::{InterfaceOwner, Level, Rewriting, rewritten};
use super::{Key, Output, OutputEntries};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::is_interface_key;
use crate::source::syntax::yaml::Tree;
use crate::tosca::types::engine::{self, Engine, EngineRefusal};

/// The document as `engine` takes it, and what was left out of it.
pub fn written_for(tree: &Tree, document: Output, engine: Engine) -> (Output, Vec<Diagnostic>) {
    let mut rewriting = EngineRewriting {
        tree,
        engine,
        relationships: OutputEntries::new(),
        node: String::new(),
        names: BTreeSet::new(),
        own_names: BTreeSet::new(),
        left_out: Vec::new(),
    };
    let document = rewritten(tree, without_empty(tree, document), &mut rewriting);
    let document = if rewriting.refuses(engine::DATE) { as_texts(tree, document) } else { document };
    (document, rewriting.left_out)
}

struct EngineRewriting<'t> {
    tree: &'t Tree,
    engine: Engine,
    /// Relationship templates that stood inside of requirements.
    relationships: OutputEntries,
    /// The node template that was entered last.
    node: String,
    /// Names of relationship templates.
    names: BTreeSet<String>,
    /// Those of the document itself.
    own_names: BTreeSet<String>,
    left_out: Vec<Diagnostic>,
}

impl Rewriting for EngineRewriting<'_> {
    fn enter(&mut self, level: Level, name: &str, part: &Output) {
        match level {
            Level::NodeTemplate => name.clone_into(&mut self.node),
            Level::Topology => {
                let own = part.get(self.tree, "relationship_templates");
                let own = own.and_then(|templates| templates.into_entries(self.tree).ok()).unwrap_or_default();
                self.own_names = own.iter().map(|(key, _)| self.name(key).to_owned()).collect();
                self.names = self.own_names.clone();
            }
            _ => {}
        }
    }

    fn part(&mut self, level: Level, name: &str, part: Output) -> Output {
        match level {
            Level::ServiceTemplate => self.with_entries(part, Self::service_template),
            Level::Import if self.refuses(engine::NAMED_IMPORT) => self.import(part),
            Level::Topology => self.with_entries(part, Self::topology),
            Level::Metadata if self.refuses(engine::METADATA) => self.with_entries(part, Self::texts),
            Level::Interface(InterfaceOwner::Template) if self.refuses(engine::SHORT_OPERATION) => {
                self.with_entries(part, Self::interface)
            }
            Level::Requirement if self.refuses(engine::INLINE) => {
                self.with_entries(part, |all, assignment| all.requirement(name, assignment))
            }
            _ => part,
        }
    }
}

impl EngineRewriting<'_> {
    fn refuses(&self, refusal: EngineRefusal) -> bool {
        refusal.is_by(self.engine)
    }

    /// A mapping with other entries; anything else stays.
    fn with_entries(&mut self, part: Output, change: impl FnOnce(&mut Self, OutputEntries) -> OutputEntries) -> Output {
        match part.into_entries(self.tree) {
            Ok(entries) => Output::Mapping(change(self, entries)),
            Err(part) => part,
        }
    }

    fn name<'k>(&'k self, key: &'k Key) -> &'k str {
        key.as_text(self.tree)
    }

    /// A scalar as a text.
    fn text(&self, output: Output) -> Output {
        match output {
            Output::Source(id) if self.tree.at(id).is_scalar() => Output::text(self.tree.at(id).text()),
            other => other,
        }
    }

    fn span(&self, key: &Key) -> Option<Span> {
        match key {
            Key::Source(id) => Some(self.tree.at(*id).span()),
            Key::Text(_) => None,
        }
    }

    fn leave_out(&mut self, key: &Key, what: &str, note: &str) {
        let message = format!("{what} is left out for {}", self.engine);
        let diagnostic = Diagnostic::at(Code::LeftOutForEngine, self.span(key), message);
        self.left_out.push(diagnostic.note(note));
    }

    fn service_template(&mut self, entries: OutputEntries) -> OutputEntries {
        let (mut written, mut moved) = (OutputEntries::new(), OutputEntries::new());
        for (key, value) in entries {
            let name = self.name(&key);
            if engine::KEYS.iter().any(|(known, refusal)| *known == name && self.refuses(*refusal)) {
                moved.push((key, self.text(value)));
            } else {
                written.push((key, value));
            }
        }
        let has_topology = written.iter().any(|(key, _)| self.name(key) == "topology_template");
        if !has_topology && self.refuses(engine::NO_TOPOLOGY) {
            written.push((Key::text("topology_template"), Output::Mapping(OutputEntries::new())));
        }
        self.moved_to_metadata(&mut written, moved);
        written
    }

    /// What has keys of its own in a service template may stand in its metadata (TOSCA Simple Profile 1.3, section 3.10.1);
    /// what does already stays as it is. Without a mapping to stand in, they are left out.
    fn moved_to_metadata(&mut self, written: &mut OutputEntries, moved: OutputEntries) {
        if moved.is_empty() {
            return;
        }
        let place = written.iter().position(|(key, _)| self.name(key) == "metadata");
        let place = place.unwrap_or_else(|| {
            // The version of the language stands first.
            let place = written.len().min(1);
            written.insert(place, (Key::text("metadata"), Output::Mapping(OutputEntries::new())));
            place
        });
        let metadata = match written[place].1.clone() {
            metadata if metadata.is_null(self.tree) => Ok(OutputEntries::new()),
            metadata => metadata.into_entries(self.tree),
        };
        if let Ok(mut metadata) = metadata {
            let known: BTreeSet<String> = metadata.iter().map(|(key, _)| self.name(key).to_owned()).collect();
            metadata.extend(moved.into_iter().filter(|(key, _)| !known.contains(self.name(key))));
            written[place].1 = Output::Mapping(metadata);
        } else {
            for (key, _) in moved {
                let what = format!("`{}`", self.name(&key));
                self.leave_out(&key, &what, "the engine takes it in `metadata` only, which is no mapping here");
            }
        }
    }

    /// An import without a name.
    fn import(&self, import: Output) -> Output {
        match import.into_entries(self.tree) {
            Err(import) => import,
            Ok(entries) if entries.len() == 1 && self.name(&entries[0].0) != "file" => {
                entries.into_iter().map(|(_, body)| body).next().expect("there is one entry")
            }
            Ok(entries) => Output::Mapping(entries),
        }
    }

    fn topology(&mut self, entries: OutputEntries) -> OutputEntries {
        let mut written = OutputEntries::new();
        for (key, value) in entries {
            let value = match self.name(&key) {
                "outputs" if self.refuses(engine::OUTPUT) => self.with_entries(value, Self::outputs),
                "substitution_mappings" if self.refuses(engine::SUBSTITUTION) => {
                    let note = "it says what the template may stand for in others, which the engine does not ask";
                    self.leave_out(&key, "`substitution_mappings`", note);
                    continue;
                }
                _ => value,
            };
            written.push((key, value));
        }
        if !self.relationships.is_empty() {
            let place = written.iter().position(|(key, _)| self.name(key) == "relationship_templates");
            let place = place.unwrap_or_else(|| {
                written.push((Key::text("relationship_templates"), Output::Mapping(OutputEntries::new())));
                written.len() - 1
            });
            let mut templates = written[place].1.clone().into_entries(self.tree).unwrap_or_default();
            templates.append(&mut self.relationships);
            written[place].1 = Output::Mapping(templates);
        }
        written
    }

    /// Outputs that say what they give.
    fn outputs(&mut self, entries: OutputEntries) -> OutputEntries {
        let mut kept = OutputEntries::new();
        for (key, value) in entries {
            if value.get(self.tree, "value").is_some() {
                kept.push((key, value));
            } else {
                let what = format!("output \"{}\"", self.name(&key));
                self.leave_out(&key, &what, "it has no value, so that nothing is put out");
            }
        }
        kept
    }

    /// Metadata that are texts.
    fn texts(&mut self, metadata: OutputEntries) -> OutputEntries {
        metadata.into_iter().map(|(key, value)| (key, self.text(value))).collect()
    }

    /// An interface with all its operations under `operations`.
    fn interface(&mut self, entries: OutputEntries) -> OutputEntries {
        let (own, beside): (OutputEntries, OutputEntries) =
            entries.into_iter().partition(|(key, _)| is_interface_key(self.name(key)));
        if beside.is_empty() {
            return own;
        }
        let mut written = OutputEntries::new();
        let mut operations = OutputEntries::new();
        for (key, value) in own {
            if self.name(&key) != "operations" {
                written.push((key, value));
                continue;
            }
            match value.into_entries(self.tree) {
                Ok(listed) => operations = listed,
                Err(value) => written.push((key, value)),
            }
        }
        let listed: BTreeSet<String> = operations.iter().map(|(key, _)| self.name(key).to_owned()).collect();
        operations.extend(beside.into_iter().filter(|(key, _)| !listed.contains(self.name(key))));
        written.push((Key::text("operations"), Output::Mapping(operations)));
        written
    }

    /// The assignment of a requirement with the name of its relationship template, which is kept for the section of these.
    fn requirement(&mut self, name: &str, assignment: OutputEntries) -> OutputEntries {
        let name = format!("{}_{name}", self.node);
        let entry = |(key, value): (Key, Output)| {
            if self.name(&key) != "relationship" {
                return (key, value);
            }
            let value = match value.into_entries(self.tree) {
                Ok(template) => self.named_relationship(&name, template),
                Err(value) if self.is_type(&value) => self.named_relationship(&name, vec![(Key::text("type"), value)]),
                Err(value) => value,
            };
            (key, value)
        };
        assignment.into_iter().map(entry).collect()
    }

    /// Whether what a requirement names is no relationship template of the document.
    fn is_type(&self, relationship: &Output) -> bool {
        matches!(relationship, Output::Source(id) if {
            let name = self.tree.at(*id);
            name.is_scalar() && !name.is_null() && !self.own_names.contains(name.text())
        })
    }

    /// The name of a relationship template that is kept for the section of these.
    fn named_relationship(&mut self, name: &str, template: OutputEntries) -> Output {
        let free = |name: &String| !self.names.contains(name);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let name = [name.to_owned()].into_iter().chain(numbered).find(free).expect("names do not run out");
        self.names.insert(name.clone());
        self.relationships.push((Key::text(&name), Output::Mapping(template)));
        Output::text(&name)
    }
}
