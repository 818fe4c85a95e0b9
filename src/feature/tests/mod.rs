//! Feature models in DIMACS and all questions about feature models, against trying all sets of features.

mod questions;
mod sums;

use std::collections::BTreeSet;

use num_bigint::BigUint;
use variscope_encoder::random::Congruential;
use variscope_encoder::{Budget, Lit};

use super::elements::Commonalities;
use super::variants::VariantRange;
use super::{FeatureModel, Format, Reading, SourceText};
use crate::analysis::question::CountDetail;
use crate::answer::{Elements, Number, Status};
use crate::output::export::{bare_d_dnnf, d_dnnf, names};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use variscope_encoder::covering::NoArray;

fn text(name: &str, content: &str) -> SourceText {
    SourceText { name: name.to_owned(), bytes: content.as_bytes().to_vec() }
}

fn dimacs(content: &str) -> FeatureModel {
    Reading::of(Format::Dimacs, text("model.cnf", content), None).model.unwrap()
}

fn count(model: &FeatureModel) -> BigUint {
    model.count(CountDetail::Total, &Budget::unlimited()).exact().unwrap().clone()
}

fn elements(model: &FeatureModel) -> Elements {
    model.elements(Commonalities::Always, &Budget::unlimited())
}

fn statuses(elements: &Elements) -> Vec<Option<Status>> {
    elements.elements.iter().map(|element| element.status).collect()
}

/// By feature: in how many variants it is selected.
fn counts(elements: &Elements) -> Vec<Number> {
    elements.elements.iter().map(|element| element.variants.clone().unwrap()).collect()
}

/// A root with a child that it needs, one that it may have, and one that nothing allows.
const SMALL: &str = "c 1 root\nc 2 must have\nc 3 may\nc 4 never\np cnf 4 5\n1 0\n-1 2 0\n-3 1 0\n-4 0\n-2 1 0\n";

#[test]
fn features_have_names_lines_statuses_and_commonalities() {
    let model = dimacs(SMALL);
    assert_eq!(count(&model), 2u32.into());
    let elements = elements(&model);
    let expected = [Status::Core, Status::Core, Status::Conditional, Status::Dead].map(Some);
    assert_eq!(statuses(&elements), expected);
    assert_eq!(elements.variants, Some(2u32.into()));
    assert_eq!(counts(&elements), [2u32, 2, 1, 0].map(Number::from));
    let names: Vec<&str> = elements.elements.iter().map(|element| element.name.as_str()).collect();
    assert_eq!(names, ["root", "must have", "may", "never"]);
    let lines: Vec<Option<u32>> = elements.elements.iter().map(|element| element.line).collect();
    assert_eq!(lines, [1, 2, 3, 4].map(Some));
    assert_eq!(model.feature_lines().into_iter().map(|line| line.map(|line| line.line)).collect::<Vec<_>>(), lines);
}

#[test]
fn statuses_without_circuit_are_those_of_the_circuit() {
    let model = dimacs(SMALL);
    let late = Budget::unlimited();
    assert_eq!(model.statuses(&late), statuses(&elements(&model)));
}

#[test]
fn a_model_without_variants_has_only_dead_features() {
    let model = dimacs("p cnf 2 2\n1 0\n-1 0\n");
    assert_eq!(count(&model), 0u32.into());
    assert_eq!(statuses(&elements(&model)), [Some(Status::Dead); 2]);
}

#[test]
fn projections_come_from_comments_and_files() {
    let shown = "p cnf 3 1\nc p show 1 3 0\n1 2 0\n";
    let model = dimacs(shown);
    assert_eq!(count(&model), 4u32.into());
    assert_eq!(model.features().len(), 2);
    let named = "c 1 a b\nc 2 c\np cnf 3 2\n1 0\n-2 3 0\n";
    let projected = |list: &str| {
        Reading::of(Format::Dimacs, text("model.cnf", named), Some(&text("list", list)))
            .model
            .map(|model| count(&model))
    };
    assert_eq!(projected("a b\n"), Some(1u32.into()));
    assert_eq!(projected("# all\n1 c\n3 0\n"), Some(3u32.into()));
    assert_eq!(projected("4\n"), None);
}

#[test]
fn features_can_be_decided_beforehand() {
    let mut model = dimacs(SMALL);
    model.give(["may=false"]).unwrap();
    assert_eq!(count(&model), 1u32.into());
    assert!(model.give(["may"]).is_err() && model.give(["may=1"]).is_err());
    // Of several decisions the last counts, whenever it is made.
    model.give(["may=false", "may=true"]).unwrap();
    assert_eq!(count(&model), 1u32.into());
    assert_eq!(statuses(&elements(&model))[2], Some(Status::Core));
    let unknown = model.give(["mya=true"]).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no feature \"mya\"; did you mean \"may\"?");
}

