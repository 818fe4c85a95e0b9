//! What no configuration of a template is, as formulas: findings are looked for, and proved, by the same ones.

use std::sync::Arc;

use variscope_encoder::{FormulaId, Formulas, RuleIndex};

use super::contradiction::is_authored;
use super::lifted::{Cause, Determination, Lifted, LiftedFault, Stage};
use crate::analysis::presence::{Origin, Rules};
use crate::analysis::question::product_enumeration::is_whole;
use crate::analysis::value::Value;
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{ElementId, Model};

/// A kind of configuration, of which a finding says that there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum UnsatClaim {
    /// A valid one.
    Variant,
    /// A valid one with the element.
    Presence(ElementId),
    /// A valid one without the element.
    Absence(ElementId),
    /// A valid one with the container of the element, but without the element.
    AbsenceAlone(ElementId),
    /// One in which the condition that the author gave the element does not hold.
    UnmetCondition(ElementId),
    /// One in which the condition that the author gave the element holds.
    MetCondition(ElementId),
    /// One that violates this constraint.
    Violation(YamlId),
    /// One that violates this constraint, and nothing else, unless conditions contradict each other there.
    SoleViolation(YamlId),
    /// A valid one in which the input has this value.
    InputValue(Arc<str>, Value),
}

/// Which configurations are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// Valid ones.
    Valid,
    /// Those that no rule of the author excludes, whatever errors they lead to.
    Allowed,
}

impl Among {
    /// Whether configurations with this fault are left out.
    fn leaves_out(self, fault: &LiftedFault) -> bool {
        self == Self::Valid || matches!(fault.stage(), Stage::Inputs | Stage::Constraints)
    }

    fn formula(self, lifted: &Lifted<'_, '_>, formulas: &mut Formulas) -> FormulaId {
        match self {
            Self::Valid => lifted.valid(),
            Self::Allowed => {
                let left_out = lifted.faults().iter().filter(|fault| self.leaves_out(fault));
                formulas.and(left_out.map(|fault| !fault.formula()).chain([lifted.assumed()]))
            }
        }
    }
}

impl UnsatClaim {
    /// That a configuration is of this kind; none where the problem has no formula for it. `formulas` are those of the
    /// problem, and may have more.
    pub(super) fn formula(&self, lifted: &Lifted<'_, '_>, formulas: &mut Formulas) -> Option<FormulaId> {
        self.formula_among(Among::Valid, lifted, formulas)
    }

    /// [`UnsatClaim::formula`] with other configurations in place of valid ones.
    pub(super) fn formula_among(
        &self,
        among: Among,
        lifted: &Lifted<'_, '_>,
        formulas: &mut Formulas,
    ) -> Option<FormulaId> {
        let presence = |id: ElementId| FormulaId::from(lifted.presence(id));
        let valid = among.formula(lifted, formulas);
        match *self {
            Self::Variant => Some(valid),
            Self::Presence(id) => Some(formulas.and([valid, presence(id)])),
            Self::Absence(id) => Some(formulas.and([valid, !presence(id)])),
            Self::AbsenceAlone(id) => {
                let container = lifted.variants().model().element(id).container.map_or(FormulaId::TRUE, presence);
                Some(formulas.and([valid, container, !presence(id)]))
            }
            Self::UnmetCondition(id) => Some(!authored_condition(lifted, id)?),
            Self::MetCondition(id) => authored_condition(lifted, id),
            Self::Violation(constraint) => violation(lifted, constraint),
            Self::SoleViolation(constraint) => {
                let violation = violation(lifted, constraint)?;
                // A constraint has an effect where it is all that keeps a contradiction from being met.
                let others = lifted.faults().iter().filter(|fault| among.leaves_out(fault));
                let others = others.filter(|fault| {
                    constraint_of(lifted, fault) != Some(constraint) && !is_contradiction(lifted, fault)
                });
                Some(formulas.and(others.map(|fault| !fault.formula()).chain([violation])))
            }
            Self::InputValue(ref input, ref value) => {
                let some = having(lifted, formulas, input, value)?;
                Some(formulas.and([valid, some]))
            }
        }
    }
}

/// The condition that the author gave an element.
fn authored_condition(lifted: &Lifted<'_, '_>, id: ElementId) -> Option<FormulaId> {
    let authored = lifted.variants().rules().authored();
    let place = authored.binary_search_by_key(&id, |(element, _)| *element).ok()?;
    Some(authored[place].1)
}

/// The constraints of the author, in order.
pub(super) fn constraints(rules: &Rules) -> Vec<YamlId> {
    rules.problem().constraints().iter().filter_map(|rule| authored(rules, rule.index)).collect()
}

/// The place of a constraint in the list of its template, from 0.
///
/// # Panics
/// When it is not from that list.
pub fn place_of_constraint(model: &Model, constraint: YamlId) -> usize {
    let listed = model.variability().and_then(|variability| variability.get("constraints"));
    let place = listed.into_iter().flat_map(Yaml::items).position(|item| item.id() == constraint);
    place.expect("a constraint of the list")
}

fn authored(rules: &Rules, index: RuleIndex) -> Option<YamlId> {
    match rules.origin(index) {
        Origin::Constraint(yaml) => Some(yaml),
        _ => None,
    }
}

fn constraint_of(lifted: &Lifted<'_, '_>, fault: &LiftedFault) -> Option<YamlId> {
    match fault.cause {
        Cause::Constraint(index) => authored(lifted.variants().rules(), index),
        _ => None,
    }
}

/// Whether no presences satisfy what is demanded without a constraint of the author.
fn is_contradiction(lifted: &Lifted<'_, '_>, fault: &LiftedFault) -> bool {
    match fault.cause {
        Cause::Unsolvable(_) => true,
        Cause::Constraint(index) => !is_authored(lifted.variants(), index),
        _ => false,
    }
}

/// That a constraint does not hold. Of one that holds by its form there is no fault.
fn violation(lifted: &Lifted<'_, '_>, constraint: YamlId) -> Option<FormulaId> {
    let fault = lifted.faults().iter().find(|fault| constraint_of(lifted, fault) == Some(constraint));
    let is_violated = fault.map_or(FormulaId::FALSE, LiftedFault::formula);
    (lifted.determination() == Determination::ByDefinitions).then_some(is_violated)
}

/// The input has a value that the template mentions, or may have it: whatever is known of classes that were not found, each of
/// them may have each value.
pub(super) fn having(
    lifted: &Lifted<'_, '_>,
    formulas: &mut Formulas,
    input: &str,
    value: &Value,
) -> Option<FormulaId> {
    let groups = lifted.classes().groups().iter().enumerate().filter(|(_, group)| is_whole(group));
    let mut inputs = groups.flat_map(|(number, group)| {
        group.inputs.iter().zip(&group.occurrences).map(move |(input, candidates)| (number, input, candidates))
    });
    let (group, _, candidates) = inputs.find(|(_, name, _)| &***name == input)?;
    let (_, known) = candidates.iter().find(|(candidate, _)| !candidate.is_other && candidate.value == *value)?;
    let classes = lifted.classes().groups()[group].classes.iter().enumerate();
    let not_found = classes.filter(|(_, class)| class.witness.is_empty()).map(|(place, _)| place);
    let classes: Vec<FormulaId> =
        known.iter().copied().chain(not_found).map(|class| lifted.group(group)[class]).collect();
    Some(formulas.or(classes))
}
