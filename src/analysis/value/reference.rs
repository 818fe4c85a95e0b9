//! References by name: `variability_input` and `value_expression`, and the cycles they can form.

use rustc_hash::FxHashMap;

use super::configuration::not_a_boolean;
use super::evaluator::finite;
use super::expression::{Expression, Form};
use super::keyword::operator_of_name;
use super::{Evaluation, Evaluator, Given, Logic, Provenance, Value, written_default};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean_text};
use crate::source::syntax::vocabulary::{Operator, Profile, SentenceStyle};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// How many names of a long cycle its headline lists.
const LISTED: usize = 8;

/// The named bodies that are being evaluated, outermost first.
#[derive(Default)]
pub(super) struct Path {
    steps: Vec<OpenBody>,
    positions: FxHashMap<YamlId, usize>,
}

/// A body that is being evaluated.
struct OpenBody {
    body: YamlId,
    name: String,
    /// Where its name is used.
    asked_at: Span,
}

impl Evaluator<'_> {
    /// The value of a variability input: given, else its default, else its default expression. A boolean one is true
    /// or false.
    pub(super) fn input(&mut self, operand: Expression<'_>, logic: &mut dyn Logic) -> Evaluation {
        let name = self
            .name_of(operand, "a variability input")
            .map_err(|diagnostic| self.compared_in_name(operand, diagnostic))?;
        let declaration = self.language.input(&name);
        let value = self.assigned_or_default(&name, declaration, operand, logic)?;
        if let (Some(declaration), Some(value)) = (declaration, &value) {
            self.check_boolean(&name, declaration, value)?;
        }
        Ok(value)
    }

    /// What to write where a comparison stands in place of a name.
    fn compared_in_name(&self, operand: Expression<'_>, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let Expression::Written(yaml) = operand else { return diagnostic };
        Box::new(diagnostic.helped(operator_of_name(yaml, self.language.profile())))
    }

    fn assigned_or_default(
        &mut self,
        name: &str,
        declaration: Option<Yaml<'_>>,
        operand: Expression<'_>,
        logic: &mut dyn Logic,
    ) -> Evaluation {
        let (profile, span) = (self.language.profile(), operand.span());
        if declaration.is_none() && profile.dialect().inputs_are_declared {
            return Err(Box::new(self.no_text(operand, self.undefined_input(name, span))));
        }
        // DEVIATION: the reference ignores defaults in profiles A to C.
        let configuration = self.configuration;
        if let Some(value) = configuration.value(name).filter(|value| **value != Value::Null) {
            return self.assigned(value, span, logic);
        }
        let Some(declaration) = declaration else { return Err(Box::new(self.undefined_input(name, span))) };
        if let Some(body) = self.language.computed_default(declaration) {
            return self.body(name, body, span, logic);
        }
        match declaration.get("default").filter(|default| !default.is_null()) {
            Some(default) => self.as_written(default),
            None => Err(Box::new(missing_input(name, span, declaration, profile))),
        }
    }

    /// Refuses a value that is not a boolean for an input that is declared as one, wherever it came from.
    fn check_boolean(&self, name: &str, declaration: Yaml<'_>, value: &Value) -> Result<(), Box<Diagnostic>> {
        let is_boolean = declaration.get("type").and_then(Yaml::as_str) == Some("boolean");
        if !is_boolean || value.as_bool().is_some() {
            return Ok(());
        }
        let given = self.configuration.get(name).filter(|given| given.value != Value::Null);
        let provenance = given.map(|given| given.provenance.clone());
        let computed = written_default(declaration).map(|body| Provenance::Default(body.span()));
        let provenance = provenance.or(computed).unwrap_or(Provenance::Assumed);
        Err(Box::new(not_a_boolean(name, &Given { value: value.clone(), provenance }, declaration)))
    }

    /// The value of a named expression.
    pub(super) fn named(&mut self, operand: Expression<'_>, logic: &mut dyn Logic) -> Evaluation {
        let name = self.name_of(operand, "a named expression")?;
        // In profile D a name for nothing is no name.
        let is_defined = |body: &Yaml<'_>| !self.language.dialect().ignores_null_expressions || !body.is_null();
        match self.language.expression(&name).filter(is_defined) {
            Some(body) => self.body(&name, body, operand.span(), logic),
            None => Err(Box::new(self.no_text(operand, self.undefined_expression(&name, operand.span())))),
        }
    }

    /// Profiles A to C take an assigned map for an expression; D takes every value as it is.
    fn assigned(&mut self, value: &Value, span: Span, logic: &mut dyn Logic) -> Evaluation {
        let is_expression = !self.language.dialect().inputs_are_values && matches!(value, Value::Map(_));
        if is_expression {
            return self.visit(Expression::Assigned(value, span), logic);
        }
        finite(value.clone(), span).map(Some)
    }

    /// Evaluates a body that has a name, unless that is being done already.
    fn body(&mut self, name: &str, body: Yaml<'_>, asked_at: Span, logic: &mut dyn Logic) -> Evaluation {
        let step = OpenBody { body: body.id(), name: name.to_owned(), asked_at };
        if let Some(&start) = self.path.positions.get(&step.body) {
            return Err(Box::new(cycle(&self.path.steps[start..], &step)));
        }
        self.path.push(step);
        let value = self.visit(Expression::Written(body), logic);
        self.path.pop();
        value
    }

    /// The name that a reference must be.
    fn name_of(&self, operand: Expression<'_>, what: &str) -> Result<String, Box<Diagnostic>> {
        operand.name().ok_or_else(|| {
            let message = format!("expected the name of {what}");
            let diagnostic = self.no_text(operand, Diagnostic::new(Code::WrongArity, operand.span(), message));
            Box::new(match operand.form() {
                Form::List(items) if items.len() == 1 => diagnostic.help("write it without brackets"),
                Form::Scalar(Value::Boolean(_)) => diagnostic.help("put a name that reads as true or false in quotes"),
                _ => diagnostic,
            })
        })
    }

    /// In profile D the reference says first that a name is no text.
    fn no_text(&self, operand: Expression<'_>, diagnostic: Diagnostic) -> Diagnostic {
        let value = operand.literal();
        match self.language.dialect().sentences {
            SentenceStyle::Full if value.as_str().is_none() => {
                diagnostic.reference(format!("Element \"{}\" is not a string", value.to_json()))
            }
            _ => diagnostic,
        }
    }

    fn undefined_input(&self, name: &str, span: Span) -> Diagnostic {
        let message = format!("variability input \"{name}\" is not defined");
        let diagnostic = Diagnostic::new(Code::UndefinedInput, span, message).reference(missing_sentence(
            "input",
            name,
            self.language.profile(),
            || format!("Variability input \"{name}\" is not defined"),
        ));
        if let Some(comparison) = self.comparison_in(name) {
            return diagnostic.help(format!("only a name stands here; write `{comparison}`"));
        }
        // `inputs.cache` and `$cache` are how others name the input `cache`.
        let bare = name.rsplit('.').next().unwrap_or(name).trim_start_matches('$').trim_matches(['{', '}', ' ']);
        if bare != name && self.language.input(bare).is_some() {
            return diagnostic.replacing(name, bare).help(did_you_mean_text(bare));
        }
        let given = self.configuration.iter().map(|(name, _)| name);
        diagnostic.suggesting(name, self.language.inputs().map(|(name, _)| name).chain(given))
    }

    /// The comparison that is written in place of a name: `env == prod`.
    fn comparison_in(&self, text: &str) -> Option<String> {
        let (input, value) = text.split_once("==").or_else(|| text.split_once('='))?;
        let (input, value) = (input.trim(), value.trim());
        self.language.input(input)?;
        Some(equality(input, value, self.language.profile()))
    }

    fn undefined_expression(&self, name: &str, span: Span) -> Diagnostic {
        let message = format!("expression \"{name}\" is not defined");
        let diagnostic = Diagnostic::new(Code::UndefinedExpression, span, message).reference(missing_sentence(
            "expression",
            name,
            self.language.profile(),
            || format!("Did not find value expression \"{name}\""),
        ));
        diagnostic.suggesting(name, self.language.expressions().map(|(name, _)| name))
    }
}

