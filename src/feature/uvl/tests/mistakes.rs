//! What is said of mistakes, and of what may be one.

use super::{constrained, reading};
use crate::source::diagnostic::{Code, Severity};

#[test]
fn a_chained_comparison_is_answered_with_two() {
    let help = |constraint: &str| reading(&constrained(constraint)).diagnostics[0].help.clone().unwrap();
    assert_eq!(help("d => 3 <= a.size <= 6"), "write two comparisons: `3 <= a.size & a.size <= …`");
    assert_eq!(help("1 + a.price < b.price == 3 | d"), "write two comparisons: `1 + a.price < b.price & b.price == …`");
    assert!(reading(&constrained("3 <= a.size & a.size <= 6")).model.is_some());
    assert!(reading(&constrained("(a.price < 3) == true")).model.is_some());
}

#[test]
fn a_sum_says_which_feature_has_no_number() {
    let text = "features\n\tr\n\t\toptional\n\t\t\ta {p true}\n\t\t\tb {p 5}\nconstraints\n\tavg(p) > 1\n";
    let said = reading(text).diagnostics;
    assert_eq!(said[0].message, "\"p\" is no number but true or false on \"a\", and a number on others");
    assert!(reading(&text.replace("avg(p)", "avg(b, p)")).model.is_some());
}

#[test]
fn nothing_below_a_feature_has_the_attribute() {
    let text = "features\n\tr {p 1}\n\t\toptional\n\t\t\ta\nconstraints\n\tsum(a, p) > 1\n";
    let message = &reading(text).diagnostics[0].message;
    assert_eq!(message, "neither \"a\" nor a feature below it has a number as its attribute \"p\"");
    assert_eq!(
        reading(&text.replace(" {p 1}", "")).diagnostics[0].message,
        "no feature has a number as its attribute \"p\""
    );
}

#[test]
fn tabs_beside_spaces_are_told_once() {
    let text = "features\n    r\n        optional\n            a\n                optional\n                    b\n\t\tmandatory\n\t\t\tc\n";
    let said = reading(text);
    assert!(said.model.is_some());
    let [warning] = &said.diagnostics[..] else { panic!("{:?}", said.diagnostics) };
    assert_eq!((warning.code, warning.severity), (Code::MalformedUvl, Severity::Warning));
    assert_eq!(warning.message, "this line is indented by tabs, the line before by spaces");
    assert_eq!(said.sources.position(warning.span().unwrap()).line, 7);
    let broken = reading("features\n    r\n        optional\n            a\n\t\t\tb\n").diagnostics;
    assert!(broken[0].is_error() && broken.iter().any(|said| said.message.contains("indented by tabs")), "{broken:?}");
    assert_eq!(reading("features\n\tr\n\t\toptional\n\t\t    a\n\t\t    b\n").diagnostics, []);
}
