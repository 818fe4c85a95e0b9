//! Whether given values fit the declarations of their inputs.
//!
//! The reference checks nothing of this, so only what can never be meant is an error: text where a number is
//! declared, a fraction where an integer is, anything but true and false where a boolean is, a list or map where a scalar is,
//! a value outside the declared constraints, and in profile D an input that is not declared, where the value was given for one run.
//! Any other mismatch of types is a warning, such as a number where a string is declared, and so is a name in a file that nothing
//! declares: it has no effect.
//! Null and, in profiles A to C, assigned expressions are not checked: only what they give is
//! ([`Evaluator`](crate::analysis::value::Evaluator)).

use rustc_hash::FxHashMap;

use super::boolean::not_a_boolean;
use super::constraint::{Constraints, bounds};
use super::excluded::{VIOLATED, excluded, zeros_in_front};
use super::undeclared::{is_undeclared_feature, undeclared, undeclared_features};
use super::{Configuration, Given, Provenance};
use crate::analysis::value::{Evaluator, Instant, Language, NoLogic, Reading, Value, WEEKDAY, WEEKDAYS};
use crate::source::diagnostic::{Code, Diagnostic, Fix, Severity};
use crate::source::syntax::yaml::{Yaml, number_in_yaml_1_1};

/// What is wrong with the given values, in the order in which they were given; at last, what is said of all features together.
pub fn check_given(language: &Language<'_>, configuration: &Configuration) -> Vec<Diagnostic> {
    let features = undeclared_features(language, configuration);
    let others = configuration.iter().filter(|(input, given)| !is_undeclared_feature(language, input, given));
    others.filter_map(|(input, given)| check(language, input, given)).chain(features).collect()
}

/// What is wrong with the defaults of inputs for which `configuration` gives nothing, in the order of the template.
/// Defaults that are computed are looked at where `configuration` and the defaults decide what they read.
pub fn check_defaults(language: &Language<'_>, configuration: &Configuration) -> Vec<Diagnostic> {
    let is_open = |name: &str| configuration.value(name).is_none_or(|value| *value == Value::Null);
    let open = language.inputs().filter(|(name, _)| is_open(name));
    // One for all: what a default expression reads is often another one.
    let mut evaluator = Evaluator::new(language, configuration);
    let defaults = open.filter_map(|(name, declaration)| Some((name, given_by_default(&mut evaluator, declaration)?)));
    defaults.filter_map(|(name, default)| check(language, name, &default)).collect()
}

/// Values in the declared constraints of inputs that no value of their type is like, in the order of the template.
pub fn check_constraints(language: &Language<'_>) -> Vec<Diagnostic> {
    language.inputs().flat_map(|(name, declaration)| check_bounds(name, declaration)).collect()
}

fn check_bounds(input: &str, declaration: Yaml<'_>) -> Vec<Diagnostic> {
    let Some(type_name) = declaration.get("type").and_then(Yaml::as_str) else { return Vec::new() };
    let severity = |value: &Value| {
        let is_bound = *value == Value::Null || value.as_str() == Some("UNBOUNDED");
        match fit(value, type_name) {
            _ if is_bound => None,
            // No date that is written without quotes is like it.
            _ if type_name == "timestamp" && date_in(value).is_some() => Some(Severity::Warning),
            _ if type_name == "boolean" => value.as_bool().is_none().then_some(Severity::Error),
            Fit::Never => Some(Severity::Error),
            // The value can be given, but a text never gives it.
            Fit::Otherwise if type_name == "string" => Some(Severity::Warning),
            Fit::Otherwise | Fit::Fits => None,
        }
    };
    let diagnostics = bounds(declaration).into_iter().filter_map(|bound| {
        let value = Value::from_yaml(bound);
        let severity = severity(&value)?;
        let kind = value.kind();
        let message = format!("input \"{input}\" is declared as {type_name}, but its constraint names {kind}");
        let declared = declaration.get("type").unwrap_or(declaration).span();
        let diagnostic = Diagnostic::new(Code::IllTypedInput, bound.span(), message).and(declared, "declared here");
        let diagnostic = Diagnostic { severity, ..diagnostic };
        Some(match severity {
            Severity::Warning if type_name == "string" => diagnostic.help(format!("write `\"{}\"`", bound.text())),
            Severity::Warning => diagnostic
                .note("no date that is given without quotes fits it")
                .help(format!("write `{}` without quotes", bound.text())),
            _ => diagnostic,
        })
    });
    diagnostics.collect()
}

