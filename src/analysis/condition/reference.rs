//! Which element an operand names.

use super::lower::{Lowered, Lowering};
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean, standing_out};
use crate::source::syntax::vocabulary::SentenceStyle;
use crate::source::syntax::yaml::{Scalar, Yaml};
use crate::tosca::model::{ElementId, Kind, PropertyValue, capitalised};

impl<'m> Lowering<'m> {
    /// The element of `kind` that `operand` names; `owner` is the kind of the container of types and properties.
    pub(super) fn element(
        &self,
        kind: Kind,
        owner: Option<Kind>,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<ElementId> {
        if let Some(found) = self.keyword(kind, operand, context)? {
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

    /// A relation by its node and its name or place.
    pub(super) fn relation(&self, operand: Yaml<'m>, context: Option<ElementId>) -> Lowered<ElementId> {
        self.in_container(Kind::Relation, Kind::Node, operand, context)
    }

    /// What `SELF`, `CONTAINER` and, for nodes, `SOURCE` or `TARGET` mean in `context`; `None` for other operands.
    fn keyword(&self, kind: Kind, operand: Yaml<'m>, context: Option<ElementId>) -> Lowered<Option<ElementId>> {
        let word = operand.text();
        match word {
            "SELF" => self_of(operand, context).map(Some),
            "CONTAINER" => self.own_container(operand, context).map(Some),
            "SOURCE" | "TARGET" if kind == Kind::Node => {
                let own = self_of(operand, context)?;
                let relation = self.model.relation(self.of_kind(own, Kind::Relation, operand)?);
                let end = if word == "SOURCE" { Some(relation.source) } else { relation.target };
                end.map(Some).ok_or_else(|| no_context(operand, "Element not defined".to_owned()))
            }
            _ => Ok(None),
        }
    }

    /// What contains the element that the condition belongs to.
    pub(super) fn own_container(&self, operand: Yaml<'m>, context: Option<ElementId>) -> Lowered<ElementId> {
        let own = context.ok_or_else(|| no_context(operand, "Element is not defined".to_owned()))?;
        self.container_of(own, operand)
    }

    pub(super) fn container_of(&self, id: ElementId, operand: Yaml<'m>) -> Lowered<ElementId> {
        let container = self.model.element(id).container;
        container.ok_or_else(|| no_context(operand, format!("{} has no container", self.model.title(id))))
    }

    pub(super) fn of_kind(&self, id: ElementId, kind: Kind, operand: Yaml<'m>) -> Lowered<ElementId> {
        if id.kind() == kind {
            return Ok(id);
        }
        let title = self.model.title(id);
        // The reference has its own articles.
        let article = if matches!(kind, Kind::Artifact | Kind::Output) { "an" } else { "a" };
        let diagnostic = no_context(operand, format!("{title} is not {article} {kind}"));
        Err(Box::new(Diagnostic { notes: vec![format!("{title} is not {}", with_article(kind))], ..*diagnostic }))
    }

    fn by_name(&self, kind: Kind, operand: Yaml<'m>) -> Lowered<ElementId> {
        match *self.model.named(kind, operand.text()) {
            [one] if operand.is_scalar() && !self.is_hidden(one) => Ok(one),
            [one] if self.is_hidden(one) => {
                let message = format!("group {} is a variability group, which is no element", operand.to_json());
                let diagnostic = Diagnostic { message, help: None, fix: None, ..*self.not_found(kind, operand) };
                Err(Box::new(
                    diagnostic.note("it only gives its conditions to its members").help("ask for its members"),
                ))
            }
            _ => Err(self.not_found(kind, operand)),
        }
    }

    /// Whether nothing may name it, as it is no element.
    fn is_hidden(&self, id: ElementId) -> bool {
        let is_group = id.kind() == Kind::Group && self.model.group(id).is_variability_group;
        is_group && self.model.dialect().hides_variability_groups
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
            return Err(self.bad_reference(kind, owner, operand));
        };
        // The node of an artifact is named by its name alone.
        let context = context.filter(|_| kind != Kind::Artifact && owner != Kind::Artifact);
        let container = match (owner, before) {
            (Kind::Node, &[node]) => {
                self.node(node, context).map_err(|diagnostic| self.helped_to_turn(kind, operand, diagnostic))?
            }
            (Kind::Relation | Kind::Artifact, &[first]) if first.is_sequence() => {
                self.element(owner, None, first, context)?
            }
            (Kind::Relation | Kind::Artifact, &[first]) => match self.keyword(owner, first, context)? {
                Some(found) => self.of_kind(found, owner, first)?,
                None => return Err(self.bad_reference(kind, owner, operand)),
            },
            (Kind::Relation | Kind::Artifact, &[node, inner]) => {
                let node = self.node(node, context)?;
                self.pick(owner, self.siblings(owner, node), inner, operand)?
            }
            (Kind::Group | Kind::Policy, &[name]) => self.element(owner, None, name, context)?,
            _ => return Err(self.bad_reference(kind, owner, operand)),
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
        let sentence = format!("{} \"{name}{closing} not found", capitalised(kind.word()));
        let sentence = self.wrong_type(kind, operand.len(), operand).unwrap_or(sentence);
        let message = format!("{kind} {} does not exist", operand.to_json());
        let mut diagnostic = Diagnostic::new(Code::UndefinedElement, operand.span(), message).reference(sentence);
        let words = ["SELF", "CONTAINER", "SOURCE", "TARGET"];
        let words = &words[..if kind == Kind::Node { 4 } else { 2 }];
        if let Some(word) = words.iter().find(|word| word.eq_ignore_ascii_case(operand.text())) {
            diagnostic = diagnostic.replacing(operand.text(), word).help(format!("did you mean `{word}`?"));
        } else if operand.is_scalar() {
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
        Box::new(match (did_you_mean(part.text(), names.clone()), ids.len().checked_sub(1)) {
            (_, None) => diagnostic.help(format!("there is no {kind} in it")),
            (_, Some(last)) if is_place => diagnostic.help(format!("places count from 0: the last is {last}")),
            (Some(close), _) => diagnostic.meaning(close),
            (None, _) => diagnostic.asking(standing_out(part.text(), names)),
        })
    }

    /// Says to turn `[part, node]` round, where that names something.
    fn helped_to_turn(&self, kind: Kind, operand: Yaml<'m>, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        match self.turned_round(kind, operand) {
            Some(turned) => {
                let help = Some(format!("did you mean `{turned}`? the node comes first"));
                Box::new(Diagnostic { help, fix: None, ..*diagnostic })
            }
            None => diagnostic,
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

    /// Says that one of two properties of a name is not written in the template.
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
            "Policy name".to_owned()
        } else {
            capitalised(kind.word())
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

    fn bad_reference(&self, kind: Kind, owner: Kind, operand: Yaml<'m>) -> Box<Diagnostic> {
        let kind_of_it = with_article(kind);
        let message = format!("{kind_of_it} is named by a list: what contains it, then its name or its place from 0");
        let diagnostic = Diagnostic::new(Code::WrongOperand, operand.span(), message);
        let parts = if matches!(owner, Kind::Relation | Kind::Artifact) { 3 } else { 2 };
        Box::new(Diagnostic { reference: self.wrong_type(kind, parts, operand), ..diagnostic })
    }

    /// What the reference says in profile D of an operand that is not of the type that a reference to an element of `kind` has, of so
    /// many `parts` where it is a list; none where it looks for the element.
    fn wrong_type(&self, kind: Kind, parts: usize, operand: Yaml<'m>) -> Option<String> {
        const NO_NAME: &str = "neither a string nor a number";
        if self.sentences() != SentenceStyle::Full {
            return None;
        }
        let (is_text, is_number) = (operand.as_str().is_some(), operand.is_scalar() && operand.kind() == "number");
        let is_in_list = matches!(kind, Kind::Artifact | Kind::Type | Kind::Property);
        let json = operand.to_json();
        let (json, wanted) = match kind {
            Kind::Node | Kind::Group if !is_text => (json, "not a string"),
            Kind::Policy | Kind::Input | Kind::Output if !is_text && !is_number => (json, NO_NAME),
            Kind::Import if !is_number => (json, "not a number"),
            Kind::Relation | Kind::Technology if !operand.is_sequence() => (json, "not an array"),
            // It takes the letters of a text for parts.
            _ if is_in_list && is_text => return None,
            Kind::Relation | Kind::Technology | Kind::Artifact | Kind::Type | Kind::Property => {
                wrong_part(operand, parts)?
            }
            _ => return None,
        };
        Some(format!("Element \"{json}\" is {wanted}"))
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

/// The first part of a list that is not of its type, or is not there, and what it is not: the name of a node or the like comes first.
fn wrong_part(list: Yaml<'_>, parts: usize) -> Option<(String, &'static str)> {
    let all: Vec<Yaml<'_>> = list.items().collect();
    let json = |place: usize| all.get(place).map_or_else(|| "undefined".to_owned(), |part| part.to_json());
    let is_text = |place: usize| all.get(place).is_some_and(|part| part.as_str().is_some());
    let is_number = |place: usize| all.get(place).is_some_and(|part| part.is_scalar() && part.kind() == "number");
    if !is_text(0) {
        return Some((json(0), "not a string"));
    }
    let wrong = (1..parts).find(|&place| !is_text(place) && !is_number(place))?;
    Some((json(wrong), "neither a string nor a number"))
}

fn with_article(kind: Kind) -> String {
    let is_vowel = matches!(kind, Kind::Artifact | Kind::Input | Kind::Output | Kind::Import);
    format!("{} {kind}", if is_vowel { "an" } else { "a" })
}

fn place(operand: Yaml<'_>) -> Option<usize> {
    match operand.scalar() {
        Scalar::Integer(text) if operand.is_scalar() => text.parse().ok(),
        _ => None,
    }
}
