//! A model as a problem with a rule for each statement.

use variscope_encoder::{Atom, FormulaId, Lit, Problem, RuleIndex};

use super::statement::{Kind, Statement};
use super::uvl::RuleKind;
use super::{FeatureModel, Form, ModelOrigin};

/// A model as a problem whose rules are its statements.
pub(super) struct Statements<'m> {
    model: &'m FeatureModel,
    pub problem: Problem,
}

/// The kind of rules of given features, which are numbered in their order; those of the file are of kind 0.
const GIVEN: u8 = 1;

impl FeatureModel {
    /// What the file and the given features state; `None` for compiled models, which have forgotten it.
    ///
    /// The atom of a feature has the number of its variable.
    pub(super) fn statements(&self) -> Option<Statements<'_>> {
        let mut problem = match (&self.origin, &self.form) {
            (ModelOrigin::Uvl(origin), _) => origin.problem(),
            (ModelOrigin::Dimacs(_), Form::Clauses(cnf)) => {
                let mut problem = Problem::with_atoms(cnf.var_count());
                let stated = cnf.len() - self.given.len();
                for (index, clause) in cnf.clauses().take(stated).enumerate() {
                    let formula = problem.formulas_mut().or(clause.iter().map(|&lit| formula(lit)));
                    problem.constrain(formula, RuleIndex::new(index as u32));
                }
                problem
            }
            (ModelOrigin::Compiled, _) | (ModelOrigin::Dimacs(_), Form::Circuit(_)) => return None,
        };
        for (&lit, number) in self.given.iter().zip(0..) {
            problem.constrain(formula(lit), RuleIndex::of_kind(GIVEN, number));
        }
        Some(Statements { model: self, problem })
    }
}

/// That a literal is true.
pub(super) fn formula(lit: Lit) -> FormulaId {
    let atom: FormulaId = Atom::new(lit.var().index()).into();
    if lit.is_positive() { atom } else { !atom }
}

/// A clause as DIMACS writes it, whatever else stands in its lines.
fn written(clause: &[Lit]) -> String {
    let numbers = clause.iter().map(|lit| lit.to_dimacs()).chain([0]);
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

impl Statements<'_> {
    /// The statement behind a rule; `None` for rules that nobody states.
    pub(super) fn statement(&self, rule: RuleIndex) -> Option<Statement> {
        let index = rule.index() as usize;
        if rule.kind() == GIVEN {
            return Some(self.given(self.model.given[index]));
        }
        match &self.model.origin {
            ModelOrigin::Dimacs(places) => {
                let text = written(self.model.cnf()?.clause(index));
                Some(Statement { line: places.clause(index), kind: Kind::Clause, text })
            }
            ModelOrigin::Uvl(origin) => {
                let (kind, line, text) = origin.rule(rule)?;
                let kind = match kind {
                    RuleKind::Root => Kind::Root,
                    RuleKind::Parent => Kind::Parent,
                    RuleKind::Group => Kind::Group,
                    RuleKind::Instances => Kind::Instances,
                    RuleKind::Constraint => Kind::Constraint,
                    RuleKind::Domain => return None,
                };
                Some(Statement { line: Some(line), kind, text: text.to_owned() })
            }
            ModelOrigin::Compiled => None,
        }
    }

    fn given(&self, lit: Lit) -> Statement {
        let feature = self.model.features.iter().find(|feature| feature.var == lit.var());
        let name = feature.map_or("", |feature| feature.name.as_str());
        Statement { line: None, kind: Kind::Given, text: format!("{name}={}", lit.is_positive()) }
    }
}
