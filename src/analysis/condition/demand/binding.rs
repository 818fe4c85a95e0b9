//! Names looked up, logic as demands.

use std::ops::Range;

use super::super::text::{Phrase, PhraseMeaning};
use super::meaning::{Meaning, error, meaning};
use super::typed_elements::TypedElement;
use super::{Bound, Demand, Quoted};
use crate::source::Span;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::vocabulary::{Layer, Operator, Profile};
use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::{ElementId, Kind, Model};

pub(super) type Binding<T> = Result<T, Box<Diagnostic>>;

/// Looks up the names of one condition.
pub(super) struct Binder<'a, 't> {
    pub(super) model: &'a mut Model,
    quoted: Quoted<'t>,
    it: Option<ElementId>,
    elements: Vec<ElementId>,
    /// The values of properties that it looks at.
    pub(super) values: Vec<ElementId>,
    /// The defaults of types that it looks at.
    pub(super) defaults: Vec<YamlId>,
    /// Where the first input or expression that is named is declared.
    declared: Option<Span>,
}

impl<'a, 't> Binder<'a, 't> {
    pub(super) fn new(model: &'a mut Model, quoted: Quoted<'t>, it: Option<ElementId>) -> Self {
        Self { model, quoted, it, elements: Vec::new(), values: Vec::new(), defaults: Vec::new(), declared: None }
    }

    /// The demand with what was named.
    pub(super) fn bound(self, demand: Demand) -> Bound {
        let Self { quoted: Quoted { span, .. }, elements, values, defaults, declared, .. } = self;
        Bound { demand, elements, values, defaults, declared, span }
    }

    pub(super) fn wrong<T>(&self, place: &Range<usize>, message: impl Into<String>, help: Option<&str>) -> Binding<T> {
        let error = error(place, message.into(), help.map(str::to_owned));
        Err(Box::new(self.quoted.unreadable(error)))
    }

    pub(super) fn span(&self, phrase: &Phrase) -> Span {
        self.quoted.at(&phrase.place)
    }

    pub(super) fn meaning(&mut self, name: &str, place: &Range<usize>) -> Binding<Meaning> {
        let meaning = match meaning(self.model, name, self.it) {
            Ok(meaning) => meaning,
            Err((message, help)) => return self.wrong(place, message, help.as_deref()),
        };
        match &meaning {
            Meaning::Input => self.declared_in("inputs", name),
            Meaning::Expression => self.declared_in("expressions", name),
            _ => {}
        }
        if let Meaning::Elements(elements) = &meaning {
            let fresh = elements.iter().copied().filter(|id| Some(*id) != self.it && !self.elements.contains(id));
            let fresh: Vec<ElementId> = fresh.collect();
            self.elements.extend(fresh);
        }
        Ok(meaning)
    }

    /// Notes where what is named is declared.
    pub(super) fn declared_in(&mut self, section: &str, name: &str) {
        let section = self.model.variability().and_then(|variability| variability.get(section)?.entry(name));
        self.declared = self.declared.or(section.map(|(key, _)| key.span()));
    }

    /// A phrase that holds or does not.
    pub(super) fn condition(&mut self, phrase: &Phrase) -> Binding<Demand> {
        match &phrase.says {
            PhraseMeaning::Truth(holds) => Ok(Demand::Constant(*holds)),
            PhraseMeaning::Name(name) => self.named(name, phrase),
            PhraseMeaning::Not(inner) => Ok(Demand::not(self.condition(inner)?)),
            PhraseMeaning::Call(operator, operands) => self.call(*operator, operands, phrase),
            PhraseMeaning::Verb(verb, sides) => {
                let typed = [self.typed(&sides[0])?, self.typed(&sides[1])?];
                Ok(Demand::Verb(*verb, typed))
            }
            PhraseMeaning::Text(text) => {
                let help = format!("did you mean the name `{}`?", Phrase::name(text.clone()));
                self.wrong(&phrase.place, "a text is no condition", Some(&help))
            }
            PhraseMeaning::Number(_) => {
                self.wrong(&phrase.place, "a number is no condition", Some("compare it: `size > 3`"))
            }
            PhraseMeaning::Date(_) | PhraseMeaning::Nothing | PhraseMeaning::Rest | PhraseMeaning::List(_) => {
                self.wrong(&phrase.place, "this is no condition", Some("compare it: `x in [1, 2]`"))
            }
        }
    }

