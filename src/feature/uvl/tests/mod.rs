//! Files and, for each, what its variants are: all sets of features are tried.

mod causes;
mod imports;
mod instances;
mod mistakes;
mod other_words;
mod values;

use std::fmt::Write as _;

use num_bigint::BigUint;
use variscope_encoder::random::Congruential;
use variscope_encoder::{Budget, Lit, count};

use crate::analysis::question::CountDetail;
use crate::answer::Status;
use crate::feature::{FeatureModel, Format, ModelOrigin, Reading, SourceText};
use crate::source::diagnostic::{Code, Diagnostic};

fn reading(text: &str) -> Reading {
    Reading::of(Format::Uvl, SourceText { name: "model.uvl".to_owned(), bytes: text.as_bytes().to_vec() }, None)
}

fn model(text: &str) -> FeatureModel {
    let reading = reading(text);
    assert!(!reading.diagnostics.iter().any(Diagnostic::is_error), "{text}");
    reading.model.unwrap()
}

/// Each set of features of the model for which `holds`, given what is selected, is a variant, and no other is.
fn check(text: &str, holds: impl Fn(&dyn Fn(&str) -> bool) -> bool) {
    let model = model(text);
    let names: Vec<&str> = model.features().iter().map(|feature| feature.name.as_str()).collect();
    let circuit = model.compile(&Budget::unlimited()).unwrap();
    let mut variants = 0u32;
    for set in 0..1usize << names.len() {
        let selected = |name: &str| set >> names.iter().position(|known| *known == name).unwrap() & 1 == 1;
        let literals: Vec<_> =
            model.features().iter().map(|feature| feature.var.lit(set >> feature.var.index() & 1 == 1)).collect();
        let expected = holds(&selected);
        assert_eq!(circuit.count_under(&literals), u32::from(expected).into(), "{text}\n{literals:?}");
        variants += u32::from(expected);
    }
    assert_eq!(model.count(CountDetail::Total, &Budget::unlimited()).exact(), Some(&variants.into()), "{text}");
}

/// A root with the features a to e, all optional and with prices, and a constraint.
fn constrained(constraint: &str) -> String {
    let features =
        "a {price 1, size 2.5}\n\t\t\tb {price 2, name 'bee'}\n\t\t\tc {price -4, size 0.5}\n\t\t\td\n\t\t\te";
    format!("features\n\tr\n\t\toptional\n\t\t\t{features}\nconstraints\n\t{constraint}\n")
}

/// Checks a constraint against a predicate over a to e, as numbers.
fn check_constraint(constraint: &str, holds: impl Fn([i64; 5]) -> bool) {
    check(&constrained(constraint), |selected| {
        selected("r") && holds(["a", "b", "c", "d", "e"].map(|name| i64::from(selected(name))))
    });
}

fn refused(text: &str) -> (Code, u32, u32) {
    let reading = reading(text);
    assert!(reading.model.is_none(), "{text}");
    let diagnostic = &reading.diagnostics[0];
    let position = reading.sources.position(diagnostic.span().unwrap());
    (diagnostic.code, position.line, position.column)
}

#[test]
fn groups_demand_what_they_are_called() {
    check("features\n  r\n    mandatory\n      a\n    optional\n      b\n", |on| on("r") && on("a"));
    check("features\n  r\n    or\n      a\n      b\n      c\n", |on| on("r") && (on("a") || on("b") || on("c")));
    let one = |on: &dyn Fn(&str) -> bool| ["a", "b", "c"].iter().filter(|name| on(name)).count();
    check("features\n  r\n    alternative\n      a\n      b\n      c\n", |on| on("r") && one(on) == 1);
    for (group, least, most) in [("[2]", 2, 2), ("[1..2]", 1, 2), ("[0..1]", 0, 1), ("[2..*]", 2, 3), ("[4]", 4, 4)] {
        check(&format!("features\n  r\n    {group}\n      a\n      b\n      c\n"), |on| {
            on("r") && (least..=most).contains(&one(on))
        });
    }
}