#[test]
fn names_that_a_file_hides_are_known() {
    let content = "c 1 a\nc 2$ b\nc 3 c\nc p show 1 2 0\np cnf 3 2\n1 2 0\n-3 1 0\n";
    let mut model = dimacs(content);
    assert_eq!(model.features().iter().map(|feature| &*feature.name).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(
        model.find("c").unwrap_err().to_string(),
        "the feature \"c\" is hidden by `c p show`, so nothing is said of it"
    );
    let listed = Reading::of(Format::Dimacs, text("model.cnf", content), Some(&text("list", "a c\n")));
    assert_eq!(listed.diagnostics[0].message, "the feature \"c\" is hidden by `c p show`");
    model.give(["c=true"]).unwrap();
    assert_eq!(count(&model), 2u32.into());
}

#[test]
fn weights_are_reported_once() {
    let weighted = "p cnf 2 1\nc t wmc\n1 2 0\nc p weight 1 0.4 0\nc p weight -1 0.6 0\n";
    let reading = Reading::of(Format::Dimacs, text("model.cnf", weighted), None);
    let [diagnostic] = &reading.diagnostics[..] else { panic!("{:?}", reading.diagnostics) };
    assert!(
        diagnostic.code == Code::UnreadWeights && diagnostic.message.contains("(line 2)"),
        "{}",
        diagnostic.message
    );
    assert_eq!(count(&reading.model.unwrap()), 3u32.into());
    assert!(Reading::of(Format::Dimacs, text("model.cnf", "c t mc\np cnf 1 0\n"), None).diagnostics.is_empty());
}

#[test]
fn errors_point_at_the_word() {
    for (content, line, column, word) in [
        ("p cnf 2 1\n1 x 0\n", 2, 3, "x"),
        ("p cnf 2 1\n1 -3 0\n", 2, 3, "-3"),
        ("1 0\n", 1, 1, "1"),
        ("c\np dnf 2 1\n", 2, 1, "p"),
        ("c 1 \u{e9}\nc \u{e9}\np cnf 3000000 0\n", 3, 1, "p"),
    ] {
        let reading = Reading::of(Format::Dimacs, text("model.cnf", content), None);
        assert!(reading.model.is_none());
        let span = reading.diagnostics[0].span().unwrap();
        let position = reading.sources.position(span);
        assert_eq!((position.line, position.column, reading.sources.text(span)), (line, column, word), "{content}");
    }
    let lossy = SourceText { name: "model.cnf".to_owned(), bytes: b"c 1 \xff\np cnf 1 1\n2 0\n".to_vec() };
    let reading = Reading::of(Format::Dimacs, lossy, None);
    assert_eq!(reading.sources.text(reading.diagnostics[0].span().unwrap()), "2");
}

/// Some editors write a byte order mark before everything, whatever is in the file.
#[test]
fn a_byte_order_mark_is_no_content() {
    let marked = |name: &str, content: &str| text(name, &format!("\u{feff}{content}"));
    let listed = marked("listed", "1\n");
    for (format, content, variants) in [
        (Format::Dimacs, "p cnf 2 1\n1 2 0\n", 3_u32),
        (Format::Dimacs, "c 1 A\np cnf 2 1\n1 2 0\n", 3),
        (Format::Compiled, "c p show 1 2 0\no 1 0\nt 2 0\n1 2 1 2 0\n1 2 1 -2 0\n1 2 -1 2 0\n", 3),
        (Format::Uvl, "features\n    A\n        optional\n            B\n", 2),
    ] {
        let reading = Reading::of(format, marked("model", content), None);
        assert_eq!(count(&reading.model.expect(content)), variants.into(), "{content}");
    }
    let projected = Reading::of(Format::Dimacs, text("model", "p cnf 2 1\n1 2 0\n"), Some(&listed));
    assert_eq!(count(&projected.model.expect("a feature is listed")), 2_u32.into());
    let wrong = Reading::of(Format::Dimacs, marked("model", "1 0\n"), None);
    assert_eq!(wrong.sources.position(wrong.diagnostics[0].span().unwrap()).column, 1);
}

#[test]
fn variables_have_names_of_their_own() {
    let refused = |content: &str| {
        let reading = Reading::of(Format::Dimacs, text("model.cnf", content), None);
        let diagnostic = reading.diagnostics.first()?;
        Some((diagnostic.code, reading.sources.position(diagnostic.span().unwrap()).line, diagnostic.message.clone()))
    };
    let twice = |line, message: &str| Some((Code::DuplicateFeature, line, message.to_owned()));
    let both = "variables 1 and 2 are both called \"A\"";
    assert_eq!(refused("c 1 A\nc 2 A\np cnf 2 1\n1 0\n"), twice(2, both));
    assert_eq!(refused("c 1 2\np cnf 2 1\n1 0\n"), twice(1, "variables 2 and 1 are both called \"2\""));
    // Of variables that are no features, and of prose, nothing is said.
    assert_eq!(refused("c 1 A\nc 2 A\nc p show 1 0\np cnf 2 1\n1 0\n"), None);
    assert_eq!(refused("c 3 clauses follow\nc 4 clauses follow\nc 1 1\np cnf 2 1\n1 0\n"), None);
    assert_eq!(refused("c 1 2\nc 2 1\np cnf 2 1\n1 0\n"), None);
}

#[test]
fn names_that_are_lost_are_reported() {
    let reported = |content: &str| {
        let reading = Reading::of(Format::Dimacs, text("model.cnf", content), None);
        assert!(
            reading.model.is_some()
                && reading.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning)
        );
        reading.diagnostics.into_iter().map(|diagnostic| (diagnostic.code, diagnostic.message)).collect::<Vec<_>>()
    };
    let renamed = "`model.cnf` gives a variable another name (line 3): the last one counts".to_owned();
    for again in ["B", "-2 0"] {
        let content = format!("p cnf 2 1\nc 1 A\nc 1 {again}\n1 0\n");
        assert_eq!(reported(&content), [(Code::DuplicateFeature, renamed.clone())]);
    }
    let undeclared = "`model.cnf` names a variable above the number in its header (line 2): it is no feature";
    assert_eq!(reported("c 1 A\nc 3 C\np cnf 2 1\n1 0\n"), [(Code::MalformedDimacs, undeclared.to_owned())]);
    assert_eq!(reported("c 1 A\nc 1 A\np cnf 2 1\n1 0\n"), []);
}

