//! Which configuration gives the best variant?

use std::str::FromStr;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use variscope_encoder::{FormulaId, Formulas, Interrupted};

use super::Variants;
use super::survey::{Limits, countable};
use super::witnessed::{NoWitness, Sample, Witnessed};
use crate::diagnostic::{Code, Diagnostic};
use crate::domain::Caveat;
use crate::model::{Direction, ElementId, Kind, Model, PropertyValue};
use crate::value::{Number, Value};

/// Powers of ten that numbers of properties are written with, at most.
const MOST_DIGITS: u32 = 64;

/// What is summed up over a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// One for each present element.
    Elements,
    /// One for each present node.
    Nodes,
    /// The weights of the present nodes.
    Weight,
    /// The numbers that present nodes have as a property of this name.
    Property(String),
}

/// A word that is no measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is none of `nodes`, `elements`, `weight` and `property:NAME`")]
pub struct NoMeasure(String);

impl FromStr for Measure {
    type Err = NoMeasure;

    fn from_str(text: &str) -> Result<Self, NoMeasure> {
        match (text, text.strip_prefix("property:")) {
            ("elements", _) => Ok(Self::Elements),
            ("nodes", _) => Ok(Self::Nodes),
            ("weight", _) => Ok(Self::Weight),
            (_, Some(name)) if !name.is_empty() => Ok(Self::Property(name.to_owned())),
            _ => Err(NoMeasure(text.to_owned())),
        }
    }
}

/// A decimal number: `digits` divided by ten, `scale` times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The digits, with their sign.
    pub digits: BigInt,
    /// How many of them are behind the point.
    pub scale: u32,
}

impl Decimal {
    /// The number that a text such as `-1.50` or `2e3` writes down; `None` for other texts and very many digits.
    fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent.parse().ok()?)?;
        let digits: BigInt = [whole, fraction].concat().parse().ok()?;
        if scale.unsigned_abs() > MOST_DIGITS {
            return None;
        }
        let (shift, scale) = (scale.min(0).unsigned_abs(), scale.max(0).unsigned_abs());
        Some(Self { digits: digits * BigInt::from(10).pow(shift), scale })
    }

    fn of(number: &Number) -> Option<Self> {
        if let Some(digits) = number.to_integer() {
            return Some(Self { digits, scale: 0 });
        }
        // The shortest text that is read as this number again stands for it where the author's is not known.
        number.source_text().and_then(Self::parse).or_else(|| Self::parse(&number.to_f64().to_string()))
    }

    /// The digits with so many of them behind the point, which are at least as many.
    pub(super) fn at(&self, scale: u32) -> BigInt {
        &self.digits * BigInt::from(10).pow(scale - self.scale)
    }
}

/// A best variant.
#[derive(Clone, Debug)]
pub struct Best {
    /// What the measure is there.
    pub value: Decimal,
    /// The variant, with a configuration that gives it.
    pub sample: Sample,
    /// Whether all variants were compared.
    pub is_complete: bool,
    /// Why some were not.
    pub caveats: Vec<Caveat>,
}

impl Best {
    /// Whether no variant is better.
    pub fn is_exact(&self) -> bool {
        self.is_complete && self.caveats.is_empty()
    }
}

/// Why there is no best variant.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoBest {
    /// There is no variant.
    #[error("there is no variant")]
    Void,
    /// No node has the property.
    #[error("no node has a property \"{0}\"")]
    NoProperty(String),
    /// Properties that are no numbers.
    #[error("the property is not always a number")]
    NoNumber(Vec<Diagnostic>),
    /// The numbers do not fit into 64 bits when all have as many digits behind the point.
    #[error("the numbers of the measure are too large")]
    TooLarge,
    /// The budget is used up.
    #[error("stopped before the answer was known")]
    Interrupted(#[from] Interrupted),
    /// The variant without configuration.
    #[error(transparent)]
    NoWitness(#[from] NoWitness),
}

impl Variants<'_> {
    /// A configuration whose variant has the least or the greatest measure, resolved.
    ///
    /// # Errors
    /// [`NoBest`].
    pub fn best(&self, direction: Direction, measure: &Measure, limits: &Limits) -> Result<Best, NoBest> {
        let (weights, scale) = weights(self.model(), measure)?;
        let mut known = Witnessed::of(self, limits)?;
        let presences =
            |ids: Vec<ElementId>| ids.into_iter().map(|id| FormulaId::from(known.presence(id))).collect::<Vec<_>>();
        let weights = weights.into_iter().map(|(ids, weight)| (presences(ids), weight)).collect();
        let (wishes, offset) = wishes(known.problem.formulas_mut(), weights)?;
        let mut session = known.problem.session(|_| None, limits.budget.clone())?;
        let formulas = known.problem.formulas();
        let best = match direction {
            Direction::Min => session.minimise(formulas, &wishes)?,
            Direction::Max => session.maximise(formulas, &wishes)?,
        };
        let best = best.ok_or(NoBest::Void)?;
        // Of equal ones, always the same.
        let found = session.lexicographic_minimum(&known.presences)?.ok_or(NoBest::Void)?;
        let present: Vec<bool> = known.presences.iter().map(|&atom| found.value(atom)).collect();
        let sample = known.witnesses()?.sample(&present)?;
        let value = Decimal { digits: BigInt::from(BigUint::from(best)) + offset, scale };
        Ok(Best { value, sample, is_complete: known.is_complete, caveats: known.caveats.clone() })
    }
}

