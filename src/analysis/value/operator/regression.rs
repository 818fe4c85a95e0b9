//! Predictions by fitted curves (profile D): least squares over points `[x, y]`, answered at one more `x`.
//!
//! Coefficients are rounded to two decimals before they are used, and so is the answer, as in the reference's
//! library.

use super::call::{Call, CallError};
use crate::analysis::value::number::round_cents;
use crate::analysis::value::{Evaluation, Number, Value};
use crate::source::diagnostic::{Code, Diagnostic};

/// The highest order of a polynomial; far beyond what doubles can fit.
const MAX_ORDER: usize = 32;

/// A point `[x, y]`.
type Point = (f64, f64);

/// `y = a + b x`.
pub(super) fn linear(call: &Call<'_>) -> Evaluation {
    let (points, x) = (points(call)?, call.number(1)?.to_f64());
    let count = length(&points);
    let (sum_x, sum_y) = (sum(&points, |(x, _)| x), sum(&points, |(_, y)| y));
    let run = count * sum(&points, |(x, _)| x * x) - sum_x * sum_x;
    let rise = count * sum(&points, |(x, y)| x * y) - sum_x * sum_y;
    let gradient = if run == 0.0 { 0.0 } else { round_cents(rise / run) };
    let intercept = round_cents(sum_y / count - gradient * sum_x / count);
    call.finite(round_cents(gradient * x + intercept))
}

/// `y = c0 + c1 x + c2 x^2 + ...`
pub(super) fn polynomial(call: &Call<'_>) -> Evaluation {
    let (points, x) = (points(call)?, call.number(2)?.to_f64());
    let order = call.number(1)?.to_i64().and_then(|order| usize::try_from(order).ok());
    let order = order.filter(|&order| order <= MAX_ORDER).ok_or_else(|| bad_order(call))?;
    let mut places: Vec<f64> = points.iter().map(|&(x, _)| x).collect();
    places.sort_unstable_by(f64::total_cmp);
    places.dedup();
    if places.len() <= order {
        return Err(too_few_points(call, order).into());
    }
    let coefficients = solve(normal_equations(&points, order)).into_iter().map(round_cents);
    let answer = coefficients.rev().fold(0.0, |sum, coefficient| sum * x + coefficient);
    call.finite(round_cents(answer))
}

/// `y = a + b ln x`.
pub(super) fn logarithmic(call: &Call<'_>) -> Evaluation {
    let (points, x) = (points(call)?, call.number(1)?.to_f64());
    let count = length(&points);
    let (sum_ln, sum_y) = (sum(&points, |(x, _)| x.ln()), sum(&points, |(_, y)| y));
    let run = count * sum(&points, |(x, _)| x.ln() * x.ln()) - sum_ln * sum_ln;
    let rise = count * sum(&points, |(x, y)| y * x.ln()) - sum_y * sum_ln;
    let factor = round_cents(rise / run);
    let offset = round_cents((sum_y - factor * sum_ln) / count);
    call.finite(round_cents(offset + factor * x.ln()))
}

/// `y = a e^(b x)`, each point weighted by its `y`.
pub(super) fn exponential(call: &Call<'_>) -> Evaluation {
    let (points, x) = (points(call)?, call.number(1)?.to_f64());
    let y = sum(&points, |(_, y)| y);
    let xx_y = sum(&points, |(x, y)| x * x * y);
    let y_ln = sum(&points, |(_, y)| y * y.ln());
    let xy_ln = sum(&points, |(x, y)| x * y * y.ln());
    let xy = sum(&points, |(x, y)| x * y);
    let denominator = y * xx_y - xy * xy;
    let factor = round_cents(((xx_y * y_ln - xy * xy_ln) / denominator).exp());
    let rate = round_cents((y * xy_ln - xy * y_ln) / denominator);
    call.finite(round_cents(factor * (rate * x).exp()))
}

/// The number of items as a double.
#[expect(clippy::cast_precision_loss, reason = "a list in memory has far fewer than 2^53 items")]
pub(super) fn length<T>(items: &[T]) -> f64 {
    items.len() as f64
}

fn sum(points: &[Point], term: impl Fn(Point) -> f64) -> f64 {
    points.iter().map(|&point| term(point)).sum()
}

/// The first operand: a list of `[x, y]`.
fn points(call: &Call<'_>) -> Result<Vec<Point>, CallError> {
    let points = call.list(0).map_err(|error| Box::new(error.reference(not_a_list(call.value(0)))))?;
    points.iter().map(|item| point(item).ok_or_else(|| wrong_point(call, item).into())).collect()
}

fn point(item: &Value) -> Option<Point> {
    let [x, y] = &**item.as_list()? else { return None };
    Some((x.as_number().map(Number::to_f64)?, y.as_number().map(Number::to_f64)?))
}

/// Says that this is no point. The reference looks at the parts, but not at how many there are.
fn wrong_point(call: &Call<'_>, item: &Value) -> Diagnostic {
    let diagnostic = call.wrong(0, &item.to_json(), "a point [x, y]");
    let reference = match item.as_list() {
        None => Some(not_a_list(Some(item))),
        Some(parts) => {
            let wrong = parts.iter().find(|part| part.as_number().is_none());
            wrong.map(|part| format!("Element \"{}\" is not a number", part.to_json()))
        }
    };
    Diagnostic { reference, ..diagnostic }
}

fn not_a_list(value: Option<&Value>) -> String {
    format!("Element \"{}\" is not an array", value.map_or_else(|| "undefined".to_owned(), Value::to_json))
}

fn bad_order(call: &Call<'_>) -> Diagnostic {
    let message = format!("order of a polynomial is not an integer from 0 to {MAX_ORDER}");
    Diagnostic::new(Code::WrongOperand, call.operands[1].span, message)
}

fn too_few_points(call: &Call<'_>, order: usize) -> Diagnostic {
    let message = format!("a polynomial of order {order} needs points with at least {} different x", order + 1);
    Diagnostic::new(Code::Arithmetic, call.operands[0].span, message)
}

/// The rows of the normal equations, the right side last in each.
fn normal_equations(points: &[Point], order: usize) -> Vec<Vec<f64>> {
    let power = |x: f64, exponent: usize| x.powi(i32::try_from(exponent).expect("twice the highest order is small"));
    let row = |i: usize| {
        let left = (0..=order).map(|j| sum(points, |(x, _)| power(x, i + j)));
        left.chain([sum(points, |(x, y)| power(x, i) * y)]).collect()
    };
    (0..=order).map(row).collect()
}

/// Gaussian elimination with row pivoting; NaN or infinite when the rows are dependent.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for pivot in 0..count {
        let largest = (pivot..count)
            .reduce(|best, row| if rows[row][pivot].abs() > rows[best][pivot].abs() { row } else { best });
        rows.swap(pivot, largest.expect("the pivot row is a candidate"));
        let (done, below) = rows.split_at_mut(pivot + 1);
        let top = &done[pivot];
        for row in below {
            let factor = row[pivot] / top[pivot];
            row.iter_mut().zip(top).skip(pivot).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    let mut solution = vec![0.0; count];
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| rows[row][column] * solution[column]).sum();
        solution[row] = (rows[row][count] - known) / rows[row][row];
    }
    solution
}
