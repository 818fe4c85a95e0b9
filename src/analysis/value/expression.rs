//! What is evaluated: an expression in the source, or one inside an assigned value.

use super::keyword::{NoOperator, choose, operator_of};
use super::{Number, Value};
use crate::source::Span;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::vocabulary::{OperatorEntry, Profile};
use crate::source::syntax::yaml::{Shape, Yaml};

/// An expression and where to point when it fails.
#[derive(Clone, Copy)]
pub(super) enum Expression<'e> {
    /// In a file.
    Written(Yaml<'e>),
    /// Assigned to an input (profiles A to C); the place is where the input is read.
    Assigned(&'e Value, Span),
}

/// The outer form of an expression.
pub(super) enum Form<'e> {
    /// A scalar: the expression is its own value.
    Scalar(Value),
    /// A list of expressions.
    List(Vec<Expression<'e>>),
    /// An operator with its operand.
    Mapping,
}

impl<'e> Expression<'e> {
    pub(super) fn span(self) -> Span {
        match self {
            Self::Written(yaml) => yaml.span(),
            Self::Assigned(_, span) => span,
        }
    }

    pub(super) fn form(self) -> Form<'e> {
        match self {
            Self::Written(yaml) => match yaml.shape() {
                Shape::Plain | Shape::Quoted => Form::Scalar(Value::from_yaml(yaml)),
                Shape::Sequence => Form::List(yaml.items().map(Self::Written).collect()),
                Shape::Mapping => Form::Mapping,
            },
            Self::Assigned(Value::List(items), span) => {
                Form::List(items.iter().map(|item| Self::Assigned(item, span)).collect())
            }
            Self::Assigned(Value::Map(_), _) => Form::Mapping,
            Self::Assigned(scalar, _) => Form::Scalar(scalar.clone()),
        }
    }

    /// The value as it stands, nothing evaluated.
    pub(super) fn literal(self) -> Value {
        match self {
            Self::Written(yaml) => Value::from_yaml(yaml),
            Self::Assigned(value, _) => value.clone(),
        }
    }

    /// The name that this scalar is: a text, or a number as it is written.
    pub(super) fn name(self) -> Option<String> {
        match self.form() {
            Form::Scalar(Value::String(text)) => Some(text.to_string()),
            Form::Scalar(Value::Number(number)) => Some(Number::document_text(&number)),
            Form::Scalar(_) | Form::List(_) | Form::Mapping => None,
        }
    }

    /// The operator of this mapping.
    ///
    /// # Panics
    /// When this is no mapping.
    pub(super) fn operator(self, profile: Profile) -> Result<(&'static OperatorEntry, Self), Box<Diagnostic>> {
        match self {
            Self::Written(yaml) => {
                let (entry, operand) = operator_of(yaml, profile)?.expect("a mapping has an operator or is an error");
                Ok((entry, Self::Written(operand)))
            }
            Self::Assigned(value, span) => {
                let explain = |refusal: NoOperator| refusal.explain(span, profile, || Some(value.to_pretty_json()));
                let (entry, operand) = assigned_operator(value, span, profile).map_err(explain)?;
                Ok((entry, Self::Assigned(operand, span)))
            }
        }
    }
}

/// The operator of an assigned map.
fn assigned_operator(
    value: &Value,
    span: Span,
    profile: Profile,
) -> Result<(&'static OperatorEntry, &Value), NoOperator> {
    let entries = value.as_map().expect("a mapping is assigned");
    let keys: Vec<_> = entries.keys().map(|key| (&**key, span)).collect();
    let (entry, index) = choose(&keys, profile)?;
    Ok((entry, &entries[index]))
}