/// Formulas that count what is given when they are true, and what is added to their sum.
pub(super) fn wishes(
    formulas: &mut Formulas,
    weights: Vec<(Vec<FormulaId>, BigInt)>,
) -> Result<(Vec<(FormulaId, u64)>, BigInt), NoBest> {
    let mut offset = BigInt::zero();
    let mut wishes = Vec::with_capacity(weights.len());
    for (presences, weight) in weights {
        let present = formulas.and(presences);
        let size = u64::try_from(weight.magnitude()).map_err(|_| NoBest::TooLarge)?;
        // What is lost when it is present is won when it is absent.
        if weight.is_negative() {
            offset += &weight;
            wishes.push((!present, size));
        } else {
            wishes.push((present, size));
        }
    }
    Ok((wishes, offset))
}

/// Elements that count together when all of them are present, with what they count.
type Weights = Vec<(Vec<ElementId>, BigInt)>;

/// The terms of the sum, and how many of their digits are behind the point.
pub(super) fn weights(model: &Model, measure: &Measure) -> Result<(Weights, u32), NoBest> {
    let one = |id: ElementId| (vec![id], BigInt::from(1));
    match measure {
        Measure::Elements => Ok((countable(model).into_iter().map(one).collect(), 0)),
        Measure::Nodes => Ok((model.of_kind(Kind::Node).map(one).collect(), 0)),
        Measure::Weight => {
            let weight = |id: ElementId| (vec![id], BigInt::from(model.node(id).weight.billionths()));
            Ok((model.of_kind(Kind::Node).map(weight).collect(), 9))
        }
        Measure::Property(name) => numbers(model, name),
    }
}

fn numbers(model: &Model, name: &str) -> Result<(Weights, u32), NoBest> {
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for node in model.of_kind(Kind::Node) {
        for &property in &model.node(node).properties {
            if &*model.element(property).name != name {
                continue;
            }
            match number(model, property) {
                Ok(Some(number)) => found.push((vec![node, property], number)),
                Ok(None) => {}
                Err(fault) => faults.push(*fault),
            }
        }
    }
    if !faults.is_empty() {
        return Err(NoBest::NoNumber(faults));
    }
    let scale = found.iter().map(|(_, number)| number.scale).max();
    let scale = scale.ok_or_else(|| NoBest::NoProperty(name.to_owned()))?;
    Ok((found.into_iter().map(|(ids, number)| (ids, number.at(scale))).collect(), scale))
}

/// The number that a property has wherever it is present; none for what is never written out.
fn number(model: &Model, property: ElementId) -> Result<Option<Decimal>, Box<Diagnostic>> {
    let fault = |span, what: &str| {
        let message = format!("{} {what}, and cannot be summed up", model.full_display(property));
        Err(Box::new(Diagnostic::new(Code::WrongType, span, message)))
    };
    match model.property(property).value {
        PropertyValue::Fallback | PropertyValue::Missing => Ok(None),
        PropertyValue::Expression(yaml) => fault(model.yaml(yaml).span(), "depends on the configuration"),
        PropertyValue::Literal(yaml) => {
            let value = Value::from_yaml(model.yaml(yaml));
            let decimal = value.as_number().filter(|number| number.is_finite()).and_then(Decimal::of);
            decimal.map_or_else(|| fault(model.yaml(yaml).span(), "is not a number"), |decimal| Ok(Some(decimal)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (text, digits, scale) in [("1.50", 150, 2), ("-0.1", -1, 1), ("2e3", 2000, 0), ("12.5e-1", 125, 2)] {
            assert_eq!(Decimal::parse(text), Some(Decimal { digits: digits.into(), scale }), "{text}");
        }
        for text in ["", ".", "x", "1.-5", "1e999", "1e", "inf"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }
}
