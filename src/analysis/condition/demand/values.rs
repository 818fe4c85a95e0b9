//! Values as expressions in the words of the template's profile.

use super::super::text::{Phrase, PhraseMeaning};
use super::Demand;
use super::binding::{Binder, Binding};
use super::meaning::{Meaning, PropertyValues};
use crate::source::syntax::vocabulary::{Arity, Layer, Operator};
use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::{ElementId, Kind, PropertyValue, TypeDefault};

/// Ways to choose values for the properties that are compared; more are refused.
const MAX_WAYS: usize = 64;

/// For the names of properties, which of their values is meant.
type Chosen = [(String, YamlId)];

/// A property by its name in the condition: the values it may have, each with when it has it.
type Alternatives = (String, Vec<(Demand, YamlId)>);

impl Binder<'_, '_> {
    /// A comparison of values: where properties are compared, one that some present value of each makes true.
    pub(super) fn compared(&mut self, phrase: &Phrase) -> Binding<Demand> {
        let mut properties = Vec::new();
        self.properties(phrase, &mut properties)?;
        let count = properties.iter().fold(1_usize, |count, (_, values)| count.saturating_mul(values.len()));
        if properties.is_empty() {
            return Ok(Demand::Written(self.expression(phrase, &[])?));
        }
        if count > MAX_WAYS {
            let message = format!("the properties have more than {MAX_WAYS} combinations of values");
            return self.wrong(&phrase.place, message, None);
        }
        let mut ways = Vec::new();
        for way in 0..count {
            let (mut rest, mut chosen, mut all) = (way, Vec::new(), Vec::new());
            for (name, values) in &properties {
                let (is_had, value) = &values[rest % values.len()];
                rest /= values.len();
                chosen.push((name.clone(), *value));
                all.push(is_had.clone());
            }
            all.push(Demand::Written(self.expression(phrase, &chosen)?));
            ways.push(Demand::all(all));
        }
        Ok(Demand::any(ways))
    }

