//! Do two templates mean the same: does every configuration give both the same document, or neither any?
//!
//! Comes in: two [`Variants`]. Goes out: [`Sameness`]. What is written into documents is compared apart from presences
//! (`frame`); that every configuration gives the same presences is decided for all of them at once (`joint`), or class by
//! class where that cannot be (`enumerated`); presets, which may leave inputs open, by themselves (`presets`). Invariants: "the
//! same" is never said on a guess, and a configuration that shows a difference was resolved on both sides before it is shown.

mod concrete;
mod enumerated;
mod frame;
mod joint;
mod presets;
mod representatives;
pub(super) mod same_elements;

use std::fmt;

use self::concrete::Concrete;
pub(crate) use self::concrete::on_one_side;
use self::frame::TemplateFrame;
use self::joint::Searched;
pub(super) use self::presets::CommonPreset;
pub use self::presets::PresetContrast;
pub use self::representatives::Representatives;
use super::Variants;
use crate::analysis::domain::Caveat;
use crate::analysis::question::all_variants::lifted::{Lifted, Unliftable};
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::configuration::witness::Witness;
use crate::tosca::model::ElementId;
use same_elements::Matching;

/// Whether two templates mean the same.
#[derive(Clone, Debug, PartialEq)]
pub enum Sameness {
    /// Every configuration gives both the same document, or none.
    Same,
    /// Some configuration does not.
    Differs(Contrast),
    /// That could not be decided.
    Undecided(UndecidedReason),
}

/// A configuration that gives two templates different documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// Values for the open inputs.
    pub witness: Witness,
    /// What is different then, in a few words.
    pub what: String,
}

impl fmt::Display for Contrast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.witness.iter().map(|(input, value)| format!("{input}={}", value.to_json()));
        match values.collect::<Vec<_>>().join(", ") {
            empty if empty.is_empty() => f.write_str(&self.what),
            values => write!(f, "with {values}: {}", self.what),
        }
    }
}

/// Why it was not decided whether two templates mean the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndecidedReason {
    /// One of them cannot be asked about its variants.
    #[error("{0}")]
    Broken(String),
    /// They do not have the same configurations.
    #[error("the inputs are declared differently")]
    Inputs,
    /// What was chosen by name has other values.
    #[error("the presets differ")]
    Presets,
    /// Documents differ, or may, in more than what is present.
    #[error("documents are written differently")]
    Documents,
    /// Not all configurations were looked at.
    #[error("{0}")]
    Inexact(String),
    /// There are too many to look at one by one.
    #[error("there are too many configurations to look at each")]
    TooMany,
    /// The budget is used up.
    #[error("there was no time to find out")]
    Interrupted,
}

impl Variants<'_> {
    /// Whether an edit of the template, which leaves what is written in documents as it is, leaves the variant of every
    /// configuration as it is.
    pub fn same_meaning(&self, after: &Variants<'_>, limits: &Limits) -> Sameness {
        match self.same_variants(after, limits) {
            Sameness::Same if !TemplateFrame::of(self).is_same(&TemplateFrame::of(after)) => {
                Sameness::Undecided(UndecidedReason::Documents)
            }
            found => found,
        }
    }

    /// Whether every configuration gives both the same presences of elements that are the same by name, and of no others.
    pub fn same_variants(&self, after: &Variants<'_>, limits: &Limits) -> Sameness {
        match comparable(self, after) {
            Ok(()) => JointVariants::of(self, after, limits).same_variants(),
            Err(doubt) => Sameness::Undecided(doubt),
        }
    }

    /// Elements that valid variants do not have as they are defined after an edit, were all others as before it.
    ///
    /// # Errors
    /// Where that cannot be found out for all configurations at once.
    pub(super) fn moved_by(&self, after: &Variants<'_>, limits: &Limits) -> Result<Vec<ElementId>, UndecidedReason> {
        JointVariants::of(self, after, limits).moved()
    }
}

/// Whether two templates have the same inputs and presets, as far as their declarations say.
fn comparable(before: &Variants<'_>, after: &Variants<'_>) -> Result<(), UndecidedReason> {
    if frame::inputs(before) != frame::inputs(after) {
        return Err(UndecidedReason::Inputs);
    }
    if frame::presets(before) != frame::presets(after) {
        return Err(UndecidedReason::Presets);
    }
    Ok(())
}

/// The variants of two templates over the same classes of configurations, for any number of comparisons.
pub(super) struct JointVariants<'v> {
    before: &'v Variants<'v>,
    after: &'v Variants<'v>,
    lifted: Result<[Lifted<'v, 'v>; 2], Unliftable>,
    limits: &'v Limits,
}

