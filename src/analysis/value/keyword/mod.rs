//! Which key of a mapping is its operator.

mod otherwise;
mod reshaped;

use std::borrow::Cow;

pub(super) use self::reshaped::{operands_of_mapping, operator_of_name, values_in_list};

use crate::analysis::value::Value;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Fix, did_you_mean, did_you_mean_code};
use crate::source::syntax::vocabulary::{OPERATORS, Operator, OperatorEntry, Profile, SentenceStyle};
use crate::source::syntax::yaml::Yaml;

/// The operator of an expression and its operand.
pub type OperatorUse<'e> = (&'static OperatorEntry, Yaml<'e>);

/// The longest expression, in bytes, that is printed into the reference's sentence.
const MAX_PRINTED_BYTES: u32 = 4096;

/// The operator of `expression`; none when it is no mapping, hence a literal.
///
/// # Errors
/// When the mapping has no operator or several, or a key beside it. Keys that start with `_` are annotations of
/// the reference and have no meaning.
pub fn operator_of(expression: Yaml<'_>, profile: Profile) -> Result<Option<OperatorUse<'_>>, Box<Diagnostic>> {
    if !expression.is_mapping() {
        return Ok(None);
    }
    let entries: Vec<_> = expression.entries().filter(|(key, _)| !key.text().starts_with('_')).collect();
    let keys: Vec<_> = entries.iter().map(|(key, _)| (key.text(), key.span())).collect();
    match choose(&keys, profile) {
        Ok((entry, index)) => Ok(Some((entry, entries[index].1))),
        Err(diagnostic) => {
            let explained = diagnostic.explain(expression.span(), profile, || pretty(expression));
            Err(reshaped::reshaped(expression, profile, explained).into())
        }
    }
}

/// The operator that `name` means in `profile`.
pub(super) fn lookup(name: &str, profile: Profile) -> Option<&'static OperatorEntry> {
    OperatorEntry::named(name, profile)
}

