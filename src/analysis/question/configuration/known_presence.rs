//! Conditions inside values, once presences are known, or for all presences that they ask for.

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, FormulaId};

use super::atom_valuation;
use crate::analysis::condition::{AtomMeaning, Lowering, ValueAtom};
use crate::analysis::value::{Evaluator, Logic};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Model};

/// More cases than these are not distinguished.
const MAX_CASES: usize = 64;

/// Presences that are assumed together.
pub(crate) type Facts = Vec<(ElementId, bool)>;

/// Answers conditions from presences.
pub(crate) struct KnownPresence<'m> {
    model: &'m Model,
    known: PresenceKnowledge,
    /// The element whose presence was asked for and is not known.
    missing: Option<ElementId>,
    context: Option<ElementId>,
    /// Made when the first condition is met: most values have none.
    lowering: Option<Lowering<'m>>,
    definitions: FxHashMap<Atom, FormulaId>,
}

/// Which presences are known.
enum PresenceKnowledge {
    /// All, by position.
    All(Vec<bool>),
    /// Only these.
    Some(Facts),
}

impl<'m> KnownPresence<'m> {
    /// From the presences of a variant, by position.
    pub(crate) fn of(model: &'m Model, present: &[bool]) -> Self {
        Self::new(model, PresenceKnowledge::All(present.to_vec()))
    }

    /// Where no presence is known.
    pub(crate) fn none(model: &'m Model) -> Self {
        Self::new(model, PresenceKnowledge::Some(Facts::new()))
    }

    fn new(model: &'m Model, known: PresenceKnowledge) -> Self {
        Self { model, known, missing: None, context: None, lowering: None, definitions: FxHashMap::default() }
    }

    /// From now on `SELF` is `context`.
    pub(crate) fn enter(&mut self, context: ElementId) {
        self.context = Some(context);
    }

    /// What `ask` gives under the presences that it asks for, in all cases; none where these are too many.
    ///
    /// The cases exclude each other, and one of them is always met.
    pub(crate) fn in_all_cases<T>(&mut self, mut ask: impl FnMut(&mut Self) -> T) -> Option<Vec<(Facts, T)>> {
        let (mut cases, mut open) = (Vec::new(), vec![Facts::new()]);
        while let Some(facts) = open.pop() {
            self.known = PresenceKnowledge::Some(facts.clone());
            let given = ask(self);
            match self.missing.take() {
                None => cases.push((facts, given)),
                Some(_) if cases.len() + open.len() + 2 > MAX_CASES => return None,
                Some(id) => open.extend([true, false].map(|is_present| {
                    let further = std::iter::once((id, is_present));
                    facts.iter().copied().chain(further).collect::<Facts>()
                })),
            }
        }
        Some(cases)
    }

    fn presence(&self, id: ElementId) -> Option<bool> {
        match &self.known {
            PresenceKnowledge::All(present) => Some(present[self.model.position(id)]),
            PresenceKnowledge::Some(facts) => {
                facts.iter().find(|(known, _)| *known == id).map(|&(_, is_present)| is_present)
            }
        }
    }

    fn lower(&mut self, expression: Yaml<'_>) -> Result<FormulaId, Box<Diagnostic>> {
        let lowering = self.lowering.get_or_insert_with(|| Lowering::new(self.model));
        let formula = lowering.condition(expression.id(), self.context)?;
        let mut diagnostics = Vec::new();
        for (_, atom, definition) in lowering.define_named(&mut diagnostics) {
            self.definitions.insert(atom, definition);
        }
        diagnostics.into_iter().next().map_or(Ok(formula), |diagnostic| Err(Box::new(diagnostic)))
    }

    /// Presences decide before anything else is looked at, and then no more is evaluated than is needed.
    fn evaluate(&mut self, evaluator: &mut Evaluator<'_>, formula: FormulaId) -> Result<bool, Box<Diagnostic>> {
        let mut formula = formula;
        loop {
            formula = self.under_known_presences(formula);
            if let Some(holds) = formula.as_constant() {
                return Ok(holds);
            }
            let atom = self.undecided(formula);
            let holds = self.atom(evaluator, atom)?;
            let decided = |other: Atom| (other == atom).then(|| FormulaId::constant(holds));
            formula = self.lowered().formulas().substitute(formula, decided);
        }
    }

    fn lowered(&mut self) -> &mut Lowering<'m> {
        self.lowering.as_mut().expect("the formula was lowered")
    }

    fn under_known_presences(&mut self, formula: FormulaId) -> FormulaId {
        let atoms = self.lowered().formulas().atoms(formula);
        let known: FxHashMap<Atom, FormulaId> = atoms
            .into_iter()
            .filter_map(|atom| Some((atom, FormulaId::constant(self.presence(self.element_of(atom)?)?))))
            .collect();
        self.lowered().formulas().substitute(formula, |atom| known.get(&atom).copied())
    }

    /// The first atom to look at: one that asks for a presence, where there is one.
    fn undecided(&mut self, formula: FormulaId) -> Atom {
        let atoms = self.lowered().formulas().atoms(formula);
        let asks = atoms.iter().copied().find(|&atom| self.element_of(atom).is_some());
        asks.unwrap_or(atoms[0])
    }

    /// The element whose presence an atom asks for.
    fn element_of(&self, atom: Atom) -> Option<ElementId> {
        match self.lowering.as_ref()?.atoms().meaning(atom) {
            AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => Some(id),
            AtomMeaning::Named(_) | AtomMeaning::Value(_) => None,
        }
    }

    fn atom(&mut self, evaluator: &mut Evaluator<'_>, atom: Atom) -> Result<bool, Box<Diagnostic>> {
        match self.lowered().atoms().meaning(atom) {
            AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => {
                self.missing = Some(id);
                Err(Box::new(Diagnostic::unplaced(Code::NoContext, "the presence of an element is not known here")))
            }
            AtomMeaning::Named(_) => {
                let definition = self.definitions.get(&atom).copied();
                definition.map_or(Ok(false), |definition| self.evaluate(evaluator, definition))
            }
            AtomMeaning::Value(value) => {
                let value = self.lowered().atoms().value_atom(value).clone();
                self.value(evaluator, &value)
            }
        }
    }

    fn value(&mut self, evaluator: &mut Evaluator<'_>, value: &ValueAtom) -> Result<bool, Box<Diagnostic>> {
        let ValueAtom::Expression { expression, .. } = value else { return Ok(true) };
        let yaml = self.model.yaml(*expression);
        let value = evaluator.evaluate(yaml, self)?;
        atom_valuation::holds(value, yaml, self.model.dialect())
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
