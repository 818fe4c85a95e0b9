//! All configurations at once (lifted, or family-based, analysis; Thüm et al., CSUR 2014).
//!
//! Comes in: rules, and the classes of configurations. Goes out: one problem in which the class of each group of
//! inputs is free and presences follow from it, and everything that makes configurations invalid as formulas over it.
//! Invariant: the assignments of the problem are exactly the configurations, by class, each with the presences that
//! `resolve` gives it; where that cannot be had, there is no such problem.
//!
//! # Lifted space
//!
//! Evaluating a question for each class would take time exponential in the number of groups. So the choice of a class becomes part of
//! the problem: each group has variables of which exactly one is true, the class, and they decide the value atoms. In the example
//! of [`presence`](crate::analysis::presence), with `c0 c1` for the classes of `caching` and `s0 s1` for those of `size`:
//!
//! ```text
//! exactly one of c0, c1        caching        = c1
//! exactly one of s0, s1        (size > 100)   = s1
//! node.cache = caching or (size > 100)   and the other presence conditions
//! ```
//!
//! An assignment of this problem is a class of configurations with the variant that it resolves to; [`Lifted::valid`] excludes those
//! that a constraint, a check or an error forbids. Every question is one about its assignments: `elements` asks for one with and one
//! without an element, `count` counts them projected to the presences (2 variants) or to the classes (4), `list` enumerates them. Where the
//! presences do not follow from the inputs, as circular conditions may have several solutions, what `resolve` prefers is part of the
//! problem too ([`Determination`]); where that cannot be written as a formula, there is no such problem, and classes are resolved one
//! by one.

mod choices_left;
mod class_choices;
mod class_formulas;
mod class_problem;
mod compared;
mod condensed;
mod condition;
mod configuration_counts;
mod configurator;
mod count;
mod determine;
mod diagram;
mod error;
mod first_classes;
mod input_rule;
mod least_sum;
mod listing;
mod measured;
mod one_of_each;
mod relaxation;
mod rule_origin;
mod shard;
mod status;
mod sweep_by_diagram;
mod table;
mod unevaluated;
mod variable_order;

use std::sync::{Mutex, OnceLock};

use variscope_encoder::formula::Node;
use variscope_encoder::{Assignment, Atom, Budget, FormulaId, Formulas, Interrupted, Problem, RuleIndex};

pub use choices_left::Choice;
pub(crate) use class_problem::{ClassProblem, definitions};
pub(crate) use compared::{ComparedVariants, SideVariants};
pub(crate) use condensed::ProjectedClauses;
pub(crate) use configuration_counts::{ConfigurationCounts, Size};
pub use configurator::{ChoiceGroup, ChoiceInput, ChoiceValue, Configurator};
pub(crate) use determine::{Determination, LeastPresences};
pub(crate) use error::{ErrorCause, LiftedError, ResolvePhase};
pub use listing::{Listing, VariantPosition};
pub(crate) use one_of_each::OneOfEach;
pub(crate) use rule_origin::RuleOrigin;
pub use shard::Shard;
pub(crate) use status::decide;
pub(crate) use unevaluated::Unevaluated;

use self::class_formulas::ClassFormulas;
use self::determine::{Decider, DeterminationAnalysis};
use self::diagram::Diagram;
use self::error::LiftedErrors;
use self::table::{Choices, Replaced, Tables};
use crate::analysis::presence::Demanded;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::classes::{Classes, Outcome};
use crate::analysis::question::configuration::witness::Witness;
use crate::tosca::model::ElementId;