/// Why a mapping is no expression.
#[derive(Debug)]
pub(super) enum NoOperator {
    /// It has no entry.
    Empty,
    /// It has several operators.
    Several(Vec<(&'static str, Span)>),
    /// It has a key that is no operator; the name of the operator beside it.
    Unknown { key: String, at: Span, beside: Option<&'static str> },
}

/// The one operator among `keys`, and which of them it is.
pub(super) fn choose(keys: &[(&str, Span)], profile: Profile) -> Result<(&'static OperatorEntry, usize), NoOperator> {
    let found = |&(key, at): &(&str, Span)| lookup(key, profile).map(|entry| (entry, at));
    let operators: Vec<_> = keys.iter().filter_map(found).collect();
    let unknown = keys.iter().find(|key| found(key).is_none());
    match (operators.as_slice(), unknown) {
        ([], None) => Err(NoOperator::Empty),
        ([(entry, _)], None) => Ok((entry, 0)),
        ([_, _, ..], _) => {
            Err(NoOperator::Several(operators.iter().map(|(entry, at)| (entry.operator.name(profile), *at)).collect()))
        }
        (_, Some((key, at))) => Err(NoOperator::Unknown {
            key: (*key).to_owned(),
            at: *at,
            beside: operators.first().map(|(entry, _)| entry.operator.name(profile)),
        }),
    }
}

impl NoOperator {
    /// Says it about the expression at `span`, which `pretty` prints.
    pub(super) fn explain(self, span: Span, profile: Profile, pretty: impl Fn() -> Option<String>) -> Diagnostic {
        let diagnostic = match self {
            Self::Empty => Diagnostic::new(Code::UnknownOperator, span, "an empty mapping is no expression"),
            Self::Several(operators) => return several(&operators),
            Self::Unknown { key, at, beside } => unknown(&key, at, beside, profile),
        };
        match unknown_sentence(profile.dialect().sentences, pretty) {
            Some(sentence) => diagnostic.reference(sentence),
            None => diagnostic,
        }
    }
}

fn several(operators: &[(&'static str, Span)]) -> Diagnostic {
    let names: Vec<_> = operators.iter().map(|(name, _)| format!("`{name}`")).collect();
    let message = format!("expression has several operators: {}", names.join(", "));
    let first = Diagnostic::new(Code::SeveralOperators, operators[0].1, message).labelled("the first operator");
    operators[1..]
        .iter()
        .fold(first, |diagnostic, (_, at)| diagnostic.and(*at, "one more"))
        .help("put each operator into a mapping of its own and combine them, for instance with `and`")
}

fn unknown(key: &str, at: Span, beside: Option<&str>, profile: Profile) -> Diagnostic {
    let message = match beside {
        Some(operator) => format!("unknown key `{key}` beside the operator `{operator}`"),
        None => format!("unknown operator `{key}`"),
    };
    let diagnostic = Diagnostic::new(Code::UnknownOperator, at, message);
    if let Some((operator, operand)) = joined(key, profile) {
        let written = format!("{operator}: {operand}");
        return diagnostic.help(format!("write `{written}`: a space is missing behind the `:`")).fix(Fix::replace(
            format!("replace \"{key}\" by \"{written}\""),
            at,
            written,
        ));
    }
    if let Some(entry) = of_other_profile(key) {
        return explain_profiles(diagnostic, entry, key, profile);
    }
    let plain = plain_name(key);
    if matches!(&*plain, "get_input" | "input") {
        let name = Operator::VariabilityInput.name(profile);
        return diagnostic
            .help(format!("did you mean `{name}`? topology inputs are not known when a variant is chosen"));
    }
    if let Some(help) = otherwise::equivalent(&plain, profile) {
        return diagnostic.help(help);
    }
    let names = OPERATORS.iter().map(|entry| entry.names[profile.index()]).filter(|name| !name.is_empty());
    let own = lookup(&plain, profile).map(|entry| entry.operator.name(profile));
    match own.or_else(|| synonym(&plain, profile)).or_else(|| did_you_mean(&plain, names)) {
        Some(name) => diagnostic.replacing(key, name).help(did_you_mean_code(name)),
        None => diagnostic,
    }
}

/// The operator and its operand where a key holds both, for want of a space.
fn joined(key: &str, profile: Profile) -> Option<(&str, &str)> {
    let (operator, operand) = key.split_once(':')?;
    let operand = operand.trim_start();
    let is_known = lookup(operator, profile).is_some() && !operand.is_empty();
    is_known.then_some((operator, operand))
}

/// A name without the marks that functions have in newer TOSCA (`$equal`) and in templates of AWS (`Fn::Equals`).
fn plain_name(key: &str) -> Cow<'_, str> {
    let plain = key.trim_start_matches('$');
    plain.strip_prefix("Fn::").map_or(Cow::Borrowed(plain), |name| Cow::Owned(name.to_lowercase()))
}

/// The operator of the profile that goes by this name in other languages.
fn synonym(key: &str, profile: Profile) -> Option<&'static str> {
    let &(_, operator) = SYNONYMS.iter().find(|(names, _)| names.contains(&key))?;
    Some(operator.name(profile)).filter(|name| !name.is_empty())
}

/// What operators are called elsewhere.
static SYNONYMS: &[(&[&str], Operator)] = &[
    (&["in", "is_in", "one_of", "any_of"], Operator::ValidValues),
    (&["=", "==", "eq", "is"], Operator::Equal),
    (&[">", "gt"], Operator::Greater),
    (&[">=", "ge", "gte", "at_least"], Operator::GreaterOrEqual),
    (&["<", "lt"], Operator::Less),
    (&["<=", "le", "lte", "at_most"], Operator::LessOrEqual),
    (&["&&", "all", "all_of"], Operator::And),
    (&["||", "any"], Operator::Or),
    (&["!", "no"], Operator::Not),
    (&["then", "requires", "=>"], Operator::Implies),
    (&["condition", "expression", "variability_condition", "variability_expression"], Operator::LogicExpression),
    (&["exactly_one", "one", "xone"], Operator::ExactlyOne),
    (&["at_most_one"], Operator::AtMostOne),
    (&["+", "plus"], Operator::Add),
    (&["-", "minus", "subtract"], Operator::Sub),
    (&["*", "times", "multiply"], Operator::Mul),
    (&["/", "divide", "divided_by"], Operator::Div),
    (&["%", "modulo", "rem", "remainder"], Operator::Mod),
    (&["between"], Operator::InRange),
    (&["avg", "average"], Operator::Mean),
    (&["is_present", "present", "presence"], Operator::NodePresence),
];

fn of_other_profile(name: &str) -> Option<&'static OperatorEntry> {
    Profile::ALL.into_iter().rev().find_map(|profile| lookup(name, profile))
}

fn explain_profiles(diagnostic: Diagnostic, entry: &OperatorEntry, key: &str, profile: Profile) -> Diagnostic {
    let knowing = Profile::ALL.into_iter().filter(|other| entry.names[other.index()] == key);
    let knowing: Vec<_> = knowing.map(|other| other.to_string()).collect();
    let diagnostic = diagnostic.note(format!("`{key}` is a word of profile {}", knowing.join(", ")));
    match entry.names[profile.index()] {
        "" => diagnostic.note(format!("the template is read with profile {profile}, which has no such operator")),
        own => {
            diagnostic.replacing(key, own).help(format!("write `{own}`: the template is read with profile {profile}"))
        }
    }
}

/// The reference's sentence for an expression that it cannot read.
pub(super) fn unknown_sentence(style: SentenceStyle, pretty: impl Fn() -> Option<String>) -> Option<String> {
    match style {
        SentenceStyle::Bare => Some("Unknown variability condition [object Object]".to_owned()),
        SentenceStyle::Quoted => pretty().map(|json| format!("Unknown variability condition \"{json}\"")),
        SentenceStyle::Full => pretty().map(|json| format!("Unknown value expression \"{json}\"")),
    }
}

/// The expression as messages print it, unless it is huge.
fn pretty(expression: Yaml<'_>) -> Option<String> {
    let span = expression.span();
    (span.end - span.start <= MAX_PRINTED_BYTES).then(|| Value::from_yaml(expression).to_pretty_json())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::fixture::Fixture;
    use crate::source::syntax::vocabulary::Operator;

    fn diagnostic(expression: &str, profile: Profile) -> (Diagnostic, Vec<String>) {
        let fixture = Fixture::new(&format!("e: {expression}"));
        let diagnostic = operator_of(fixture.at("e"), profile).expect_err("no operator");
        let quotes = fixture.quotes(&diagnostic).into_iter().map(str::to_owned).collect();
        (*diagnostic, quotes)
    }

    #[test]
    fn literals_have_no_operator() {
        for literal in ["dev", "5", "true", "~", "[1, 2]"] {
            let fixture = Fixture::new(&format!("e: {literal}"));
            assert!(operator_of(fixture.at("e"), Profile::D).unwrap().is_none(), "{literal}");
        }
    }

    #[test]
    fn the_operator_is_the_only_key_that_is_no_annotation() {
        let fixture = Fixture::new("e: {_generated: true, and: [a]}");
        let (entry, operand) = operator_of(fixture.at("e"), Profile::D).unwrap().unwrap();
        assert_eq!((entry.operator, operand.len()), (Operator::And, 1));
    }

    #[test]
    fn a_name_means_what_it_means_in_the_profile() {
        let fixture = Fixture::new("e: {xor: []}");
        let operator = |profile| operator_of(fixture.at("e"), profile).unwrap().unwrap().0.operator;
        assert_eq!((operator(Profile::C), operator(Profile::D)), (Operator::ExactlyOne, Operator::Xor));
    }

    #[test]
    fn all_operators_of_a_mapping_are_shown() {
        let (diagnostic, quotes) = diagnostic("{and: [true], not: true}", Profile::D);
        assert_eq!((diagnostic.code, quotes), (Code::SeveralOperators, vec!["and".to_owned(), "not".to_owned()]));
    }

    #[test]
    fn unknown_operators_are_explained() {
        let cases = [
            ("{equals: [1]}", Profile::D, Some("did you mean `equal`?"), "{\n    \"equals\": [\n        1\n    ]\n}"),
            (
                "{get_variability_input: env}",
                Profile::D,
                Some("write `variability_input`: the template is read with profile D"),
                "",
            ),
            ("{greater: [1, 2]}", Profile::B, Some("write `greater_than`: the template is read with profile B"), ""),
            ("{nand: [a]}", Profile::D, Some("write `not: {and: [...]}`"), ""),
            ("{plus: [1, 2]}", Profile::D, Some("did you mean `add`?"), ""),
            (
                "{$get_input: 1}",
                Profile::D,
                Some("did you mean `variability_input`? topology inputs are not known when a variant is chosen"),
                "",
            ),
            ("{$equal: 1}", Profile::D, Some("did you mean `equal`?"), ""),
            ("{Fn::Equals: 1}", Profile::D, Some("did you mean `equal`?"), ""),
            ("{frobnicate: 1}", Profile::C, None, "{\n    \"frobnicate\": 1\n}"),
            ("{}", Profile::D, None, "{}"),
        ];
        for (expression, profile, help, pretty) in cases {
            let (diagnostic, _) = diagnostic(expression, profile);
            assert_eq!((diagnostic.code, diagnostic.help.as_deref()), (Code::UnknownOperator, help), "{expression}");
            let start =
                if profile == Profile::D { "Unknown value expression \"" } else { "Unknown variability condition \"" };
            assert!(diagnostic.sentence().starts_with(&format!("{start}{pretty}")), "{}", diagnostic.sentence());
        }
    }

    #[test]
    fn a_word_of_a_newer_profile_is_named_as_such() {
        let (diagnostic, _) = diagnostic("{weekday: []}", Profile::A);
        assert_eq!(
            diagnostic.notes,
            ["`weekday` is a word of profile D", "the template is read with profile A, which has no such operator"]
        );
        assert_eq!(diagnostic.sentence(), "Unknown variability condition [object Object]");
    }

    #[test]
    fn a_key_beside_the_operator_is_refused() {
        let (diagnostic, quotes) = diagnostic("{equal: [1], comment: x}", Profile::D);
        assert_eq!(diagnostic.message, "unknown key `comment` beside the operator `equal`");
        assert_eq!(quotes, ["comment"]);
    }
}
