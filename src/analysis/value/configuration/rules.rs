//! Rules between inputs: the feature-model keywords of their declarations (profile D).
//!
//! `mandatory` a <=> b each, `optional` b => a each, `choices` a => some, `alternatives` a => exactly one,
//! `requires` a => b each, `excludes` a => not b each. Every input counts as selected or not by its value.
//! DEVIATION: the reference refuses a text behind `optional` and fails at every `excludes`.

use rustc_hash::FxHashSet;

use super::{Configuration, given_by_default};
use crate::analysis::value::{Evaluator, Language, Value};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::yaml::Yaml;

/// A keyword that relates inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// This is selected exactly when each target is.
    Mandatory,
    /// Where a target is selected, this is.
    Optional,
    /// Where this is selected, some target is.
    Choices,
    /// Where this is selected, exactly one target is.
    Alternatives,
    /// Where this is selected, each target is.
    Requires,
    /// Where this is selected, no target is.
    Excludes,
}

/// All keywords; of several in one declaration the first decides what it targets.
const KEYWORDS: [(&str, Keyword); 6] = [
    ("mandatory", Keyword::Mandatory),
    ("optional", Keyword::Optional),
    ("choices", Keyword::Choices),
    ("alternatives", Keyword::Alternatives),
    ("requires", Keyword::Requires),
    ("excludes", Keyword::Excludes),
];

/// The rules between the inputs of a template.
pub struct InputRules<'a> {
    language: &'a Language<'a>,
    rules: Vec<InputRule<'a>>,
}

/// One keyword of one declaration.
pub struct InputRule<'a> {
    source: &'a str,
    keyword: Keyword,
    targets: Vec<Yaml<'a>>,
    /// What stands behind the keyword.
    body: Yaml<'a>,
    /// Whether it is the first of its declaration.
    is_first: bool,
}

impl<'a> InputRule<'a> {
    /// The input that declares it.
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// What it says.
    pub fn keyword(&self) -> Keyword {
        self.keyword
    }

    /// The inputs that it names.
    pub fn targets(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.targets.iter().map(|target| target.text())
    }

    /// What stands behind the keyword.
    pub fn body(&self) -> Yaml<'a> {
        self.body
    }
}

impl<'a> InputRules<'a> {
    /// Reads the rules from the declared inputs.
    pub fn new(language: &'a Language<'a>) -> Self {
        let rules = language.inputs().flat_map(|(source, declaration)| {
            let written = KEYWORDS.iter().filter_map(move |&(word, keyword)| {
                declaration.get(word).filter(|body| !body.is_null()).map(|body| (keyword, body))
            });
            written.enumerate().map(move |(index, (keyword, body))| {
                let targets = if body.is_sequence() { body.items().collect() } else { vec![body] };
                InputRule { source, keyword, targets, body, is_first: index == 0 }
            })
        });
        Self { language, rules: rules.collect() }
    }