/// The default of an input, or the expression that computes it, as far as there is one.
pub(in crate::analysis) fn written_default(declaration: Yaml<'_>) -> Option<Yaml<'_>> {
    let written = |key| declaration.get(key).filter(|value| !value.is_null());
    written("default").or_else(|| written("default_expression"))
}

/// The default of an input as a given value; none where it has none, or one that depends on more than the configuration.
pub fn given_by_default(evaluator: &mut Evaluator<'_>, declaration: Yaml<'_>) -> Option<Given> {
    let Some(expression) = evaluator.language().computed_default(declaration) else {
        let default = declaration.get("default").filter(|default| !default.is_null())?;
        return Some(Given { value: Value::from_yaml(default), provenance: Provenance::Default(default.span()) });
    };
    let Reading { asks_presence, asks_date, .. } = evaluator.language().reading(expression);
    if asks_presence || asks_date {
        return None;
    }
    let value = evaluator.evaluate(expression, &mut NoLogic).ok()??;
    Some(Given { value, provenance: Provenance::Default(expression.span()) })
}

/// Which values an input may be given; its declaration is read once for all of them.
pub struct Admission<'l> {
    language: &'l Language<'l>,
    input: &'l str,
    /// The declaration and what constrains its values; none where nothing declares the input.
    declared: Option<(Yaml<'l>, Constraints<'l>)>,
}

/// What is to be said of a value, if anything is.
enum Objection<'l> {
    Undeclared,
    NoWeekday,
    NotABoolean,
    /// The declaration has this clause, which the value violates.
    Excluded(Yaml<'l>),
    /// It is of another type than the declared one, and violates this clause, if there is one.
    IllTyped(Severity, Option<Yaml<'l>>),
}

impl<'l> Admission<'l> {
    /// That of an input.
    pub fn of(language: &'l Language<'_>, input: &'l str) -> Self {
        let declared = language.input(input).map(|declaration| (declaration, Constraints::of(declaration)));
        Self { language, input, declared }
    }

    /// What declares the input, if anything does.
    pub fn declaration(&self) -> Option<Yaml<'l>> {
        self.declared.as_ref().map(|(declaration, _)| *declaration)
    }

    /// The clause of the declaration by which the input never has the value; none where it may have it.
    pub fn violated(&self, value: &Value) -> Option<Yaml<'l>> {
        self.declared.as_ref().and_then(|(_, constraints)| constraints.violated(value))
    }

    /// What is given as it counts: a text that says a date is that date, as YAML reads one without quotes, where the declaration is one
    /// of dates. So dates can be given in JSON and in environment variables, which have only texts.
    pub fn read(&self, value: Value) -> Value {
        match value.as_str().and_then(Instant::parse_plain) {
            Some(date) if self.declaration().is_some_and(is_of_dates) => Value::Instant(date),
            _ => value,
        }
    }

    /// Whether the input may have the value that is tried, be it with a warning.
    pub fn allows(&self, value: &Value) -> bool {
        match self.objection(value, false) {
            _ if value.as_str().is_some() && matches!(self.read(value.clone()), Value::Instant(_)) => false,
            None => true,
            Some(Objection::IllTyped(severity, _)) => severity != Severity::Error,
            Some(_) => false,
        }
    }

    /// Whether nothing is to be said of the value that is tried, not even a warning; nor of any where nothing declares the input.
    pub fn is_fit(&self, value: &Value) -> bool {
        self.declared.is_none() || self.objection(value, false).is_none()
    }

    fn objection(&self, value: &Value, is_default: bool) -> Option<Objection<'l>> {
        let Some((declaration, constraints)) = &self.declared else {
            return match self.input {
                WEEKDAY => is_no_weekday(value).then_some(Objection::NoWeekday),
                _ => self.language.dialect().inputs_are_declared.then_some(Objection::Undeclared),
            };
        };
        // What is assigned as a map in profiles A to C is evaluated. Defaults are evaluated before they come here.
        let is_assigned_expression =
            !is_default && !self.language.dialect().inputs_are_values && value.as_map().is_some();
        if *value == Value::Null || is_assigned_expression {
            return None;
        }
        let type_name = type_name(*declaration);
        if type_name == "boolean" && value.as_bool().is_none() {
            return Some(Objection::NotABoolean);
        }
        match fit(value, type_name) {
            Fit::Fits => constraints.violated(value).map(Objection::Excluded),
            Fit::Otherwise => Some(of_other_type(value, type_name, constraints)),
            Fit::Never => Some(Objection::IllTyped(Severity::Error, None)),
        }
    }
}