#[test]
fn members_need_their_parents() {
    let text = "features\n\tr\n\t\toptional\n\t\t\tp\n\t\t\t\talternative\n\t\t\t\t\ta\n\t\t\t\t\tb\n\t\t\t\t[1..2]\n\t\t\t\t\tc\n\t\t\t\t\td\n";
    check(text, |on| {
        let below = [on("a") ^ on("b"), on("c") || on("d")];
        on("r") && if on("p") { below == [true; 2] } else { !["a", "b", "c", "d"].iter().any(|name| on(name)) }
    });
}

#[test]
fn wide_alternatives_have_one_member() {
    let names: Vec<String> = (0..60).map(|number| format!("f{number}")).collect();
    let text = format!("features\n\tr\n\t\talternative\n\t\t\t{}\n", names.join("\n\t\t\t"));
    assert_eq!(model(&text).count(CountDetail::Total, &Budget::unlimited()).exact(), Some(&60u32.into()));
}

#[test]
fn operators_bind_as_in_the_grammar() {
    check_constraint("a | b & c", |[a, b, c, ..]| a | b & c == 1);
    check_constraint("a => b => c", |[a, b, c, ..]| (1 - ((1 - a) | b)) | c == 1);
    check_constraint("a <=> b => c | !d", |[a, b, c, d, _]| a == (1 - b) | c | (1 - d));
    check_constraint("!(a & !b) & (c | (d))", |[a, b, c, d, _]| !(a == 1 && b == 0) && c | d == 1);
    check_constraint("!a & true | false", |[a, ..]| a == 0);
}

#[test]
fn sums_and_averages_range_over_the_selected() {
    let price = |[a, b, c, ..]: [i64; 5]| a + 2 * b - 4 * c;
    check_constraint("sum(price) > -1", |on| price(on) > -1);
    check_constraint("sum(price) == -3", |on| price(on) == -3);
    check_constraint("sum(r, price) != -3 & sum(price, c) < 0", |on| price(on) != -3 && on[2] == 1);
    check_constraint("avg(price) >= 1", |on| {
        let count = on[0] + on[1] + on[2];
        count > 0 && price(on) >= count
    });
    check_constraint("avg(size) == 0", |[a, _, c, ..]| a + c == 0);
    check_constraint("avg(size) <= 1.5", |[a, _, c, ..]| !(a == 1 && c == 0));
}

#[test]
fn arithmetic_is_exact() {
    check_constraint("a.price + b.price * 2 - c.price / 3 >= 5.3", |[a, b, c, ..]| 3 * a + 12 * b + 4 * c >= 16);
    check_constraint(".5 < a.size\n\t.5 < b.price", |[a, b, ..]| a * b == 1);
    check_constraint("a.size * b.price * d > 4.9", |[a, b, _, d, _]| a * b * d == 1);
    check_constraint("-(a.price - b.price) == 1", |[a, b, ..]| 2 * b - a == 1);
    check_constraint("a + b + c + d + e == 3", |on| on.iter().sum::<i64>() == 3);
    check_constraint("a.price / (b.price - c.price) < 0.2", |[a, b, c, ..]| {
        let divisor = 2 * b + 4 * c;
        divisor != 0 && 5 * a < divisor
    });
    check_constraint("a == b", |[a, b, ..]| a == b);
    check_constraint("floor(a.size) + ceil(c.size) == 3", |[a, _, c, ..]| 2 * a + c == 3);
}

#[test]
fn texts_compare_and_have_lengths() {
    check_constraint("b.name == 'bee'", |[_, b, ..]| b == 1);
    check_constraint("b.name != '' & len(b.name) == 3", |[_, b, ..]| b == 1);
    check_constraint("'x' == 'y' | a", |[a, ..]| a == 1);
}

/// A root with optional features x, y and t that have values, and an optional a.
fn typed(constraint: &str) -> String {
    let features = "Integer x\n\t\t\tReal y\n\t\t\tString t\n\t\t\ta";
    format!("features\n\tr\n\t\toptional\n\t\t\t{features}\nconstraints\n\t{constraint}\n")
}

fn check_typed(constraint: &str, holds: impl Fn([bool; 4]) -> bool) {
    check(&typed(constraint), |on| on("r") && holds(["x", "y", "t", "a"].map(on)));
}

