//! What property and output values read: inputs, other elements.

use super::Builder;
use super::keywords::given;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{self, Operator};
use crate::source::syntax::yaml::{Scalar, Yaml};
use crate::tosca::model::{ElementId, Kind, PropertyValue};
use crate::tosca::types::{Collection, Schemas, Section, TypesProfile};

/// Words for something around the owner of a property, with what the reference says of them where there is no owner.
static OF_AN_OWNER: &[(&str, &str)] = &[
    ("SELF", "Element not defined"),
    ("SOURCE", "Element not defined"),
    ("TARGET", "Element not defined"),
    ("CONTAINER", "Element is not defined"),
];

/// A function of TOSCA or Unfurl that reads something.
enum Read<'t> {
    /// `get_input`: a name or an index.
    Input(Yaml<'t>),
    /// A property or attribute of an element: its name, and where the name stands.
    Of(String, Yaml<'t>),
    /// A property of what a relation of a node leads to, or of an artifact of the node: the node, the relation or artifact, the
    /// property.
    Beyond([Yaml<'t>; 3]),
}

impl<'t> Builder<'t> {
    /// Profile D: connects properties and outputs with what they read.
    pub(super) fn find_consumers(&mut self) {
        if !self.dialect().has_implications {
            return;
        }
        for place in 0..self.contents.properties.len() {
            let PropertyValue::Literal(value) = self.contents.properties[place].value else { continue };
            match read(self.tree.at(value)) {
                Ok(Some(read)) => self.consume(ElementId::new(Kind::Property, place), &read),
                Ok(None) => {}
                Err(diagnostic) => self.report(*diagnostic),
            }
        }
        for place in 0..self.contents.outputs.len() {
            let output = ElementId::new(Kind::Output, place);
            let body = self.element(output).body.map(|body| self.tree.at(body));
            match body.and_then(|body| body.get("value")).filter(|value| !value.is_null()) {
                Some(value) => self.produce(output, value),
                None if self.is_plain => {}
                None => self.report_missing_output(output),
            }
        }
    }

    fn consume(&mut self, property: ElementId, read: &Read<'t>) {
        match read {
            Read::Input(name) => {
                if let Some(input) = self.input_named(*name) {
                    self.contents.properties[property.place()].consumes.push(input);
                    self.contents.inputs[input.place()].consumers.push(property);
                }
            }
            Read::Of(name, _) if self.is_beyond_nodes(property, name) => {}
            Read::Of(name, place) => match self.relative(property, name) {
                Some(element) => self.contents.properties[property.place()].consumes.push(element),
                None if self.is_keyword(name) => {}
                None => self.report_unknown_owner(property, name, *place),
            },
            Read::Beyond([node, ..]) if self.is_beyond_nodes(property, node.text()) => {}
            Read::Beyond(path) => self.consume_beyond(property, path),
        }
    }

    /// Whether a name that leads to no element here is a word of TOSCA, which engines understand. The reference knows
    /// no `HOST`, and refuses the others where they mean nothing to it; templates that are not variable are not its own.
    fn is_keyword(&self, name: &str) -> bool {
        name == "HOST" || self.is_plain && matches!(name, "SELF" | "." | "SOURCE" | "TARGET" | "CONTAINER")
    }

    /// An input by name or by place in the list of inputs.
    fn input_named(&mut self, name: Yaml<'t>) -> Option<ElementId> {
        if self.is_plain && name.is_sequence() {
            // TOSCA reads a part of the input's value so.
            return None;
        }
        if !name.is_scalar() {
            let sentence = format!("Element \"{}\" is neither a string nor a number", name.to_json());
            let message = "get_input takes the name of an input";
            self.report(Diagnostic::new(Code::WrongOperand, name.span(), message).reference(sentence));
            return None;
        }
        let text = name.text();
        if let Scalar::Integer(text) = name.scalar() {
            let index = text.parse::<usize>().ok().filter(|&index| index < self.contents.inputs.len());
            if let Some(index) = index {
                return Some(ElementId::new(Kind::Input, index));
            }
        }
        match self.contents.names.named(Kind::Input, text) {
            &[one] => return Some(one),
            [] => {
                let mut diagnostic =
                    Diagnostic::new(Code::UndefinedElement, name.span(), format!("input \"{text}\" does not exist"))
                        .reference(format!("Input \"{text}\" not found"));
                let known = self.contents.elements[Kind::Input].iter().map(|input| &*input.name);
                diagnostic = diagnostic.suggesting(text, known);
                if self.is_variability_input(text) {
                    let operator = Operator::VariabilityInput.name(self.contents.profile);
                    let help = format!("it is a variability input: write `{{expression: {{{operator}: {text}}}}}`");
                    diagnostic = Diagnostic { fix: None, ..diagnostic }.help(help);
                }
                self.report(diagnostic);
            }
            _ => {
                let message = format!("there are several inputs named \"{text}\"");
                let sentence = format!("Input \"{text}\" is ambiguous");
                let diagnostic = Diagnostic::new(Code::AmbiguousReference, name.span(), message).reference(sentence);
                self.report(diagnostic.help("name the input by its place in the list, from 0"));
            }
        }
        None
    }

    fn is_variability_input(&self, name: &str) -> bool {
        let inputs = self.variability.and_then(|variability| variability.get("inputs"));
        inputs.is_some_and(|inputs| inputs.get(name).is_some())
    }

    /// The node, group or policy that `name` means seen from the owner of a property.
    fn relative(&self, property: ElementId, name: &str) -> Option<ElementId> {
        let owner = self.element(property).container?;
        let is_node = |id: &ElementId| id.kind() == Kind::Node;
        let has_name = |id: &ElementId| matches!(id.kind(), Kind::Node | Kind::Group | Kind::Policy);
        let relation = (owner.kind() == Kind::Relation).then(|| &self.contents.relations[owner.place()]);
        match name {
            "SELF" | "." => Some(owner).filter(has_name),
            "CONTAINER" => self.element(owner).container.filter(is_node),
            "SOURCE" => relation.map(|relation| relation.source),
            "TARGET" => relation.and_then(|relation| relation.target),
            _ => [Kind::Node, Kind::Group, Kind::Policy].into_iter().find_map(|kind| self.the(kind, name)),
        }
    }

    /// Whether a name means the relation or connection that has a property, or what is known at run time of its ends.
    fn is_beyond_nodes(&self, property: ElementId, name: &str) -> bool {
        let owner = self.element(property).container.map(ElementId::kind);
        match name {
            "SELF" => matches!(owner, Some(Kind::Relation | Kind::Connection)),
            "HOST" | "SOURCE" | "TARGET" => owner == Some(Kind::Connection),
            _ => false,
        }
    }

    fn consume_beyond(&mut self, property: ElementId, path: &[Yaml<'t>; 3]) {
        let &[node, name, _] = path;
        let Some(owner) = self.relative(property, node.text()).filter(|owner| owner.kind() == Kind::Node) else {
            if !self.is_keyword(node.text()) {
                self.report_no_node(property, node);
            }
            return;
        };
        let is_named = |id: &ElementId| &*self.element(*id).name == name.text();
        let node = &self.contents.nodes[owner.place()];
        let relations = node.relations.iter().copied().filter(is_named);
        let mut found: Vec<ElementId> = relations.filter_map(|id| self.contents.relations[id.place()].target).collect();
        if found.is_empty() {
            found = node.artifacts.iter().copied().filter(is_named).collect();
        }
        if found.is_empty() && self.has_member(owner, name.text()) {
            found.push(owner);
        }
        if found.is_empty() && !self.is_plain {
            let display = self.display(property);
            let sentence = not_text(path).unwrap_or_else(|| {
                format!("Reference \"[object Object]\" at property {display} did not find any relation or artifact.")
            });
            let message = format!(
                "node \"{}\" has no relation, artifact, property or capability named \"{}\"",
                self.element(owner).name,
                name.text()
            );
            self.report(Diagnostic::new(Code::UndefinedElement, name.span(), message).reference(sentence));
        }
        self.contents.properties[property.place()].consumes.extend(found);
    }

    /// Whether a node has a property, an attribute or a capability of this name, as it says itself or as one of its types does, or as
    /// one may that an import which is not read defines.
    ///
    /// DEVIATION: the reference looks for relations and artifacts only, where TOSCA lets a path lead into a value.
    fn has_member(&self, node: ElementId, name: &str) -> bool {
        let details = &self.contents.nodes[node.place()];
        let body = self.element(node).body.map(|body| self.tree.at(body));
        let has = |section| body.and_then(|body| body.get(section)).is_some_and(|given| given.get(name).is_some());
        let given = has("capabilities") || has("attributes");
        if given || details.properties.iter().any(|&id| *self.element(id).name == *name) {
            return true;
        }
        let schemas = Schemas::new(&self.contents.types, self.tree, TypesProfile::built_in());
        details.types.iter().map(|&id| &self.element(id).name).any(|type_name| {
            let is_field = |section| schemas.fields(Collection::Node, section, type_name).contains_key(name);
            is_field(Section::Properties)
                || is_field(Section::Attributes)
                || schemas.capabilities(type_name).contains_key(name)
                || self.contents.are_types_open() && schemas.line(Collection::Node, type_name).is_none()
        })
    }

    fn report_unknown_owner(&mut self, property: ElementId, name: &str, place: Yaml<'t>) {
        let owner = self.element(property).container.map_or_else(String::new, |owner| self.display(owner));
        let sentence = format!(
            "Could not get element \"{name}\" from context element \"{owner}\" and context cached \"undefined\""
        );
        let message = format!("there is no node, group or policy named \"{name}\"");
        let mut diagnostic = Diagnostic::new(Code::UndefinedElement, place.span(), message).reference(sentence);
        let known = self.contents.elements[Kind::Node].iter().map(|node| &*node.name);
        diagnostic = diagnostic.suggesting(name, known);
        self.report(diagnostic);
    }

    /// That a path by way of a relation or an artifact does not begin at a node.
    fn report_no_node(&mut self, property: ElementId, place: Yaml<'t>) {
        let owner = self.element(property).container.map_or_else(String::new, |owner| self.title(owner));
        let sentence = match place.text() {
            "SELF" => format!("{owner} is not a node"),
            "CONTAINER" => format!("{owner} has no container"),
            "SOURCE" | "TARGET" => format!("{owner} is not a relation"),
            name => return self.report_unknown_node(name, place),
        };
        let message = format!("\"{}\" is no node here", place.text());
        let diagnostic = Diagnostic::new(Code::UndefinedElement, place.span(), message).reference(sentence);
        self.report(diagnostic.help("name the node"));
    }

    fn produce(&mut self, output: ElementId, value: Yaml<'t>) {
        let (name, place) = match read(value) {
            Err(diagnostic) => return self.report(*diagnostic),
            Ok(read) => match read.or_else(|| embedded(value)) {
                Some(Read::Of(name, place)) => (name, place),
                Some(Read::Beyond(_)) if self.is_plain => return,
                Some(Read::Beyond(path)) => return self.produce_beyond(output, &path),
                Some(Read::Input(_)) | None => return,
            },
        };
        if let Some(node) = self.the(Kind::Node, &name) {
            self.contents.outputs[output.place()].producers.push(node);
            return;
        }
        if self.is_keyword(&name) {
            return;
        }
        self.report_unknown_producer(&name, place);
    }

    fn report_unknown_producer(&mut self, name: &str, place: Yaml<'t>) {
        if let Some(&(_, sentence)) = OF_AN_OWNER.iter().find(|(word, _)| *word == name) {
            let message = format!("\"{name}\" means nothing in an output, which is of no element");
            let diagnostic = Diagnostic::new(Code::UndefinedElement, place.span(), message).reference(sentence);
            return self.report(diagnostic.help("name the node"));
        }
        self.report_unknown_node(name, place);
    }

    fn report_unknown_node(&mut self, name: &str, place: Yaml<'t>) {
        let message = format!("node \"{name}\" does not exist");
        let mut diagnostic = Diagnostic::new(Code::UndefinedElement, place.span(), message)
            .reference(format!("Node \"{name}\" not found"));
        if place.text() == name {
            let known = self.contents.elements[Kind::Node].iter().map(|node| &*node.name);
            diagnostic = diagnostic.suggesting(name, known);
        }
        self.report(diagnostic);
    }

    fn produce_beyond(&mut self, output: ElementId, path: &[Yaml<'t>; 3]) {
        let &[node, name, _] = path;
        if let Some(node) = self.with_member(node, name) {
            return self.contents.outputs[output.place()].producers.push(node);
        }
        let message = "an output that reads beyond a relation or artifact is not supported";
        let sentence = not_text(path).unwrap_or_else(|| "Not implemented".to_owned());
        self.report(Diagnostic::new(Code::WrongOperand, node.span(), message).reference(sentence));
    }

    /// The node of which an output reads a part of a value or of a capability.
    ///
    /// DEVIATION: the reference supports no path behind a node in outputs.
    fn with_member(&self, node: Yaml<'t>, name: Yaml<'t>) -> Option<ElementId> {
        let id = self.the(Kind::Node, node.text())?;
        let is_named = |id: &ElementId| &*self.element(*id).name == name.text();
        let node = &self.contents.nodes[id.place()];
        let leads_on = node.relations.iter().chain(&node.artifacts).any(is_named);
        (!leads_on && self.has_member(id, name.text())).then_some(id)
    }

    fn report_missing_output(&mut self, output: ElementId) {
        let body = self.element(output).body.map(|body| self.tree.at(body));
        if body.is_some_and(|body| {
            body.len() == 1 && body.entries().all(|(key, _)| vocabulary::Section::Output.key(key.text()).is_none())
        }) {
            // What its value is meant to be is said.
            return;
        }
        let message = format!("{} has no value", self.display(output));
        let span = self.element(output).span;
        self.report(Diagnostic::new(Code::MissingValue, span, message).reference("Unexpected error"));
    }
}

/// What a value reads, when it is one of the functions that read. A function of null is none.
fn read(value: Yaml<'_>) -> Result<Option<Read<'_>>, Box<Diagnostic>> {
    if !value.is_mapping() {
        return Ok(None);
    }
    if let Some(name) = given(value, "get_input") {
        return Ok(Some(Read::Input(name)));
    }
    if let Some(path) = given(value, "get_property").or_else(|| given(value, "get_attribute")) {
        return read_path(path);
    }
    let Some(eval) = given(value, "eval") else { return Ok(None) };
    if eval.as_str().is_none() {
        return read_unfurl_expression(eval);
    }
    let Some((owner, rest)) = eval.text().split_once("::") else { return Ok(None) };
    Ok((!owner.is_empty() && !rest.contains("::")).then(|| Read::Of(owner.to_owned(), eval)))
}

/// The operand of `get_property` and `get_attribute`.
fn read_path(path: Yaml<'_>) -> Result<Option<Read<'_>>, Box<Diagnostic>> {
    if !path.is_sequence() {
        let message = "what is read is a list: the owner, then the name of the property or attribute";
        let sentence = format!("Element \"{}\" is not an array", path.to_json());
        return Err(Box::new(Diagnostic::new(Code::WrongOperand, path.span(), message).reference(sentence)));
    }
    let parts: Vec<Yaml<'_>> = path.items().collect();
    Ok(match *parts.as_slice() {
        [owner, _] => Some(Read::Of(owner.text().to_owned(), owner)),
        [node, relation, property] => Some(Read::Beyond([node, relation, property])),
        _ => None,
    })
}

/// The operand of `eval` where it is no path.
///
/// DEVIATION: the reference takes paths only, where Unfurl has mappings as well.
fn read_unfurl_expression(operand: Yaml<'_>) -> Result<Option<Read<'_>>, Box<Diagnostic>> {
    if operand.is_mapping() {
        return Ok(None);
    }
    let message = format!("\"eval\" takes a path or a mapping, not a {}", operand.kind());
    let sentence = format!("Element \"{}\" is not a string", operand.to_json());
    Err(Box::new(Diagnostic::new(Code::WrongOperand, operand.span(), message).reference(sentence)))
}

/// What the reference says of a path with a part that is no text, before it looks where the path leads.
fn not_text(path: &[Yaml<'_>]) -> Option<String> {
    let part = path.iter().find(|part| part.as_str().is_none())?;
    Some(format!("Element \"{}\" is not a string", part.to_json()))
}

/// The element that a string value such as `{{ '::app::url' | eval }}` reads.
fn embedded(value: Yaml<'_>) -> Option<Read<'_>> {
    let text = value.as_str()?;
    let inner = text.trim().strip_prefix("{{")?.strip_suffix("}}")?.trim();
    let inner = inner.strip_suffix("eval")?.trim_end().strip_suffix('|')?.trim_end();
    let quoted = ['\'', '"'].into_iter().find_map(|quote| inner.strip_prefix(quote)?.strip_suffix(quote))?;
    let (owner, property) = quoted.strip_prefix("::")?.split_once("::")?;
    (!owner.is_empty() && !property.is_empty()).then(|| Read::Of(owner.to_owned(), value))
}
