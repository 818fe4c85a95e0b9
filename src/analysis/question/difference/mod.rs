//! What an edit, or another choice of values, does to the variants of a template (Thüm, Batory and Kästner, ICSE 2009).
//!
//! Two [`Variants`] come in: of an old and a new template, or of one template under different values. Elements that both
//! have are matched by name, and variants are compared over these. A variant that both have *changed* when an element
//! in it has other content now, or parts that it had not. Invariant: numbers come from counting, not from looking at
//! variants one by one, unless presences do not follow from the inputs.

mod computed;
mod content;
mod counted;
mod declared;
mod examples;
mod order;
mod presences;
mod preset_results;
mod surveyed;
mod unmoved;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::Zero;
use variscope_encoder::Interrupted;
use variscope_encoder::circuit::EditKind;

use self::content::content;
pub use self::declared::NamedChange;
pub use self::examples::Example;
use self::examples::ExampleSides;
pub use self::presences::PresenceChange;
pub use self::preset_results::{PresetResult, ResultChange};
pub use self::written::title_with_value;
use super::{Contrast, Sameness, UndecidedReason, Variants};
use crate::analysis::question::agreement::JointVariants;
use crate::analysis::question::agreement::same_elements::{Matching, SharedElements};
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::configuration::canonical_text::canonical_text;
use crate::analysis::question::evidence::clauses::NoClauses;
use crate::analysis::question::questions::elements::{ElementSummary, Elements};
use crate::analysis::value::Given;
use crate::tosca::model::ElementId;

/// What changed from an old side to a new one.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Elements that only the old template has.
    pub only_old: Vec<ElementId>,
    /// Elements that only the new template has.
    pub only_new: Vec<ElementId>,
    /// Variability inputs that only one side declares, or that are declared otherwise or have another default.
    pub inputs: Vec<NamedChange>,
    /// Presets that only one side has, or that choose other values.
    pub presets: Vec<NamedChange>,
    /// Presets of both sides that give something else now.
    pub preset_results: Vec<PresetResult>,
    /// Options of variability that only one side sets, or that are set otherwise.
    pub options: Vec<NamedChange>,
    /// Parts of documents that belong to no element and are other ones.
    pub rest: Vec<NamedChange>,
    /// Where both have the same variants over the common elements: a configuration that gives another one of them now, or none on
    /// one side, if one was found.
    pub reassigned: Option<Contrast>,
    /// How many variants both have, over the common elements.
    pub kept: BigUint,
    /// Variants that were won.
    pub added: Change,
    /// Variants that were lost.
    pub removed: Change,
    /// Variants of both in which some element has other content or other parts.
    pub changed: Change,
    /// Common elements with other content.
    pub contents: Vec<ContentChange>,
    /// Elements whose own rule is another one, and elements of one side only.
    pub presences: Vec<PresenceChange>,
    /// Common elements that are always, never or sometimes present on one side, and not so on the other.
    pub statuses: Vec<StatusChange>,
    /// Whether the numbers are exact.
    pub is_exact: bool,
    /// Whether neither side has a variant that could be compared, though they are not written alike.
    pub is_uncompared: bool,
    /// Why it is not known whether some configuration gives another variant now, where that is the only open question.
    pub doubt: Option<UndecidedReason>,
}

/// Some variants.
#[derive(Clone, Debug)]
pub struct Change {
    /// How many.
    pub count: BigUint,
    /// One of them.
    pub example: Option<Example>,
}

/// An element whose content is another one now.
#[derive(Clone, Debug, PartialEq)]
pub struct ContentChange {
    /// In the old template.
    pub old: ElementId,
    /// In the new one.
    pub new: ElementId,
    /// Its content in the old template, as JSON; an expression where it depends on open inputs.
    pub before: String,
    /// In the new one.
    pub after: String,
    /// How many variants of both have it.
    pub variants: BigUint,
}

/// An element that behaves differently now.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusChange {
    /// In the old template.
    pub old: ElementId,
    /// In the new one.
    pub new: ElementId,
    /// How it behaves on the old side.
    pub before: Option<ElementStatus>,
    /// How it behaves on the new side.
    pub after: Option<ElementStatus>,
}

impl Difference {
    /// What the edit does to the variants. A refactoring has the same elements, inputs and presets, and the same document
    /// for every configuration.
    pub fn edit_kind(&self) -> EditKind {
        if !self.has_same_parts() || !self.changed.count.is_zero() || self.reassigned.is_some() {
            return EditKind::ArbitraryEdit;
        }
        EditKind::of_counts(&self.added.count, &self.removed.count)
    }

    /// Whether no difference was found only because there is no variant to look for one in.
    pub fn is_undecided(&self) -> bool {
        self.is_uncompared && self.edit_kind() == EditKind::Refactoring
    }

    /// Whether the old side, and whether the new one, is known to have no valid variant.
    pub fn are_void(&self) -> [bool; 2] {
        let is_void = |own: &Change| self.is_exact && self.kept.is_zero() && own.count.is_zero();
        [is_void(&self.removed), is_void(&self.added)]
    }