    /// Whether no input has a keyword; then nothing is checked.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// The rule with this number, from 0, in the order of the declarations.
    pub fn rule(&self, number: usize) -> &InputRule<'a> {
        &self.rules[number]
    }

    /// What is wrong under `configuration`: targets that are not declared (a warning), inputs that nothing
    /// decides, and violated rules.
    pub fn check(&self, configuration: &Configuration) -> Vec<Diagnostic> {
        if self.is_empty() {
            return Vec::new();
        }
        let undeclared = self.undeclared_targets();
        let violated = self.rules.iter().filter(|rule| self.holds(rule, configuration) == Some(false));
        let violated = violated.map(|rule| self.violation(rule, configuration));
        undeclared.into_iter().chain(self.undecided(configuration)).chain(violated).collect()
    }

    /// Targets that are not declared, whatever is given.
    pub fn undeclared_targets(&self) -> Vec<Diagnostic> {
        let targets = self.rules.iter().flat_map(|rule| &rule.targets);
        targets.filter_map(|target| self.undeclared(*target)).collect()
    }

    /// Inputs that no rule targets and that have no value.
    fn undecided(&self, configuration: &Configuration) -> Vec<Diagnostic> {
        let first = self.rules.iter().filter(|rule| rule.is_first);
        let targeted: FxHashSet<&str> = first.flat_map(|rule| &rule.targets).map(|target| target.text()).collect();
        let open = self.language.inputs().filter(|(name, declaration)| {
            let has_value = configuration.value(name).is_some_and(|value| *value != Value::Null);
            !targeted.contains(name) && !has_value && ruling_default(*declaration).is_none()
        });
        open.map(|(name, declaration)| undecided(name, declaration)).collect()
    }

    /// Whether a rule holds; none when that depends on an input that is not declared.
    fn holds(&self, rule: &InputRule<'_>, configuration: &Configuration) -> Option<bool> {
        let source = self.is_selected(rule.source, configuration)?;
        let targets: Option<Vec<_>> =
            rule.targets.iter().map(|target| self.is_selected(target.text(), configuration)).collect();
        let targets = targets?;
        let selected = targets.iter().filter(|&&target| target).count();
        Some(match rule.keyword {
            Keyword::Mandatory => targets.iter().all(|&target| target == source),
            Keyword::Optional => source || selected == 0,
            Keyword::Choices => !source || selected > 0,
            Keyword::Alternatives => !source || selected == 1,
            Keyword::Requires => !source || selected == targets.len(),
            Keyword::Excludes => !source || selected == 0,
        })
    }

    /// Whether an input counts as selected by its value or default; none where it is not declared.
    ///
    /// DEVIATION: the reference computes no `default` here, so that every expression counts as selected. Here those do that are
    /// conditions (`not`, `node_presence`), which values alone do not decide.
    fn is_selected(&self, input: &str, configuration: &Configuration) -> Option<bool> {
        let declaration = self.language.input(input)?;
        if let Some(value) = configuration.value(input).filter(|value| **value != Value::Null) {
            return Some(counts_as_selected(value));
        }
        if ruling_default(declaration).is_none() {
            return Some(false);
        }
        let default = given_by_default(&mut Evaluator::new(self.language, configuration), declaration);
        Some(default.is_none_or(|default| counts_as_selected(&default.value)))
    }

    fn violation(&self, rule: &InputRule<'_>, configuration: &Configuration) -> Diagnostic {
        let word = KEYWORDS.iter().find(|(_, keyword)| *keyword == rule.keyword).map_or("", |(word, _)| *word);
        let names: Vec<_> = rule.targets.iter().map(|target| format!("\"{}\"", target.text())).collect();
        let message = format!("input \"{}\" violates `{word}: {}`", rule.source, names.join(", "));
        let diagnostic = Diagnostic::new(Code::InputRule, rule.body.span(), message)
            .reference("Variability inputs constraints are violated");
        let inputs = std::iter::once(rule.source).chain(rule.targets.iter().map(|target| target.text()));
        inputs.fold(diagnostic, |diagnostic, input| self.explain(diagnostic, input, configuration))
    }

    /// Points at the value of an input.
    fn explain(&self, diagnostic: Diagnostic, input: &str, configuration: &Configuration) -> Diagnostic {
        let selected = if self.is_selected(input, configuration) == Some(true) { "selected" } else { "not selected" };
        let text = format!("\"{input}\" is {selected}");
        let declaration = self.language.input(input);
        let default = declaration.and_then(ruling_default).or(declaration);
        let given = configuration.get(input).filter(|given| given.value != Value::Null);
        match (given.map(|given| given.provenance.span()), default) {
            (Some(Some(span)), _) => diagnostic.and(span, text),
            (None, Some(default)) => diagnostic.and(default.span(), text),
            (Some(None), _) | (None, None) => diagnostic.note(text),
        }
    }

    fn undeclared(&self, target: Yaml<'_>) -> Option<Diagnostic> {
        let name = target.text();
        if self.language.input(name).is_some() {
            return None;
        }
        let message = format!("variability input \"{name}\" is not defined");
        let diagnostic = Diagnostic::new(Code::UndefinedInput, target.span(), message);
        let diagnostic = Diagnostic { severity: Severity::Warning, ..diagnostic };
        Some(diagnostic.suggesting(name, self.language.inputs().map(|(name, _)| name)))
    }
}

/// The default of an input as far as rules between inputs know one: a `default_expression` is none for them.
fn ruling_default(declaration: Yaml<'_>) -> Option<Yaml<'_>> {
    declaration.get("default").filter(|default| !default.is_null())
}

/// Whether an input with this value counts as selected: it is neither null, false nor 0.
pub fn counts_as_selected(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Boolean(value) => *value,
        Value::Number(number) => !number.is_zero(),
        Value::String(_) | Value::Instant(_) | Value::List(_) | Value::Map(_) => true,
    }
}

