//! What expressions give: one of few values, each of which is checked, or a sort of value, whatever the inputs are.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::computed::Computed;
use super::doubt::{ConditionalFault, When};
use super::owners::Owner;
use super::search::TemplateWalk;
use crate::analysis::value::Sort;
use crate::source::diagnostic::Code;
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Model, PropertyValue};
use crate::tosca::types::completion::{Completer, Fault, Opaque, Path};
use crate::tosca::types::{Alternative, DataType, Datum, Schema, Schemas, Section, SimpleType, TypeName};

impl<'t> TemplateWalk<'_, 't> {
    /// Expressions whose values do not fit their properties.
    pub(super) fn expressions(
        &mut self,
        of: TypeName<'_>,
        owner: &Owner<'t>,
        when: &When,
        alternatives: &[Alternative<'t, Option<ElementId>>],
    ) {
        let fields = self.schemas.fields(of.collection, Section::Properties, of.name);
        for alternative in alternatives.iter().filter(|alternative| alternative.value.is_none()) {
            let Some((id, schema)) = alternative.id.zip(fields.get(alternative.property)) else { continue };
            let PropertyValue::Expression(expression) = self.model.property(id).value else { continue };
            let (root, expression) = (Path::new(&owner.name), self.model.yaml(expression));
            if self.asks_unknown(expression) {
                continue;
            }
            let path = root.name(alternative.property);
            let found = match self.values.get(&id) {
                Some(values) => of_values(self.schemas, schema, id, values, expression, &path),
                None => of_sort(self.model, self.schemas, schema, expression, &path)
                    .map(|fault| (fault, None))
                    .into_iter()
                    .collect(),
            };
            let when = when.and(&When::present([id]));
            let doubts = found.into_iter().map(|(fault, computed)| ConditionalFault {
                value: Some(id),
                computed,
                ..ConditionalFault::new(fault, owner.id, when.clone())
            });
            self.doubts.extend(doubts);
        }
    }
}

impl TemplateWalk<'_, '_> {
    /// Whether truth values stand for what an expression gives, as it or what it names is broken.
    fn asks_unknown(&self, expression: Yaml<'_>) -> bool {
        let Some(recovery) = self.model.recovery() else { return false };
        let language = self.model.language();
        let (mut open, mut met) = (vec![expression], FxHashSet::default());
        while let Some(next) = open.pop() {
            if next.is_scalar() {
                if recovery.is_unknown(next.text()) {
                    return true;
                }
                continue;
            }
            if !met.insert(next.id()) {
                continue;
            }
            open.extend(next.items());
            for (key, operand) in next.entries() {
                let operator = Operator::named(key.text(), self.model.profile());
                if matches!(operator, Some(Operator::ValueExpression | Operator::LogicExpression)) {
                    open.extend(language.expression(operand.text()));
                }
                open.push(operand);
            }
        }
        false
    }
}

/// What is wrong with some values of an expression, each with these values unless all of them have it.
fn of_values<'t>(
    schemas: &Schemas<'t>,
    schema: &Schema<'t>,
    property: ElementId,
    values: &[(String, Yaml<'t>)],
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
const MAX_NAMES: usize = 3;

fn listed(computed: &Computed) -> String {
    let names: Vec<&str> = computed.texts.iter().map(String::as_str).take(MAX_NAMES).collect();
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
    let (sort, wanted) = Sort::of(&model.language(), expression).zip(schema.type_name)?;
    let noun = sort.noun();
    let (code, message) = if is_unfit(sort, schemas, schema) {
        let unfit = format!("which the {noun} that this expression gives does not fit");
        (Code::WrongType, format!("\"{path}\" is of type \"{}\", {unfit}", wanted.text()))
    } else if is_converted(sort, schemas, schema) {
        let taken = format!("as which the {noun} that this expression gives is taken");
        (Code::ConvertedScalar, format!("\"{path}\" is a string, {taken}"))
    } else {
        return None;
    };
    let because = Some((wanted.span(), "its type".to_owned()));
    Some(Fault { because, ..Fault::new(code, path, expression.span(), message) })
}

/// Whether no value of this sort fits a definition.
fn is_unfit(sort: Sort, schemas: &Schemas<'_>, schema: &Schema<'_>) -> bool {
    let Some(name) = schema.type_name else { return false };
    match schemas.data_type(name.text()) {
        DataType::Unknown => false,
        DataType::Structure(_) => true,
        DataType::Simple(simple, _) => match simple {
            SimpleType::Integer | SimpleType::Float => sort != Sort::Number,
            SimpleType::Boolean => sort != Sort::Boolean,
            SimpleType::List | SimpleType::Map | SimpleType::Range => true,
            SimpleType::Unit(_) => sort == Sort::Boolean,
            SimpleType::String | SimpleType::Timestamp | SimpleType::Version | SimpleType::Null => false,
        },
    }
}

/// Whether each value of this sort becomes a string to fit a definition, and programs write it differently.
fn is_converted(sort: Sort, schemas: &Schemas<'_>, schema: &Schema<'_>) -> bool {
    let wanted = schema.type_name.map(|name| schemas.data_type(name.text()));
    sort == Sort::Boolean && matches!(wanted, Some(DataType::Simple(SimpleType::String, _)))
}
