//! The rules against a second reading of them, and unknown processes against known ones.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{Environment, EnvironmentRule, RuleValue, SetWhen, Text, TextPart, is_protected};
use crate::source::Sources;
use crate::source::syntax::yaml::Tree;

type KnownVariables = BTreeMap<String, String>;

/// A rule as it is written: key and value.
type Written = (String, Option<String>);

fn rules(written: &[Written]) -> Vec<EnvironmentRule> {
    let line = |(key, value): &Written| {
        let value = value.as_ref().map_or("null".to_owned(), |value| format!("'{}'", value.replace('\'', "''")));
        format!("'{key}': {value}\n")
    };
    let text: Vec<String> = written.iter().map(line).collect();
    let text = text.concat();
    let (mut sources, mut tree, mut faults) = (Sources::default(), Tree::new(), Vec::new());
    let file = sources.add("rules", if text.is_empty() { "{}".to_owned() } else { text });
    let (root, diagnostics) = tree.parse(&sources, file);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let rules = EnvironmentRule::read_all(tree.at(root.unwrap()), &mut |_| None, &mut faults);
    assert!(faults.is_empty(), "{faults:?}");
    rules
}

fn concrete(environment: &Environment) -> KnownVariables {
    environment.set().map(|(name, binding)| (name.to_string(), binding.text.known().unwrap().to_owned())).collect()
}

/// The text when the process has these variables; none where a run has to compute it.
fn under(text: &Text, process: &KnownVariables) -> Option<String> {
    text.parts()
        .iter()
        .map(|part| match part {
            TextPart::Literal(text) => Some(text.clone()),
            TextPart::Process(name) => Some(process[&**name].clone()),
            TextPart::ConditionSet { name, then, otherwise } => {
                under(if process.contains_key(&**name) { then } else { otherwise }, process)
            }
            TextPart::Computed(_) => None,
        })
        .collect()
}

/// The rules read a second time: one pass over maps of texts, patterns matched by trying every split.
mod reference {
    use super::{KnownVariables, Written, is_protected};

    pub fn matches(pattern: &[char], name: &[char]) -> bool {
        match pattern {
            [] => name.is_empty(),
            ['*', rest @ ..] => (0..=name.len()).any(|skipped| matches(rest, &name[skipped..])),
            ['?', rest @ ..] => !name.is_empty() && matches(rest, &name[1..]),
            ['[', '!', set @ .., ']'] => name.len() == 1 && !set.contains(&name[0]),
            ['[', low, '-', high, ']', rest @ ..] => {
                name.first().is_some_and(|own| (low..=high).contains(&own)) && matches(rest, &name[1..])
            }
            [own, rest @ ..] => name.first() == Some(own) && matches(rest, &name[1..]),
        }
    }

    /// A reference at the start of a text: its names, its default, and the rest behind it.
    fn reference(text: &str) -> Option<(Vec<&str>, &str, &str)> {
        let inner = text.strip_prefix("${")?;
        let end = inner.find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '|'))?;
        let names: Vec<&str> = inner[..end].split('|').collect();
        match inner[end..].split_at(1) {
            ("}", rest) if end > 0 => Some((names, "", rest)),
            (":", rest) if end > 0 => {
                let close = 1 + rest.get(1..)?.find('}')?;
                Some((names, &rest[..close], &rest[close + 1..]))
            }
            _ => None,
        }
    }

    fn substitute(value: &str, new: &KnownVariables, cur: &KnownVariables) -> String {
        let (mut done, mut rest) = (String::new(), value);
        // Backslashes right before the rest that are not behind another reference.
        let mut backslashes = 0;
        while let Some(letter) = rest.chars().next() {
            let Some((names, default, behind)) = reference(rest) else {
                backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
                done.push(letter);
                rest = &rest[letter.len_utf8()..];
                continue;
            };
            if backslashes > 0 {
                done.truncate(done.len() - backslashes);
                done.push_str(if backslashes > 1 { "\\" } else { "" });
                done.push_str(&rest[..rest.len() - behind.len()]);
            } else {
                let found = names.into_iter().find_map(|name| new.get(name).or(cur.get(name)));
                done.push_str(found.map_or(default, |found| found));
            }
            (rest, backslashes) = (behind, 0);
        }
        done
    }

    pub fn apply(rules: &[Written], cur: &KnownVariables, mut new: KnownVariables) -> KnownVariables {
        for (key, value) in rules {
            let value = value.as_ref().map(|value| substitute(value, &new, cur));
            let (sign, name) = key.split_at(usize::from(key.starts_with(['+', '-', '^'])));
            let (negated, name) = name.strip_prefix('!').map_or((false, name), |name| (!sign.is_empty(), name));
            let is = |candidate: &String| {
                let (pattern, candidate): (Vec<char>, Vec<char>) =
                    (name.chars().collect(), candidate.chars().collect());
                matches(&pattern, &candidate) != negated
            };
            let matched: KnownVariables =
                cur.iter().filter(|(k, _)| is(k)).map(|(k, v)| (k.clone(), v.clone())).collect();
            match (sign, value) {
                ("", Some(value)) => drop(new.insert(name.to_owned(), value)),
                ("", None) => {}
                ("-", _) => new.retain(|k, _| !is(k) || (is_protected(k) && !is_protected(name))),
                (_, Some(value)) if matched.is_empty() => drop(new.insert(name.to_owned(), value)),
                ("^", Some(value)) if !value.is_empty() => {
                    new.extend(matched.into_iter().map(|(k, v)| (k, format!("{value}:{v}"))));
                }
                _ => new.extend(matched),
            }
        }
        new
    }
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["A", "AB", "B", "PATH", "LANG"]).prop_map(str::to_owned)
}

