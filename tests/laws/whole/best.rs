//! Best variants.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{Best, Decimal, Limits, Measure, NoBest};
use variscope::analysis::value::{Configuration, Value};
use variscope::tosca::model::{Direction, ElementId, Kind, PropertyValue};

use super::Case;
use super::truth::{Found, resolved};
use crate::template::PRICE;

/// Digits behind the point that are compared.
const SCALE: u32 = 9;

/// No configuration gives a better variant than the best one.
pub fn are_the_best_of_all_configurations(case: &Case) -> TestCaseResult {
    let measures = [Measure::Elements, Measure::Nodes, Measure::Weight, Measure::Property(PRICE.to_owned())];
    for measure in &measures {
        for direction in [Direction::Min, Direction::Max] {
            is_best(case, direction, measure)?;
        }
    }
    Ok(())
}

fn is_best(case: &Case, direction: Direction, measure: &Measure) -> TestCaseResult {
    let nothing = Configuration::new();
    let variants = case.variants(&nothing);
    let best: Best = match variants.best(direction, measure, &Limits::default()) {
        Ok(best) => best,
        // Where not all values can be looked at, none may be found.
        Err(NoBest::Unknown) => return Ok(()),
        Err(NoBest::Void) => {
            prop_assert_eq!(case.truth.valid().count(), 0, "there is a variant");
            return Ok(());
        }
        // A property that is computed from too many values, or from presences.
        Err(NoBest::NoNumber(_) | NoBest::NoProperty(_)) if matches!(measure, Measure::Property(_)) => return Ok(()),
        Err(why) => return Err(TestCaseError::fail(format!("no best variant: {why}"))),
    };
    let value = digits(&best.value);
    let own = resolved(&variants, &best.sample.configuration).ok().map(|found| total(case, measure, &found));
    prop_assert_eq!(own, Some(value.clone()), "{:?} {:?} of {:?}", direction, measure, best.sample);
    if !best.exactness.is_exact() {
        return Ok(());
    }
    for (outcome, found) in case.truth.valid() {
        let other = total(case, measure, found);
        let is_better = if direction == Direction::Min { other < value } else { other > value };
        prop_assert!(!is_better, "{:?} {:?} {} is not as good as {:?}", direction, measure, value, outcome.values);
    }
    Ok(())
}

/// What a measure is of a variant, in units of 10 to the power of -[`SCALE`].
fn total(case: &Case, measure: &Measure, found: &Found) -> BigInt {
    let present =
        case.truth.elements.iter().zip(&found.present).filter(|(_, is_present)| **is_present).map(|(&id, _)| id);
    let one = BigInt::from(10).pow(SCALE);
    match measure {
        Measure::Elements => one * present.count(),
        Measure::Nodes => one * present.filter(|id| id.kind() == Kind::Node).count(),
        Measure::Weight => present
            .filter(|id| id.kind() == Kind::Node)
            .map(|id| BigInt::from(case.model.node(id).weight.billionths()))
            .sum(),
        Measure::Property(name) => {
            let prices = present.filter(|&id| id.kind() == Kind::Property && *case.model.element(id).name == **name);
            let has_container = |of: ElementId| of.kind() == Kind::Node && found.present[case.truth.place(of)];
            let of_nodes = prices.filter_map(|id| Some((case.model.element(id).container?, id)));
            // Of several in a node, the last one is written.
            let written: BTreeMap<ElementId, ElementId> = of_nodes.filter(|&(node, _)| has_container(node)).collect();
            written.into_values().map(|id| one.clone() * price(case, found, id)).sum()
        }
    }
}

/// The value of a property that is a number.
fn price(case: &Case, found: &Found, id: ElementId) -> BigInt {
    let written = match case.model.property(id).value {
        PropertyValue::Literal(literal) => Some(Value::from_yaml(case.model.yaml(literal))),
        _ => None,
    };
    let value = found.variant.value(id).cloned().or(written).expect("a present property has a value");
    value.as_number().and_then(|number| number.to_integer()).expect("prices are integers")
}

fn digits(value: &Decimal) -> BigInt {
    &value.digits * BigInt::from(10).pow(SCALE - value.scale)
}
