//! Everything that makes a configuration invalid, as formulas.

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, FormulaId, Formulas, RuleIndex};

use super::class_formulas::{ClassFormulas, GroupReader};
use crate::analysis::presence::Violation;
use crate::analysis::question::configuration::classes::{Classes, InputReader, Outcome};
use crate::analysis::value::InputRules;
use crate::tosca::model::ElementId;

/// When `resolve` meets an error; it reports the errors of the first phase that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ResolvePhase {
    /// Rules between inputs.
    Inputs,
    /// Conditions that cannot be evaluated.
    Conditions,
    /// Constraints.
    Constraints,
    /// Several equally good possibilities.
    Choice,
    /// Values that cannot be evaluated.
    Values,
    /// Checks.
    Checks,
    /// What leaves no document.
    Document,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ErrorCause {
    /// The rule between inputs with this number.
    InputRule(usize),
    /// The value atom cannot be evaluated, says this sentence.
    Condition(Atom, String),
    /// This constraint does not hold.
    Constraint(RuleIndex),
    /// No presences satisfy the conditions of this atom and of those that it depends on.
    Unsolvable(Atom),
    /// Several possibilities are equally good.
    Ambiguous,
    /// The present property has no value, says this sentence.
    Value(ElementId, String),
    /// The check that fails is the violation with this number.
    Check(usize),
    /// What leaves no document is the violation with this number.
    Document(usize),
}

/// An error with the configurations that make it.
#[derive(Clone, Debug)]
pub(crate) struct LiftedError {
    pub(crate) cause: ErrorCause,
    pub(crate) formula: FormulaId,
}

impl LiftedError {
    /// When `resolve` meets it.
    pub(crate) fn phase(&self) -> ResolvePhase {
        match self.cause {
            ErrorCause::InputRule(_) => ResolvePhase::Inputs,
            ErrorCause::Condition(..) => ResolvePhase::Conditions,
            ErrorCause::Constraint(_) | ErrorCause::Unsolvable(_) => ResolvePhase::Constraints,
            ErrorCause::Ambiguous => ResolvePhase::Choice,
            ErrorCause::Value(..) => ResolvePhase::Values,
            ErrorCause::Check(_) => ResolvePhase::Checks,
            ErrorCause::Document(_) => ResolvePhase::Document,
        }
    }

    /// The value that cannot be evaluated, where it is about one.
    pub(crate) fn unevaluated(&self) -> Option<Atom> {
        match self.cause {
            ErrorCause::Condition(atom, _) => Some(atom),
            _ => None,
        }
    }
}

impl<'c, 'v, 'm> LiftedErrors<'c, 'v, 'm> {
    pub(super) fn new(classes: &'c Classes<'v, 'm>, space: &'c ClassFormulas, formulas: &'c mut Formulas) -> Self {
        Self { classes, space, formulas, found: Vec::new(), unevaluated: Vec::new() }
    }
}

/// Collects errors.
pub(super) struct LiftedErrors<'c, 'v, 'm> {
    pub(super) classes: &'c Classes<'v, 'm>,
    pub(super) space: &'c ClassFormulas,
    pub(super) formulas: &'c mut Formulas,
    pub(super) found: Vec<LiftedError>,
    /// Values that only demands ask for, which is no error of the template.
    pub(super) unevaluated: Vec<UnevaluatedValue>,
}

/// A value that only demands ask for, with the configurations in which it cannot be evaluated.
#[derive(Clone, Debug)]
pub(super) struct UnevaluatedValue {
    pub(super) atom: Atom,
    pub(super) sentence: String,
    pub(super) formula: FormulaId,
}