fn undecided(name: &str, declaration: Yaml<'_>) -> Diagnostic {
    let message = format!("variability input \"{name}\" has no value, and no other input decides it");
    Diagnostic::new(Code::InputRule, declaration.span(), message)
        .reference(format!("Variability input \"{name}\" is not targeted and not assigned"))
        .help(format!("give one with `--input {name}=...`, or declare a `default`, which may be an expression"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::fixture::Fixture;
    use crate::source::syntax::vocabulary::Profile;

    fn check(text: &str) -> Vec<(Code, Severity, String)> {
        let fixture = Fixture::new(text);
        let language = fixture.language(Profile::D);
        let diagnostics = InputRules::new(&language).check(&fixture.configuration(&language));
        diagnostics
            .iter()
            .map(|diagnostic| (diagnostic.code, diagnostic.severity, diagnostic.sentence().to_owned()))
            .collect()
    }

    /// Every keyword against its definition, over all selections of the source and two targets.
    #[test]
    fn keywords_agree_with_their_truth_tables() {
        type Meaning = fn(bool, bool, bool) -> bool;
        let meanings: [(&str, Meaning); 6] = [
            ("mandatory", |a, b, c| a == b && a == c),
            ("optional", |a, b, c| a || !(b || c)),
            ("choices", |a, b, c| !a || b || c),
            ("alternatives", |a, b, c| !a || (b != c)),
            ("requires", |a, b, c| !a || (b && c)),
            ("excludes", |a, b, c| !a || !(b || c)),
        ];
        for (keyword, meaning) in meanings {
            for bits in 0..8_u8 {
                let [a, b, c] = [1, 2, 4].map(|bit| bits & bit != 0);
                let text = format!(
                    "inputs: {{a: {{{keyword}: [b, c]}}, b: {{}}, c: {{default: {c}}}}}\ngiven: {{a: {a}, b: {b}}}"
                );
                assert_eq!(check(&text).is_empty(), meaning(a, b, c), "{text}");
            }
        }
    }

    #[test]
    fn one_target_needs_no_list() {
        let violated = "Variability inputs constraints are violated";
        for (keyword, given) in [
            ("requires", "{a: true, b: false}"),
            ("optional", "{a: false, b: true}"),
            ("excludes", "{a: true, b: true}"),
        ] {
            let text = format!("inputs: {{a: {{{keyword}: b}}, b: {{}}}}\ngiven: {given}");
            assert_eq!(check(&text), [(Code::InputRule, Severity::Error, violated.to_owned())]);
        }
    }

    #[test]
    fn false_null_and_0_are_not_selected() {
        for (value, is_selected) in [
            ("false", false),
            ("null", false),
            ("0", false),
            ("0.0", false),
            ("''", true),
            ("'false'", true),
            ("[]", true),
            ("1", true),
        ] {
            let text = format!("inputs: {{a: {{default: true, requires: b}}, b: {{}}}}\ngiven: {{b: {value}}}");
            assert_eq!(check(&text).is_empty(), is_selected, "{value}");
        }
    }

    #[test]
    fn computed_defaults_decide_whether_inputs_are_selected() {
        for c in [false, true] {
            let text = format!(
                "inputs: {{a: {{default: {{variability_input: c}}, requires: b}}, b: {{default: false}}, c: {{default: {c}}}}}"
            );
            assert_eq!(check(&text).is_empty(), !c, "{text}");
        }
        let expression = "inputs: {a: {default_expression: {not: false}, requires: b}, b: {default: false}}";
        let sentence = "Variability input \"a\" is not targeted and not assigned".to_owned();
        assert_eq!(check(expression), [(Code::InputRule, Severity::Error, sentence)]);
        // Conditions count as selected.
        for condition in
            ["{node_presence: n}", "{or: [{variability_input: b}, false]}", "{equal: [{not: false}, true]}"]
        {
            let text = format!("inputs: {{a: {{default: {condition}, requires: b}}, b: {{default: false}}}}");
            assert_eq!(check(&text).len(), 1, "{text}");
        }
    }

    #[test]
    fn inputs_that_nothing_targets_need_a_value() {
        let sentence = |name: &str| {
            (Code::InputRule, Severity::Error, format!("Variability input \"{name}\" is not targeted and not assigned"))
        };
        assert_eq!(check("inputs: {a: {requires: b}, b: {}, c: {}}\ngiven: {b: 1}"), [sentence("a"), sentence("c")]);
        // Only the first keyword of an input targets.
        assert_eq!(check("inputs: {a: {default: 0, mandatory: [], requires: b}, b: {}}"), [sentence("b")]);
        assert_eq!(check("inputs: {a: {}, b: {}}"), []);
    }

    #[test]
    fn a_violation_shows_all_values_involved() {
        let fixture = Fixture::new("inputs: {a: {requires: [b], default: true}, b: {}}\ngiven: {b: false}");
        let language = fixture.language(Profile::D);
        let diagnostics = InputRules::new(&language).check(&fixture.configuration(&language));
        assert_eq!(fixture.quotes(&diagnostics[0]), ["[b]", "true", "false"]);
        assert_eq!(diagnostics[0].message, "input \"a\" violates `requires: \"b\"`");
    }

    #[test]
    fn a_target_that_is_not_declared_is_a_warning() {
        let found = check("inputs: {alpha: {default: true, requires: betta}, beta: {default: true}}");
        assert_eq!(
            found,
            [(Code::UndefinedInput, Severity::Warning, "variability input \"betta\" is not defined".to_owned())]
        );
    }
}