/// All variants, as values of the features in order.
fn all(model: &FeatureModel) -> Vec<Vec<bool>> {
    let circuit = model.compile(&Budget::unlimited()).unwrap();
    let range = VariantRange::shard(&circuit.count(), 1, 1);
    let values = |variant: Vec<Lit>| variant.iter().map(|lit| lit.is_positive()).collect();
    model.variants(&circuit, range).map(values).collect()
}

/// Two groups of alternatives, one of which excludes a member of the other, and an independent feature.
const SHOP: &str = "p cnf 6 5\n1 2 3 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n-1 -4 0\n";

#[test]
fn shards_are_the_whole_once() {
    let model = dimacs(SHOP);
    let circuit = model.compile(&Budget::unlimited()).unwrap();
    let whole = all(&model);
    assert_eq!(whole.len(), 20);
    let mut sorted = whole.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), 20);
    for parts in [1, 3, 20, 23] {
        let shards = (1..=parts).flat_map(|number| {
            model.variants(&circuit, VariantRange::shard(&20u32.into(), number, parts)).collect::<Vec<_>>()
        });
        let values = |variant: Vec<Lit>| variant.iter().map(|lit| lit.is_positive()).collect::<Vec<_>>();
        assert_eq!(shards.map(values).collect::<Vec<_>>(), whole, "{parts}");
    }
}

