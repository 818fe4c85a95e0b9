//! What constraints exclude, for people.

use crate::answer::{Excluded, Number, Portion};

/// A line; nothing where there are no constraints.
pub fn text(excluded: Option<&Excluded>) -> String {
    let Some(excluded) = excluded else { return String::new() };
    let doubt = if excluded.exact { "" } else { ", as far as configurations were looked at" };
    match (&excluded.configurations, &excluded.classes) {
        (Some(portion), _) => format!("constraints exclude {} configurations{doubt}\n", of(portion)),
        (None, Some(portion)) => format!("constraints exclude {} classes of configurations{doubt}\n", of(portion)),
        (None, None) => "constraints exclude configurations that were not counted\n".to_owned(),
    }
}

fn of(portion: &Portion) -> String {
    format!("{} of {}", grouped(&portion.excluded), grouped(&portion.allowed))
}

/// Digits by threes.
fn grouped(number: &Number) -> String {
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

    fn portion(excluded: u32, allowed: u32) -> Portion {
        Portion { excluded: excluded.into(), allowed: allowed.into() }
    }

    #[test]
    fn what_is_excluded_is_reported_in_one_line() {
        let mut excluded =
            Excluded { classes: Some(portion(3, 8)), configurations: Some(portion(592, 1_024)), exact: true };
        let text_of = |excluded: &Excluded| text(Some(excluded));
        assert_eq!(text_of(&excluded), "constraints exclude 592 of 1,024 configurations\n");
        excluded.configurations = None;
        excluded.exact = false;
        let line = "constraints exclude 3 of 8 classes of configurations, as far as configurations were looked at\n";
        assert_eq!(text_of(&excluded), line);
        assert_eq!(text(None), "");
    }

    #[test]
    fn digits_stand_by_threes() {
        for (number, expected) in [(0_u64, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(&number.into()), expected);
        }
    }
}
