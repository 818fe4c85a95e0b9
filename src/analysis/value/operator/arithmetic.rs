//! `add`, `sub`, `mul`, `div`, `mod`.

use super::call::Call;
use crate::analysis::value::{Evaluation, NoNumber, Number};

/// A binary operation.
type Operation = fn(&Number, &Number) -> Result<Number, NoNumber>;

/// All numbers from the first to the last, beginning with `start`, which is the result of none.
pub(super) fn fold(call: &Call<'_>, start: &Number, operation: Operation) -> Evaluation {
    let numbers = call.numbers()?;
    call.arithmetic(numbers.into_iter().try_fold(start.clone(), |result, number| operation(&result, number)))
}

/// The first number and each of the others.
pub(super) fn reduce(call: &Call<'_>, operation: Operation) -> Evaluation {
    let numbers = call.numbers()?;
    let (first, others) = numbers.split_first().expect("arity demands an operand");
    call.arithmetic(others.iter().try_fold((*first).clone(), |result, number| operation(&result, number)))
}