#[test]
fn values_exist_where_they_can() {
    check_typed("x > 3", |[x, ..]| x);
    check_typed("x > 3 & x < 4", |_| false);
    check_typed("y > 3 & y < 4", |[_, y, ..]| y);
    check_typed("2 * x + 1 == 4", |_| false);
    check_typed("2 * x - 1 == 3 & (x != 2 | a)", |[x, _, _, a]| x && a);
    check_typed("x <= 0 & 5 - x > 4", |_| true);
    check_typed("(x >= 2 <=> a) & y / 2 == 0.5", |[x, y, _, a]| y && (x || !a));
    check_typed("t == 'one' & len(t) == 3", |[_, _, t, _]| t);
    check_typed("t == 'one' & len(t) > 3", |_| false);
    check_typed("t != '' & len(t) < 1", |_| false);
    check_typed("len(t) >= 1 & t != 'a' & len(t) < 2", |[_, _, t, _]| t);
    check_typed("x & !t", |[x, _, t, _]| x && !t);
    check_typed("x * 0 == 0 & 2 / (a + 1) * x == 1", |[x, _, _, a]| x && a);
}

#[test]
fn the_rest_of_the_language_is_read() {
    let text = "namespace \"my shop\"\ninclude\n\tBoolean.group-cardinality\n\tArithmetic.*\n\tType\n\n// Comment\nfeatures\n\
        \t\"the root\" {abstract, 'x' }\n";
    assert_eq!(refused(text).0, Code::MalformedUvl);
    let text = "namespace \"my shop\"\ninclude\n\tBoolean.group-cardinality\n\tArithmetic.*\n\tType\n\n// Comment\nfeatures\n\
        \t\"the root\" {abstract, nested {deep [1, 'two', true], price 2}, constraints [a => b, !c]} /* a\n comment */\n\
        \t\toptional // group\n\n\t\t\ta\n\t\t\tBoolean b {constraint (a\n\t\t| c)}\n\t\t\tBoolean\n\t\t\tc\n\
        constraints\n\t\"my shop\".Boolean & \"the root\".nested.price == 2\n";
    check(text, |on| on("the root") && on("a") && on("b") && !on("c") && on("Boolean"));
}

#[test]
fn errors_are_located() {
    let cases = [
        ("features\n\tr\n\t\tor\n\t\t\ta\n\t\t\ta\n", Code::DuplicateFeature, 5, 4),
        ("features\n\tr\n\t\tor\n", Code::MalformedUvl, 3, 3),
        ("features\n\tr\n\t\tany\n\t\t\ta\n", Code::MalformedUvl, 3, 3),
        ("features\n\tr\n\ts\n", Code::MalformedUvl, 3, 2),
        ("features\n\tr\n\t\t[3..1]\n\t\t\ta\n", Code::MalformedUvl, 3, 3),
        ("features\n\tr\n\t\tor\n\t\t\ta cardinality [1..*]\n", Code::UnsupportedUvl, 4, 18),
        ("features\n\tr\n    s\n", Code::MalformedUvl, 3, 5),
        ("features\n\tr {a 1\n", Code::MalformedUvl, 2, 4),
        ("features\n\tr\nconstraints\n\tr & \n", Code::MalformedUvl, 4, 6),
        ("features\n\tr\nconstraints\n\t(r | r\n", Code::MalformedUvl, 4, 2),
        ("features\n\tr\nconstraints\n\tr r\n", Code::MalformedUvl, 4, 4),
        ("features\n\troot\nconstraints\n\troof\n", Code::UndefinedFeature, 4, 2),
        ("features\n\troot\nconstraints\n\tsum(price) > 1\n", Code::UndefinedFeature, 4, 2),
        ("features\n\tr\nconstraints\n\tr & 1\n", Code::IllTypedConstraint, 4, 6),
        ("features\n\tr\nconstraints\n\tr == 'x'\n", Code::IllTypedConstraint, 4, 2),
        ("features\n\tr\nconstraints\n\t'a' < 'b'\n", Code::IllTypedConstraint, 4, 2),
        ("features\n\tr\nconstraints\n\tmax(r) > 1\n", Code::UnsupportedUvl, 4, 2),
        ("features\n\tInteger r\nconstraints\n\tr * r > 1\n", Code::UnsupportedUvl, 4, 2),
        ("features\n\tr\n\t\toptional\n\t\t\t12B\n", Code::MalformedUvl, 4, 4),
        ("imports\n\tother\nfeatures\n\tr\n", Code::UnreadableFile, 2, 2),
        ("imports\n\t\"/etc\".x\nfeatures\n\tr\n", Code::UnsafePath, 2, 2),
        ("imports\n\t\"..\".x\nfeatures\n\tr\n", Code::MalformedUvl, 2, 3),
        ("features\n\tr\n\t\toptional\n\t\t\t\"a.b\"\n", Code::MalformedUvl, 4, 5),
        ("namespace x\n", Code::MalformedUvl, 1, 1),
        ("", Code::MalformedUvl, 1, 1),
    ];
    for (text, code, line, column) in cases {
        assert_eq!(refused(text), (code, line, column), "{text}");
    }
    let two = reading("features\n\tr\n\t\tany\n\t\t\ta\n\t\tor\n\t\t\tb\nconstraints\n\tb &\n\tb\n");
    assert_eq!(two.diagnostics.len(), 2);
}

