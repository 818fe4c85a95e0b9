//! One configuration on both sides.

use super::ComparedResults;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::variant::Variant;
use crate::analysis::question::configuration::witness::Witness;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, Model};

/// What `resolve` says about a configuration.
type Resolved = Result<Variant, Vec<Diagnostic>>;

/// What `resolve` says about a configuration on either side.
pub(super) struct Concrete {
    before: Resolved,
    after: Resolved,
}

impl Concrete {
    pub(super) fn of(sides: &ComparedResults<'_>, witness: &Witness) -> Self {
        Self { before: resolved(sides.before, witness), after: resolved(sides.after, witness) }
    }

    /// What stands against a variant on the newer side, where the older one has one.
    pub(super) fn lost_to(self) -> Vec<Diagnostic> {
        match self {
            Self { before: Ok(_), after: Err(diagnostics) } => diagnostics,
            _ => Vec::new(),
        }
    }

    /// What is different, in a few words.
    pub(super) fn difference(&self, sides: &ComparedResults<'_>) -> Option<String> {
        match (&self.before, &self.after) {
            (Err(_), Err(_)) => None,
            (Ok(_), Err(diagnostics)) => Some(on_one_side("before", "after", diagnostics)),
            (Err(diagnostics), Ok(_)) => Some(on_one_side("after", "before", diagnostics)),
            (Ok(before), Ok(after)) => {
                let (old, new) = (sides.before.model(), sides.after.model());
                let has = (|id| before.has(old, id), |id| after.has(new, id));
                let moved = sides.matching.common.iter().filter(|&&(one, other)| has.0(one) != has.1(other));
                // What moves because of what it is in is no answer.
                let moved = moved.min_by_key(|&&(one, _)| depth(old, one));
                let gone = || sides.matching.only_old.iter().copied().find(|&id| has.0(id));
                let new_one = || sides.matching.only_new.iter().copied().find(|&id| has.1(id));
                match moved {
                    Some(&(one, _)) if has.0(one) => Some(only(sides.before, one, "before, not after")),
                    Some(&(_, other)) => Some(only(sides.after, other, "after, not before")),
                    None => gone()
                        .map(|id| only(sides.before, id, "before, not after"))
                        .or_else(|| new_one().map(|id| only(sides.after, id, "after, not before"))),
                }
            }
        }
    }
}

fn only(side: &Variants<'_>, id: ElementId, when: &str) -> String {
    format!("{} is present {when}", side.model().full_display(id))
}

/// In how many elements it is.
fn depth(model: &Model, id: ElementId) -> usize {
    std::iter::successors(model.element(id).container, |&id| model.element(id).container).count()
}

/// That there is a variant on one side alone, and what the other says.
pub fn on_one_side(has: &str, lacks: &str, diagnostics: &[Diagnostic]) -> String {
    let why = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.is_error())
        .map_or("no valid variant", |diagnostic| &diagnostic.message);
    format!("there is a variant {has}, and none {lacks}: {why}")
}

fn resolved(side: &Variants<'_>, witness: &Witness) -> Resolved {
    side.under(&side.completed(witness)?).resolve()
}
