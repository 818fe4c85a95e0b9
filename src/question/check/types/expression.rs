//! What sort of value an expression gives, whatever the inputs are.

use crate::model::Model;
use crate::syntax::vocabulary::{Layer, Operator, Profile};
use crate::syntax::yaml::Yaml;
use crate::types::{DataType, Schema, Schemas, SimpleType};
use crate::value::{Language, operator_of};

/// A sort of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Number,
    Boolean,
    Text,
}

/// How many named expressions may stand for each other.
const MAX_DEPTH: usize = 100;

impl Sort {
    /// The sort of the values of an expression; none where it is not sure.
    pub(super) fn of(model: &Model, expression: Yaml<'_>) -> Option<Self> {
        let language = model.language();
        let mut expression = expression;
        for _ in 0..MAX_DEPTH {
            let used = operator_of(expression, model.profile()).ok()??;
            let (entry, operand) = used;
            match entry.operator {
                Operator::ValueExpression => expression = language.expression(operand.text())?,
                Operator::VariabilityInput => return of_input(model, &language, operand.text()),
                operator => return Self::of_operator(operator),
            }
        }
        None
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

    /// Whether no value of this sort fits a definition.
    pub(super) fn is_unfit(self, schemas: &Schemas<'_>, schema: &Schema<'_>) -> bool {
        let Some(name) = schema.type_name else { return false };
        match schemas.data_type(name.text()) {
            DataType::Unknown => false,
            DataType::Structure(_) => true,
            DataType::Simple(simple, _) => match simple {
                SimpleType::Integer | SimpleType::Float => self != Self::Number,
                SimpleType::Boolean => self != Self::Boolean,
                SimpleType::List | SimpleType::Map | SimpleType::Range => true,
                SimpleType::Unit(_) => self == Self::Boolean,
                SimpleType::String | SimpleType::Timestamp | SimpleType::Version | SimpleType::Null => false,
            },
        }
    }

    /// Whether each value of this sort becomes a string to fit a definition.
    pub(super) fn is_converted(self, schemas: &Schemas<'_>, schema: &Schema<'_>) -> bool {
        let wanted = schema.type_name.map(|name| schemas.data_type(name.text()));
        self != Self::Text && matches!(wanted, Some(DataType::Simple(SimpleType::String, _)))
    }

    /// What one such value is called.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Text => "string",
        }
    }
}

/// In the profiles before D an input may be given as an expression of any sort.
fn of_input(model: &Model, language: &Language<'_>, name: &str) -> Option<Sort> {
    let declaration = language.input(name).filter(|_| model.profile() == Profile::D)?;
    if declaration.get("default_expression").is_some() {
        return None;
    }
    match declaration.get("type")?.text() {
        "boolean" => Some(Sort::Boolean),
        "integer" | "float" | "number" => Some(Sort::Number),
        "string" => Some(Sort::Text),
        _ => None,
    }
}
