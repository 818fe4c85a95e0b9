//! What other languages have an operator for, and this one says with several.
//!
//! The name of such an operator is often near to one that says the opposite: `nand` to `and`, `unless` to `less`.

use crate::source::syntax::vocabulary::{Layer, OPERATORS, Operator, OperatorEntry, Profile};

/// What to write in place of an operator that is called `key` elsewhere.
pub(super) fn equivalent(key: &str, profile: Profile) -> Option<String> {
    let name = |operator: Operator| operator.name(profile);
    let denied = |operator: Operator| Some(denial(name(operator)));
    match key {
        "xnor" | "nxor" | "iff" | "equivalent" | "<=>" | "<->" => denied(Operator::Xor),
        "!=" | "<>" | "ne" | "neq" | "not_equals" | "different" => denied(Operator::Equal),
        "none" | "none_of" | "neither" => denied(Operator::Or),
        "not_all" => denied(Operator::And),
        "not_in" | "nin" | "not_one_of" => denied(Operator::ValidValues),
        "preset" | "presets" => Some(format!(
            "a preset only gives values to inputs: write `{}: [{{{}: NAME}}, VALUE]`",
            name(Operator::Equal),
            name(Operator::VariabilityInput)
        )),
        "unless" => Some(format!("write `{}: ...`", name(Operator::Not))),
        "if" | "if_then_else" | "cond" | "case" | "switch" | "when" | "ternary" => Some(format!(
            "write `{}: [IF, THEN]` as a condition; to choose a value, write several ones with `conditions`",
            name(Operator::Implies)
        )),
        "contains" | "includes" | "has" | "matches" | "regex" | "pattern" | "like" | "starts_with" | "startswith"
        | "ends_with" | "endswith" => Some(format!(
            "texts are compared as a whole: write `{}` or `{}`; `{}` takes a part of a text",
            name(Operator::Equal),
            name(Operator::ValidValues),
            name(Operator::Token)
        )),
        _ => negated(key, profile).map(denial),
    }
}

fn denial(operator: &str) -> String {
    format!("write `not: {{{operator}: [...]}}`")
}

/// The operator that says the opposite of what goes by this name.
fn negated(key: &str, profile: Profile) -> Option<&'static str> {
    let is_truth = |entry: &&OperatorEntry| {
        let operator = entry.operator;
        operator != Operator::Not && (entry.layer == Layer::Logic || operator.compares())
    };
    let names = OPERATORS.iter().filter(is_truth).map(|entry| entry.names[profile.index()]);
    let mut names = names.filter(|name| !name.is_empty());
    let rests = ["not_", "non_", "not", "non", "un", "n"].into_iter().filter_map(|prefix| key.strip_prefix(prefix));
    let rests: Vec<&str> = rests.collect();
    names.find(|name| rests.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opposite_of_an_operator_is_denied() {
        let equivalent_in_d = |key: &str| equivalent(key, Profile::D);
        for (key, operator) in [
            ("nand", "and"),
            ("nor", "or"),
            ("none", "or"),
            ("xnor", "xor"),
            ("unequal", "equal"),
            ("not_equal", "equal"),
            ("neq", "equal"),
            ("not_in", "valid_values"),
            ("not_greater", "greater"),
        ] {
            assert_eq!(equivalent_in_d(key), Some(format!("write `not: {{{operator}: [...]}}`")), "{key}");
        }
        assert_eq!(equivalent_in_d("unless").as_deref(), Some("write `not: ...`"));
        assert!(["nnot", "equals", "an", "condtions"].iter().all(|key| equivalent_in_d(key).is_none()));
        assert_eq!(equivalent("unequal", Profile::A).as_deref(), Some("write `not: {equal: [...]}`"));
    }

    #[test]
    fn what_no_operator_says_is_said_in_other_words() {
        assert!(equivalent("if", Profile::D).is_some_and(|help| help.contains("`implies: [IF, THEN]`")));
        assert!(equivalent("contains", Profile::D).is_some_and(|help| help.contains("`valid_values`")));
    }
}