fn pattern() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["*", "A*", "?", "*B", "P*", "L???", "Z*", "[!A]", "[A-L]*", "A[B-C]"])
        .prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Option<String>> {
    let piece = prop_oneof![
        Just("x".to_owned()),
        name().prop_map(|name| format!("${{{name}}}")),
        name().prop_map(|name| format!("${{{name}:d}}")),
        (name(), name()).prop_map(|(one, other)| format!("${{{one}|{other}}}")),
        prop::sample::select(vec!["\\", "$", "${", "}", ":", "${Z|A:e}", "${Z:}"]).prop_map(str::to_owned),
    ];
    let text = prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat());
    prop::option::of(text)
}

fn rule() -> impl Strategy<Value = Written> {
    let signed = (prop::sample::select(vec!["+", "-", "^"]), prop::sample::select(vec!["", "!"]));
    let key = prop_oneof![
        name(),
        (signed, prop_oneof![name(), pattern()]).prop_map(|((sign, not), name)| format!("{sign}{not}{name}")),
    ];
    (key, value())
}

/// Keys of a mapping differ.
fn section() -> impl Strategy<Value = Vec<Written>> {
    prop::collection::vec(rule(), 0..6).prop_map(|rules| {
        let mut kept: Vec<Written> = Vec::new();
        for rule in rules {
            if kept.iter().all(|(key, _)| *key != rule.0) {
                kept.push(rule);
            }
        }
        kept
    })
}