#[test]
fn names_that_begin_with_a_digit_stand_between_quotes() {
    let text = "features\n\tr\n\t\tmandatory\n\t\t\t\"12B\"\nconstraints\n\t\"12B\" | r\n";
    check(text, |on| on("r") && on("12B"));
    let text = "features\n\tr\nconstraints\n\t12B => r\n";
    let diagnostics = reading(text).diagnostics;
    assert!(diagnostics[0].message.contains("`\"12B\"`"), "{diagnostics:?}");
}

#[test]
fn depth_is_no_danger() {
    let mut tree = String::from("features\n f\n");
    for level in 1..1000 {
        let indentation = " ".repeat(2 * level);
        tree.extend([&indentation, "or\n", &indentation, " f", &level.to_string(), "\n"]);
    }
    assert_eq!(model(&tree).count(CountDetail::Total, &Budget::unlimited()).exact(), Some(&1u32.into()));
    let text = format!("features\n\tr\nconstraints\n\t{}r{}\n", "(!".repeat(100_000), ")".repeat(100_000));
    assert_eq!(model(&text).count(CountDetail::Total, &Budget::unlimited()).exact(), Some(&1u32.into()));
    let braces = format!("features\n\tr {}a{}\n", "{a ".repeat(100_000), "}".repeat(100_000));
    assert_eq!(refused(&braces).0, Code::UnsupportedUvl);
}

#[test]
fn many_different_weights_are_no_danger() {
    let weights: Vec<u32> = (0..60).map(|at| 1 << (at % 20)).collect();
    let mut features = String::new();
    for (at, weight) in weights.iter().enumerate() {
        features.extend([
            "
			f",
            &at.to_string(),
            " {w ",
            &weight.to_string(),
            "}",
        ]);
    }
    let total: u32 = weights.iter().sum();
    let text = |least: u32| format!("features\n\tr\n\t\toptional{features}\nconstraints\n\tsum(w) >= {least}\n");
    // All, or all but one of the three lightest.
    assert_eq!(model(&text(total - 1)).count(CountDetail::Total, &Budget::unlimited()).exact(), Some(&4u32.into()));
}

/// No text, however broken, ends otherwise than in a model or a diagnostic.
#[test]
fn broken_files_are_refused_in_words() {
    let text = "namespace n\ninclude\n\tType.*\nfeatures\n\tInteger r {a 1.5, b 'x', constraint !c}\n\t\t[1..2]\n\t\t\t\"c d\" cardinality [0..2]\n\
        \t\t\tString e\n\t\tor\n\t\t\tc\nconstraints\n\tsum(a) - -2 / 3 < 4 <=> (\"c d\" | r.a == len(e)) // end\n";
    let mut draws = Congruential::new(1);
    let mut next = |below: usize| draws.below(below);
    let parts =
        ["\n", "\t", "(", ")", "[", "]", "{", "}", "\"", "'", "..", "!", "r", "0", "*", "é", "/*", ".", ",", " or\n"];
    for _ in 0..3000 {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=next(3) {
            let at = next(letters.len());
            let part = parts[next(parts.len())];
            letters.splice(at..(at + next(4)).min(letters.len()), part.chars());
        }
        let broken: String = letters.into_iter().collect();
        let reading = reading(&broken);
        assert_ne!(
            reading.model.is_some(),
            reading.diagnostics.iter().any(crate::source::diagnostic::Diagnostic::is_error)
        );
    }
}