/// Whether a declaration is one of dates: of type `timestamp`, or with a date among its values, and with no text among them that says
/// a date.
fn is_of_dates(declaration: Yaml<'_>) -> bool {
    let named = || bounds(declaration).into_iter().chain(declaration.get("default")).map(Value::from_yaml);
    let has_date = || named().any(|value| matches!(value, Value::Instant(_)));
    (type_name(declaration) == "timestamp" || has_date()) && !named().any(|value| date_in(&value).is_some())
}

/// Which values inputs may be given, each declaration read when it is first asked for.
pub struct Admissions<'l> {
    language: &'l Language<'l>,
    known: FxHashMap<&'l str, Admission<'l>>,
}

impl<'l> Admissions<'l> {
    /// Those of the inputs of a language.
    pub fn of(language: &'l Language<'_>) -> Self {
        Self { language, known: FxHashMap::default() }
    }

    /// What declares the inputs.
    pub fn language(&self) -> &'l Language<'l> {
        self.language
    }

    /// That of an input.
    pub fn of_input(&mut self, input: &'l str) -> &Admission<'l> {
        self.known.entry(input).or_insert_with(|| Admission::of(self.language, input))
    }
}

/// What is said of a value of another type than the declared one, with which conditions may work all the same.
fn of_other_type<'l>(value: &Value, type_name: &str, constraints: &Constraints<'l>) -> Objection<'l> {
    // Nothing that is found out about integers holds for a fraction.
    if type_name == "integer" && value.as_number().is_some() {
        return Objection::IllTyped(Severity::Error, None);
    }
    let clause = match type_name {
        "string" => constraints.violated_in_place_of_text(value),
        _ => constraints.unlisted(value),
    };
    // Nor does anything that is found out about values that the constraints allow hold for others.
    let severity = if clause.is_some() { Severity::Error } else { Severity::Warning };
    Objection::IllTyped(severity, clause)
}

fn type_name(declaration: Yaml<'_>) -> &str {
    declaration.get("type").and_then(Yaml::as_str).unwrap_or_default()
}

fn check(language: &Language<'_>, input: &str, given: &Given) -> Option<Diagnostic> {
    let admission = Admission::of(language, input);
    let is_default = matches!(given.provenance, Provenance::Default(_));
    let Some(objection) = admission.objection(&given.value, is_default) else { return zeros_in_front(input, given) };
    Some(match (objection, admission.declaration()) {
        (Objection::NoWeekday, _) => no_weekday(given),
        (Objection::Undeclared, _) | (_, None) => undeclared(language, input, given),
        (Objection::NotABoolean, Some(declaration)) => not_a_boolean(input, given, declaration),
        (Objection::Excluded(clause), _) => excluded(input, given, clause),
        (Objection::IllTyped(severity, clause), Some(declaration)) => {
            let diagnostic = ill_typed(input, given, declaration, type_name(declaration), severity);
            clause.into_iter().fold(diagnostic, |diagnostic, clause| diagnostic.and(clause.span(), VIOLATED))
        }
    })
}

/// The date that a text says.
pub(super) fn date_in(value: &Value) -> Option<Instant> {
    value.as_str().and_then(Instant::parse)
}

/// How well a value fits a type.
enum Fit {
    /// It is of the type.
    Fits,
    /// It is of another type, but can work.
    Otherwise,
    /// It cannot be meant.
    Never,
}

fn fit(value: &Value, type_name: &str) -> Fit {
    let is_number = matches!(type_name, "integer" | "float" | "number");
    let is_scalar = is_number || type_name == "string";
    let fits = match type_name {
        "string" => matches!(value, Value::String(_) | Value::Instant(_)),
        "integer" => value.as_number().is_some_and(|number| number.to_integer().is_some()),
        "float" | "number" => value.as_number().is_some(),
        "timestamp" => match value {
            Value::Instant(_) => true,
            text => date_in(text).is_some(),
        },
        "list" => value.as_list().is_some(),
        "map" => value.as_map().is_some(),
        _ => true,
    };
    match value {
        _ if fits => Fit::Fits,
        Value::List(_) | Value::Map(_) if is_scalar => Fit::Never,
        Value::String(_) | Value::Instant(_) if is_number => Fit::Never,
        _ => Fit::Otherwise,
    }
}