#[test]
fn samples_are_variants_and_depend_on_the_seed_alone() {
    let model = dimacs(SHOP);
    let circuit = model.compile(&Budget::unlimited()).unwrap();
    let draw = |seed| model.samples(&circuit, seed).take(50).collect::<Vec<_>>();
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    let whole = all(&model);
    assert!(draw(7).iter().all(|sample| whole.contains(&sample.iter().map(|lit| lit.is_positive()).collect())));
    let void = dimacs("p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!(void.samples(&void.compile(&Budget::unlimited()).unwrap(), 0).count(), 0);
}

/// All combinations of values of `strength` features that occur in `rows`.
fn combinations(rows: &[Vec<bool>], strength: usize) -> BTreeSet<Vec<(usize, bool)>> {
    let mut found = BTreeSet::new();
    for row in rows {
        for set in 0..1u32 << row.len() {
            if set.count_ones() as usize == strength {
                found.insert((0..row.len()).filter(|at| set >> at & 1 == 1).map(|at| (at, row[at])).collect());
            }
        }
    }
    found
}

#[test]
fn covering_arrays_show_all_that_can_be_shown() {
    let rare = "p cnf 8 7\n-1 2 0\n-1 3 0\n-1 4 0\n-1 5 0\n-1 6 0\n-1 7 0\n8 0\n";
    for text in [SMALL, SHOP, rare, "p cnf 2 2\n1 0\n-2 0\n", "p cnf 3 2\n1 2 0\n-1 -2 0\n"] {
        let model = dimacs(text);
        let whole = all(&model);
        for (strength, seed) in [(1, 0), (2, 0), (2, 9), (3, 1)] {
            let rows = model.covering_array(strength, seed, &Budget::unlimited()).unwrap();
            let rows: Vec<Vec<bool>> =
                rows.iter().map(|row| row.iter().map(|lit| lit.is_positive()).collect()).collect();
            assert!(!rows.is_empty() && rows.iter().all(|row| whole.contains(row)), "{text}");
            assert_eq!(combinations(&rows, strength), combinations(&whole, strength), "{text} {strength}");
        }
    }
}

#[test]
fn too_many_combinations_are_refused() {
    let model = dimacs("p cnf 3000 0\n");
    assert_eq!(model.covering_array(3, 0, &Budget::unlimited()), Err(NoArray::TooMany(3)));
}

#[test]
fn compiled_models_are_read_again() {
    for text in [SMALL, SHOP, "c 2 b\np cnf 3 1\nc p show 2 3 0\n1 2 0\n", "p cnf 2 2\n1 0\n-1 0\n"] {
        let model = dimacs(text);
        let written = d_dnnf(&model.compile(&Budget::unlimited()).unwrap(), &names(&model));
        let again = Reading::of(Format::Compiled, self::text("model.nnf", &written), None).model.unwrap();
        assert_eq!(count(&again), count(&model));
        assert_eq!(again.features(), model.features());
        let (before, after) = (elements(&model), elements(&again));
        assert_eq!((&after.variants, &after.exactness), (&before.variants, &before.exactness));
        assert_eq!((statuses(&after), counts(&after)), (statuses(&before), counts(&before)));
        assert_eq!(d_dnnf(&again.compile(&Budget::unlimited()).unwrap(), &names(&again)), written);
    }
    let bare = Reading::of(Format::Compiled, text("model.nnf", "a 1 0\nt 2 0\n1 2 -2 0\n"), None).model.unwrap();
    let counted = bare.count(CountDetail::Total, &Budget::unlimited());
    assert_eq!((counted.variants, counted.exactness.exact), (BigUint::from(2_u8).into(), false));
    assert!(!elements(&bare).exactness.exact && !bare.atomic_sets(&Budget::unlimited()).unwrap().exactness.exact);
}

/// Hidden variables leave no gaps, which a reader without a projection would count, and free features are mentioned.
#[test]
fn bare_circuits_have_as_many_variants() {
    let free = "p cnf 4 1\n1 2 0\n";
    for text in [SMALL, SHOP, "c 2 b\np cnf 5 1\nc p show 2 3 5 0\n1 2 0\n", "p cnf 2 2\n1 0\n-1 0\n", free] {
        let model = dimacs(text);
        let written = bare_d_dnnf(&model.compile(&Budget::unlimited()).unwrap());
        assert!(written.lines().all(|line| !line.starts_with('c')), "{written}");
        let again = Reading::of(Format::Compiled, self::text("model.nnf", &written), None).model.unwrap();
        assert_eq!(again.features().len(), model.features().len(), "{written}");
        let counted = again.count(CountDetail::Total, &Budget::unlimited());
        assert_eq!(counted.variants, count(&model).into(), "{written}");
        // There may be more variables, of which such a file says nothing.
        assert_eq!(counted.exactness.exact, count(&model) == BigUint::ZERO, "{written}");
    }
}

/// No file, however broken, ends otherwise than in a model or an error.
#[test]
fn broken_files_are_refused_in_words() {
    let model = dimacs("c 1 a\np cnf 3 2\nc p show 1 2 0\n1 -2 0\n2 3 0\n");
    let circuit = d_dnnf(&model.compile(&Budget::unlimited()).unwrap(), &names(&model));
    let clauses = "c 1 a\np cnf 3 2\nc p show 1 2 0\n1 -2 0\n2 3 0\n";
    let mut draws = Congruential::new(1);
    let mut next = |below: usize| draws.below(below);
    for (format, sound) in [(Format::Dimacs, clauses), (Format::Compiled, circuit.as_str())] {
        for _ in 0..2000 {
            let mut bytes = sound.as_bytes().to_vec();
            for _ in 0..=next(3) {
                let at = next(bytes.len());
                let part = [&b"0"[..], b"-", b"\n", b" ", b"9", b"c", b"p", b"\xff", b"a", b"99999999999"][next(10)];
                bytes.splice(at..(at + next(3)).min(bytes.len()), part.iter().copied());
            }
            let reading = Reading::of(format, SourceText { name: "model".to_owned(), bytes }, None);
            assert_ne!(reading.model.is_some(), reading.diagnostics.iter().any(Diagnostic::is_error));
        }
    }
}
