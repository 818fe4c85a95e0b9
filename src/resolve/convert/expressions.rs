//! Operators by their new names.

use super::edits::Edits;
use crate::analysis::value::{Language, operator_of};
use crate::source::syntax::vocabulary::{Layer, Operator, OperatorEntry, Profile};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Model, PropertyValue};

/// Renames operators in all expressions of the template.
pub(super) fn convert(model: &Model, edits: &mut Edits<'_>) {
    let mut converter = Expressions { profile: model.profile(), language: model.language(), edits };
    for (_, body) in model.language().expressions() {
        let layer = converter.layer(body, 0);
        converter.convert(body, layer);
    }
    for (_, declaration) in model.language().inputs() {
        let computed = converter.language.computed_default(declaration);
        computed.into_iter().for_each(|body| converter.convert(body, Layer::Value));
    }
    for id in model.ids() {
        let conditions = model.element(id).body.and_then(|body| model.yaml(body).get("conditions"));
        conditions.into_iter().for_each(|conditions| converter.convert(conditions, Layer::Logic));
    }
    for id in model.of_kind(crate::tosca::model::Kind::Property) {
        if let PropertyValue::Expression(expression) = model.property(id).value {
            converter.convert(model.yaml(expression), Layer::Value);
        }
    }
}

/// Names that refer to names; further ones are taken for values.
const MAX_NAMES: usize = 64;

struct Expressions<'m, 'e, 't> {
    profile: Profile,
    language: Language<'m>,
    edits: &'e mut Edits<'t>,
}

impl Expressions<'_, '_, '_> {
    /// Renames operators in an expression of which the author wants a value or a truth.
    fn convert(&mut self, expression: Yaml<'_>, wanted: Layer) {
        if expression.is_sequence() {
            expression.items().for_each(|item| self.convert(item, wanted));
            return;
        }
        let Ok(Some((entry, operand))) = operator_of(expression, self.profile) else { return };
        let Some((key, _)) = expression.entry(entry.operator.name(self.profile)) else { return };
        let layer = self.layer(expression, 0);
        if layer == Layer::Logic && wanted == Layer::Value {
            self.edits.refuse(key.span(), "a condition stands where a value is wanted");
        }
        self.edits.replace(key, late_name(entry, operand, layer, wanted));
        match entry.operator {
            Operator::And | Operator::Or | Operator::Not | Operator::ExactlyOne | Operator::Implies => {
                self.convert(operand, Layer::Logic);
            }
            _ if entry.arity == crate::source::syntax::vocabulary::Arity::Reference => {}
            _ => self.convert(operand, Layer::Value),
        }
    }

    /// Whether an expression asks about elements or computes a value; a name does what it names.
    fn layer(&self, expression: Yaml<'_>, names: usize) -> Layer {
        let Ok(Some((entry, operand))) = operator_of(expression, self.profile) else { return Layer::Value };
        let is_name = matches!(entry.operator, Operator::LogicExpression | Operator::ValueExpression);
        match self.language.expression(operand.text()) {
            Some(body) if is_name && operand.is_scalar() && names < MAX_NAMES => self.layer(body, names + 1),
            _ if is_name => Layer::Value,
            _ => entry.layer,
        }
    }
}

fn late_name(entry: &OperatorEntry, operand: Yaml<'_>, layer: Layer, wanted: Layer) -> &'static str {
    match entry.operator {
        Operator::ElementPresence if operand.is_scalar() => "node_presence",
        Operator::ElementPresence => "relation_presence",
        Operator::LogicExpression | Operator::ValueExpression if wanted == Layer::Logic || layer == Layer::Logic => {
            "logic_expression"
        }
        Operator::LogicExpression | Operator::ValueExpression => "value_expression",
        _ => entry.operator.name(Profile::LATEST),
    }
}