impl Path {
    fn push(&mut self, step: OpenBody) {
        self.positions.insert(step.body, self.steps.len());
        self.steps.push(step);
    }

    fn pop(&mut self) {
        let step = self.steps.pop().expect("each pop follows its push");
        self.positions.remove(&step.body);
    }
}

/// The YAML of a condition: that an input has this value.
pub fn equality(input: &str, value: &str, profile: Profile) -> String {
    let [equal, reference] = [Operator::Equal, Operator::VariabilityInput].map(|operator| operator.name(profile));
    format!("{equal}: [{{{reference}: {input}}}, {value}]")
}

fn missing_input(name: &str, span: Span, declaration: Yaml<'_>, profile: Profile) -> Diagnostic {
    let message = format!("variability input \"{name}\" has no value");
    Diagnostic::new(Code::MissingInput, span, message)
        .help(format!("give one with `--input {name}=...`, or declare a `default`"))
        .reference(missing_sentence("input", name, profile, || {
            format!("Variability input \"{name}\" has no value nor default (expression) assigned")
        }))
        .and(declaration.span(), "declared without a default")
}

/// The sentence of profiles A to C for a name without a value, or the one of profile D.
fn missing_sentence(what: &str, name: &str, profile: Profile, sentence_of_d: impl Fn() -> String) -> String {
    match profile.dialect().sentences {
        SentenceStyle::Bare => format!("Did not find variability {what} {name}"),
        SentenceStyle::Quoted => format!("Did not find variability {what} \"{name}\""),
        SentenceStyle::Full => sentence_of_d(),
    }
}