fn ill_typed(input: &str, given: &Given, declaration: Yaml<'_>, type_name: &str, severity: Severity) -> Diagnostic {
    let is_number = given.value.as_number().is_some();
    let value = if is_number { given.value.to_json() } else { given.value.kind().to_owned() };
    let message = format!("input \"{input}\" is declared as {type_name}, but is given {value}");
    let declared = declaration.get("type").unwrap_or(declaration).span();
    let diagnostic = located(Code::IllTypedInput, message, given).and(declared, "declared here");
    let older = given.value.as_str().and_then(|text| Some((text, number_in_yaml_1_1(text)?)));
    if let Some((text, number)) = older.filter(|(_, number)| is_written(number, type_name)) {
        let note = format!("`{text}` is {number} in YAML 1.1, and a string since YAML 1.2");
        return Diagnostic { severity, ..diagnostic.note(note).help(format!("write {number}")) };
    }
    let quoted = given.value.as_str().filter(|text| is_written(text, type_name));
    let diagnostic = match (quoted, &given.provenance) {
        (Some(text), Provenance::File { .. } | Provenance::Default(_) | Provenance::Preset { .. }) => {
            let help = format!("write `{text}` without quotes");
            rewritten(diagnostic, help, text, given, declaration)
        }
        _ => match unquoted(input, given).filter(|_| type_name == "string") {
            Some((text, help)) if Constraints::of(declaration).violated(&Value::string(&text)).is_none() => {
                diagnostic.help(help)
            }
            _ => diagnostic,
        },
    };
    Diagnostic { severity, ..diagnostic }
}

/// The help to write a scalar, with an edit that does where the value stands as it is in the template.
pub(super) fn rewritten(
    diagnostic: Diagnostic,
    help: String,
    scalar: &str,
    given: &Given,
    declaration: Yaml<'_>,
) -> Diagnostic {
    let place = match given.provenance {
        Provenance::Preset { span, .. } => Some(span),
        Provenance::Default(span) => {
            let written = declaration.get("default").filter(|written| written.is_scalar() && written.span() == span);
            written.map(|written| written.span())
        }
        _ => None,
    };
    match place {
        Some(span) => diagnostic.fix(Fix::replace(help.clone(), span, scalar)).help(help),
        None => diagnostic.help(help),
    }
}

/// The text that a number or a boolean would be in quotes, and how these are written.
fn unquoted(input: &str, given: &Given) -> Option<(String, String)> {
    let text = match &given.value {
        Value::Number(number) => number.source_text().map_or_else(|| number.to_string(), str::to_owned),
        Value::Boolean(holds) => holds.to_string(),
        _ => return None,
    };
    let help = match given.provenance {
        Provenance::Argument(_) => format!("write `--input '{input}=\"{text}\"'` for a text"),
        _ => format!("write `\"{text}\"` for a text"),
    };
    Some((text, help))
}

/// Whether a text says a number of a type.
fn is_written(text: &str, type_name: &str) -> bool {
    match type_name {
        // Zeros before it say something else in YAML 1.1.
        "integer" => text.parse::<i64>().is_ok_and(|number| number.to_string() == text),
        "float" | "number" => text.parse::<f64>().is_ok_and(f64::is_finite),
        _ => false,
    }
}

/// The day of the week is one of seven.
fn is_no_weekday(value: &Value) -> bool {
    *value != Value::Null && value.as_str().is_none_or(|day| !WEEKDAYS.contains(&day))
}

fn no_weekday(given: &Given) -> Diagnostic {
    let message = format!("{} is no day of the week", given.value.to_json());
    located(Code::IllTypedInput, message, given).note(format!("days: {}", WEEKDAYS.join(", ")))
}

/// A diagnostic at the given value, or with a line that says where it came from when that is no file.
pub(super) fn located(code: Code, message: String, given: &Given) -> Diagnostic {
    use Provenance::{Argument, Assumed, Default, Environment, Feature, File, Preset};
    match &given.provenance {
        File { span, .. } | Feature(span) | Default(span) => Diagnostic::new(code, *span, message),
        Preset { name, span, .. } => Diagnostic::new(code, *span, message).note(format!("given by preset \"{name}\"")),
        Argument(text) => Diagnostic::unplaced(code, message).note(format!("given by `--input {text}`")),
        Environment(variable) => Diagnostic::unplaced(code, message).note(format!("given by ${variable}")),
        Assumed => Diagnostic::unplaced(code, message),
    }
}
