//! One configuration on both sides.

use std::sync::Arc;

use super::Sides;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::variant::Variant;
use crate::analysis::value::{Given, InputRules, Provenance, Value, check_given};
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
    pub(super) fn of(sides: &Sides<'_>, witness: &[(Arc<str>, Value)]) -> Self {
        Self { before: resolved(sides.before, witness), after: resolved(sides.after, witness) }
    }

    /// What is different, in a few words.
    pub(super) fn difference(&self, sides: &Sides<'_>) -> Option<String> {
        match (&self.before, &self.after) {
            (Err(_), Err(_)) => None,
            (Ok(_), Err(faults)) => Some(format!("there is a variant before, and none after: {}", said(faults))),
            (Err(faults), Ok(_)) => Some(format!("there is a variant after, and none before: {}", said(faults))),
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

fn said(faults: &[Diagnostic]) -> &str {
    faults.iter().find(|fault| fault.is_error()).map_or("no valid variant", |fault| &fault.message)
}

fn resolved(side: &Variants<'_>, witness: &[(Arc<str>, Value)]) -> Resolved {
    let mut configuration = side.configuration().clone();
    for (input, value) in witness {
        configuration.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    let mut broken: Vec<Diagnostic> = InputRules::new(side.language()).check(&configuration);
    broken.extend(check_given(side.language(), &configuration));
    if broken.iter().any(Diagnostic::is_error) {
        return Err(broken);
    }
    side.under(&configuration).resolve()
}