/// All configurations of some [`Variants`] at once.
pub(crate) struct Lifted<'v, 'm> {
    classes: Classes<'v, 'm>,
    space: ClassFormulas,
    problem: Problem,
    errors: Vec<LiftedError>,
    determination: Determination,
    /// [`Lifted::least`].
    least: Option<LeastPresences>,
    /// What was defined by rules before it was defined by what is best.
    replaced: Vec<Replaced>,
    /// Whether the rules leave no choice.
    is_forced: bool,
    lookup: Tabulation,
    /// Where demands cannot be evaluated.
    unevaluated: Vec<Unevaluated>,
    /// What is assumed: presences, and demands that are wanted.
    assumed: FormulaId,
    /// No error, and what is assumed.
    valid: FormulaId,
    /// Presences as diagrams, once asked for.
    diagram: OnceLock<Option<Mutex<Diagram>>>,
    /// All configurations, also of classes that were not found; once asked for.
    relaxed: OnceLock<Option<Box<Self>>>,
}

/// Why configurations cannot be looked at all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unliftable {
    /// Presences do not follow from the inputs in a way that is understood.
    Undetermined,
    /// In profiles A to C a condition that cannot be evaluated matters only sometimes, which is not understood where presences do not
    /// follow from definitions without cycles; and a value may ask for too many presences.
    Unevaluated,
    /// The budget is used up.
    Interrupted,
}

/// Whether choices are looked up where definitions leave them open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tabulation {
    Allowed,
    Forbidden,
}

impl Tabulation {
    /// What decides presences in the end, and what was looked up for that.
    fn apply(
        self,
        choices: &Choices<'_, '_, '_>,
        decider: Decider,
        problem: &mut Problem,
    ) -> Result<(Determination, Tables), Unliftable> {
        let (open, otherwise) = match decider {
            Decider::Definitions | Decider::Least(_) => return Ok((Determination::ByDefinitions, Tables::default())),
            Decider::Rules(open) => (open, Ok((Determination::ByRules, Tables::default()))),
            Decider::Best(open) => (open, Err(Unliftable::Undetermined)),
        };
        let tables = if self == Self::Allowed { choices.tabulate(&open, problem)? } else { None };
        tables.map_or(otherwise, |tables| Ok((Determination::ByDefinitions, tables)))
    }
}

