//! What constraints exclude.

use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use crate::question::{Exclusion, Portion};

/// For people: a line; nothing where there are no constraints.
pub fn text(exclusion: &Exclusion) -> String {
    let excluded = match exclusion {
        Exclusion::Unconstrained => return String::new(),
        Exclusion::Uncounted => return "constraints exclude configurations that were not counted\n".to_owned(),
        Exclusion::Counted(excluded) => excluded,
    };
    let doubt = if excluded.is_exact { "" } else { ", as far as configurations were looked at" };
    match &excluded.configurations {
        Some(portion) => format!("constraints exclude {} configurations{doubt}\n", of(portion)),
        None => format!("constraints exclude {} classes of configurations{doubt}\n", of(&excluded.classes)),
    }
}

fn of(portion: &Portion) -> String {
    format!("{} of {}", grouped(&portion.excluded), grouped(&portion.allowed))
}

/// For programs; null where there are no constraints.
pub fn json(exclusion: &Exclusion) -> Json {
    let portion =
        |portion: &Portion| json!({ "excluded": portion.excluded.to_string(), "allowed": portion.allowed.to_string() });
    match exclusion {
        Exclusion::Unconstrained => Json::Null,
        Exclusion::Uncounted => json!({ "configurations": null, "classes": null, "exact": false }),
        Exclusion::Counted(excluded) => json!({
            "configurations": excluded.configurations.as_ref().map(portion),
            "classes": portion(&excluded.classes),
            "exact": excluded.is_exact,
        }),
    }
}

/// Digits by threes.
fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Excluded;

    fn portion(excluded: u32, allowed: u32) -> Portion {
        Portion { excluded: excluded.into(), allowed: allowed.into() }
    }

    #[test]
    fn what_is_excluded_is_told_in_one_line() {
        let mut excluded =
            Excluded { classes: portion(3, 8), configurations: Some(portion(592, 1_024)), is_exact: true };
        let said = |excluded: &Excluded| text(&Exclusion::Counted(excluded.clone()));
        assert_eq!(said(&excluded), "constraints exclude 592 of 1,024 configurations\n");
        excluded.configurations = None;
        excluded.is_exact = false;
        let line = "constraints exclude 3 of 8 classes of configurations, as far as configurations were looked at\n";
        assert_eq!(said(&excluded), line);
        assert_eq!(text(&Exclusion::Unconstrained), "");
    }

    #[test]
    fn digits_stand_by_threes() {
        for (number, expected) in [(0_u64, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(&number.into()), expected);
        }
    }
}
