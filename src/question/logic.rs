//! Conditions inside values, once presences are known.

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, FormulaId};

use crate::condition::{AtomMeaning, Lowering, ValueAtom};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Model};
use crate::syntax::vocabulary::Operator;
use crate::syntax::yaml::Yaml;
use crate::value::{Evaluator, Logic};

/// Answers conditions from the presences of a variant.
pub(super) struct KnownPresence<'m> {
    model: &'m Model,
    present: Vec<bool>,
    context: Option<ElementId>,
    /// Made when the first condition is met: most values have none.
    lowering: Option<Lowering<'m>>,
    definitions: FxHashMap<Atom, FormulaId>,
}

impl<'m> KnownPresence<'m> {
    pub(super) fn new(model: &'m Model, present: &[bool]) -> Self {
        Self { model, present: present.to_vec(), context: None, lowering: None, definitions: FxHashMap::default() }
    }

    /// From now on `SELF` is `context`.
    pub(super) fn enter(&mut self, context: ElementId) {
        self.context = Some(context);
    }

    fn lower(&mut self, expression: Yaml<'_>) -> Result<FormulaId, Box<Diagnostic>> {
        let lowering = self.lowering.get_or_insert_with(|| Lowering::new(self.model));
        let formula = lowering.condition(expression.id(), self.context)?;
        let mut faults = Vec::new();
        for (_, atom, definition) in lowering.define_named(&mut faults) {
            self.definitions.insert(atom, definition);
        }
        faults.into_iter().next().map_or(Ok(formula), |fault| Err(Box::new(fault)))
    }

    fn evaluate(&mut self, evaluator: &mut Evaluator<'_>, formula: FormulaId) -> Result<bool, Box<Diagnostic>> {
        let lowering = self.lowering.as_mut().expect("the formula was lowered");
        let atoms = lowering.formulas().atoms(formula);
        let mut truth: FxHashMap<Atom, bool> = FxHashMap::default();
        for atom in atoms {
            truth.insert(atom, self.atom(evaluator, atom)?);
        }
        let lowering = self.lowering.as_mut().expect("the formula was lowered");
        Ok(lowering.formulas().evaluate(formula, |atom| truth[&atom]))
    }

    fn atom(&mut self, evaluator: &mut Evaluator<'_>, atom: Atom) -> Result<bool, Box<Diagnostic>> {
        let lowering = self.lowering.as_ref().expect("the formula was lowered");
        match lowering.atoms().meaning(atom) {
            AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => Ok(self.present[self.model.position(id)]),
            AtomMeaning::Named(_) => {
                let definition = self.definitions.get(&atom).copied();
                definition.map_or(Ok(false), |definition| self.evaluate(evaluator, definition))
            }
            AtomMeaning::Value(value) => {
                let value = lowering.atoms().value_atom(value).clone();
                self.value(evaluator, &value)
            }
        }
    }

    fn value(&mut self, evaluator: &mut Evaluator<'_>, value: &ValueAtom) -> Result<bool, Box<Diagnostic>> {
        let ValueAtom::Expression { expression, .. } = value else { return Ok(true) };
        let yaml = self.model.yaml(*expression);
        let value = evaluator.evaluate(yaml, self)?;
        value.and_then(|value| value.as_bool()).ok_or_else(|| {
            let message = "the value of this expression is neither true nor false";
            Box::new(Diagnostic::new(Code::NotACondition, yaml.span(), message))
        })
    }
}

impl Logic for KnownPresence<'_> {
    fn holds(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        expression: Yaml<'_>,
        _: Operator,
    ) -> Result<bool, Box<Diagnostic>> {
        let formula = self.lower(expression)?;
        self.evaluate(evaluator, formula)
    }
}
