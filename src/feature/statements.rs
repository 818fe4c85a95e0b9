//! A model as a problem with a rule for each statement.

use variscope_encoder::{Atom, Cnf, FormulaId, Lit, Problem, Reason, RuleIndex};

use super::features::Decision;
use super::{FeatureModel, FileLine, Form, ModelOrigin};
use crate::answer::{Line, Place};
use crate::source::Position;

/// Why there is a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum RuleKind {
    /// The root is always selected.
    Root,
    /// A feature needs the one above it.
    Parent,
    /// A group demands or excludes members.
    Group,
    /// How many instances of a feature there are.
    Instances,
    /// A line among the constraints.
    Constraint,
    /// The values of a feature fit together; no author says so.
    Domain,
    /// A clause of the file.
    Clause,
    /// A feature was given.
    Given,
}

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
            (ModelOrigin::Dimacs(_), Form::Clauses(cnf)) => clauses(cnf, cnf.len() - self.given.len()),
            (ModelOrigin::Compiled, _) | (ModelOrigin::Dimacs(_), Form::Circuit(_)) => return None,
        };
        for (lit, number) in self.given_lits().zip(0..) {
            problem.constrain(formula(lit), RuleIndex::of_kind(GIVEN, number));
        }
        Some(Statements { model: self, problem })
    }
}

/// The first clauses, each a rule with its number.
pub(super) fn clauses(cnf: &Cnf, count: usize) -> Problem {
    let mut problem = Problem::with_atoms(cnf.var_count());
    for (index, clause) in cnf.clauses().take(count).enumerate() {
        let formula = problem.formulas_mut().or(clause.iter().map(|&lit| formula(lit)));
        problem.constrain(formula, RuleIndex::new(index as u32));
    }
    problem
}

/// That a literal is true.
pub(super) fn formula(lit: Lit) -> FormulaId {
    let atom: FormulaId = Atom::new(lit.var().index()).into();
    atom.negated_if(!lit.is_positive())
}

/// A clause as DIMACS writes it, whatever else stands in its lines.
fn written(clause: &[Lit]) -> String {
    let numbers = clause.iter().map(|lit| lit.to_dimacs()).chain([0]);
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

impl Statements<'_> {
    /// What is stated by the rules among these reasons, ascending and each once.
    pub(super) fn lines(&self, reasons: Vec<Reason>) -> Vec<Line> {
        let line = |Statement { place, kind, source }: Statement| {
            let (file, line) = place.map(|place| (place.file, place.line)).unzip();
            Line { file: file.flatten(), line, column: None, text: word(kind).to_owned(), source }
        };
        self.each_once(reasons).into_iter().map(|(statement, _)| line(statement)).collect()
    }

    /// What states the rules among these reasons, ascending and each once, with the first of its rules.
    fn each_once(&self, reasons: Vec<Reason>) -> Vec<(Statement, RuleIndex)> {
        let stated = reasons.into_iter().filter_map(|reason| match reason {
            Reason::Rule(rule) => Some((self.stated(rule)?, rule)),
            Reason::Known(_) => None,
        });
        let mut stated: Vec<(Statement, RuleIndex)> = stated.collect();
        stated.sort_unstable();
        stated.dedup_by(|(one, _), (other, _)| one == other);
        stated
    }

    /// The places in files where the rules among these reasons are stated, as [`Self::lines`]; of each whether the model demands it
    /// beside its tree. What is given without a file stands where the model introduces the feature.
    pub(super) fn places(&self, reasons: Vec<Reason>) -> Vec<(Place, bool)> {
        let introduced = self.model.feature_lines();
        let place = |(Statement { place, kind, source }, rule): (Statement, RuleIndex)| {
            let (FileLine { file, line }, range) = self.located(place, rule, &introduced)?;
            let whole = Position { line, column: 1 };
            let (Position { line, column }, end) = range.unwrap_or((whole, whole));
            let (file, text) = (file.unwrap_or_default(), word(kind).to_owned());
            let is_demand = matches!(kind, RuleKind::Constraint | RuleKind::Clause);
            Some((Place { file, line, column, text, end, quoted: source }, is_demand))
        };
        self.each_once(reasons).into_iter().filter_map(place).collect()
    }

    /// The line of a rule, and from where to where it goes there, where that is known.
    fn located(
        &self,
        place: Option<FileLine>,
        rule: RuleIndex,
        introduced: &[Option<FileLine>],
    ) -> Option<(FileLine, Option<(Position, Position)>)> {
        if rule.kind() != GIVEN {
            let ModelOrigin::Uvl(origin) = &self.model.origin else { return Some((place?, None)) };
            return Some((place?, Some(origin.range_of_rule(rule))));
        }
        if let Some(place) = place {
            return Some((place, None));
        }
        let var = self.model.given[rule.index() as usize].lit.var();
        let id = self.model.ids().find(|&id| self.model.feature(id).var == var)?;
        Some((introduced[id.index()].clone()?, self.model.feature_range(id)))
    }

    /// What states a rule; `None` for rules that are not stated.
    fn stated(&self, rule: RuleIndex) -> Option<Statement> {
        let index = rule.index() as usize;
        if rule.kind() == GIVEN {
            let Decision { lit, place } = &self.model.given[index];
            return Some(Statement { place: place.clone(), kind: RuleKind::Given, source: self.given(*lit) });
        }
        match &self.model.origin {
            ModelOrigin::Dimacs(places) => Some(Statement {
                place: places.clause(index).map(FileLine::own),
                kind: RuleKind::Clause,
                source: written(self.model.cnf()?.clause(index)),
            }),
            ModelOrigin::Uvl(origin) => {
                let (kind, place, text) = origin.rule(rule).filter(|(kind, ..)| *kind != RuleKind::Domain)?;
                Some(Statement { place: Some(place), kind, source: text.to_owned() })
            }
            ModelOrigin::Compiled => None,
        }
    }

    fn given(&self, lit: Lit) -> String {
        let mut all = self.model.features.iter().chain(self.model.uncounted());
        let feature = all.find(|feature| feature.var == lit.var());
        let name = feature.map_or("", |feature| feature.name.as_str());
        format!("{name}={}", lit.is_positive())
    }
}

/// What the author wrote that a rule comes from.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Statement {
    place: Option<FileLine>,
    kind: RuleKind,
    source: String,
}

/// What answers call a kind of rule.
fn word(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Root => "root",
        RuleKind::Parent => "parent of",
        RuleKind::Group => "group",
        RuleKind::Instances => "instances",
        RuleKind::Constraint => "constraint",
        RuleKind::Domain => "values",
        RuleKind::Clause => "clause",
        RuleKind::Given => "given",
    }
}
