//! What is suspicious about a model (Benavides, Segura and Ruiz-Cortés, Information Systems 2010).

use variscope_encoder::sat::Solver;
use variscope_encoder::{Budget, Explainer, FormulaId, Interrupted, Lit, Var};

use super::statements::RuleKind;
use super::{FeatureId, FeatureModel, FileLine, ModelOrigin, uvl};
use crate::answer::{Finding, Place, Status};
use crate::source::Position;
use crate::source::diagnostic::Code;

/// Constraints that change nothing of which it is looked for which ones they need, at most.
const MAX_PAIRED_CONSTRAINTS: usize = 50;

/// What it may take to leave out of an explanation what can be left out: about a second.
const MAX_CHECKS: u64 = 20_000;

/// What is suspicious. Files are named as the model names them, none is the one that was asked about; what has no line is about
/// the whole model.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// What was found.
    pub findings: Vec<Finding>,
    /// Whether that is all; the budget may have ended before.
    pub is_complete: bool,
}

impl FeatureModel {
    /// Everything suspicious: features in their order, then constraints in theirs. In a void model, only that. What is given
    /// may leave no variant; nothing else that only this leads to is suspicious.
    pub fn review(&self, budget: &Budget) -> Review {
        let mut review = Review { findings: Vec::new(), is_complete: false };
        let looked = if self.given.is_empty() {
            self.collect_findings(budget, &mut review)
        } else {
            self.open(budget, &mut review)
        };
        review.is_complete = looked.is_ok();
        review
    }

    /// What is so whatever is given, unless what is given leaves no variant.
    fn open(&self, budget: &Budget, review: &mut Review) -> Result<(), Interrupted> {
        if self.is_void(budget)? {
            review.findings.push(self.no_variant(budget));
            return Ok(());
        }
        self.whatever_is_given().collect_findings(budget, review)
    }

    fn collect_findings(&self, budget: &Budget, review: &mut Review) -> Result<(), Interrupted> {
        let statuses = self.statuses(budget);
        let is_in_some = |status: &Option<Status>| matches!(status, Some(Status::Core | Status::Conditional));
        if !statuses.iter().any(is_in_some) && self.is_void(budget)? {
            review.findings.push(self.no_variant(budget));
            return Ok(());
        }
        let lines = self.feature_lines();
        let dead = self.ids().filter(|id| statuses[id.index()] == Some(Status::Dead));
        review.findings.extend(dead.map(|id| self.about(id, &lines, Code::DeadElement, "is never selected")));
        let Some(statuses) = statuses.into_iter().collect::<Option<Vec<Status>>>() else {
            return Err(Interrupted);
        };
        if let ModelOrigin::Uvl(origin) = &self.origin {
            let found = self.false_optional(origin, &statuses, budget)?;
            let why = "looks optional, but is selected whenever its parent is";
            review.findings.extend(found.into_iter().map(|id| self.about(id, &lines, Code::FalseOptional, why)));
            Self::add_redundant(origin, budget, review)?;
        }
        Ok(())
    }

    /// That there is no variant, with the lines of a tree, or those against what is given, that force it, if they are found easily; it
    /// is located at the first constraint or clause among them.
    fn no_variant(&self, budget: &Budget) -> Finding {
        let found = Finding::new(Code::NoValidVariant, "there is no variant");
        let is_explained = self.has_tree() || !self.given.is_empty();
        let Some(statements) = self.statements().filter(|_| is_explained) else { return found };
        let explainer = Explainer::new(&statements.problem, |_| None, budget.clone());
        let reasons = explainer.with_checks_each(MAX_CHECKS).why(FormulaId::FALSE);
        let places = reasons.ok().flatten().map_or_else(Vec::new, |reasons| statements.places(reasons));
        let first = places.iter().find(|(_, is_demand)| *is_demand).or(places.first());
        let Some((Place { file, line, column, end, .. }, _)) = first else { return found };
        let (start, file) =
            (Position { line: *line, column: *column }, Some(file.clone()).filter(|file| !file.is_empty()));
        let located = found.at(file, (start, *end));
        Finding { because: places.into_iter().map(|(place, _)| place).collect(), ..located }
    }

