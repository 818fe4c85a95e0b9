//! Evaluation of expressions under one configuration.
//!
//! Each mapping is evaluated at most once per top-level call, however often aliases or names lead to it, and at
//! most once at all unless it asked [`Logic`]: presence functions depend on the element that asks. What went wrong in one is
//! kept, too, but for cycles, which are reported from where they were entered.
//! DEVIATION: the reference keeps those results too, so that a shared `get_source_presence: SELF` answers for
//! the first relation that asked.

mod connectives;

use rustc_hash::FxHashMap;
use variscope_encoder::recursion::descend;

use super::expression::{Expression, Form};
use super::operator::{self, Call, Operand};
use super::reference::Path;
use super::{Configuration, Language, Value, WEEKDAY, WEEKDAYS};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Layer, Operator, OperatorEntry, Profile, SentenceStyle};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// A value, or undefined (none), such as a part of a string that does not exist.
pub type Evaluation = Result<Option<Value>, Box<Diagnostic>>;

/// Answers the logic operators that stand inside values.
pub trait Logic {
    /// Whether `expression` holds, whose operator is `operator`. Values inside it are evaluated with `evaluator`,
    /// so that cycles through both are found.
    ///
    /// # Errors
    /// When the expression is wrong, or cannot be decided here.
    fn holds(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        expression: Yaml<'_>,
        operator: Operator,
    ) -> Result<bool, Box<Diagnostic>>;
}

/// Where values alone can be asked for: refuses every logic operator.
#[derive(Clone, Copy, Debug)]
pub struct NoLogic;

