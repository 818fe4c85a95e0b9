//! What is suspicious about a model (Benavides, Segura and Ruiz-Cortés, Information Systems 2010).

use variscope_encoder::sat::Solver;
use variscope_encoder::{Budget, Interrupted, Lit, Var};

use super::asserted::BrokenAssertion;
use super::statements::RuleKind;
use super::{FeatureId, FeatureModel, FileLine, ModelOrigin, uvl};
use crate::answer::Status;
use crate::source::Position;
use crate::source::diagnostic::{Code, Severity};

/// Something suspicious.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// There is no variant.
    Void,
    /// The feature is in no variant.
    Dead(FeatureId),
    /// The feature looks optional, but is selected whenever the one above it is.
    FalseOptional(FeatureId),
    /// The constraint follows from everything else.
    Redundant {
        /// Where it is.
        place: FileLine,
        /// From where to where.
        range: (Position, Position),
        /// What is written there.
        text: String,
        /// What it follows from only together with: another constraint that changes nothing, either.
        with: Option<Together>,
    },
    /// Some variant breaks the assertion.
    Broken(BrokenAssertion),
}

/// Other constraints that change nothing, without which a constraint would change something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Together {
    /// This one alone is enough.
    One(FileLine),
    /// Several of them.
    Several,
}

/// Constraints that change nothing of which it is looked for which ones they need, at most.
const MAX_PAIRED_CONSTRAINTS: usize = 50;

/// What is suspicious.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// What was found.
    pub findings: Vec<Finding>,
    /// Whether that is all; the budget may have ended before.
    pub is_complete: bool,
}

impl Finding {
    /// The code of findings about templates that say the same.
    pub fn code(&self) -> Code {
        match self {
            Self::Void => Code::NoValidVariant,
            Self::Dead(_) => Code::DeadElement,
            Self::FalseOptional(_) => Code::FalseOptional,
            Self::Redundant { .. } => Code::IdleConstraint,
            Self::Broken(_) => Code::BrokenAssertion,
        }
    }

    /// How bad it is, unless the user sets that.
    pub fn severity(&self) -> Severity {
        match self {
            Self::Broken(broken) => broken.assertion.severity,
            _ => self.code().entry().severity,
        }
    }
}

impl FeatureModel {
    /// Everything suspicious: features in their order, then constraints in theirs. In a void model, only that. What is given
    /// may leave no variant; nothing else that only this leads to is suspicious.
    pub fn review(&self, budget: &Budget) -> Review {
        let mut review = Review { findings: Vec::new(), is_complete: false };
        let looked =
            if self.given.is_empty() { self.look(budget, &mut review) } else { self.open(budget, &mut review) };
        review.is_complete = looked.is_ok();
        review
    }

    /// What is so whatever is given, unless what is given leaves no variant.
    fn open(&self, budget: &Budget, review: &mut Review) -> Result<(), Interrupted> {
        if self.is_void(budget)? {
            review.findings.push(Finding::Void);
            return Ok(());
        }
        self.whatever_is_given().look(budget, review)
    }

    fn look(&self, budget: &Budget, review: &mut Review) -> Result<(), Interrupted> {
        let statuses = self.statuses(budget);
        let is_in_some = |status: &Option<Status>| matches!(status, Some(Status::Core | Status::Conditional));
        if !statuses.iter().any(is_in_some) && self.is_void(budget)? {
            review.findings.push(Finding::Void);
            return Ok(());
        }
        review.findings.extend(self.dead(&statuses));
        let Some(statuses) = statuses.into_iter().collect::<Option<Vec<Status>>>() else {
            return Err(Interrupted);
        };
        if let ModelOrigin::Uvl(origin) = &self.origin {
            let found = self.false_optional(origin, &statuses, budget)?;
            review.findings.extend(found.into_iter().map(Finding::FalseOptional));
            Self::add_redundant(origin, budget, review)?;
        }
        Ok(())
    }

    /// What is known to be in no variant.
    fn dead(&self, statuses: &[Option<Status>]) -> impl Iterator<Item = Finding> {
        self.ids().filter(|id| statuses[id.index()] == Some(Status::Dead)).map(Finding::Dead)
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
            let Some((RuleKind::Constraint, place, text)) = origin.rule(rule) else { continue };
            let mut with = None;
            if redundant.len() > 1 && redundant.len() <= MAX_PAIRED_CONSTRAINTS && !follows(at, &[])? {
                let mut partner = None;
                for &other in redundant.iter().filter(|&&other| other != at) {
                    if follows(at, &[other])? {
                        partner = origin.rule(selectors[other].1);
                        break;
                    }
                }
                with = Some(partner.map_or(Together::Several, |(_, place, _)| Together::One(place)));
            }
            let (range, text) = (origin.range_of_rule(rule), text.to_owned());
            review.findings.push(Finding::Redundant { place, range, text, with });
        }
        Ok(())
    }
}