    /// What is suspicious about a feature; `lines` are those of all features.
    fn about(&self, id: FeatureId, lines: &[Option<FileLine>], code: Code, what: &str) -> Finding {
        let name = &self.feature(id).name;
        let found = Finding { element: Some(name.clone()), ..Finding::new(code, format!("\"{name}\" {what}")) };
        let Some(FileLine { file, line }) = lines[id.index()].clone() else { return found };
        let start = Position { line, column: 1 };
        found.at(file, self.feature_range(id).unwrap_or((start, start)))
    }

    /// Whether there is no variant.
    fn is_void(&self, budget: &Budget) -> Result<bool, Interrupted> {
        budget.check()?;
        let Some(cnf) = self.cnf() else { return Ok(self.compile(budget)?.is_unsatisfiable()) };
        let mut solver = Solver::of(cnf, budget);
        solver.solve(&[]).map(|is_satisfiable| !is_satisfiable)
    }

    fn false_optional(
        &self,
        origin: &uvl::UvlSource,
        statuses: &[Status],
        budget: &Budget,
    ) -> Result<Vec<FeatureId>, Interrupted> {
        let Some(cnf) = self.cnf() else { return Ok(Vec::new()) };
        let mut solver = Solver::of(cnf, budget);
        let variable = |feature: usize| Var::new(feature);
        let position = |feature: usize| self.features.binary_search_by_key(&variable(feature), |known| known.var).ok();
        let mut pairs: Vec<(usize, [Lit; 2])> = Vec::new();
        for (feature, parent) in origin.optional() {
            let Some(at) = position(feature) else { continue };
            if statuses[at] != Status::Dead {
                pairs.push((at, [variable(parent).positive(), variable(feature).negative()]));
            }
        }
        let mut found = Vec::new();
        while let Some((at, assumptions)) = pairs.pop() {
            budget.check()?;
            if solver.solve(&assumptions)? {
                // The same variant may clear others.
                pairs.retain(|(_, pair)| !pair.iter().all(|&lit| solver.value(lit)));
            } else {
                found.push(FeatureId::new(at));
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Finds what follows from everything else.
    fn add_redundant(origin: &uvl::UvlSource, budget: &Budget, review: &mut Review) -> Result<(), Interrupted> {
        let (problem, selectors) = origin.selectable();
        let mut solver = Solver::of(&problem.to_cnf(), budget);
        let mut redundant = Vec::new();
        for at in 0..selectors.len() {
            budget.check()?;
            let holds = |(other, (atom, _)): (usize, &(variscope_encoder::Atom, _))| Var::from(*atom).lit(other != at);
            let assumptions: Vec<Lit> = selectors.iter().enumerate().map(holds).collect();
            if solver.solve(&assumptions)? {
                continue;
            }
            redundant.push(at);
        }
        // Whether a constraint follows from those that are not redundant, and some of those that are.
        let mut follows = |one: usize, kept: &[usize]| -> Result<bool, Interrupted> {
            budget.check()?;
            let holds = |(at, (atom, _)): (usize, &(variscope_encoder::Atom, _))| {
                let is_left_out = redundant.contains(&at) && !kept.contains(&at);
                (at == one || !is_left_out).then(|| Var::from(*atom).lit(at != one))
            };
            let assumptions: Vec<Lit> = selectors.iter().enumerate().filter_map(holds).collect();
            solver.solve(&assumptions).map(|is_satisfiable| !is_satisfiable)
        };
        for &at in &redundant {
            let rule = selectors[at].1;
            let Some((RuleKind::Constraint, FileLine { file, .. }, text)) = origin.rule(rule) else { continue };
            let mut beside = String::new();
            if redundant.len() > 1 && redundant.len() <= MAX_PAIRED_CONSTRAINTS && !follows(at, &[])? {
                let mut partner = None;
                for &other in redundant.iter().filter(|&&other| other != at) {
                    if follows(at, &[other])? {
                        partner = origin.rule(selectors[other].1);
                        break;
                    }
                }
                beside = match partner {
                    None => " beside the other constraints that change nothing".to_owned(),
                    Some((_, there, _)) if there.file == file => format!(" beside line {}", there.line),
                    Some((_, FileLine { file, line }, _)) => {
                        format!(" beside line {line} of {}", file.as_deref().unwrap_or("the model"))
                    }
                };
            }
            let message = format!("`{text}` changes nothing{beside}");
            let found = Finding { quoted: text.to_owned(), ..Finding::new(Code::RedundantConstraint, message) };
            review.findings.push(found.at(file, origin.range_of_rule(rule)));
        }
        Ok(())
    }
}