/// Evaluates expressions of one template under one configuration. All of them come from the tree of the template.
pub struct Evaluator<'a> {
    pub(super) language: &'a Language<'a>,
    pub(super) configuration: &'a Configuration,
    /// Names that are being evaluated.
    pub(super) path: Path,
    /// Results that hold for the whole configuration.
    settled: FxHashMap<YamlId, Option<Value>>,
    /// What goes wrong under the whole configuration.
    failed: FxHashMap<YamlId, Box<Diagnostic>>,
    /// Results that asked `Logic`; they hold for one top-level call.
    transient: FxHashMap<YamlId, Option<Value>>,
    /// How often logic was asked, directly or through a transient result.
    questions: u64,
    /// Calls of [`Evaluator::evaluate`] that are open, through `Logic`.
    calls: usize,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that has evaluated nothing yet.
    pub fn new(language: &'a Language<'a>, configuration: &'a Configuration) -> Self {
        Self {
            language,
            configuration,
            path: Path::default(),
            settled: FxHashMap::default(),
            failed: FxHashMap::default(),
            transient: FxHashMap::default(),
            questions: 0,
            calls: 0,
        }
    }

    /// The value of `expression`, or none when it is undefined.
    ///
    /// # Errors
    /// When the expression is wrong, circular, or has no value under this configuration.
    pub fn evaluate(&mut self, expression: Yaml<'_>, logic: &mut dyn Logic) -> Evaluation {
        if self.calls == 0 {
            self.transient.clear();
        }
        self.calls += 1;
        let result = self.visit(Expression::Written(expression), logic);
        self.calls -= 1;
        result
    }

    /// The value of the variability input that the scalar `name` names.
    ///
    /// # Errors
    /// As [`Evaluator::evaluate`].
    pub fn input_value(&mut self, name: Yaml<'_>) -> Evaluation {
        self.input(Expression::Written(name), &mut NoLogic)
    }

    /// The language of the template.
    pub fn language(&self) -> &'a Language<'a> {
        self.language
    }

    /// The configuration under which values are asked for.
    pub fn configuration(&self) -> &'a Configuration {
        self.configuration
    }

    /// The day of the week: the one that the configuration names, else that of the clock.
    fn today(&self) -> &'a str {
        let named = self.configuration.value(WEEKDAY).and_then(Value::as_str);
        named.filter(|day| WEEKDAYS.contains(day)).unwrap_or_else(|| self.language.clock().now().weekday())
    }

    pub(super) fn visit(&mut self, expression: Expression<'_>, logic: &mut dyn Logic) -> Evaluation {
        match expression.form() {
            Form::Scalar(Value::Null) => Err(Box::new(self.null(expression.span()))),
            Form::Scalar(value) => finite(value, expression.span()).map(Some),
            Form::List(items) => match expression {
                Expression::Written(yaml) if self.language.dialect().lists_are_values => self.as_written(yaml),
                _ => self.list(&items, logic),
            },
            Form::Mapping => descend(|| self.mapping(expression, logic)),
        }
    }

    fn list(&mut self, items: &[Expression<'_>], logic: &mut dyn Logic) -> Evaluation {
        descend(|| {
            let items = items.iter().map(|&item| Ok(self.visit(item, logic)?.unwrap_or(Value::Null)));
            Ok(Some(items.collect::<Result<Vec<_>, Box<Diagnostic>>>()?.into()))
        })
    }

    fn mapping(&mut self, expression: Expression<'_>, logic: &mut dyn Logic) -> Evaluation {
        let Expression::Written(yaml) = expression else {
            return self.apply(expression, logic);
        };
        if let Some(value) = self.remembered(yaml.id()) {
            return value;
        }
        let before = self.questions;
        let value =
            self.apply(expression, logic).inspect_err(|diagnostic| self.note_failure(yaml.id(), before, diagnostic))?;
        let results = if self.questions == before { &mut self.settled } else { &mut self.transient };
        results.insert(yaml.id(), value.clone());
        Ok(value)
    }

    /// Keeps what went wrong in a mapping, where no logic was asked since there were so many questions.
    fn note_failure(&mut self, id: YamlId, questions: u64, diagnostic: &Diagnostic) {
        if self.questions == questions && diagnostic.code != Code::CircularExpression {
            self.failed.insert(id, Box::new(diagnostic.clone()));
        }
    }

    /// What is written there as it stands: the same value each time, as lists equal nothing but themselves.
    pub(super) fn as_written(&mut self, yaml: Yaml<'_>) -> Evaluation {
        if let Some(value) = self.settled.get(&yaml.id()) {
            return Ok(value.clone());
        }
        let value = finite(Value::from_yaml(yaml), yaml.span())?;
        self.settled.insert(yaml.id(), Some(value.clone()));
        Ok(Some(value))
    }

    fn remembered(&mut self, id: YamlId) -> Option<Evaluation> {
        if let Some(diagnostic) = self.failed.get(&id) {
            return Some(Err(diagnostic.clone()));
        }
        if let Some(value) = self.settled.get(&id) {
            return Some(Ok(value.clone()));
        }
        let value = self.transient.get(&id)?.clone();
        self.questions += 1;
        Some(Ok(value))
    }

    fn apply(&mut self, expression: Expression<'_>, logic: &mut dyn Logic) -> Evaluation {
        let (entry, operand) = expression.operator(self.language.profile())?;
        match (entry.layer, entry.operator) {
            (Layer::Logic, _) => self.ask(expression, entry, operand, logic).map(|holds| Some(Value::Boolean(holds))),
            (Layer::Value, Operator::VariabilityInput) => self.input(operand, logic),
            (Layer::Value, Operator::ValueExpression) => self.named(operand, logic),
            (Layer::Value, operator) => {
                let call = self.call(expression, entry, operand, logic)?;
                operator::rule(operator)(&call)
            }
        }
    }

    fn ask(
        &mut self,
        expression: Expression<'_>,
        entry: &'static OperatorEntry,
        operand: Expression<'_>,
        logic: &mut dyn Logic,
    ) -> Result<bool, Box<Diagnostic>> {
        self.questions += 1;
        match expression {
            Expression::Written(yaml) => logic.holds(self, yaml, entry.operator),
            Expression::Assigned(..) => self.connective(expression, entry, operand, logic),
        }
    }

    /// An expression is missing. The reference fails on it, without a sentence in profile D.
    fn null(&self, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::new(Code::WrongOperand, span, "expression is null");
        match self.language.dialect().sentences {
            SentenceStyle::Full => diagnostic,
            style => diagnostic.reference(style.missing_operand()),
        }
    }

    /// Evaluates the operands, or takes them as they stand where the operator wants literals.
    fn call(
        &mut self,
        expression: Expression<'_>,
        entry: &'static OperatorEntry,
        operand: Expression<'_>,
        logic: &mut dyn Logic,
    ) -> Result<Call<'a>, Box<Diagnostic>> {
        let takes_literals = operator::takes_literals(entry.operator);
        let operands = operator::operands(entry, operand, self.language.profile())?;
        let evaluated = operands.into_iter().enumerate().map(|(place, operand)| {
            let span = operand.span();
            let value = match operand.form() {
                _ if takes_literals => Some(finite(operand.literal(), span)?),
                // It is no date, and is reported as one.
                Form::Scalar(Value::Null) if entry.operator.compares_dates() => Some(Value::Null),
                Form::List(entries) if entry.operator.takes_entries(place) => self.list(&entries, logic)?,
                _ => self.visit(operand, logic)?,
            };
            Ok(Operand { value, span })
        });
        let operands = evaluated.collect::<Result<_, Box<Diagnostic>>>()?;
        Ok(Call {
            operator: entry.operator,
            profile: self.language.profile(),
            today: self.today(),
            span: expression.span(),
            operands,
        })
    }
}

impl Logic for NoLogic {
    fn holds(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        expression: Yaml<'_>,
        operator: Operator,
    ) -> Result<bool, Box<Diagnostic>> {
        let profile = evaluator.language().profile();
        Err(Box::new(asks_for_elements(operator, profile, expression.span(), "but only inputs are known here")))
    }
}

/// A logic operator stands where no element is known; `why` says why not.
pub(in crate::analysis) fn asks_for_elements(
    operator: Operator,
    profile: Profile,
    span: Span,
    why: &str,
) -> Diagnostic {
    let message = format!("`{}` asks for elements, {why}", operator.name(profile));
    Diagnostic::new(Code::NoContext, span, message)
}

/// Refuses numbers that are infinite or NaN.
pub(super) fn finite(value: Value, span: Span) -> Result<Value, Box<Diagnostic>> {
    if value.as_number().is_none_or(super::Number::is_finite) {
        return Ok(value);
    }
    Err(Box::new(Diagnostic::new(Code::Arithmetic, span, "number is infinite, not a number, or too long")))
}

#[cfg(test)]
mod tests;
