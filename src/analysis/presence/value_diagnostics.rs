//! Values that are wrong under every configuration.

use rustc_hash::FxHashSet;
use variscope_encoder::recursion::descend;

use crate::analysis::condition::{Atoms, ValueAtom};
use crate::analysis::value::{Configuration, Evaluator, Language, Logic, evaluated, operator_of};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Arity, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::Model;

/// What is wrong with the values that these atoms mean, whatever the inputs are.
///
/// Every part of a value is evaluated by itself, without any input: what asks for one says so, and all else that is said
/// is wrong anyway. Before profile D an input may be given without being declared, so nothing is.
pub fn value_diagnostics(model: &Model, atoms: &Atoms) -> Vec<Diagnostic> {
    if !model.dialect().inputs_are_declared {
        return Vec::new();
    }
    let (language, nothing) = (model.language(), Configuration::new());
    let mut parts =
        Parts { language: &language, evaluator: Evaluator::new(&language, &nothing), met: FxHashSet::default() };
    let mut diagnostics = Vec::new();
    for (_, value) in atoms.values() {
        if let ValueAtom::Expression { expression, .. } = value {
            parts.look_at(model.yaml(*expression), &mut diagnostics);
        }
    }
    diagnostics
}

/// Parts of values that were not looked at yet.
struct Parts<'l> {
    language: &'l Language<'l>,
    evaluator: Evaluator<'l>,
    met: FxHashSet<YamlId>,
}

impl Parts<'_> {
    fn look_at(&mut self, value: Yaml<'_>, diagnostics: &mut Vec<Diagnostic>) {
        // Only profile D comes here, in which a list is a value as it stands.
        if !value.is_mapping() || !self.met.insert(value.id()) {
            return;
        }
        descend(|| {
            let before = diagnostics.len();
            for operand in self.operands(value) {
                self.look_at(operand, diagnostics);
            }
            if diagnostics.len() == before {
                let diagnostic = self.evaluator.evaluate(value, &mut PermissiveLogic).err();
                diagnostics.extend(diagnostic.map(|diagnostic| *diagnostic).filter(is_certain));
            }
            let named = value.get(Operator::ValueExpression.name(self.language.profile()));
            if let Some(body) = named.and_then(|name| self.language.expression(name.text())) {
                self.look_at(body, diagnostics);
            }
        });
    }

    /// The expressions below one; what stands in place of a list of operands is none of its own.
    fn operands<'y>(&self, value: Yaml<'y>) -> Vec<Yaml<'y>> {
        let profile = self.language.profile();
        let Ok(Some((entry, operand))) = operator_of(value, profile) else {
            return value.entries().flat_map(|(_, operand)| operand.items().chain([operand])).collect();
        };
        let has_no_operands = matches!(entry.arity, Arity::AtLeast(_) | Arity::Exactly(_)) && !operand.is_sequence();
        if has_no_operands { Vec::new() } else { evaluated(entry.operator, operand, profile) }
    }
}

/// Whether no value of an input makes it right.
fn is_certain(diagnostic: &Diagnostic) -> bool {
    matches!(
        diagnostic.code,
        Code::UnknownOperator
            | Code::SeveralOperators
            | Code::WrongArity
            | Code::UndefinedExpression
            | Code::UndefinedInput
    )
}

/// Conditions inside values are looked at by themselves.
struct PermissiveLogic;

impl Logic for PermissiveLogic {
    fn holds(&mut self, _: &mut Evaluator<'_>, _: Yaml<'_>, _: Operator) -> Result<bool, Box<Diagnostic>> {
        Ok(true)
    }
}
