//! Values that are tried where it is unknown which ones matter. What comes of them is no proof that nothing else can, unless
//! everything did come that can be said at all.

use super::candidate::Candidate;
use super::reader::Reader;
use super::scale::number;
use crate::analysis::value::{Value, operator_of};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;

/// Combinations that are tried.
pub(super) const MAX_TRIES: usize = 8_000;

/// Integers that are tried, those first that distinguish most.
const INTEGERS: [i64; 20] = [0, 1, 2, -1, 3, 5, -2, 4, 6, 7, -3, 8, 9, 10, 12, -5, 20, 100, -100, 1000];

/// Doubles that are tried: some that sums round, and some with which products are too large.
const DOUBLES: [f64; 20] = [
    0.0,
    1.0,
    -1.0,
    0.1,
    f64::MAX,
    9.99,
    0.3,
    0.5,
    2.0,
    f64::MIN,
    0.2,
    0.7,
    5e-324,
    3.0,
    -0.1,
    1e16,
    1.5,
    100.0,
    -2.5,
    1e-9,
];

/// Texts that are tried, at most.
const MAX_TEXTS: usize = 20;

/// So many expressions are looked at for texts.
const MAX_EXPRESSIONS: usize = 1_000;

/// Texts that stand in what is read, those that are put together as a whole, and none: of texts that are put together, each may
/// be all there is.
pub(super) fn texts(readers: &[&Reader<'_, '_>]) -> Vec<Value> {
    let mut found = vec![Value::string("")];
    for reader in readers {
        let mut open: Vec<Yaml<'_>> = reader.expression.into_iter().collect();
        let mut left = MAX_EXPRESSIONS;
        while let Some(yaml) = open.pop().filter(|_| found.len() < MAX_TEXTS && left > 0) {
            left -= 1;
            let text = match operator_of(yaml, reader.language.profile()) {
                Ok(Some((entry, operand))) => match entry.operator {
                    Operator::VariabilityInput => None,
                    Operator::LogicExpression | Operator::ValueExpression => {
                        open.extend(reader.language.expression(operand.text()));
                        None
                    }
                    operator => {
                        open.push(operand);
                        let literals = operand.items().filter_map(Yaml::as_str);
                        (operator == Operator::Concat).then(|| Value::from(literals.collect::<String>()))
                    }
                },
                Ok(None) | Err(_) => {
                    open.extend(yaml.items());
                    yaml.as_str().map(Value::string)
                }
            };
            found.extend(text.filter(|text| !found.contains(text)));
        }
    }
    found
}

/// So many values for an input that may have more than those of its column, these first; all that there are if there are
/// fewer. `texts` are tried for an input that is a text.
pub(super) fn tries(column: &[Candidate], type_name: &str, texts: &[Value], most: usize) -> Vec<Candidate> {
    let others: Vec<Value> = match type_name {
        "integer" => INTEGERS.map(Value::integer).to_vec(),
        "float" | "number" => DOUBLES.map(number).to_vec(),
        "string" => texts.to_vec(),
        _ => Vec::new(),
    };
    // Half of them from each, so that neither keeps the other out.
    let own = column.len().min(most.div_ceil(2).max(most.saturating_sub(others.len())));
    let mut values: Vec<Candidate> = column[..own].to_vec();
    let is_new = |value: &Value| column.iter().all(|candidate| candidate.value != *value);
    let others = others.into_iter().filter(is_new).take(most - own);
    values.extend(others.map(Candidate::of_many));
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A double that prints as an integer is read back as one, which is added and subtracted exactly.
    #[test]
    fn floats_that_print_as_integers_are_integers() {
        for Candidate { value, .. } in tries(&[], "float", &[], DOUBLES.len()) {
            let is_printed = value.to_json().parse::<i128>().is_ok();
            let is_integer = value.as_number().is_some_and(|number| number.is_integer());
            assert_eq!(is_printed, is_integer, "{}", value.to_json());
        }
    }
}