    /// Where a side has no variant, every element is in all of them and in none: that says nothing of what changed.
    fn leave_out_what_nothing_has(&mut self) {
        let are_void = self.are_void();
        if are_void.contains(&true) {
            self.statuses.clear();
            self.presences.retain(|change| change.old.is_none() || change.new.is_none());
            for change in &mut self.presences {
                let [before, after] = [&mut change.before, &mut change.after];
                before.take_if(|_| are_void[0]);
                after.take_if(|_| are_void[1]);
            }
        }
    }

    /// Whether both sides have the same elements with the same content, and everything around them is the same.
    fn has_same_parts(&self) -> bool {
        let named = [&self.inputs, &self.presets, &self.rest];
        let is_equal = self.only_old.is_empty() && self.only_new.is_empty() && self.contents.is_empty();
        is_equal && named.into_iter().all(Vec::is_empty)
    }
}

/// Numbers of variants; examples are over the common elements, by place.
struct Numbers {
    kept: BigUint,
    added: CountedVariants,
    removed: CountedVariants,
    changed: CountedVariants,
    /// For each changed element, how many variants of both have it.
    with_changed: Vec<BigUint>,
    is_exact: bool,
}

/// Some variants, and the presences of one by place of the common elements.
struct CountedVariants {
    count: BigUint,
    example: Option<Vec<bool>>,
}

impl Variants<'_> {
    /// What changed from these variants to those of a newer side.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up before the numbers are known.
    pub fn difference(&self, newer: &Variants<'_>, limits: &Limits) -> Result<Difference, Interrupted> {
        let matching = Matching::of(self.model(), newer.model());
        let shared = SharedElements::of(self.model(), newer.model());
        let all = [self.all(limits), newer.all(limits)];
        let joint = JointVariants::of(self, newer, limits);
        let sides =
            ComparedTemplates { old: self, new: newer, matching: &matching, shared, all: &all, joint: &joint, limits };
        let mut contents: Vec<ContentChange> = matching
            .common
            .iter()
            .filter_map(|&(before, after)| content_change(self, newer, before, after, shared))
            .collect();
        contents.extend(sides.reordered(&contents));
        contents.sort_by_key(|change| change.old);
        let ruled = sides.with_other_rule();
        let [before, after] = sides.elements(&ruled);
        let mut changed: Vec<usize> = contents.iter().map(|change| matching.place_of_old(change.old)).collect();
        // Behind those of contents, which get a number each.
        changed.extend(sides.with_other_parts(&before, &after));
        let unmoved = sides.numbers_where_unmoved(&changed);
        let numbers = match unmoved.or_else(|| counted::by_diagrams(&all, &matching, &changed)) {
            Some(numbers) => numbers,
            None => self.numbers(newer, &matching, &changed, limits)?,
        };
        for (change, variants) in contents.iter_mut().zip(numbers.with_changed) {
            change.variants = variants;
        }
        let (old, new) = (self.model(), newer.model());
        let mut difference = Difference {
            inputs: declared::inputs(old, new),
            presets: declared::presets(old, new),
            preset_results: sides.preset_results(&contents),
            options: declared::options(old, new),
            rest: declared::rest(old, new, shared),
            reassigned: None,
            kept: numbers.kept,
            added: sides.change(numbers.added, ExampleSides::New),
            removed: sides.change(numbers.removed, ExampleSides::Old),
            changed: sides.change(numbers.changed, ExampleSides::Both),
            contents,
            presences: sides.presence_changes(&ruled, [&before, &after]),
            statuses: sides.statuses(&before, &after),
            is_exact: numbers.is_exact,
            is_uncompared: false,
            doubt: None,
            only_old: matching.only_old.clone(),
            only_new: matching.only_new.clone(),
        };
        difference.leave_out_what_nothing_has();
        difference.is_uncompared = difference.are_void() == [true, true] && !self.is_written_as(newer);
        let has_same_variants = difference.added.count.is_zero() && difference.removed.count.is_zero();
        // Under other values the same variant belongs to another configuration in any case.
        if has_same_variants && self.has_same_values(newer) {
            sides.reassign(&mut difference);
        }
        Ok(difference)
    }

    /// Numbers where diagrams are too large: from clauses if there are any, else from all variants.
    fn numbers(
        &self,
        newer: &Variants<'_>,
        matching: &Matching,
        changed: &[usize],
        limits: &Limits,
    ) -> Result<Numbers, Interrupted> {
        let clauses = self.clauses(&limits.budget).and_then(|old| Ok((old, newer.clauses(&limits.budget)?)));
        match clauses {
            Ok((old, new)) => counted::numbers(&old, &new, matching, changed, limits),
            Err(NoClauses::Interrupted) => Err(Interrupted),
            Err(NoClauses::Undetermined | NoClauses::Unevaluated | NoClauses::Inexact) => {
                let sides = [self, newer].map(|side| side.enumerate_classes(limits));
                Ok(surveyed::numbers(&sides[0], &sides[1], matching, changed))
            }
        }
    }

    /// Whether both have the same text, comments and layout apart, and the same values; imported files are compared apart.
    fn is_written_as(&self, other: &Self) -> bool {
        let text = |variants: &Self| canonical_text(variants.model().root(), variants.model().profile());
        self.has_same_values(other) && text(self) == text(other)
    }

    fn has_same_values(&self, other: &Variants<'_>) -> bool {
        let values = |(name, given): (&str, &Given)| (name.to_owned(), given.value.clone());
        self.configuration().iter().map(values).eq(other.configuration().iter().map(values))
    }
}

