//! What sort of value an expression gives, whatever the inputs are.

use super::{Language, Value, operator_of};
use crate::source::syntax::vocabulary::{Layer, Operator};
use crate::source::syntax::yaml::Yaml;

/// A sort of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Numbers.
    Number,
    /// `true` and `false`.
    Boolean,
    /// Texts.
    Text,
    /// Lists.
    List,
    /// Maps.
    Map,
}

/// How many named expressions may stand for each other.
const MAX_DEPTH: usize = 100;

impl Sort {
    /// The sort of the values of an expression; none where it is not sure.
    pub fn of(language: &Language<'_>, expression: Yaml<'_>) -> Option<Self> {
        let mut expression = expression;
        for _ in 0..MAX_DEPTH {
            let (entry, operand) = operator_of(expression, language.profile()).ok()??;
            match entry.operator {
                Operator::ValueExpression => expression = language.expression(operand.text())?,
                Operator::VariabilityInput => return Self::of_input(language, operand.text()),
                operator => return Self::of_operator(operator),
            }
        }
        None
    }

    /// The sort of the values of an input. In the profiles before D one may be given as an expression of any sort.
    pub fn of_input(language: &Language<'_>, name: &str) -> Option<Self> {
        let declaration = language.input(name).filter(|_| language.dialect().inputs_are_values)?;
        if language.computed_default(declaration).is_some() {
            return None;
        }
        // What is in a list or map is not looked at.
        Self::declared(declaration.get("type")?.text()).filter(|sort| !matches!(sort, Self::List | Self::Map))
    }

    /// The sort of the values of a type.
    pub fn declared(type_name: &str) -> Option<Self> {
        match type_name {
            "boolean" => Some(Self::Boolean),
            "integer" | "float" | "number" => Some(Self::Number),
            "string" => Some(Self::Text),
            "list" => Some(Self::List),
            "map" => Some(Self::Map),
            _ => None,
        }
    }

    /// The sort of a literal. Dates are of none: a text may be one.
    pub fn of_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(_) => Some(Self::Number),
            Value::Boolean(_) => Some(Self::Boolean),
            Value::String(_) => Some(Self::Text),
            Value::Null | Value::Instant(_) | Value::List(_) | Value::Map(_) => None,
        }
    }

    fn of_operator(operator: Operator) -> Option<Self> {
        use Operator as Is;
        Some(match operator {
            Is::Concat | Is::Join | Is::Token | Is::Weekday => Self::Text,
            Is::Add
            | Is::Sub
            | Is::Mul
            | Is::Div
            | Is::Mod
            | Is::Sum
            | Is::Count
            | Is::Mean
            | Is::Variance
            | Is::StandardDeviation
            | Is::LinearRegression
            | Is::PolynomialRegression
            | Is::LogarithmicRegression
            | Is::ExponentialRegression => Self::Number,
            Is::Equal
            | Is::Greater
            | Is::GreaterOrEqual
            | Is::Less
            | Is::LessOrEqual
            | Is::InRange
            | Is::ValidValues
            | Is::Length
            | Is::MinLength
            | Is::MaxLength
            | Is::Same
            | Is::Before
            | Is::BeforeOrSame
            | Is::After
            | Is::AfterOrSame
            | Is::Within => Self::Boolean,
            other if other.entry().layer == Layer::Logic => Self::Boolean,
            // What these give depends on their operands, or on what follows them.
            _ => return None,
        })
    }

    /// What one such value is called.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Text => "string",
            Self::List => "list",
            Self::Map => "map",
        }
    }
}
