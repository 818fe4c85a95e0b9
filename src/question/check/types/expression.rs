//! What expressions give: one of few values, each of which is checked, or a sort of value, whatever the inputs are.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::computed::Computed;
use super::doubt::{Doubt, When};
use super::owners::Owner;
use super::search::Search;
use crate::diagnostic::Code;
use crate::model::{ElementId, Model, PropertyValue};
use crate::syntax::vocabulary::{Layer, Operator, Profile};
use crate::syntax::yaml::Yaml;
use crate::types::completion::{Completer, Fault, Opaque, Path};
use crate::types::{Alternative, Collection, DataType, Datum, Schema, Schemas, Section, SimpleType};
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

    /// Whether each value of this sort becomes a string to fit a definition, and programs write it differently.
    pub(super) fn is_converted(self, schemas: &Schemas<'_>, schema: &Schema<'_>) -> bool {
        let wanted = schema.type_name.map(|name| schemas.data_type(name.text()));
        self == Self::Boolean && matches!(wanted, Some(DataType::Simple(SimpleType::String, _)))
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

impl<'t> Search<'_, 't> {
    /// Expressions whose values do not fit their properties.
    pub(super) fn expressions(
        &mut self,
        (collection, type_name): (Collection, &str),
        owner: &Owner<'t>,
        when: &When,
        alternatives: &[Alternative<'t, Option<ElementId>>],
    ) {
        let fields = self.schemas.fields(collection, Section::Properties, type_name);
        for alternative in alternatives.iter().filter(|alternative| alternative.value.is_none()) {
            let Some((id, schema)) = alternative.id.zip(fields.get(alternative.property)) else { continue };
            let PropertyValue::Expression(expression) = self.model.property(id).value else { continue };
            let (root, expression) = (Path::new(&owner.name), self.model.yaml(expression));
            let path = root.name(alternative.property);
            let found = match self.values.get(&id) {
                Some(values) => of_values(self.schemas, schema, (id, values), expression, &path),
                None => of_sort(self.model, self.schemas, schema, expression, &path)
                    .map(|fault| (fault, None))
                    .into_iter()
                    .collect(),
            };
            let when = when.and(&When::present([id]));
            let doubts = found.into_iter().map(|(fault, computed)| Doubt {
                value: Some(id),
                computed,
                ..Doubt::new(fault, owner.id, when.clone())
            });
            self.doubts.extend(doubts);
        }
    }
}

/// What is wrong with some values of an expression, each with these values unless all of them have it.
fn of_values<'t>(
    schemas: &Schemas<'t>,
    schema: &Schema<'t>,
    (property, values): (ElementId, &[(String, Yaml<'t>)]),
    expression: Yaml<'t>,
    path: &Path<'_>,
) -> Vec<(Fault, Option<Computed>)> {
    let mut completer = Completer::new(schemas, Opaque);
    let mut found: IndexMap<(Code, String), (Fault, Computed), FxBuildHasher> = IndexMap::default();
    for (text, value) in values {
        completer.complete(schema, Some(Datum::from(*value)), path, expression.span());
        for fault in completer.take_faults() {
            let fresh = || Computed { property, texts: [].into() };
            let fault = Fault { span: expression.span(), ..fault };
            let (_, computed) = found.entry((fault.code, fault.path.clone())).or_insert_with(|| (fault, fresh()));
            computed.texts.insert(text.clone());
        }
    }
    let with_values = |(fault, computed): (Fault, Computed)| {
        let is_some = computed.texts.len() < values.len();
        let message = if is_some {
            format!("{}, where its expression gives {}", fault.message, listed(&computed))
        } else {
            fault.message
        };
        (Fault { message, ..fault }, Some(computed).filter(|_| is_some))
    };
    found.into_values().map(with_values).collect()
}

/// So many values are named.
const MOST_NAMES: usize = 3;

fn listed(computed: &Computed) -> String {
    let names: Vec<&str> = computed.texts.iter().map(String::as_str).take(MOST_NAMES).collect();
    let others = computed.texts.len() - names.len();
    if others == 0 { names.join(" or ") } else { format!("{} or one of {others} others", names.join(", ")) }
}

/// What is wrong with all values of an expression, which are of one sort.
fn of_sort<'t>(
    model: &Model,
    schemas: &Schemas<'t>,
    schema: &Schema<'t>,
    expression: Yaml<'t>,
    path: &Path<'_>,
) -> Option<Fault> {
    let (sort, wanted) = Sort::of(model, expression).zip(schema.type_name)?;
    let noun = sort.noun();
    let (code, message) = if sort.is_unfit(schemas, schema) {
        let unfit = format!("which the {noun} that this expression gives does not fit");
        (Code::WrongType, format!("\"{path}\" is of type \"{}\", {unfit}", wanted.text()))
    } else if sort.is_converted(schemas, schema) {
        let taken = format!("as which the {noun} that this expression gives is taken");
        (Code::ConvertedScalar, format!("\"{path}\" is a string, {taken}"))
    } else {
        return None;
    };
    let because = Some((wanted.span(), "its type".to_owned()));
    Some(Fault { because, ..Fault::new(code, path, expression.span(), message) })
}