    /// The properties that a phrase names, each once.
    fn properties(&mut self, phrase: &Phrase, found: &mut Vec<Alternatives>) -> Binding<()> {
        match &phrase.says {
            PhraseMeaning::Name(name) => {
                if let Meaning::Values(_, values) = self.meaning(name, &phrase.place)?
                    && !found.iter().any(|(known, _)| known == name)
                {
                    found.push((name.clone(), self.alternatives(values)));
                }
            }
            PhraseMeaning::Not(inner) => self.properties(inner, found)?,
            // These operands are names of something else.
            PhraseMeaning::Call(operator, _) if operator.entry().arity == Arity::Reference => {}
            PhraseMeaning::List(parts) | PhraseMeaning::Call(_, parts) => {
                parts.iter().try_for_each(|part| self.properties(part, found))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The values of a property, each with when it counts: its own where they are present, else that of the type.
    fn alternatives(&mut self, PropertyValues { own, defaults }: PropertyValues) -> Vec<(Demand, YamlId)> {
        let model = &*self.model;
        let written = own.into_iter().filter_map(|id| match model.property(id).value {
            PropertyValue::Literal(value) | PropertyValue::Expression(value) => Some((id, value)),
            PropertyValue::Fallback | PropertyValue::Missing => None,
        });
        let written: Vec<(ElementId, YamlId)> = written.collect();
        self.values.extend(written.iter().map(|&(id, _)| id));
        self.defaults.extend(defaults.iter().map(|default| default.value));
        let any = Demand::any(written.iter().map(|&(id, _)| Demand::Presence(id)).collect());
        let is_unwritten = Demand::not(any);
        let written = written.into_iter().map(|(id, value)| (Demand::Presence(id), value));
        let defaults = defaults.into_iter().map(|TypeDefault { type_id, value }| {
            (Demand::all(vec![Demand::Presence(type_id), is_unwritten.clone()]), value)
        });
        written.chain(defaults).collect()
    }

    /// A phrase as an expression; names of properties stand for what is chosen.
    pub(super) fn expression(&mut self, phrase: &Phrase, chosen: &Chosen) -> Binding<YamlId> {
        let span = self.span(phrase);
        Ok(match &phrase.says {
            PhraseMeaning::Name(name) => return self.value_of(name, phrase, chosen),
            PhraseMeaning::Text(text) => self.model.add_quoted(span, text),
            PhraseMeaning::Number(written) | PhraseMeaning::Date(written) => self.model.add_plain(span, written),
            PhraseMeaning::Truth(holds) => self.model.add_plain(span, if *holds { "true" } else { "false" }),
            PhraseMeaning::Nothing | PhraseMeaning::Rest => self.model.add_plain(span, "null"),
            PhraseMeaning::List(items) => {
                let items = self.expressions(items, chosen)?;
                self.model.add_list(span, &items)
            }
            PhraseMeaning::Not(inner) => {
                let key = self.word_for(Operator::Not, phrase)?;
                let inner = self.expression(inner, chosen)?;
                self.model.add_entry(span, key, inner)
            }
            PhraseMeaning::Call(operator, operands) => {
                let key = self.word_for(*operator, phrase)?;
                let operand = self.operand(*operator, operands, phrase, chosen)?;
                self.model.add_entry(span, key, operand)
            }
            PhraseMeaning::Verb(verb, _) => {
                return self.wrong(&phrase.place, format!("`{verb}` is no value"), Some("write it as a condition"));
            }
        })
    }

    fn expressions(&mut self, phrases: &[Phrase], chosen: &Chosen) -> Binding<Vec<YamlId>> {
        phrases.iter().map(|phrase| self.expression(phrase, chosen)).collect()
    }

    fn operand(
        &mut self,
        operator: Operator,
        operands: &[Phrase],
        phrase: &Phrase,
        chosen: &Chosen,
    ) -> Binding<YamlId> {
        let span = self.span(phrase);
        let arity = operator.entry().arity;
        let items = match arity {
            Arity::Reference => {
                operands.iter().map(|operand| self.referred(operator, operand, chosen)).collect::<Binding<Vec<_>>>()?
            }
            Arity::One | Arity::AtLeast(_) | Arity::Exactly(_) => self.expressions(operands, chosen)?,
        };
        Ok(match (arity, items.as_slice()) {
            (Arity::One | Arity::Reference, [only]) => *only,
            _ => self.model.add_list(span, &items),
        })
    }

    /// A name as an operand: that of an input, an expression or an element.
    fn referred(&mut self, operator: Operator, operand: &Phrase, chosen: &Chosen) -> Binding<YamlId> {
        let PhraseMeaning::Name(name) = &operand.says else { return self.expression(operand, chosen) };
        let span = self.span(operand);
        let is_element = operator.entry().layer == Layer::Logic && operator != Operator::LogicExpression;
        let own = if is_element { self.meaning(name, &operand.place).ok() } else { None };
        match operator {
            Operator::VariabilityInput => self.declared_in("inputs", name),
            Operator::ValueExpression | Operator::LogicExpression => self.declared_in("expressions", name),
            _ => {}
        }
        let name = match own {
            Some(Meaning::Elements(elements)) => match elements.as_slice() {
                [only] if only.kind() != Kind::Relation => self.model.element(*only).name.to_string(),
                _ => name.clone(),
            },
            _ => name.clone(),
        };
        Ok(self.model.add_quoted(span, &name))
    }

    fn value_of(&mut self, name: &str, phrase: &Phrase, chosen: &Chosen) -> Binding<YamlId> {
        if let Some((_, value)) = chosen.iter().find(|(known, _)| known == name) {
            return Ok(*value);
        }
        match self.meaning(name, &phrase.place)? {
            Meaning::Input => self.reference(Operator::VariabilityInput, name, phrase),
            Meaning::Expression => self.reference(Operator::ValueExpression, name, phrase),
            Meaning::Elements(_) => {
                let help = "an element is present or not: write it as a condition, or name a property of it";
                self.wrong(&phrase.place, format!("the element \"{name}\" is no value"), Some(help))
            }
            Meaning::Values(owner, _) => {
                let title = self.model.full_display(owner);
                self.wrong(&phrase.place, format!("{title} has no value for it here"), None)
            }
        }
    }
}
