//! Values that are wrong under every configuration.

use rustc_hash::FxHashSet;
use variscope_encoder::recursion::descend;

use crate::analysis::condition::ValueAtom;
use crate::analysis::presence::Rules;
use crate::analysis::value::{Configuration, Evaluator, Language, Logic, operator_of};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Arity, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::Model;

/// What is wrong with the values that conditions look at, whatever the inputs are.
///
/// Every part of a value is evaluated by itself, without any input: what asks for one says so, and all else that is said
/// is wrong anyway. Before profile D an input may be given without being declared, so nothing is.
pub fn value_faults(model: &Model, rules: &Rules) -> Vec<Diagnostic> {
    if !model.dialect().inputs_are_declared {
        return Vec::new();
    }
    let (language, nothing) = (model.language(), Configuration::new());
    let mut parts =
        Parts { language: &language, evaluator: Evaluator::new(&language, &nothing), met: FxHashSet::default() };
    let mut faults = Vec::new();
    for (_, value) in rules.atoms().values() {
        if let ValueAtom::Expression { expression, .. } = value {
            parts.look_at(model.yaml(*expression), &mut faults);
        }
    }
    faults
}

/// Parts of values that were not looked at yet.
struct Parts<'l> {
    language: &'l Language<'l>,
    evaluator: Evaluator<'l>,
    met: FxHashSet<YamlId>,
}

impl Parts<'_> {
    fn look_at(&mut self, value: Yaml<'_>, faults: &mut Vec<Diagnostic>) {
        if value.is_scalar() || !self.met.insert(value.id()) {
            return;
        }
        descend(|| {
            let before = faults.len();
            value.items().for_each(|item| self.look_at(item, faults));
            // What stands in place of a list of operands is no expression of its own.
            if !self.has_no_operands(value) {
                value.entries().for_each(|(_, operand)| self.look_at(operand, faults));
            }
            if value.is_mapping() && faults.len() == before {
                let fault = self.evaluator.evaluate(value, &mut Anything).err();
                faults.extend(fault.map(|fault| *fault).filter(is_certain));
            }
            let named = value.get(Operator::ValueExpression.name(self.language.profile()));
            if let Some(body) = named.and_then(|name| self.language.expression(name.text())) {
                self.look_at(body, faults);
            }
        });
    }
}

impl Parts<'_> {
    /// Whether an operator that takes a list of operands has none.
    fn has_no_operands(&self, value: Yaml<'_>) -> bool {
        let Ok(Some((entry, operand))) = operator_of(value, self.language.profile()) else { return false };
        matches!(entry.arity, Arity::AtLeast(_) | Arity::Exactly(_)) && !operand.is_sequence()
    }
}

/// Whether no value of an input makes it right.
fn is_certain(fault: &Diagnostic) -> bool {
    matches!(
        fault.code,
        Code::UnknownOperator
            | Code::SeveralOperators
            | Code::WrongArity
            | Code::UndefinedExpression
            | Code::UndefinedInput
    )
}

/// Conditions inside values are looked at by themselves.
struct Anything;

impl Logic for Anything {
    fn holds(&mut self, _: &mut Evaluator<'_>, _: Yaml<'_>, _: Operator) -> Result<bool, Box<Diagnostic>> {
        Ok(true)
    }
}
