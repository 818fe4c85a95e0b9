//! Documents in the words of one engine: what it refuses is written in another way that means the same.
//!
//! Comes in: a document and its engine. Goes out: the document, and what is said about parts that were left out because
//! they say nothing to the engine. What cannot be written in another way stays; the checks of the variant report it.

use std::collections::BTreeSet;

use super::dated::as_texts;
use super::empty::{entries_of, without_empty};
use super::{Key, Output, OutputEntries};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Tree;
use crate::tosca::types::engine::{self, Engine, EngineRefusal};
use crate::tosca::types::is_interface_key;

/// The document as `engine` takes it, and what was left out of it.
pub fn written_for(tree: &Tree, document: Output, engine: Engine) -> (Output, Vec<Diagnostic>) {
    let mut rewriting = Rewriting {
        tree,
        engine,
        relationships: OutputEntries::new(),
        names: BTreeSet::new(),
        own_names: BTreeSet::new(),
        left_out: Vec::new(),
    };
    let document = rewriting.service_template(without_empty(tree, document));
    let document = if rewriting.refuses(engine::DATE) { as_texts(tree, document) } else { document };
    (document, rewriting.left_out)
}

struct Rewriting<'t> {
    tree: &'t Tree,
    engine: Engine,
    /// Relationship templates that stood inside of requirements.
    relationships: OutputEntries,
    /// Names of relationship templates.
    names: BTreeSet<String>,
    /// Those of the document itself.
    own_names: BTreeSet<String>,
    left_out: Vec<Diagnostic>,
}