impl<'v> JointVariants<'v> {
    pub(super) fn of(before: &'v Variants<'v>, after: &'v Variants<'v>, limits: &'v Limits) -> Self {
        Self { before, after, lifted: Lifted::of_both(before, after, &limits.budget), limits }
    }

    /// [`Variants::same_variants`].
    pub(super) fn same_variants(&self) -> Sameness {
        match comparable(self.before, self.after) {
            Ok(()) => self.compare(&self.matching()).unwrap_or_else(Sameness::Undecided),
            Err(doubt) => Sameness::Undecided(doubt),
        }
    }

    /// A configuration that gives another variant over the elements that both have, or that one side only gives a variant, if
    /// one was found. Inputs may be declared otherwise: a value that one side does not allow gives no variant there; but only inputs
    /// of both sides are given values.
    pub(super) fn contrast_over_common(&self) -> Option<Contrast> {
        let is_known = |side: &Variants<'_>, input: &str| {
            !side.model().dialect().inputs_are_declared || side.language().input(input).is_some()
        };
        match self.compare(&self.matching().of_common()) {
            Ok(Sameness::Differs(contrast)) => {
                let is_of_both = |input: &str| is_known(self.before, input) && is_known(self.after, input);
                contrast.witness.iter().all(|(input, _)| is_of_both(input)).then_some(contrast)
            }
            Ok(Sameness::Same | Sameness::Undecided(_)) | Err(_) => None,
        }
    }

    /// Whether it is known, of all configurations at once, that each gives both the same elements, of those that both have, or
    /// neither a variant.
    pub(super) fn is_same_over_common(&self) -> bool {
        let is_at_once = self.lifted.is_ok() && frame::inputs(self.before) == frame::inputs(self.after);
        is_at_once && self.compare(&self.matching().of_common()) == Ok(Sameness::Same)
    }

    /// [`Variants::moved_by`].
    ///
    /// # Errors
    /// Where that cannot be found out for all configurations at once.
    pub(super) fn moved(&self) -> Result<Vec<ElementId>, UndecidedReason> {
        match &self.lifted {
            Ok([before, after]) => joint::moved(before, after, &self.matching(), &self.limits.budget),
            Err(_) => Err(UndecidedReason::TooMany),
        }
    }

    fn matching(&self) -> Matching {
        Matching::of(self.before.model(), self.after.model())
    }

    fn compare(&self, matching: &Matching) -> Result<Sameness, UndecidedReason> {
        let sides = ComparedResults { before: self.before, after: self.after, matching };
        match &self.lifted {
            Ok([before, after]) => {
                let found = joint::differing(before, after, matching, &self.limits.budget)?;
                // What `resolve` says is about all variants.
                let is_whole = !self.before.is_restricted() && !self.after.is_restricted();
                match &found {
                    // Presences that satisfy the rules, but are not the ones that are chosen, show nothing.
                    Some(witness) if is_whole && !sides.differ(witness) => sides.compare_enumerated(self.limits),
                    _ => sides.judge(found, before.classes().caveats()),
                }
            }
            Err(Unliftable::Interrupted) => Err(UndecidedReason::Interrupted),
            Err(Unliftable::Undetermined | Unliftable::Unevaluated) => sides.compare_enumerated(self.limits),
        }
    }
}

/// Two templates with what is the same in them.
struct ComparedResults<'s> {
    before: &'s Variants<'s>,
    after: &'s Variants<'s>,
    matching: &'s Matching,
}

impl ComparedResults<'_> {
    fn compare_enumerated(&self, limits: &Limits) -> Result<Sameness, UndecidedReason> {
        let (found, caveats) = enumerated::differing(self, limits)?;
        self.judge(found, &caveats)
    }

    /// Whether a configuration resolves to different variants.
    fn differ(&self, witness: &Witness) -> bool {
        Concrete::of(self, witness).difference(self).is_some()
    }

    /// What was found, once it was resolved.
    fn judge(&self, found: Searched, caveats: &[Caveat]) -> Result<Sameness, UndecidedReason> {
        match (found, caveats.first()) {
            (Some(witness), _) => {
                let what = Concrete::of(self, &witness).difference(self);
                let what =
                    what.ok_or_else(|| UndecidedReason::Inexact("what differs could not be resolved".to_owned()))?;
                Ok(Sameness::Differs(Contrast { witness, what }))
            }
            (None, None) => Ok(Sameness::Same),
            (None, Some(caveat)) => Err(UndecidedReason::Inexact(caveat.message.clone())),
        }
    }
}
