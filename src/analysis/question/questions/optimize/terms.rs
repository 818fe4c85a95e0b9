//! What is added up over a variant.

use variscope_encoder::{FormulaId, Formulas};

use super::{Decimal, Measure, NoBest};
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::value::Value;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::{Check, ElementId, Kind, Model, PropertyValue, TypeDefault};

/// A number that counts when all these elements are present, none of others is, and a condition on the configuration holds.
struct Term {
    ids: Vec<ElementId>,
    /// Elements that take its place.
    absent: Vec<ElementId>,
    /// Over the classes of configurations.
    condition: FormulaId,
    value: Decimal,
}

impl Term {
    fn of(id: ElementId, value: Decimal) -> Self {
        Self { ids: vec![id], absent: Vec::new(), condition: FormulaId::TRUE, value }
    }
}

/// A sum over a variant.
pub(crate) struct Sum {
    /// The terms that are the same for all configurations.
    terms: Vec<Term>,
    /// Properties with expressions, whose values depend on the configuration.
    pub(crate) measured: Vec<ElementId>,
    /// Properties that are no numbers: there is no sum where one of them is written.
    unsummable: Vec<Unsummable>,
}

/// A property that is no number.
struct Unsummable {
    /// It counts for nothing, where it would count for something.
    term: Term,
    /// What is wrong with it.
    diagnostic: Box<Diagnostic>,
}

/// The values of a property with the classes of configurations that give them, or why these are not known.
type MeasuredValues = Result<Vec<(Decimal, Vec<FormulaId>)>, String>;

/// A sum over a variant, as formulas.
pub(crate) struct SumFormulas {
    /// Numbers, each with when it counts.
    pub(crate) numbers: Vec<(FormulaId, Decimal)>,
    /// What is wrong with properties that are no numbers, each with when one is written.
    pub(crate) unsummable: Vec<(FormulaId, Box<Diagnostic>)>,
}

impl Sum {
    /// The sum as formulas, from the values of the properties that are measured, in their order; `presence` says that an element is
    /// present.
    pub(crate) fn in_formulas(
        self,
        model: &Model,
        formulas: &mut Formulas,
        values: Vec<MeasuredValues>,
        presence: impl Fn(ElementId) -> FormulaId,
    ) -> SumFormulas {
        let Self { mut terms, measured, mut unsummable } = self;
        for (property, values) in measured.into_iter().zip(values) {
            match measured_terms(model, formulas, property, values) {
                Ok(found) => terms.extend(found),
                Err(property) => unsummable.push(property),
            }
        }
        let mut counts = |Term { ids, absent, condition, .. }: &Term| {
            let present = ids.iter().map(|&id| presence(id));
            let conditions: Vec<FormulaId> =
                present.chain(absent.iter().map(|&id| !presence(id))).chain([*condition]).collect();
            formulas.and(conditions)
        };
        let unsummable =
            unsummable.into_iter().map(|Unsummable { term, diagnostic }| (counts(&term), diagnostic)).collect();
        let numbers = terms.into_iter().map(|term| (counts(&term), term.value)).collect();
        SumFormulas { numbers, unsummable }
    }

    pub(crate) fn of(variants: &Variants<'_>, measure: &Measure) -> Result<Self, NoBest> {
        let model = variants.model();
        let one = |id: ElementId| Term::of(id, Decimal { digits: 1.into(), scale: 0 });
        let terms = match measure {
            Measure::Elements => countable(model).into_iter().map(one).collect(),
            Measure::Nodes => model.of_kind(Kind::Node).map(one).collect(),
            Measure::Weight => {
                let weight = |id| Decimal { digits: model.node(id).weight.billionths().into(), scale: 9 };
                model.of_kind(Kind::Node).map(|id| Term::of(id, weight(id))).collect()
            }
            Measure::Property(name) => return Self::of_property(variants, name),
        };
        Ok(Self { terms, measured: Vec::new(), unsummable: Vec::new() })
    }

    fn of_property(variants: &Variants<'_>, name: &str) -> Result<Self, NoBest> {
        let model = variants.model();
        let mut sum = Self { terms: Vec::new(), measured: Vec::new(), unsummable: Vec::new() };
        let properties = model.of_kind(Kind::Node).flat_map(|node| model.node(node).properties.iter().copied());
        for node in model.of_kind(Kind::Node) {
            for default in model.type_defaults(node, name) {
                match default_term(model, node, name, default) {
                    Ok(term) => sum.terms.push(term),
                    Err(unsummable) => sum.unsummable.push(unsummable),
                }
            }
        }
        for property in properties.filter(|&property| &*model.element(property).name == name) {
            match literal(variants, property) {
                Ok(PropertySource::Number(value)) => sum.terms.push(term(model, property, value)),
                Ok(PropertySource::Expression) => sum.measured.push(property),
                Ok(PropertySource::Nothing) => {}
                Err(diagnostic) => sum.unsummable.push(Unsummable { term: nothing(model, property), diagnostic }),
            }
        }
        if sum.terms.is_empty() && sum.measured.is_empty() && sum.unsummable.is_empty() {
            return Err(NoBest::NoProperty(name.to_owned()));
        }
        Ok(sum)
    }
}

