//! Words for numbers that stand for all up to the next one that makes a difference.

use num_bigint::BigInt;
use num_traits::One;

use crate::analysis::question::{ChoiceInput, ChoiceValue};

/// By value: the integers that it stands for, as `≤ -1`, `3 … 7`, `≥ 8`; none where it stands for itself or where that is not known.
///
/// Values of an input that is looked at alone stand for a range each, the sizes of all but the outer ones are known, and there is one
/// that stands for itself.
pub fn ranges(input: &ChoiceInput) -> Vec<Option<String>> {
    let values = &input.values;
    if !input.is_alone || input.is_sampled {
        return vec![None; values.len()];
    }
    let integers: Option<Vec<BigInt>> =
        values.iter().map(|value| value.value.as_number().filter(|number| number.is_integer())?.to_integer()).collect();
    let integers = integers.filter(|_| values.iter().any(|value| value.size.as_ref().is_some_and(One::is_one)));
    let Some(integers) = integers else { return vec![None; values.len()] };
    let (least, greatest) = (integers.iter().min(), integers.iter().max());
    let is_inner =
        |(value, at): (&ChoiceValue, &BigInt)| value.size.is_some() || Some(at) == least || Some(at) == greatest;
    if !values.iter().zip(&integers).all(is_inner) {
        return vec![None; values.len()];
    }
    let range = |(value, at): (&ChoiceValue, &BigInt)| match &value.size {
        None if Some(at) == least => Some(format!("≤ {at}")),
        None => Some(format!("≥ {at}")),
        Some(size) if size.is_one() => None,
        Some(size) => Some(format!("{at} … {}", at + BigInt::from(size.clone()) - 1)),
    };
    values.iter().zip(&integers).map(range).collect()
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::analysis::value::Value;

    fn input(of: &[(i64, Option<u32>)]) -> ChoiceInput {
        let value = |&(at, size): &(i64, Option<u32>)| ChoiceValue {
            value: Value::integer(at),
            size: size.map(BigUint::from),
            is_unmentioned: false,
        };
        let values = of.iter().map(value).collect();
        ChoiceInput { name: "size".into(), values, is_sampled: false, is_alone: true }
    }

    #[test]
    fn ranges_are_reported_where_they_are_known() {
        let reported = ranges(&input(&[(1, Some(1)), (-1, None), (0, Some(1)), (2, Some(5)), (7, None)]));
        let reported: Vec<&str> = reported.iter().map(|range| range.as_deref().unwrap_or("")).collect();
        assert_eq!(reported, ["", "≤ -1", "", "2 … 6", "≥ 7"]);
    }

    #[test]
    fn values_that_were_only_tried_stand_for_nothing_in_particular() {
        assert_eq!(ranges(&input(&[(0, None), (1, None)])), [None, None]);
        assert_eq!(ranges(&input(&[(0, Some(1)), (1, None), (2, None)])), [None, None, None]);
    }
}