impl LiftedErrors<'_, '_, '_> {
    fn add(&mut self, cause: ErrorCause, formula: FormulaId) {
        if formula != FormulaId::FALSE {
            self.found.push(LiftedError { cause, formula });
        }
    }

    /// Finds all of them; gives what holds where one of them is met before constraints are looked at.
    pub(super) fn all(
        &mut self,
        presence: impl Fn(ElementId) -> FormulaId,
        constraints: &[(RuleIndex, FormulaId)],
    ) -> FormulaId {
        self.of_inputs();
        self.of_evaluation(presence);
        let early = self.found.iter().filter(|error| error.phase() < ResolvePhase::Constraints);
        let early: Vec<FormulaId> = early.map(|error| error.formula).collect();
        self.of_constraints(constraints);
        let rules = self.classes.variants.rules();
        self.of_checks(rules.violations());
        self.formulas.or(early)
    }

    /// Rules between inputs that do not hold.
    pub(super) fn of_inputs(&mut self) {
        let rules = InputRules::new(self.classes.variants.language());
        if rules.is_empty() {
            return;
        }
        let selected = self.selected();
        let of_input = |input: &str| selected.get(input).copied();
        for number in 0..rules.len() {
            let rule = rules.rule(number);
            let selected: Option<Vec<FormulaId>> = rule.targets().map(of_input).collect();
            // The rule says nothing when it names an input that is not declared.
            let (Some(source), Some(targets)) = (of_input(rule.source()), selected) else { continue };
            let holds = super::input_rule::formula(self.formulas, rule.keyword(), source, &targets);
            self.add(ErrorCause::InputRule(number), !holds);
        }
    }

    /// For each declared input, that it is selected.
    fn selected(&mut self) -> FxHashMap<String, FormulaId> {
        let mut selected = FxHashMap::default();
        for (group, found) in self.classes.groups().iter().enumerate() {
            for (reader, &subject) in found.readers.iter().enumerate() {
                let InputReader::Selected(input) = &self.classes.subjects[subject] else { continue };
                let formula = self.space.holds(self.formulas, GroupReader { group, found, reader });
                selected.insert(input.clone(), formula);
            }
        }
        selected
    }

    /// Conditions and values that cannot be evaluated in some classes.
    pub(super) fn of_evaluation(&mut self, presence: impl Fn(ElementId) -> FormulaId) {
        let classes = self.classes;
        let mut values = Vec::new();
        for (group, found) in classes.groups().iter().enumerate() {
            for (reader, &subject) in found.readers.iter().enumerate() {
                for (facts, sentence) in sentences(found.outcomes.runs(reader).map(|(_, outcome)| outcome)) {
                    let is_said = |outcome: &Outcome| errors(outcome).any(|error| error == (facts, sentence));
                    let formula = self.space.any(self.formulas, GroupReader { group, found, reader }, is_said);
                    let sentence = sentence.to_owned();
                    match &classes.subjects[subject] {
                        InputReader::Atom(atom, _) => self.add_unevaluated(*atom, sentence, formula),
                        InputReader::Property(id) => values.push((*id, facts, sentence, formula)),
                        InputReader::Selected(_)
                        | InputReader::Value(_)
                        | InputReader::Addend(_)
                        | InputReader::Foreign => {}
                    }
                }
            }
        }
        for (id, facts, sentence, formula) in values {
            let facts = facts.iter().map(|&(id, is_present)| presence(id).negated_if(!is_present));
            let all: Vec<FormulaId> = facts.chain([formula, presence(id)]).collect();
            let formula = self.formulas.and(all);
            self.add(ErrorCause::Value(id, sentence), formula);
        }
    }

    /// A condition or a demand that cannot be evaluated where the formula holds.
    fn add_unevaluated(&mut self, atom: Atom, sentence: String, formula: FormulaId) {
        if self.classes.variants.rules().is_of_demands(atom) {
            self.unevaluated.push(UnevaluatedValue { atom, sentence, formula });
        } else {
            self.add(ErrorCause::Condition(atom, sentence), formula);
        }
    }

    /// Constraints that do not hold.
    fn of_constraints(&mut self, constraints: &[(RuleIndex, FormulaId)]) {
        for &(index, formula) in constraints {
            self.add(ErrorCause::Constraint(index), !formula);
        }
    }

    /// Checks that fail.
    fn of_checks(&mut self, violations: &[Violation]) {
        for (number, violation) in violations.iter().enumerate() {
            let cause = if violation.is_check() { ErrorCause::Check(number) } else { ErrorCause::Document(number) };
            self.add(cause, violation.formula);
        }
    }
}

/// An error with the presences under which it is one.
type SentenceUnder<'o> = (&'o [(ElementId, bool)], &'o str);

/// What is said about errors, each once.
fn sentences<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> Vec<SentenceUnder<'o>> {
    let mut found: Vec<SentenceUnder<'o>> = Vec::new();
    for error in outcomes.flat_map(errors) {
        if !found.contains(&error) {
            found.push(error);
        }
    }
    found
}

fn errors(outcome: &Outcome) -> impl Iterator<Item = SentenceUnder<'_>> {
    let (always, under) = match outcome {
        Outcome::Error(sentence) => (Some(sentence), &[][..]),
        Outcome::ErrorUnder(cases) => (None, cases.as_slice()),
        Outcome::Holds(_) | Outcome::Either | Outcome::Fine | Outcome::Open(_) | Outcome::Value { .. } => {
            (None, &[][..])
        }
    };
    let always = always.map(|sentence| (&[][..], sentence.as_str()));
    always.into_iter().chain(under.iter().map(|(facts, sentence)| (facts.as_slice(), sentence.as_str())))
}