/// The number that a property with its node gives where it is written: of several values of one name the last one is.
fn term(model: &Model, property: ElementId, value: Decimal) -> Term {
    let ids = model.element(property).container.into_iter().chain([property]).collect();
    Term { ids, absent: later(model, property), ..Term::of(property, value) }
}

/// The number that a node of a type gives where it writes no value of its own.
fn default_term(model: &Model, node: ElementId, property: &str, default: TypeDefault) -> Result<Term, Unsummable> {
    let own = model.node(node).properties.iter().copied();
    let absent = own.filter(|&id| &*model.element(id).name == property && is_written(model, id)).collect();
    let value = model.yaml(default.value);
    let number = Value::from_yaml(value).as_number().and_then(Decimal::of);
    let none = Decimal { digits: 0.into(), scale: 0 };
    let term = Term { ids: vec![node, default.type_id], absent, ..Term::of(node, number.clone().unwrap_or(none)) };
    if number.is_some() {
        return Ok(term);
    }
    let message = format!(
        "the default of property \"{property}\" of {} is not a number, and cannot be summed up",
        model.full_display(default.type_id)
    );
    Err(Unsummable { term, diagnostic: Box::new(Diagnostic::new(Code::WrongType, value.span(), message)) })
}

/// Whether a variant writes the value where it is present.
fn is_written(model: &Model, property: ElementId) -> bool {
    !matches!(model.property(property).value, PropertyValue::Fallback | PropertyValue::Missing)
}

/// The term of a property that is written, but is no number.
fn nothing(model: &Model, property: ElementId) -> Term {
    term(model, property, Decimal { digits: 0.into(), scale: 0 })
}

/// Values of the same name that are written in place of a property; where only one may be present, there are none.
fn later(model: &Model, property: ElementId) -> Vec<ElementId> {
    let element = model.element(property);
    let Some(node) = element.container.filter(|_| !model.options().checks(Check::AmbiguousProperty)) else {
        return Vec::new();
    };
    let behind = model.node(node).properties.iter().copied().skip_while(|&other| other != property).skip(1);
    behind.filter(|&other| model.element(other).name == element.name && is_written(model, other)).collect()
}

/// What a property is defined by.
enum PropertySource {
    Number(Decimal),
    /// Its value depends on the configuration.
    Expression,
    /// It is never written out.
    Nothing,
}

fn literal(variants: &Variants<'_>, property: ElementId) -> Result<PropertySource, Box<Diagnostic>> {
    let model = variants.model();
    match model.property(property).value {
        PropertyValue::Fallback | PropertyValue::Missing => Ok(PropertySource::Nothing),
        PropertyValue::Expression(yaml) => {
            let yaml = model.yaml(yaml);
            if variants.language().reading(yaml).asks_presence {
                return Err(diagnostic(model, property, yaml.span(), "depends on what is present"));
            }
            Ok(PropertySource::Expression)
        }
        PropertyValue::Literal(yaml) => {
            let value = Value::from_yaml(model.yaml(yaml));
            let number = value.as_number().and_then(Decimal::of).map(PropertySource::Number);
            number.ok_or_else(|| diagnostic(model, property, model.yaml(yaml).span(), "is not a number"))
        }
    }
}

fn diagnostic(model: &Model, property: ElementId, span: Span, what: &str) -> Box<Diagnostic> {
    let message = format!("{} {what}, and cannot be summed up", model.full_display(property));
    Box::new(Diagnostic::new(Code::WrongType, span, message))
}

/// The terms of a property with an expression; where its values are not known, that of a property that is no number.
fn measured_terms(
    model: &Model,
    formulas: &mut Formulas,
    property: ElementId,
    values: MeasuredValues,
) -> Result<Vec<Term>, Unsummable> {
    let values = values.map_err(|why| {
        let PropertyValue::Expression(yaml) = model.property(property).value else {
            unreachable!("only expressions are measured")
        };
        let diagnostic = diagnostic(model, property, model.yaml(yaml).span(), &why);
        Unsummable { term: nothing(model, property), diagnostic }
    })?;
    let term = |(value, classes)| Term { condition: formulas.or(classes), ..term(model, property, value) };
    Ok(values.into_iter().map(term).collect())
}