fn process() -> impl Strategy<Value = KnownVariables> {
    prop::collection::btree_map(name(), prop::sample::select(vec!["", "1", "2"]).prop_map(str::to_owned), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn two_readings_agree(process in process(), first in section(), second in section(), added in section()) {
        let mut diagnostics = Vec::new();
        let variables = Environment::known(&process).after(&rules(&first), &mut diagnostics);
        let operation = variables.after(&rules(&second), &mut diagnostics);
        let returned = operation.added_by(&rules(&added), &mut diagnostics);
        let expected_variables = reference::apply(&first, &process, process.clone());
        let expected = reference::apply(&second, &expected_variables, expected_variables.clone());
        prop_assert_eq!(concrete(&variables), expected_variables);
        prop_assert_eq!(concrete(&operation), expected.clone());
        prop_assert_eq!(concrete(&returned), reference::apply(&added, &expected, KnownVariables::new()));
        prop_assert!(diagnostics.iter().all(|diagnostic| !diagnostic.is_error()));
    }

    /// What is said about an unknown process is true of each.
    #[test]
    fn unknown_processes_stand_for_all(process in process(), first in section(), second in section()) {
        let run = |environment: &Environment| {
            let mut diagnostics = Vec::new();
            environment.after(&rules(&first), &mut diagnostics).after(&rules(&second), &mut diagnostics)
        };
        let (known, unknown) = (concrete(&run(&Environment::known(&process))), run(&Environment::unknown()));
        for name in ["A", "AB", "B", "PATH", "LANG", "C", "Z*", "*", "A*"] {
            let is_set = known.contains_key(name);
            match unknown.get(name) {
                None => prop_assert!(!is_set, "{} is set", name),
                Some(binding) => {
                    match binding.is_set {
                        SetWhen::Always => prop_assert!(is_set, "{} is not set", name),
                        SetWhen::Inherited => prop_assert_eq!(is_set, process.contains_key(name)),
                        SetWhen::Unknown => continue,
                    }
                    if let Some(text) = known.get(name) {
                        prop_assert_eq!(&under(&binding.text, &process).unwrap_or_else(|| text.clone()), text);
                    }
                }
            }
        }
    }
}

#[test]
fn texts_do_not_explode() {
    let doubling: Vec<Written> =
        (0..64).map(|line| (format!("V{}", line + 1), Some(format!("${{V{line}}}${{V{line}}}")))).collect();
    let mut diagnostics = Vec::new();
    let environment = Environment::known([("V0", "x")]).after(&rules(&doubling), &mut diagnostics);
    assert_eq!(diagnostics.len(), 1);
    assert!(environment.set().all(|(_, binding)| binding.text.size() <= 1 << 17));
}

#[test]
fn values_that_only_a_run_computes_are_named() {
    let environment =
        Environment::known([("A", "1")]).after(&rules(&[("B".into(), Some("{{ x }}/${A}".into()))]), &mut Vec::new());
    assert_eq!(environment.get("B").unwrap().text.to_string(), "{{ x }}/${A}");
    assert!(environment.get("B").unwrap().text.reason().is_some());
}

#[test]
fn bad_rules_are_located() {
    for text in ["'': x\n", "+: x\n", "'^!': x\n", "A: [x]\n", "A: {b: c}\n", "- A\n", "text\n"] {
        let (mut sources, mut tree, mut diagnostics) = (Sources::default(), Tree::new(), Vec::new());
        let file = sources.add("rules", text.to_owned());
        let (root, _) = tree.parse(&sources, file);
        let rules = EnvironmentRule::read_all(tree.at(root.unwrap()), &mut |_| None, &mut diagnostics);
        assert_eq!((rules.len(), diagnostics.len()), (0, 1), "{text}");
        assert!(diagnostics[0].span().is_some());
    }
    assert_eq!(rules(&[("-".into(), Some("x".into())), ("+".into(), None)])[0].value, RuleValue::Text("x".into()));
}

#[test]
fn doubtful_rules_are_found() {
    let codes = |written: &[(&str, Option<&str>)]| -> Vec<String> {
        let written: Vec<Written> =
            written.iter().map(|&(key, value)| (key.to_owned(), value.map(str::to_owned))).collect();
        EnvironmentRule::lint(&rules(&written)).iter().map(|finding| finding.code.to_string()).collect()
    };
    assert_eq!(codes(&[("-*", None), ("+HOME", None), ("FOO", Some("bar")), ("^PATH", Some("/bin"))]), [""; 0]);
    assert_eq!(codes(&[("A", None)]), ["V606"]);
    assert_eq!(codes(&[("+A", None), ("^B", None), ("-", None)]), ["V606"; 3]);
    assert_eq!(codes(&[("+A", Some("d"))]), [""; 0]);
    assert_eq!(codes(&[("-A", None), ("+A", None)]), [""; 0]);
    assert_eq!(codes(&[("X", Some("x")), ("-X*", None)]), ["V607"]);
    assert_eq!(codes(&[("A", Some("x")), ("^A", Some("y"))]), ["V607"]);
    assert_eq!(codes(&[("A", Some("x")), ("B", Some("${A}")), ("-A", None)]), [""; 0]);
    assert_eq!(codes(&[("-A", None), ("A", Some("x"))]), ["V607"]);
    assert_eq!(codes(&[("PATH", Some("x")), ("-P*", None)]), ["V610"]);
    assert_eq!(codes(&[("+A*", Some("x"))]), ["V609"]);
}

/// A rule that is said to have no effect has none.
#[test]
fn useless_rules_can_be_left_out() {
    let keys = ["A", "AB", "+A", "-A", "^A", "+A*", "-A*", "^A*", "-!A", "B"];
    let values = [None, Some("x"), Some("${A}")];
    let written = |key: &str, value: Option<&str>| -> Written { (key.to_owned(), value.map(str::to_owned)) };
    let sections = keys.iter().flat_map(|first| keys.iter().map(move |second| (first, second)));
    for (first, second) in sections.filter(|(first, second)| first != second) {
        for (one, other) in values.iter().flat_map(|one| values.iter().map(move |other| (*one, *other))) {
            let section = rules(&[written(first, one), written(second, other)]);
            for finding in EnvironmentRule::lint(&section) {
                if !["V606", "V607"].contains(&finding.code.to_string().as_str()) {
                    continue;
                }
                let others: Vec<EnvironmentRule> =
                    section.iter().filter(|rule| Some(rule.span) != finding.span()).cloned().collect();
                for process in [&[][..], &[("A", "1")], &[("A", "1"), ("AB", "")], &[("AB", "2"), ("B", "3")]] {
                    let process = Environment::known(process.iter().copied());
                    let with = concrete(&process.after(&section, &mut Vec::new()));
                    assert_eq!(with, concrete(&process.after(&others, &mut Vec::new())), "{first} {second}");
                }
            }
        }
    }
}