impl From<Interrupted> for Unliftable {
    fn from(Interrupted: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl<'v, 'm> Lifted<'v, 'm> {
    /// Looks at all completions of the configuration of `variants`.
    pub(crate) fn of(variants: &'v Variants<'m>, budget: &Budget) -> Result<Self, Unliftable> {
        Self::build(variants, &[], Tabulation::Allowed, budget)
    }

    /// [`Lifted::measuring`] by what the author states alone.
    pub(crate) fn of_rules(
        variants: &'v Variants<'m>,
        measured: &[ElementId],
        budget: &Budget,
    ) -> Result<Self, Unliftable> {
        Self::build(variants, measured, Tabulation::Forbidden, budget)
    }

    /// [`Lifted::of`] with classes that distinguish the values of these properties too.
    pub(crate) fn measuring(
        variants: &'v Variants<'m>,
        measured: &[ElementId],
        budget: &Budget,
    ) -> Result<Self, Unliftable> {
        Self::build(variants, measured, Tabulation::Allowed, budget)
    }

    fn build(
        variants: &'v Variants<'m>,
        measured: &[ElementId],
        lookup: Tabulation,
        budget: &Budget,
    ) -> Result<Self, Unliftable> {
        Self::of_classes(Classes::with_separate_sums(variants, measured), lookup, budget)
    }

    /// Two templates that declare the same inputs, over the same classes, which have the same atoms behind those of the rules.
    pub(crate) fn of_both(
        before: &'v Variants<'m>,
        after: &'v Variants<'m>,
        budget: &Budget,
    ) -> Result<[Self; 2], Unliftable> {
        let [before, after] = Classes::with_separate_sums_of_both(before, after);
        Ok([
            Self::of_classes(before, Tabulation::Allowed, budget)?,
            Self::of_classes(after, Tabulation::Allowed, budget)?,
        ])
    }

    fn of_classes(classes: Classes<'v, 'm>, lookup: Tabulation, budget: &Budget) -> Result<Self, Unliftable> {
        let variants = classes.variants;
        if has_open(&classes) {
            return Err(Unliftable::Unevaluated);
        }
        let rules = variants.rules().problem();
        let unvalued = definitions(variants);
        let ClassProblem { mut problem, space } = ClassProblem::of(&classes);
        let constraints: Vec<(RuleIndex, FormulaId)> =
            rules.constraints().iter().map(|rule| (rule.index, rule.formula)).collect();
        let presence = |id: ElementId| FormulaId::from(variants.rules().presence(variants.model(), id));
        let mut errors = LiftedErrors::new(&classes, &space, problem.formulas_mut());
        let excluded = errors.all(presence, &constraints);
        let (mut errors, unevaluated) = (errors.found, errors.unevaluated);
        let unevaluated = unevaluated::narrow_to_needed(variants, &mut problem, &mut errors, &unevaluated)?;
        let mut analysis = DeterminationAnalysis {
            model: variants.model(),
            rules: variants.rules(),
            problem: &mut problem,
            excluded,
            constraints: &constraints,
            budget,
        };
        let mut decider = analysis.determine()?;
        let is_forced = !matches!(decider, Decider::Best(_));
        let least = match &mut decider {
            Decider::Definitions => Some(LeastPresences::default()),
            Decider::Least(least) => Some(std::mem::take(least)),
            Decider::Rules(_) | Decider::Best(_) => None,
        };
        let choices = Choices { classes: &classes, definitions: &unvalued, budget };
        let (determination, tables) = lookup.apply(&choices, decider, &mut problem)?;
        errors.extend(tables.errors);
        if determination == Determination::ByRules {
            errors.retain(|error| error.phase() != ResolvePhase::Constraints);
            constraints.into_iter().for_each(|(index, formula)| problem.constrain(formula, index));
        }
        let assumed = assumed(variants, problem.formulas_mut(), &unevaluated);
        let fine = !problem.formulas_mut().or(errors.iter().map(|error| error.formula));
        let valid = problem.formulas_mut().and([fine, assumed]);
        Ok(Self {
            classes,
            space,
            problem,
            errors,
            determination,
            least,
            replaced: tables.replaced,
            is_forced,
            lookup,
            unevaluated,
            assumed,
            valid,
            diagram: OnceLock::new(),
            relaxed: OnceLock::new(),
        })
    }

    pub(crate) fn variants(&self) -> &'v Variants<'m> {
        self.classes.variants
    }

    pub(crate) fn classes(&self) -> &Classes<'v, 'm> {
        &self.classes
    }

    /// Its assignments are all configurations, by class.
    pub(crate) fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The problem for explanations: rules of the author before what is best under them.
    pub(crate) fn problem_for_explanations(&self) -> Problem {
        let mut problem = self.problem.clone();
        for replaced in &self.replaced {
            let atom = replaced.atom;
            let table = problem.definition(atom).expect("replaced by another definition");
            problem.undefine(atom);
            if let Some(rule) = replaced.before {
                problem.define(atom, rule.formula, rule.index);
            }
            if !self.is_forced {
                let chosen = problem.formulas_mut().iff(atom.into(), table.formula);
                problem.constrain(chosen, table.index);
            }
        }
        if self.is_forced && !self.replaced.is_empty() {
            let constraints = self.variants().rules().problem().constraints();
            constraints.iter().for_each(|rule| problem.constrain(rule.formula, rule.index));
        }
        problem
    }

    /// What makes configurations invalid, in the order in which `resolve` meets it.
    pub(crate) fn errors(&self) -> &[LiftedError] {
        &self.errors
    }

    /// What is assumed: presences, and demands that are wanted.
    pub(crate) fn assumed(&self) -> FormulaId {
        self.assumed
    }

    /// That nothing makes the configuration invalid, and what is assumed.
    pub(crate) fn valid(&self) -> FormulaId {
        self.valid
    }

    /// Why a demand cannot be evaluated in some configurations, and in which; none where it always can.
    pub(crate) fn unevaluated(&self, demanded: &Demanded) -> Option<&Unevaluated> {
        self.unevaluated.iter().find(|unevaluated| unevaluated.demanded == demanded.formula)
    }

    /// That a demand holds and can be evaluated; `formulas` are those of the problem, and may have more.
    pub(crate) fn demand(&self, formulas: &mut Formulas, demanded: &Demanded) -> FormulaId {
        demand(formulas, &self.unevaluated, demanded)
    }

    /// The valid configurations in which a demand holds, and those in which it does not.
    pub(crate) fn sides(&self, formulas: &mut Formulas, demanded: &Demanded) -> [FormulaId; 2] {
        let holds = self.demand(formulas, demanded);
        [holds, !holds].map(|side| formulas.and([self.valid, side]))
    }

    pub(crate) fn determination(&self) -> Determination {
        self.determination
    }

    /// How presences are the least ones that satisfy their definitions; none where something else decides.
    pub(crate) fn least(&self) -> Option<&LeastPresences> {
        self.least.as_ref()
    }

    /// By class of this group: the configuration is in it.
    pub(crate) fn group(&self, group: usize) -> &[FormulaId] {
        self.space.group(group)
    }

    /// The atom for the presence of an element.
    pub(crate) fn presence(&self, id: ElementId) -> Atom {
        self.variants().rules().presence(self.variants().model(), id)
    }

    /// The atom that a formula is.
    pub(crate) fn atom_of(&self, formula: FormulaId) -> Atom {
        match self.problem.formulas().node(formula) {
            Node::Atom(atom) => atom,
            _ => unreachable!("classes of several are literals"),
        }
    }

    /// That the configuration has a value that nothing mentions; `formulas` are those of the problem, and may have more.
    pub(crate) fn has_unmentioned_value(&self, formulas: &mut Formulas) -> FormulaId {
        self.has_unmentioned_value_in(formulas, |_| true)
    }

    /// That an input of one of these groups has a value that nothing mentions.
    pub(crate) fn has_unmentioned_value_in(
        &self,
        formulas: &mut Formulas,
        is_meant: impl Fn(usize) -> bool,
    ) -> FormulaId {
        let groups = self.classes.groups().iter().enumerate().filter(|&(group, _)| is_meant(group));
        self.space.has_unmentioned_value(formulas, groups)
    }

    /// Whether some value in the classes of an assignment is one that nothing mentions.
    pub(crate) fn is_unmentioned(&self, assignment: &Assignment) -> bool {
        self.classes.is_unmentioned(&self.space.combination(self.problem.formulas(), assignment))
    }

    /// Values for the open inputs that are in the classes of an assignment.
    pub(crate) fn witness(&self, assignment: &Assignment) -> Witness {
        self.classes.witness(&self.space.combination(self.problem.formulas(), assignment))
    }
}

/// What is assumed: presences, and demands that are wanted.
fn assumed(variants: &Variants<'_>, formulas: &mut Formulas, unevaluated: &[Unevaluated]) -> FormulaId {
    let presence = |id: ElementId| FormulaId::from(variants.rules().presence(variants.model(), id));
    let as_assumed = |&(id, is_present): &(ElementId, bool)| presence(id).negated_if(!is_present);
    let mut assumed: Vec<FormulaId> = variants.assumed().iter().map(as_assumed).collect();
    assumed.extend(variants.wanted().map(|demanded| demand(formulas, unevaluated, demanded)));
    formulas.and(assumed)
}

/// That a demand holds and can be evaluated.
fn demand(formulas: &mut Formulas, unevaluated: &[Unevaluated], demanded: &Demanded) -> FormulaId {
    let own = unevaluated.iter().filter(|unevaluated| unevaluated.demanded == demanded.formula);
    let all: Vec<FormulaId> = own.map(|unevaluated| !unevaluated.formula).chain([demanded.formula]).collect();
    formulas.and(all)
}

/// Whether a property asks for too many presences.
fn has_open(classes: &Classes<'_, '_>) -> bool {
    let is_open = |outcome: &Outcome| matches!(outcome, Outcome::Open(_));
    classes.groups().iter().any(|group| (0..group.readers.len()).any(|reader| group.outcomes.has(reader, is_open)))
}
