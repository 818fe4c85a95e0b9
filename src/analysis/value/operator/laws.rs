//! Laws that tie operators to one another, over generated operands.

use proptest::prelude::*;

use crate::analysis::value::fixture::evaluate;
use crate::analysis::value::number::{round_cents, to_fixed};
use crate::source::syntax::vocabulary::Profile;

fn in_d(expression: &str) -> String {
    evaluate(expression, Profile::D)
}

/// A number that `evaluate` gave.
fn number(expression: &str) -> f64 {
    in_d(expression).parse().expect("a number")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn token_finds_what_join_put_together(parts in prop::collection::vec("[a-z0-9 .]{0,4}", 1..6), index in 0_usize..6) {
        let joined = serde_json::to_string(&parts).expect("strings are JSON");
        let found = in_d(&format!("{{token: [{{join: [{joined}, '--']}}, '--', {index}]}}"));
        let expected = parts.get(index).map_or("undefined".to_owned(), |part| serde_json::to_string(part).expect("a string is JSON"));
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn concat_is_join_without_delimiter(parts in prop::collection::vec("[a-z]{0,3}", 0..5)) {
        let parts = serde_json::to_string(&parts).expect("strings are JSON");
        prop_assert_eq!(in_d(&format!("{{concat: {parts}}}")), in_d(&format!("{{join: [{parts}, '']}}")));
    }

    #[test]
    fn sub_undoes_add_and_div_undoes_mul(a in any::<i64>(), b in any::<i64>().prop_filter("a divisor", |b| *b != 0)) {
        prop_assert_eq!(in_d(&format!("{{sub: [{{add: [{a}, {b}]}}, {b}]}}")), a.to_string());
        prop_assert_eq!(in_d(&format!("{{div: [{{mul: [{a}, {b}]}}, {b}]}}")), a.to_string());
    }

    #[test]
    fn exactly_one_order_holds_between_integers(a in -3..3_i64, b in -3..3_i64) {
        let holds = |operator: &str| in_d(&format!("{{{operator}: [{a}, {b}]}}")) == "true";
        prop_assert_eq!([holds("greater"), holds("equal"), holds("less")].into_iter().filter(|&one| one).count(), 1);
        prop_assert_eq!(holds("less_or_equal"), !holds("greater"));
        prop_assert_eq!(holds("greater_or_equal"), !holds("less"));
    }

    #[test]
    fn every_mean_lies_between_the_extremes(values in prop::collection::vec(-100..100_i64, 1..8)) {
        let [min, max, mean, median] = ["min", "max", "mean", "median"].map(|operator| number(&format!("{{{operator}: {values:?}}}")));
        prop_assert!(min <= mean && mean <= max && min <= median && median <= max);
    }

    #[test]
    fn variance_is_the_mean_square_minus_the_squared_mean(values in prop::collection::vec(-100..100_i32, 1..8)) {
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / super::regression::length(values);
        let squares: Vec<f64> = values.iter().map(|value| value * value).collect();
        let expected = mean(&squares) - mean(&values) * mean(&values);
        let variance = number(&format!("{{variance: {values:?}}}"));
        prop_assert!((variance - expected).abs() < 0.006);
    }

    #[test]
    fn points_on_a_line_or_parabola_predict_it(a in -9..9_i64, b in -9..9_i64, c in -9..9_i64, x in -9..9_i64) {
        let line: Vec<_> = (0..4).map(|x| [x, a + b * x]).collect();
        prop_assert_eq!(in_d(&format!("{{linear_regression: [{line:?}, {x}]}}")), (a + b * x).to_string());
        let parabola: Vec<_> = (0..4).map(|x| [x, a + b * x + c * x * x]).collect();
        let expected = (a + b * x + c * x * x).to_string();
        prop_assert_eq!(in_d(&format!("{{polynomial_regression: [{parabola:?}, 2, {x}]}}")), expected);
    }

    #[test]
    fn rounding_moves_by_half_a_cent_at_most(value in -1e6..1e6_f64) {
        for rounded in [to_fixed(value), round_cents(value)] {
            prop_assert!((rounded - value).abs() <= 0.005 + 1e-9);
            prop_assert_eq!(to_fixed(rounded).to_bits(), rounded.to_bits());
        }
    }
}