fn content_change(
    old: &Variants<'_>,
    new: &Variants<'_>,
    before: ElementId,
    after: ElementId,
    shared: SharedElements<'_>,
) -> Option<ContentChange> {
    let contents = [content(old, before, shared), content(new, after, shared)];
    (contents[0] != contents[1]).then(|| {
        let [was, is] = [contents[0].text(&contents[1]), contents[1].text(&contents[0])];
        ContentChange { old: before, new: after, before: was, after: is, variants: BigUint::zero() }
    })
}

/// What contains one of these elements, of those that are in some variant.
fn containers(side: &Variants<'_>, known: &Elements, ids: &[ElementId]) -> BTreeSet<ElementId> {
    let is_dead = |found: &&ElementSummary| found.status == Some(ElementStatus::Dead);
    let dead: BTreeSet<ElementId> = known.elements.iter().filter(is_dead).map(|found| found.element).collect();
    ids.iter().filter(|id| !dead.contains(id)).filter_map(|&id| side.model().element(id).container).collect()
}

/// Both sides of a comparison.
struct ComparedTemplates<'s> {
    old: &'s Variants<'s>,
    new: &'s Variants<'s>,
    matching: &'s Matching,
    shared: SharedElements<'s>,
    /// All variants of the old and of the new side.
    all: &'s [AllVariants<'s, 's>; 2],
    joint: &'s JointVariants<'s>,
    limits: &'s Limits,
}

impl ComparedTemplates<'_> {
    /// Looks for a configuration, or a preset that leaves some input open, that gives another variant now. That there is none has to be
    /// known where nothing else changed.
    fn reassign(&self, difference: &mut Difference) {
        if difference.edit_kind() != EditKind::Refactoring {
            difference.reassigned = self.joint.contrast_over_common();
            return;
        }
        match self.joint.same_variants() {
            Sameness::Same if self.old.is_restricted() || self.new.is_restricted() => {}
            Sameness::Same => match self.old.preset_contrasts(self.new, self.limits) {
                Ok(found) => {
                    let of_preset = found.into_iter().find(|found| found.preset.is_some());
                    difference.reassigned = of_preset.map(|found| found.contrast);
                }
                Err(doubt) => difference.doubt = Some(doubt),
            },
            Sameness::Differs(contrast) => difference.reassigned = Some(contrast),
            Sameness::Undecided(doubt) => difference.doubt = Some(doubt),
        }
    }

    /// The places of common elements with parts that one side alone has, and has in some variant.
    fn with_other_parts(&self, old: &Elements, new: &Elements) -> BTreeSet<usize> {
        let places: BTreeMap<ElementId, usize> =
            self.matching.common.iter().enumerate().map(|(place, &(_, new))| (new, place)).collect();
        let lost = containers(self.old, old, &self.matching.only_old);
        let lost = lost.into_iter().filter(|&id| self.matching.has_old(id)).map(|id| self.matching.place_of_old(id));
        let won = containers(self.new, new, &self.matching.only_new);
        lost.chain(won.iter().filter_map(|id| places.get(id).copied())).collect()
    }

    /// How elements behave on both sides; when they are present is found out for those of one side, and for `ruled` ones of the old.
    fn elements(&self, ruled: &BTreeSet<ElementId>) -> [Elements; 2] {
        let moved: Vec<(ElementId, ElementId)> =
            self.matching.common.iter().copied().filter(|(old, _)| ruled.contains(old)).collect();
        let asked = |own: &[ElementId], moved: Vec<ElementId>| own.iter().copied().chain(moved).collect();
        let old: BTreeSet<ElementId> = asked(&self.matching.only_old, moved.iter().map(|&(old, _)| old).collect());
        let new: BTreeSet<ElementId> = asked(&self.matching.only_new, moved.iter().map(|&(_, new)| new).collect());
        [
            self.all[0].statuses_and_conditions(|id| old.contains(&id)),
            self.all[1].statuses_and_conditions(|id| new.contains(&id)),
        ]
    }

    fn statuses(&self, old: &Elements, new: &Elements) -> Vec<StatusChange> {
        let statuses = |elements: &Elements| -> BTreeMap<ElementId, ElementStatus> {
            elements.elements.iter().filter_map(|found| Some((found.element, found.status?))).collect()
        };
        let (old, new) = (statuses(old), statuses(new));
        let change = |&(before, after): &(ElementId, ElementId)| StatusChange {
            old: before,
            new: after,
            before: old.get(&before).copied(),
            after: new.get(&after).copied(),
        };
        self.matching.common.iter().map(change).filter(|change| change.before != change.after).collect()
    }
}