/// A cycle: `steps` from the body that is asked for again, and the step that asks.
fn cycle(steps: &[OpenBody], last: &OpenBody) -> Diagnostic {
    let mut names: Vec<_> = steps.iter().take(LISTED).map(|step| format!("\"{}\"", step.name)).collect();
    if steps.len() > LISTED {
        names.push(format!("{} more", steps.len() - LISTED));
    }
    names.push(format!("\"{}\"", last.name));
    let message = format!("circular expression: {}", names.join(" -> "));
    let diagnostic = Diagnostic::new(Code::CircularExpression, last.asked_at, message)
        .labelled(format!("asks for \"{}\" again", last.name))
        .reference("Maximum call stack size exceeded");
    steps
        .iter()
        .skip(1)
        .fold(diagnostic, |diagnostic, step| diagnostic.and(step.asked_at, format!("asks for \"{}\"", step.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::NoLogic;
    use crate::analysis::value::fixture::Fixture;

    /// The value of `name`, or the code and sentence of the diagnostic.
    fn read(text: &str, function: [&str; 4], name: &str, profile: Profile) -> Result<String, (Code, String)> {
        let text = format!("{text}\nask: {{{}: {name}}}", function[profile.index()]);
        let value = Fixture::new(&text).evaluate_with("ask", profile, &mut NoLogic);
        value
            .map(|value| value.unwrap().to_json())
            .map_err(|diagnostic| (diagnostic.code, diagnostic.sentence().to_owned()))
    }

    const INPUT: [&str; 4] =
        ["get_variability_input", "get_variability_input", "get_variability_input", "variability_input"];
    const NAMED: [&str; 4] =
        ["get_variability_expression", "get_variability_expression", "get_variability_expression", "value_expression"];

    #[test]
    fn a_given_value_beats_default_and_default_expression() {
        let all = "inputs: {n: {default: 2, default_expression: 3}}";
        for profile in Profile::ALL {
            for (given, expected) in [("{n: 1}", "1"), ("{n: null}", "2"), ("{n: false}", "false"), ("{}", "2")] {
                let text = format!("{all}\ngiven: {given}");
                assert_eq!(read(&text, INPUT, "n", profile), Ok(expected.to_owned()), "{given} in {profile}");
            }
            let text = "inputs: {n: {default: null, default_expression: {add: [1, 2]}}}";
            assert_eq!(read(text, INPUT, "n", profile), Ok("3".to_owned()));
        }
    }

    #[test]
    fn inputs_without_value_have_the_sentences_of_their_profile() {
        let sentences = [
            "Did not find variability input n",
            "Did not find variability input \"n\"",
            "Did not find variability input \"n\"",
            "Variability input \"n\" has no value nor default (expression) assigned",
        ];
        for (profile, sentence) in Profile::ALL.into_iter().zip(sentences) {
            let found = read("inputs: {n: {type: integer}}", INPUT, "n", profile);
            assert_eq!(found, Err((Code::MissingInput, sentence.to_owned())), "{profile}");
        }
    }

    #[test]
    fn only_profile_d_demands_declarations() {
        for profile in [Profile::A, Profile::B, Profile::C] {
            assert_eq!(read("given: {n: 1}", INPUT, "n", profile), Ok("1".to_owned()));
            assert_eq!(read("given: {m: 1}", INPUT, "n", profile).unwrap_err().0, Code::UndefinedInput);
        }
        let sentence = "Variability input \"n\" is not defined".to_owned();
        assert_eq!(read("given: {n: 1}", INPUT, "n", Profile::D), Err((Code::UndefinedInput, sentence)));
    }

    #[test]
    fn an_assigned_expression_is_evaluated_before_profile_d() {
        let text = "inputs: {n: {}, m: {}}\ngiven: {m: 2, n: {add: [1, {get_variability_input: m}]}}";
        for profile in [Profile::A, Profile::B, Profile::C] {
            assert_eq!(read(text, INPUT, "n", profile), Ok("3".to_owned()), "{profile}");
        }
        assert_eq!(
            read(text, INPUT, "n", Profile::D),
            Ok("{\"add\":[1,{\"get_variability_input\":\"m\"}]}".to_owned())
        );
    }

    #[test]
    fn an_assigned_map_that_is_no_expression_fails_before_profile_d() {
        let text = "given: {n: {a: 1}}";
        assert_eq!(read(text, INPUT, "n", Profile::B).unwrap_err().0, Code::UnknownOperator);
        assert_eq!(read(text, INPUT, "n", Profile::A).unwrap_err().1, "Unknown variability condition [object Object]");
    }

    #[test]
    fn an_expression_as_default_is_evaluated() {
        let text = "inputs: {day: {default: {weekday: []}}, map: {default: {a: 1}}}";
        assert_eq!(read(text, INPUT, "day", Profile::D), Ok("\"saturday\"".to_owned()));
        assert_eq!(read(text, INPUT, "map", Profile::D), Ok("{\"a\":1}".to_owned()));
        for text in [
            "inputs: {n: {default: {variability_input: n}}}",
            "inputs: {n: {default: {variability_input: m}}, m: {default: {variability_input: n}}}",
        ] {
            assert_eq!(read(text, INPUT, "n", Profile::D).unwrap_err().0, Code::CircularExpression, "{text}");
        }
    }

    /// Whatever the source of its value, and in every profile: the reference takes every text for true in profile D.
    #[test]
    fn a_boolean_input_is_never_read_as_anything_else() {
        for profile in Profile::ALL {
            for text in [
                "inputs: {n: {type: boolean}}\ngiven: {n: no}",
                "inputs: {n: {type: boolean, default: no}}",
                "inputs: {n: {type: boolean, default_expression: {concat: [n, o]}}}",
                "inputs: {n: {type: boolean, default_expression: {add: [1]}}}",
            ] {
                assert_eq!(read(text, INPUT, "n", profile).unwrap_err().0, Code::IllTypedInput, "{text} in {profile}");
            }
            for text in [
                "inputs: {n: {type: boolean, default: no}}\ngiven: {n: true}",
                "inputs: {n: {type: boolean, default_expression: {equal: [1, 1]}}}",
                "inputs: {n: {type: boolean, default: {equal: [1, 1]}}}",
            ] {
                assert_eq!(read(text, INPUT, "n", profile), Ok("true".to_owned()), "{text} in {profile}");
            }
        }
    }

    #[test]
    fn unknown_expressions_have_the_sentences_of_their_profile() {
        let sentences = [
            "Did not find variability expression is_def",
            "Did not find variability expression \"is_def\"",
            "Did not find variability expression \"is_def\"",
            "Did not find value expression \"is_def\"",
        ];
        for (profile, sentence) in Profile::ALL.into_iter().zip(sentences) {
            let found = read("expressions: {is_dev: 1}", NAMED, "is_def", profile);
            assert_eq!(found, Err((Code::UndefinedExpression, sentence.to_owned())), "{profile}");
        }
    }

    #[test]
    fn names_close_by_are_suggested() {
        for asked in ["regoin", "inputs.region", "$region", "variability.inputs.region"] {
            let fixture = Fixture::new(&format!("inputs: {{region: {{}}}}\nask: {{variability_input: {asked}}}"));
            let diagnostic = fixture.evaluate("ask", Profile::D).unwrap_err();
            assert_eq!(
                (diagnostic.help.as_deref(), fixture.quotes(&diagnostic)),
                (Some("did you mean \"region\"?"), vec![asked])
            );
        }
    }

    #[test]
    fn names_may_look_like_members_of_objects() {
        for name in ["toString", "constructor", "__proto__"] {
            assert_eq!(read("inputs: {}", INPUT, name, Profile::D).unwrap_err().0, Code::UndefinedInput);
        }
    }

    #[test]
    fn a_long_cycle_is_abbreviated() {
        let bodies: Vec<_> = (0..20).map(|n| format!("e{n}: {{value_expression: e{}}}", (n + 1) % 20)).collect();
        let text = format!("expressions: {{{}}}\nask: {{value_expression: e0}}", bodies.join(", "));
        let diagnostic = Fixture::new(&text).evaluate("ask", Profile::D).unwrap_err();
        assert!(diagnostic.message.ends_with("\"e7\" -> 12 more -> \"e0\""), "{}", diagnostic.message);
        assert_eq!(diagnostic.labels.len(), 20);
    }
}