/// So many members of a group, below others.
fn rows(count: usize, name: char) -> String {
    (0..count).fold(String::new(), |rows, at| rows + &format!("\t\t\t\t\t{name}{at}\n"))
}

/// What is counted with interchangeable features as numbers, and without.
fn counted_both_ways(text: &str, given: &[&str]) -> (BigUint, bool) {
    let mut model = model(text);
    model.give(given.iter().copied()).unwrap();
    let budget = Budget::unlimited();
    let circuit = model.compile(&budget).unwrap();
    let (total, selections) = model.selections(&budget).unwrap();
    assert_eq!(total, circuit.count(), "{text}\n{given:?}");
    assert_eq!(selections, model.commonalities(&circuit), "{text}\n{given:?}");
    let status = |selected: &BigUint| match selected {
        none if *none == BigUint::ZERO => Status::Dead,
        all if *all == total => Status::Core,
        _ => Status::Conditional,
    };
    let statuses: Vec<_> = selections.iter().map(|selected| Some(status(selected))).collect();
    assert_eq!(model.statuses(&budget), statuses, "{text}\n{given:?}");
    let plain = count::count(model.cnf().unwrap(), model.projection(), &count::CountLimits::default());
    assert_eq!(plain.exact(), Some(&total), "{text}\n{given:?}");
    assert_eq!(model.count(CountDetail::Total, &budget).exact(), Some(&total), "{text}\n{given:?}");
    let ModelOrigin::Uvl(origin) = &model.origin else { unreachable!("it is a UVL model") };
    let lits: Vec<Lit> = model.given_lits().collect();
    (total, origin.condensed(&lits).is_some())
}

#[test]
fn interchangeable_features_count_as_they_do_one_by_one() {
    let kinds = ["or", "alternative", "[0..3]", "[2..5]", "[16]", "[9..*]", "[0]", "[17..40]", "[30]", "[0..*]"];
    let constraints =
        ["f3 => p", "f0 | f1", "p => !f2", "f1 + f2 + f3 >= 2", "sum(price) > 3", "!f0", "q => p", "f4 => f5"];
    let (mut condensed, mut nonzero, mut draws) = (0, 0, Congruential::new(7));
    let mut below = |bound: usize| draws.below(bound);
    for (place, kind) in (0..60).map(|place| (place, kinds[place % kinds.len()])) {
        let members = 16 + below(4);
        let own = rows(members, 'f');
        let others = rows(17, 'g');
        let mut text = format!(
            "features\n\tr\n\t\toptional\n\t\t\tp\n\t\t\t\t{kind}\n{own}{}\t\t\tq {{price 2}}\n\t\t\t\t{}\n{others}\nconstraints\n",
            ["", "\t\t\t\t\th\n\t\t\t\t\t\t[1..2]\n\t\t\t\t\t\t\ti\n\t\t\t\t\t\t\tj\n"][below(2)],
            kinds[below(kinds.len())],
        );
        for _ in 0..below(3) {
            let constraint = constraints[below(constraints.len())];
            writeln!(text, "\t{constraint}").unwrap();
        }
        let given: &[&str] = [&[][..], &["p=true"], &["f1=true"], &["q=false", "f2=false"]][place % 4];
        let (total, is_condensed) = counted_both_ways(&text, given);
        condensed += usize::from(is_condensed);
        nonzero += usize::from(total > BigUint::ZERO);
    }
    assert!(condensed > 30 && nonzero > 30, "{condensed} {nonzero}");
}

#[test]
fn groups_of_thousands_are_numbers() {
    for (kind, expected) in [
        ("alternative", BigUint::from(3000u32)),
        ("or", (BigUint::from(1u32) << 3000) - 1u32),
        ("[0..1499]", (BigUint::from(1u32) << 2999) - middle(3000) / 2u32),
    ] {
        let model = model(&format!("features\n\tr\n\t\t{kind}\n{}", rows(3000, 'f')));
        assert_eq!(model.count(CountDetail::Total, &Budget::unlimited()).exact(), Some(&expected), "{kind}");
    }
}

/// In how many ways half of so many can be chosen.
fn middle(count: u32) -> BigUint {
    (0..count / 2).fold(BigUint::from(1u32), |ways, size| ways * (count - size) / (size + 1))
}