impl Rewriting<'_> {
    fn refuses(&self, refusal: EngineRefusal) -> bool {
        refusal.is_by(self.engine)
    }

    /// The entries of a mapping, or the output as it was.
    fn entries(&self, output: Output) -> Result<OutputEntries, Output> {
        entries_of(self.tree, &output).ok_or(output)
    }

    /// A mapping with its values changed.
    fn each(&mut self, output: Output, change: impl Fn(&mut Self, &str, Output) -> Output) -> Output {
        match self.entries(output) {
            Err(output) => output,
            Ok(entries) => {
                let changed = entries.into_iter().map(|(key, value)| {
                    let name = self.name(&key).to_owned();
                    (key, change(self, &name, value))
                });
                Output::Mapping(changed.collect())
            }
        }
    }

    /// A list with its items changed.
    fn items(&mut self, output: Output, change: impl Fn(&mut Self, Output) -> Output) -> Output {
        let items = match output {
            Output::Sequence(items) => items,
            Output::Source(id) if self.tree.at(id).is_sequence() => {
                self.tree.at(id).items().map(|item| Output::Source(item.id())).collect()
            }
            other => return other,
        };
        Output::Sequence(items.into_iter().map(|item| change(self, item)).collect())
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

    fn service_template(&mut self, document: Output) -> Output {
        let entries = match self.entries(document) {
            Ok(entries) => entries,
            Err(document) => return document,
        };
        let (mut written, mut moved) = (OutputEntries::new(), OutputEntries::new());
        for (key, value) in entries {
            let name = self.name(&key).to_owned();
            let is_moved = engine::KEYS.iter().any(|(known, refusal)| *known == name && self.refuses(*refusal));
            match name.as_str() {
                _ if is_moved => moved.push((key, self.text(value))),
                "imports" if self.refuses(engine::NAMED_IMPORT) => {
                    let imports = self.items(value, Self::import);
                    written.push((key, imports));
                }
                "topology_template" => {
                    let topology = self.topology(value);
                    written.push((key, topology));
                }
                _ => written.push((key, value)),
            }
        }
        let has_topology = written.iter().any(|(key, _)| self.name(key) == "topology_template");
        if !has_topology && self.refuses(engine::NO_TOPOLOGY) {
            written.push((Key::text("topology_template"), Output::Mapping(OutputEntries::new())));
        }
        self.moved_to_metadata(&mut written, moved);
        Output::Mapping(written)
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
            metadata if self.is_null(&metadata) => Ok(OutputEntries::new()),
            metadata => self.entries(metadata),
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

    fn is_null(&self, output: &Output) -> bool {
        matches!(output, Output::Source(id) if self.tree.at(*id).is_null())
    }

    /// An import without a name.
    fn import(&mut self, import: Output) -> Output {
        match self.entries(import) {
            Err(import) => import,
            Ok(entries) if entries.len() == 1 && self.name(&entries[0].0) != "file" => {
                entries.into_iter().map(|(_, body)| body).next().expect("there is one entry")
            }
            Ok(entries) => Output::Mapping(entries),
        }
    }

    fn topology(&mut self, topology: Output) -> Output {
        let entries = match self.entries(topology) {
            Ok(entries) => entries,
            Err(topology) => return topology,
        };
        let own = entries.iter().find(|(key, _)| self.name(key) == "relationship_templates");
        let own = own.and_then(|(_, templates)| self.entries(templates.clone()).ok()).unwrap_or_default();
        self.own_names = own.iter().map(|(key, _)| self.name(key).to_owned()).collect();
        self.names = self.own_names.clone();
        let mut written = OutputEntries::new();
        for (key, value) in entries {
            let name = self.name(&key).to_owned();
            let value = match name.as_str() {
                "node_templates" => self.each(value, Self::node),
                "outputs" if self.refuses(engine::OUTPUT) => self.outputs(value),
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
            let mut templates = own;
            templates.append(&mut self.relationships);
            match written.iter().position(|(key, _)| self.name(key) == "relationship_templates") {
                Some(place) => written[place].1 = Output::Mapping(templates),
                None => written.push((Key::text("relationship_templates"), Output::Mapping(templates))),
            }
        }
        Output::Mapping(written)
    }

    /// Outputs that say what they give.
    fn outputs(&mut self, outputs: Output) -> Output {
        let entries = match self.entries(outputs) {
            Ok(entries) => entries,
            Err(outputs) => return outputs,
        };
        let mut kept = OutputEntries::new();
        for (key, value) in entries {
            let has_value = |body: OutputEntries| body.iter().any(|(key, _)| self.name(key) == "value");
            if self.entries(value.clone()).is_ok_and(has_value) {
                kept.push((key, value));
            } else {
                let what = format!("output \"{}\"", self.name(&key));
                self.leave_out(&key, &what, "it has no value, so that nothing is put out");
            }
        }
        Output::Mapping(kept)
    }

    fn node(&mut self, node: &str, template: Output) -> Output {
        let node = node.to_owned();
        self.each(template, move |all, key, value| match key {
            "metadata" if all.refuses(engine::METADATA) => all.each(value, |all, _, value| all.text(value)),
            "interfaces" if all.refuses(engine::SHORT_OPERATION) => {
                all.each(value, |all, _, value| all.interface(value))
            }
            "requirements" if all.refuses(engine::INLINE) => {
                let node = node.clone();
                all.items(value, move |all, requirement| all.requirement(&node, requirement))
            }
            _ => value,
        })
    }

    /// An interface with all its operations under `operations`.
    fn interface(&self, interface: Output) -> Output {
        let entries = match self.entries(interface) {
            Ok(entries) => entries,
            Err(interface) => return interface,
        };
        let (own, beside): (OutputEntries, OutputEntries) =
            entries.into_iter().partition(|(key, _)| is_interface_key(self.name(key)));
        if beside.is_empty() {
            return Output::Mapping(own);
        }
        let mut written = OutputEntries::new();
        let mut operations = OutputEntries::new();
        for (key, value) in own {
            match self.entries(value.clone()) {
                Ok(listed) if self.name(&key) == "operations" => operations = listed,
                _ => written.push((key, value)),
            }
        }
        let listed: BTreeSet<String> = operations.iter().map(|(key, _)| self.name(key).to_owned()).collect();
        operations.extend(beside.into_iter().filter(|(key, _)| !listed.contains(self.name(key))));
        written.push((Key::text("operations"), Output::Mapping(operations)));
        Output::Mapping(written)
    }

    /// A requirement with the name of its relationship template, which is kept for the section of these.
    fn requirement(&mut self, node: &str, requirement: Output) -> Output {
        let node = node.to_owned();
        self.each(requirement, move |all, name, assignment| {
            let name = format!("{node}_{name}");
            all.each(assignment, move |all, key, value| match all.entries(value) {
                Ok(template) if key == "relationship" => all.named_relationship(&name, template),
                Ok(other) => Output::Mapping(other),
                Err(value) if key == "relationship" && all.is_type(&value) => {
                    all.named_relationship(&name, vec![(Key::text("type"), value)])
                }
                Err(value) => value,
            })
        })
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
