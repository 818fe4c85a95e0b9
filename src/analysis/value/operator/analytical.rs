//! Statistics over literal numbers (profile D); rounded to two decimals where the reference rounds.

use super::call::{Call, CallError};
use crate::analysis::value::number::to_fixed;
use crate::analysis::value::{Evaluation, Number, Value};

/// The total.
pub(super) fn sum(call: &Call<'_>) -> Evaluation {
    let numbers = call.numbers()?;
    if numbers.iter().all(|number| number.is_integer()) {
        let total = numbers.into_iter().try_fold(Number::integer(0), |total, number| total.plus(number));
        return call.arithmetic(total);
    }
    call.finite(to_fixed(total(&doubles(call)?)))
}

/// How many numbers there are.
pub(super) fn count(call: &Call<'_>) -> Evaluation {
    let count = call.numbers()?.len();
    Ok(Some(Value::integer(i64::try_from(count).expect("a list in memory has fewer than 2^63 items"))))
}

/// The least number.
pub(super) fn min(call: &Call<'_>) -> Evaluation {
    let numbers = call.numbers()?;
    Ok(pick(numbers.into_iter().reduce(|least, number| if number < least { number } else { least })))
}

/// The greatest number.
pub(super) fn max(call: &Call<'_>) -> Evaluation {
    let numbers = call.numbers()?;
    Ok(pick(numbers.into_iter().reduce(|greatest, number| if number > greatest { number } else { greatest })))
}

/// The middle of the sorted numbers, or the mean of the two in the middle.
pub(super) fn median(call: &Call<'_>) -> Evaluation {
    let mut numbers = call.numbers()?;
    numbers.sort_by(|a, b| a.partial_cmp(b).expect("literals that are NaN are refused"));
    let middle = numbers.len() / 2;
    if numbers.len() % 2 == 1 {
        return Ok(pick(Some(numbers[middle])));
    }
    let sum = numbers[middle - 1].plus(numbers[middle]);
    call.arithmetic(sum.and_then(|sum| sum.divided_by(&Number::integer(2))))
}

/// The mean, to two decimals.
pub(super) fn mean(call: &Call<'_>) -> Evaluation {
    call.finite(to_fixed(average(&doubles(call)?)))
}

/// The population variance, to two decimals.
pub(super) fn variance(call: &Call<'_>) -> Evaluation {
    call.finite(to_fixed(spread(&doubles(call)?)))
}

/// The population standard deviation, to two decimals.
pub(super) fn standard_deviation(call: &Call<'_>) -> Evaluation {
    call.finite(to_fixed(spread(&doubles(call)?).sqrt()))
}

fn pick(number: Option<&Number>) -> Option<Value> {
    number.cloned().map(Value::Number)
}

fn doubles(call: &Call<'_>) -> Result<Vec<f64>, CallError> {
    Ok(call.numbers()?.into_iter().map(Number::to_f64).collect())
}

fn average(values: &[f64]) -> f64 {
    total(values) / super::regression::length(values)
}

fn spread(values: &[f64]) -> f64 {
    let mean = average(values);
    let squares: Vec<f64> = values.iter().map(|value| (value - mean) * (value - mean)).collect();
    average(&squares)
}

/// The sum of doubles as the reference adds them: from the first to the last, rounding each time.
fn total(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |total, value| total + value)
}
