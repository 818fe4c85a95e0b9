//! Which element an operand names.

use super::lower::{Lowered, Lowering};
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::vocabulary::SentenceStyle;
use crate::source::syntax::yaml::{Scalar, Yaml};
use crate::tosca::model::{ElementId, Kind, PropertyValue};

impl<'m> Lowering<'m> {
    /// The element of `kind` that `operand` names; `owner` is the kind of the container of types and properties.
    pub(super) fn element(
        &self,
        kind: Kind,
        owner: Option<Kind>,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<ElementId> {
        if let Some(found) = self.keyword(operand, context)? {
            return self.of_kind(found, kind, operand);
        }
        match kind {
            Kind::Node | Kind::Group => self.by_name(kind, operand),
            Kind::Policy | Kind::Input | Kind::Output | Kind::Import | Kind::Connection => {
                self.by_name_or_place(kind, operand)
            }
            Kind::Relation | Kind::Artifact | Kind::Technology | Kind::Type | Kind::Property => {
                self.in_container(kind, owner.unwrap_or(Kind::Node), operand, context)
            }
        }
    }

    /// A node, which `SOURCE` and `TARGET` can name too.
    pub(super) fn node(&self, operand: Yaml<'m>, context: Option<ElementId>) -> Lowered<ElementId> {
        self.element(Kind::Node, None, operand, context)
    }

    /// What `SELF`, `CONTAINER`, `SOURCE` or `TARGET` means in `context`; `None` for other operands.
    fn keyword(&self, operand: Yaml<'m>, context: Option<ElementId>) -> Lowered<Option<ElementId>> {
        let word = operand.text();
        match word {
            "SELF" => self_of(operand, context).map(Some),
            "CONTAINER" => {
                let own = self_of(operand, context)?;
                self.container_of(own, operand).map(Some)
            }
            "SOURCE" | "TARGET" => {
                let own = self_of(operand, context)?;
                let relation = self.model.relation(self.of_kind(own, Kind::Relation, operand)?);
                let end = if word == "SOURCE" { Some(relation.source) } else { relation.target };
                end.map(Some).ok_or_else(|| no_context(operand, "Element not defined".to_owned()))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn container_of(&self, id: ElementId, operand: Yaml<'m>) -> Lowered<ElementId> {
        let container = self.model.element(id).container;
        container.ok_or_else(|| no_context(operand, format!("{} has no container", self.model.title(id))))
    }

    pub(super) fn of_kind(&self, id: ElementId, kind: Kind, operand: Yaml<'m>) -> Lowered<ElementId> {
        if id.kind() == kind {
            return Ok(id);
        }
        let article = if kind == Kind::Artifact { "an" } else { "a" };
        Err(no_context(operand, format!("{} is not {article} {kind}", self.model.title(id))))
    }

    fn by_name(&self, kind: Kind, operand: Yaml<'m>) -> Lowered<ElementId> {
        match self.model.named(kind, operand.text()) {
            &[one] if operand.is_scalar() => Ok(one),
            _ => Err(self.not_found(kind, operand)),
        }
    }

    fn by_name_or_place(&self, kind: Kind, operand: Yaml<'m>) -> Lowered<ElementId> {
        if let Some(place) = place(operand) {
            return self.model.of_kind(kind).nth(place).ok_or_else(|| self.not_found(kind, operand));
        }
        if kind == Kind::Import {
            return Err(self.not_found(kind, operand));
        }
        match self.model.named(kind, operand.text()) {
            &[one] => Ok(one),
            [] => Err(self.not_found(kind, operand)),
            _ => Err(self.ambiguous(kind, operand)),
        }
    }

    /// `[node, relation]`, `[node, artifact, property]`, `[group, type]` and the like: names or places from 0.
    fn in_container(
        &self,
        kind: Kind,
        owner: Kind,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<ElementId> {
        let parts: Vec<Yaml<'m>> = operand.items().collect();
        let Some((&last, before)) = parts.split_last().filter(|(_, before)| !before.is_empty()) else {
            return Err(bad_reference(kind, operand));
        };
        let container = match (owner, before) {
            (Kind::Node, &[node]) => {
                self.node(node, context).map_err(|fault| self.helped_to_turn(kind, operand, fault))?
            }
            (Kind::Relation | Kind::Artifact, &[first]) => self.element(owner, None, first, context)?,
            (Kind::Relation | Kind::Artifact, &[node, inner]) => {
                let node = self.node(node, context)?;
                self.pick(owner, self.siblings(owner, node), inner, operand)?
            }
            (Kind::Group | Kind::Policy, &[name]) => self.element(owner, None, name, context)?,
            _ => return Err(bad_reference(kind, operand)),
        };
        self.pick(kind, self.siblings(kind, container), last, operand)
    }

    /// The elements of `kind` in `container`.
    fn siblings(&self, kind: Kind, container: ElementId) -> &'m [ElementId] {
        match kind {
            Kind::Type => self.model.types_of(container),
            Kind::Property => self.model.properties_of(container),
            Kind::Relation => &self.model.node(container).relations,
            Kind::Artifact => &self.model.node(container).artifacts,
            Kind::Technology => &self.model.node(container).technologies,
            Kind::Node | Kind::Policy | Kind::Group | Kind::Input | Kind::Import | Kind::Output | Kind::Connection => {
                &[]
            }
        }
    }

    fn pick(&self, kind: Kind, ids: &[ElementId], part: Yaml<'m>, operand: Yaml<'m>) -> Lowered<ElementId> {
        if let Some(place) = place(part) {
            return ids.get(place).copied().ok_or_else(|| self.not_found_among(kind, ids, part, operand));
        }
        let mut named = ids.iter().copied().filter(|&id| &*self.model.element(id).name == part.text());
        match (named.next(), named.next()) {
            (Some(one), None) => Ok(one),
            (None, _) => Err(self.not_found_among(kind, ids, part, operand)),
            (Some(one), Some(other)) => Err(self.ambiguous_among([one, other], self.ambiguous(kind, operand))),
        }
    }

    fn not_found(&self, kind: Kind, operand: Yaml<'m>) -> Box<Diagnostic> {
        let name = self.quoted(kind, operand);
        let closing = if kind == Kind::Technology { "" } else { "\"" };
        let sentence = format!("{} \"{name}{closing} not found", capitalised(kind));
        let message = format!("{kind} {} does not exist", operand.to_json());
        let mut diagnostic = Diagnostic::new(Code::UndefinedElement, operand.span(), message).reference(sentence);
        if operand.is_scalar() {
            diagnostic = diagnostic.suggesting(operand.text(), self.model.names_of(kind));
        } else if operand.is_sequence() && operand.len() == 1 {
            diagnostic = diagnostic.help("write the name without brackets");
        }
        Box::new(diagnostic)
    }

    /// [`Self::not_found`] of a part of `operand` that names none of these elements, with what is meant.
    fn not_found_among(&self, kind: Kind, ids: &[ElementId], part: Yaml<'m>, operand: Yaml<'m>) -> Box<Diagnostic> {
        let diagnostic = self.not_found(kind, operand);
        let is_place = place(part).is_some();
        let names = ids.iter().map(|&id| &*self.model.element(id).name);
        if self.turned_round(kind, operand).is_some() {
            return self.helped_to_turn(kind, operand, diagnostic);
        }
        Box::new(match (did_you_mean(part.text(), names), ids.len().checked_sub(1)) {
            (_, None) => diagnostic.help(format!("there is no {kind} in it")),
            (_, Some(last)) if is_place => diagnostic.help(format!("places count from 0: the last is {last}")),
            (Some(close), _) => diagnostic.meaning(close),
            (None, _) => *diagnostic,
        })
    }

    /// Says to turn `[part, node]` round, where that names something.
    fn helped_to_turn(&self, kind: Kind, operand: Yaml<'m>, fault: Box<Diagnostic>) -> Box<Diagnostic> {
        match self.turned_round(kind, operand) {
            Some(turned) => {
                let help = Some(format!("did you mean `{turned}`? the node comes first"));
                Box::new(Diagnostic { help, fix: None, ..*fault })
            }
            None => fault,
        }
    }

    /// `[node, part]` where `[part, node]` is written.
    fn turned_round(&self, kind: Kind, operand: Yaml<'m>) -> Option<String> {
        let parts: Vec<Yaml<'m>> = operand.items().collect();
        let &[part, node] = parts.as_slice() else { return None };
        let &[owner] = self.model.named(Kind::Node, node.text()) else { return None };
        let is_in = |&id: &ElementId| &*self.model.element(id).name == part.text();
        self.siblings(kind, owner).iter().any(is_in).then(|| format!("[{}, {}]", node.text(), part.text()))
    }

    /// Says that one of two properties of a name is none that anybody wrote.
    fn ambiguous_among(&self, both: [ElementId; 2], diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let is_silent =
            |id: &ElementId| id.kind() == Kind::Property && self.model.property(*id).value == PropertyValue::Fallback;
        if !both.iter().any(is_silent) {
            return diagnostic;
        }
        Box::new(
            diagnostic.note("one of them is that the property has no value, which is an alternative behind all others"),
        )
    }

    fn ambiguous(&self, kind: Kind, operand: Yaml<'m>) -> Box<Diagnostic> {
        let name = self.quoted(kind, operand);
        let prefix = if kind == Kind::Policy && self.sentences() != SentenceStyle::Full {
            "Policy name"
        } else {
            capitalised(kind)
        };
        let sentence = format!("{prefix} \"{name}\" is ambiguous");
        let message = format!("{} names several elements of kind {kind}", operand.to_json());
        let diagnostic = Diagnostic::new(Code::AmbiguousReference, operand.span(), message).reference(sentence);
        Box::new(diagnostic.help("use the place in the list, from 0, instead of the name"))
    }

    /// That the default condition of `element` calls a relation by a name that another one of its node has, too.
    pub(super) fn ambiguous_relation(&self, relation: ElementId, element: ElementId) -> Box<Diagnostic> {
        let model = self.model;
        let (name, source) = (&model.element(relation).name, &model.element(model.relation(relation).source).name);
        let display = model.full_display(element);
        let message = format!(
            "the default condition of {display} asks for relation \"{name}\" of node \"{source}\", of which there are several"
        );
        let quoted = |name: &str| serde_json::Value::from(name).to_string();
        let sentence = format!("Relation \"[\n    {},\n    {}\n]\" is ambiguous", quoted(source), quoted(name));
        let diagnostic = Diagnostic::new(Code::AmbiguousReference, model.element(element).span, message);
        let diagnostic = diagnostic.and(model.element(relation).span, "one of these relations").reference(sentence);
        Box::new(diagnostic.help("give the relations names of their own, or the element a condition"))
    }

    fn sentences(&self) -> SentenceStyle {
        self.model.dialect().sentences
    }

    /// A reference as the reference implementation prints it.
    fn quoted(&self, kind: Kind, operand: Yaml<'m>) -> String {
        match (kind, self.sentences()) {
            (Kind::Node, SentenceStyle::Quoted) => operand.to_json(),
            _ if operand.is_scalar() => operand.text().to_owned(),
            _ => operand.to_pretty_json(),
        }
    }
}

/// What `SELF` means.
pub(super) fn self_of(operand: Yaml<'_>, context: Option<ElementId>) -> Lowered<ElementId> {
    context.ok_or_else(|| no_context(operand, "Element not defined".to_owned()))
}

fn no_context(operand: Yaml<'_>, sentence: String) -> Box<Diagnostic> {
    let message = format!("\"{}\" means nothing here", operand.text());
    Box::new(Diagnostic::new(Code::NoContext, operand.span(), message).note(sentence.clone()).reference(sentence))
}

fn bad_reference(kind: Kind, operand: Yaml<'_>) -> Box<Diagnostic> {
    let message = format!("a {kind} is named by a list: what contains it, then its name or its place from 0");
    Box::new(Diagnostic::new(Code::WrongOperand, operand.span(), message))
}

fn place(operand: Yaml<'_>) -> Option<usize> {
    match operand.scalar() {
        Scalar::Integer(text) if operand.is_scalar() => text.parse().ok(),
        _ => None,
    }
}

fn capitalised(kind: Kind) -> &'static str {
    match kind {
        Kind::Type => "Type",
        Kind::Node => "Node",
        Kind::Relation => "Relation",
        Kind::Property => "Property",
        Kind::Policy => "Policy",
        Kind::Group => "Group",
        Kind::Input => "Input",
        Kind::Artifact => "Artifact",
        Kind::Import => "Import",
        Kind::Technology => "Technology",
        Kind::Output => "Output",
        Kind::Connection => "Connection",
    }
}
