//! Something that is wrong in those variants in which some elements are present and others absent.

pub(super) use crate::analysis::presence::When;

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, FormulaId, Formulas};

use super::super::{forcing_lines, nearness};
use super::computed::Computed;
use super::passed_over::PassedOver;
use crate::analysis::presence::EarlierAlternatives;
use crate::analysis::question::Witness;
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::analysis::question::all_variants::limits::Limits;
use crate::source::diagnostic::Label;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::completion::Fault;

/// A fault, and which variants have it.
pub(super) struct ConditionalFault {
    pub(super) fault: Fault,
    /// The element that has the value.
    pub(super) element: Option<ElementId>,
    /// The value of a property that is wrong by itself.
    pub(super) value: Option<ElementId>,
    /// The values of an expression that have it, where others have not.
    pub(super) computed: Option<Computed>,
    /// Which property it is, when no type declares it.
    pub(super) passed_over: Option<PassedOver>,
    pub(super) when: When,
}

impl ConditionalFault {
    pub(super) fn new(fault: Fault, element: Option<ElementId>, when: When) -> Self {
        Self { fault, element, value: None, computed: None, passed_over: None, when }
    }
}

/// By element: that one of its first alternatives is present, at `[n]` for the first `n`.
pub(super) type SomeEarlier = FxHashMap<ElementId, Vec<FormulaId>>;

/// So many alternatives are named in each formula; of more, each formula builds on the one before.
const FEW_ALTERNATIVES: usize = 16;

impl When {
    /// The valid configurations in which it holds.
    pub(super) fn formula(
        &self,
        lifted: &Lifted<'_, '_>,
        formulas: &mut Formulas,
        known: &mut SomeEarlier,
    ) -> FormulaId {
        let presence = |&id: &ElementId| FormulaId::from(lifted.presence(id));
        let mut all: Vec<FormulaId> = self.present.iter().map(presence).collect();
        all.extend(self.absent.iter().map(|id| !presence(id)));
        for EarlierAlternatives { element, alternatives, count } in &self.earlier {
            let first = &alternatives[..*count];
            if first.len() <= FEW_ALTERNATIVES {
                all.extend(first.iter().map(|id| !presence(id)));
                continue;
            }
            let some = known.entry(*element).or_insert_with(|| vec![FormulaId::FALSE]);
            for id in &first[some.len().min(first.len() + 1) - 1..] {
                some.push(formulas.or([some[some.len() - 1], presence(id)]));
            }
            all.push(!some[first.len()]);
        }
        formulas.and(all.into_iter().chain([lifted.valid()]))
    }

    /// Why it holds in the valid variant of a witness: what is absent that it asks for, and why what is present is there.
    pub(super) fn reasons(&self, lifted: &Lifted<'_, '_>, witness: &Witness, limits: &Limits) -> Vec<Label> {
        let model = lifted.variants().model();
        let absent: Vec<Atom> = self.absent().map(|id| lifted.presence(id)).collect();
        // A type without conditions comes with its node.
        let is_reason = |id: &&ElementId| id.kind() != Kind::Type || !model.element(**id).conditions.is_empty();
        let present = self.present.iter().filter(is_reason).map(|&id| lifted.presence(id));
        let present: Vec<Atom> = present.collect();
        let holds = |formulas: &mut Formulas| {
            let absent = absent.iter().map(|&atom| !FormulaId::from(atom));
            formulas.and(absent.chain(present.iter().map(|&atom| FormulaId::from(atom))))
        };
        let lines = forcing_lines::of_new_formula(lifted, holds, witness, limits);
        nearness::of_atoms(lifted.variants(), &[&absent[..], &present].concat(), lines)
    }
}