    fn conditions(&mut self, phrases: &[Phrase]) -> Binding<Vec<Demand>> {
        phrases.iter().map(|phrase| self.condition(phrase)).collect()
    }

    fn named(&mut self, name: &str, phrase: &Phrase) -> Binding<Demand> {
        // What is printed where nothing decides.
        if matches!(name, "always" | "never") && meaning(self.model, name, self.it).is_err() {
            return Ok(Demand::Constant(name == "always"));
        }
        match self.meaning(name, &phrase.place)? {
            Meaning::Input => Ok(Demand::Written(self.reference(Operator::VariabilityInput, name, phrase)?)),
            Meaning::Expression => Ok(Demand::Written(self.reference(Operator::LogicExpression, name, phrase)?)),
            Meaning::Elements(elements) => Ok(any_of(&elements)),
            Meaning::Values(..) => self.compared(phrase),
        }
    }

    fn call(&mut self, operator: Operator, operands: &[Phrase], phrase: &Phrase) -> Binding<Demand> {
        Ok(match operator {
            Operator::Implies if operands.len() != 2 => {
                return self.wrong(&phrase.place, "`implies` takes two conditions", None);
            }
            _ if operator.combines_conditions() => Demand::Connected(operator, self.conditions(operands)?),
            Operator::Equal if matches!(operands, [_, _]) && self.are_conditions(operands)? => {
                Demand::not(Demand::Connected(Operator::Xor, self.conditions(operands)?))
            }
            _ if operator.entry().layer == Layer::Logic => Demand::Written(self.expression(phrase, &[])?),
            _ => return self.compared(phrase),
        })
    }

    /// Whether two sides are compared of which one is a condition over elements, so that the other is one, too.
    fn are_conditions(&mut self, sides: &[Phrase]) -> Binding<bool> {
        for side in sides {
            if self.is_logical(side)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_logical(&mut self, phrase: &Phrase) -> Binding<bool> {
        Ok(match &phrase.says {
            PhraseMeaning::Name(name) => matches!(self.meaning(name, &phrase.place)?, Meaning::Elements(_)),
            PhraseMeaning::Not(_) | PhraseMeaning::Verb(..) => true,
            PhraseMeaning::Call(operator, operands) => {
                operator.entry().layer == Layer::Logic || operator.compares_values() && self.are_conditions(operands)?
            }
            _ => false,
        })
    }

    /// An operator that takes a name.
    pub(super) fn reference(&mut self, operator: Operator, name: &str, phrase: &Phrase) -> Binding<YamlId> {
        let span = self.span(phrase);
        let key = self.word_for(operator, phrase)?;
        let name = self.model.add_quoted(span, name);
        Ok(self.model.add_entry(span, key, name))
    }

    /// What the operator is called in the template's profile.
    pub(super) fn word_for(&self, operator: Operator, phrase: &Phrase) -> Binding<&'static str> {
        let profile = self.model.profile();
        let word = operator.name(profile);
        if Operator::named(word, profile) == Some(operator) {
            return Ok(word);
        }
        let word = operator.name(Profile::LATEST);
        self.wrong(&phrase.place, format!("profile {profile} does not know the operator `{word}`"), None)
    }

    /// Whom a side of a verb means.
    fn typed(&mut self, phrase: &Phrase) -> Binding<Vec<TypedElement>> {
        let PhraseMeaning::Name(name) = &phrase.says else {
            return self.wrong(&phrase.place, "an element or a type has to stand here", None);
        };
        // The types of elements are elements, too, but do nothing.
        let is_type = |elements: &[ElementId]| elements.iter().all(|id| id.kind() == Kind::Type);
        let is_element = match meaning(self.model, name, self.it) {
            Ok(Meaning::Elements(elements)) => !is_type(&elements),
            Ok(_) => true,
            Err(_) => false,
        };
        if !is_element && let Some(typed) = self.model.typed_elements_of_any_type(name) {
            return Ok(typed);
        }
        match self.meaning(name, &phrase.place)? {
            Meaning::Elements(elements) => Ok(elements.into_iter().map(TypedElement::any).collect()),
            Meaning::Input | Meaning::Expression | Meaning::Values(..) => {
                self.wrong(&phrase.place, format!("\"{name}\" is neither an element nor a type"), None)
            }
        }
    }
}

/// Some of the elements is present.
fn any_of(elements: &[ElementId]) -> Demand {
    match elements {
        [only] => Demand::Presence(*only),
        several => Demand::any(several.iter().map(|&id| Demand::Presence(id)).collect()),
    }
}
