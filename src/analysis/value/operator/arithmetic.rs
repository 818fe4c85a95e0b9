//! `add`, `sub`, `mul`, `div`, `mod`.

use super::call::Call;
use crate::analysis::value::{Evaluation, NoNumber, Number};

/// A binary operation.
type Operation = fn(&Number, &Number) -> Result<Number, NoNumber>;

/// The sum; of nothing, 0.
pub(super) fn add(call: &Call<'_>) -> Evaluation {
    fold(call, &Number::integer(0), Number::plus)
}

/// The product; of nothing, 1.
pub(super) fn mul(call: &Call<'_>) -> Evaluation {
    fold(call, &Number::integer(1), Number::times)
}

/// The first minus all others.
pub(super) fn sub(call: &Call<'_>) -> Evaluation {
    reduce(call, Number::minus)
}

/// The first divided by all others.
pub(super) fn div(call: &Call<'_>) -> Evaluation {
    reduce(call, Number::divided_by)
}

/// The remainder with the sign of the dividend.
pub(super) fn modulo(call: &Call<'_>) -> Evaluation {
    reduce(call, Number::modulo)
}

fn fold(call: &Call<'_>, start: &Number, operation: Operation) -> Evaluation {
    let numbers = call.numbers()?;
    call.arithmetic(numbers.into_iter().try_fold(start.clone(), |result, number| operation(&result, number)))
}

fn reduce(call: &Call<'_>, operation: Operation) -> Evaluation {
    let numbers = call.numbers()?;
    let (first, others) = numbers.split_first().expect("arity demands an operand");
    call.arithmetic(others.iter().try_fold((*first).clone(), |result, number| operation(&result, number)))
}
