//! Conditions that are asked for beside the template: their names looked up, their values as expressions.
//!
//! Comes in: a [`Phrase`] and a [`Model`], which takes in the expressions. Goes out: a [`Demand`], which
//! [`Lowering::demand`] makes a formula of. What is wrong is a diagnostic in the text of the condition.

mod binding;
mod meaning;
mod own_properties;
mod typed_elements;
mod values;

use variscope_encoder::FormulaId;

use self::binding::Binder;
pub(crate) use self::meaning::elements_called;
pub use self::typed_elements::TypedElement;
use super::connective::connect;
use super::lower::{Lowered, Lowering};
use super::text::{Assertion, Phrase, Unreadable, Verb};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::{ElementId, Model};

/// A condition over the elements and inputs of a model.
#[derive(Clone, Debug, PartialEq)]
pub enum Demand {
    /// Always, or never.
    Constant(bool),
    /// The element is present.
    Presence(ElementId),
    /// The expression holds.
    Written(YamlId),
    /// What an operator whose operands are conditions makes of as many demands as it takes.
    Connected(Operator, Vec<Demand>),
    /// Some of the first does it to some of the second.
    Verb(Verb, [Vec<TypedElement>; 2]),
}

impl Demand {
    /// All hold.
    fn all(demands: Vec<Self>) -> Self {
        Self::Connected(Operator::And, demands)
    }

    /// Some holds.
    fn any(demands: Vec<Self>) -> Self {
        Self::Connected(Operator::Or, demands)
    }

    /// It does not hold.
    fn not(demand: Self) -> Self {
        Self::Connected(Operator::Not, vec![demand])
    }

    /// The expressions in it, in order.
    pub fn written(&self) -> Vec<YamlId> {
        let (mut written, mut open) = (Vec::new(), vec![self]);
        while let Some(demand) = open.pop() {
            match demand {
                Self::Constant(_) | Self::Presence(_) | Self::Verb(..) => {}
                Self::Written(expression) => written.push(*expression),
                Self::Connected(_, parts) => open.extend(parts.iter().rev()),
            }
        }
        written
    }
}

/// A text with the place at which it can be quoted.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'t> {
    /// What is said.
    pub text: &'t str,
    /// Where.
    pub span: Span,
    /// Whether the text stands there letter by letter; else nothing smaller than the whole can be pointed at.
    pub is_verbatim: bool,
}

impl Quoted<'_> {
    fn at(&self, place: &std::ops::Range<usize>) -> Span {
        let start = self.span.start as usize;
        if self.is_verbatim { Span::new(self.span.file, start + place.start, start + place.end) } else { self.span }
    }

    fn unreadable(&self, error: Unreadable) -> Diagnostic {
        Diagnostic::new(Code::BadCondition, self.at(&error.place), error.message).helped(error.help)
    }
}

/// What is demanded, and what it speaks of.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The demand.
    pub demand: Demand,
    /// The elements that it names, in order.
    pub elements: Vec<ElementId>,
    /// The values of properties that it looks at, in order.
    pub values: Vec<ElementId>,
    /// The defaults of types that count where no such value is written, in order.
    pub defaults: Vec<YamlId>,
    /// Where the first input or named expression in it is declared.
    pub declared: Option<Span>,
    /// Where it is written.
    pub span: Span,
}

/// An assertion about elements of a kind, or about the template.
#[derive(Clone, Debug)]
pub struct BoundAssertion {
    /// What is asserted of each element; one without an element where it is about the template.
    pub instances: Vec<(Option<ElementId>, Bound)>,
    /// The premise of one that is about the template.
    pub premise: Option<Demand>,
}

impl Model {
    /// Looks up what the condition means here.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn demand(&mut self, quoted: Quoted<'_>) -> Result<Bound, Box<Diagnostic>> {
        let phrase = Phrase::parse(quoted.text).map_err(|error| quoted.unreadable(error))?;
        let mut binder = Binder::new(self, quoted, None);
        let demand = binder.condition(&phrase)?;
        Ok(binder.bound(demand))
    }

    /// [`Model::demand`] typed where there is no file: `name` says where.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn demand_of(&mut self, name: &str, text: &str) -> Result<Bound, Box<Diagnostic>> {
        let span = Span::new(self.quote(name, text), 0, text.len());
        self.demand(Quoted { text, span, is_verbatim: true })
    }

    /// Looks up what the assertion means here.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn asserted(&mut self, quoted: Quoted<'_>) -> Result<BoundAssertion, Box<Diagnostic>> {
        let Assertion { each, condition } = Assertion::parse(quoted.text).map_err(|error| quoted.unreadable(error))?;
        let Some(each) = each else {
            let mut binder = Binder::new(self, quoted, None);
            let demand = binder.condition(&condition)?;
            let premise = match &demand {
                Demand::Connected(Operator::Implies, sides) => sides.first().cloned(),
                _ => None,
            };
            let bound = binder.bound(demand);
            return Ok(BoundAssertion { instances: vec![(None, bound)], premise });
        };
        let typed = self.typed_elements_of(&each).map_err(|error| quoted.unreadable(error))?;
        if let Some(error) = own_properties::unknown(self, &condition, &typed) {
            return Err(Box::new(quoted.unreadable(error)));
        }
        let mut instances = Vec::new();
        for one in typed {
            let mut binder = Binder::new(self, quoted, Some(one.element));
            let demand = binder.condition(&condition)?;
            let demand = Demand::Connected(Operator::Implies, vec![one.demand(), demand]);
            instances.push((Some(one.element), binder.bound(demand)));
        }
        if instances.is_empty() {
            // What is wrong with it is wrong without elements, too.
            let any = self.ids().next();
            Binder::new(self, quoted, any).condition(&condition)?;
        }
        Ok(BoundAssertion { instances, premise: None })
    }
}

impl Lowering<'_> {
    /// The formula for a demand.
    ///
    /// # Errors
    /// When an expression in it is no condition, or names something that does not exist.
    pub fn demand(&mut self, demand: &Demand) -> Lowered<FormulaId> {
        Ok(match demand {
            Demand::Constant(holds) => FormulaId::constant(*holds),
            Demand::Presence(id) => self.presence(*id),
            Demand::Written(expression) => self.condition(*expression, None)?,
            Demand::Connected(operator, demands) => {
                let lowered = demands.iter().map(|demand| self.demand(demand)).collect::<Lowered<Vec<FormulaId>>>()?;
                let connected = connect(self.formulas(), *operator, lowered);
                connected.unwrap_or_else(|| unreachable!("{operator:?} takes these operands"))
            }
            Demand::Verb(verb, [doers, others]) => self.done(*verb, doers, others),
        })
    }
}
