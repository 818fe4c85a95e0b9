//! What can be removed with nothing else changing, decided by removing it.
//!
//! Analyses propose to remove conditions, constraints and expressions that decide nothing. But without its condition an
//! element may get a default condition, or be pruned. So the edited text is read as a template, and compared: "has no
//! effect" is said, and a fix called safe, only where the two mean the same.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Finding;
use super::fixes::always_present;
use super::removal_conflicts::{Conflict, ONLY_ONE};
use super::subject::Subject;
use crate::analysis::question::all_variants::parallel;
use crate::analysis::question::configuration::classes::Classes;
use crate::analysis::question::{Limits, Sameness, Variants};
use crate::analysis::value::Configuration;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Fix, Label, Safety};
use crate::source::fix::{Patch, Texts};
use crate::tosca::model::{ElementId, Loaded, Model};

/// Templates that are read and compared at most; where there are more removals, several are tried together.
const MAX_TRIALS: usize = 24;

/// Bytes of templates that are read for that: of large ones fewer are read.
const MAX_READ_BYTES: usize = 8 << 20;

/// Templates that are read in any case, however large.
const FEW_TRIALS: usize = 4;

/// Presences in cycles of all templates that are compared: each comparison proves anew which of them support each other.
const MAX_CIRCULAR_PRESENCES: usize = 8_000;

/// Combinations of classes that are looked at one by one for the errors that a constraint hides.
const MAX_COMBINATIONS: usize = 1 << 12;

/// In profile B the options of a call may prune a template: a condition has an effect also where it has one only then.
static PRUNING: &str = "{pruneNodes: true, pruneRelations: true, prunePolicies: true, pruneGroups: true, pruneArtifacts: true, pruneProperties: true}";

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RemovalOutcome {
    /// Nothing else changes.
    Same,
    /// Something does.
    Other,
    /// That is not known.
    Unknown,
}

/// What errors that were found say about the conditions of the template.
#[derive(Clone, Debug, Default)]
pub(super) struct ErrorsBeforeRemoval {
    /// Whether some configuration leads to an error of presence.
    pub(super) is_violated: bool,
    /// Whether there is an error of any kind: what has no effect beside it may have one once that is mended.
    pub(super) has_errors: bool,
    /// Elements whose conditions are mixed up with alternatives that are never there.
    pub(super) mixed_up: FxHashSet<ElementId>,
}

/// Says of each proposal what came of it, and withdraws those that are none.
pub(super) fn try_removals(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>, errors: &ErrorsBeforeRemoval) {
    let proposed: Vec<usize> =
        (0..findings.len()).filter(|&place| is_about_removal(findings[place].diagnostic.code)).collect();
    if proposed.is_empty() {
        return;
    }
    let (model, nothing) = (subject.variants.model(), Configuration::new());
    if model.recovery().is_some() {
        // No edit of a template with errors can be compared with it.
        return;
    }
    let size: usize = model.sources().files().map(|file| file.text().len()).sum();
    let circular = subject.variants.rules().circular_count();
    let left = (MAX_READ_BYTES / size.max(1)).min(MAX_CIRCULAR_PRESENCES / circular.max(1));
    let left = left.clamp(FEW_TRIALS, MAX_TRIALS);
    let before = subject.variants.unrestricted(&nothing);
    let mut trials = RemovalTrials { before, limits: subject.limits, left, errors: None, contradictions: None };
    let proposals: Vec<Proposal> = proposed.iter().map(|&place| Proposal::removal(&findings[place])).collect();
    let mut removed = trials.outcomes(&proposals);
    for (number, &place) in proposed.iter().enumerate() {
        if removed[number] != RemovalOutcome::Same || !is_about_constraint(&findings[place]) {
            continue;
        }
        let is_hiding = is_unproven(&findings[place]) && !trials.shows_no_errors(&proposals, number);
        if is_hiding || trials.shows_contradictions(&proposals, number) {
            removed[number] = RemovalOutcome::Other;
        }
    }
    let mut kept = vec![true; findings.len()];
    for Conflict { later, earlier } in trials.conflicts(&proposals, &removed) {
        let [place, before] = [later, earlier].map(|number| proposed[number]);
        let line = findings[place].diagnostic.span();
        let diagnostic = &mut findings[before].diagnostic;
        diagnostic.labels.extend(line.map(|span| Label { span, text: ONLY_ONE.to_owned() }));
        // Of an element it is reported all the same that it is always there.
        kept[place] = !is_about_constraint(&findings[place]);
        removed[later] = RemovalOutcome::Other;
    }
    let proposals: Vec<Proposal> = proposed.iter().map(|&place| Proposal::truth(model, &findings[place])).collect();
    let open = proposals.into_iter().zip(&removed).map(|(proposal, &outcome)| match outcome {
        RemovalOutcome::Same => Proposal::default(),
        RemovalOutcome::Other | RemovalOutcome::Unknown => proposal,
    });
    let open: Vec<Proposal> = open.collect();
    let replaced = trials.outcomes(&open);
    for (number, &place) in proposed.iter().enumerate() {
        if !kept[place] {
            continue;
        }
        let finding = &mut findings[place];
        if errors.is_violated && says_true(model, finding) {
            // What is written in place of a default condition may be idle only until the errors are mended.
            kept[place] = false;
            continue;
        }
        let is_safe = !errors.has_errors && !finding.element.is_some_and(|id| errors.mixed_up.contains(&id));
        let safety = if is_safe { Safety::Safe } else { Safety::Suggestion };
        let diagnostic = &mut finding.diagnostic;
        diagnostic.fix = diagnostic.fix.take().filter(|_| removed[number] == RemovalOutcome::Same);
        match (removed[number], replaced[number]) {
            (RemovalOutcome::Same, _) => say_removable(diagnostic, safety),
            (_, RemovalOutcome::Same) => say_true(diagnostic, open[number].fix.clone(), safety),
            _ => kept[place] = is_worth_knowing(model, finding, removed[number], replaced[number]),
        }
    }
    let mut kept = kept.into_iter();
    findings.retain(|_| kept.next().unwrap_or(true));
}

/// Whether what is found with this code is that something can be removed.
pub(super) fn is_about_removal(code: Code) -> bool {
    is_about_condition(code)
        || matches!(code, Code::RedundantConstraint | Code::TautologicalConstraint | Code::UnusedExpression)
}

fn is_about_condition(code: Code) -> bool {
    matches!(code, Code::RedundantCondition | Code::FalseOptional | Code::TautologicalCondition)
}

fn say_removable(diagnostic: &mut Diagnostic, safety: Safety) {
    if matches!(diagnostic.code, Code::RedundantCondition | Code::FalseOptional) {
        diagnostic.message += ", its condition has no effect";
    }
    let help = if is_about_condition(diagnostic.code) { "remove the condition" } else { "remove it" };
    diagnostic.help = Some(help.to_owned());
    if let Some(fix) = &mut diagnostic.fix {
        fix.safety = safety;
    }
}

/// Without the condition something else would decide, but it need not look at anything.
fn say_true(diagnostic: &mut Diagnostic, fix: Option<Fix>, safety: Safety) {
    let tried = fix.map(|fix| Fix { safety, ..fix });
    let reported =
        diagnostic.clone().note("without a condition something else would change").help("write `conditions: true`");
    *diagnostic = reported.fixed(tried);
}

/// A condition that is needed, and already says no more than it has to, is nothing to speak of; nor is a constraint without
/// which something changes: it excludes nothing, but helps to choose among several variants. And a condition that holds in
/// every variant, but not with `true` in its place, keeps other presences from being a variant: it looks at itself.
fn is_worth_knowing(model: &Model, finding: &Finding, removed: RemovalOutcome, replaced: RemovalOutcome) -> bool {
    let is_judged = finding.diagnostic.code == Code::FalseOptional || is_about_constraint(finding);
    let is_needed = removed == RemovalOutcome::Other && is_judged;
    let is_choosing = replaced == RemovalOutcome::Other && finding.diagnostic.code == Code::TautologicalCondition;
    !says_true(model, finding) && !is_needed && !is_choosing && !is_unproven(finding)
}

fn is_about_constraint(finding: &Finding) -> bool {
    matches!(finding.diagnostic.code, Code::RedundantConstraint | Code::TautologicalConstraint)
}

/// Whether only its removal says that a constraint makes no difference.
fn is_unproven(finding: &Finding) -> bool {
    is_about_constraint(finding) && finding.impossible.is_none()
}

/// Whether the condition that a finding is about is `true`, and nothing else.
pub(super) fn says_true(model: &Model, finding: &Finding) -> bool {
    let conditions = finding.element.map_or(&[][..], |id| &model.element(id).conditions);
    !conditions.is_empty() && conditions.iter().all(|&yaml| model.yaml(yaml).as_bool() == Some(true))
}

/// An edit that is said to change nothing.
#[derive(Clone, Default)]
pub(super) struct Proposal {
    /// None where there is nothing to try.
    fix: Option<Fix>,
    /// The element whose condition is edited.
    element: Option<ElementId>,
}

impl Proposal {
    /// To remove what the finding is about.
    fn removal(finding: &Finding) -> Self {
        let fix = finding.diagnostic.fix.as_deref().filter(|_| !finding.is_doubted);
        Self { fix: fix.cloned(), element: finding.element }
    }

    /// To write `true` where a condition always holds.
    fn truth(model: &Model, finding: &Finding) -> Self {
        let wanted = matches!(finding.diagnostic.code, Code::RedundantCondition | Code::TautologicalCondition);
        let element = finding.element.filter(|_| wanted && !finding.is_doubted);
        Self { fix: element.and_then(|id| always_present(model, id)), element }
    }

    /// The first place that is edited.
    pub(super) fn start(&self) -> Option<Span> {
        Some(self.fix.as_ref()?.edits.first()?.span)
    }
}

/// Tries edits of a template.
pub(super) struct RemovalTrials<'t> {
    /// The template, whatever is given.
    before: Variants<'t>,
    limits: &'t Limits,
    pub(super) left: usize,
    /// The errors that it leads to, once they were asked for.
    errors: Option<KnownErrors>,
    /// In how many ways its conditions contradict each other, once that was asked for.
    contradictions: Option<usize>,
}

/// The errors that configurations of a template lead to; none where not all of them could be looked at.
type KnownErrors = Option<BTreeSet<(Option<Code>, String)>>;

impl RemovalTrials<'_> {
    /// Whether there are trials left, and time for one.
    pub(super) fn may_go_on(&self) -> bool {
        self.left > 0 && self.limits.budget.check().is_ok()
    }

    /// What comes of each proposal.
    fn outcomes(&mut self, proposals: &[Proposal]) -> Vec<RemovalOutcome> {
        let mut outcomes = vec![RemovalOutcome::Unknown; proposals.len()];
        let mut open: Vec<usize> = (0..proposals.len()).filter(|&place| proposals[place].fix.is_some()).collect();
        while !open.is_empty() && self.may_go_on() {
            // Edits that touch each other are tried one after the other.
            let (now, later) = apart(proposals, &open);
            let now = self.unmoved(proposals, &mut outcomes, now);
            self.decide(proposals, &mut outcomes, &now);
            open = later;
        }
        outcomes
    }

    /// Those of which nothing speaks against, were only one of them made.
    fn unmoved(&mut self, proposals: &[Proposal], outcomes: &mut [RemovalOutcome], places: Vec<usize>) -> Vec<usize> {
        let moved = self.with_edited(proposals, &places, |before, after, limits| before.moved_by(after, limits));
        let Some(Ok(moved)) = moved else { return places };
        let (stopped, rest): (Vec<usize>, Vec<usize>) =
            places.into_iter().partition(|&place| proposals[place].element.is_some_and(|id| moved.contains(&id)));
        stopped.into_iter().for_each(|place| outcomes[place] = RemovalOutcome::Other);
        rest
    }

    /// Makes each of these edits alone, as long as there are trials for that: two together may undo what one of them does.
    /// Else all of them together, and fewer of them where that changes something.
    fn decide(&mut self, proposals: &[Proposal], outcomes: &mut [RemovalOutcome], places: &[usize]) {
        if places.is_empty() || !self.may_go_on() {
            return;
        }
        if (2..=self.left).contains(&places.len()) {
            self.left -= places.len();
            let trials = &*self;
            let alone = parallel::each(places, &trials.limits.budget, |&place| trials.compare(proposals, &[place]));
            return places.iter().zip(alone).for_each(|(&place, same)| outcomes[place] = outcome(same.as_ref()));
        }
        self.left -= 1;
        match self.compare(proposals, places) {
            same if places.len() == 1 => outcomes[places[0]] = outcome(same.as_ref()),
            Some(Sameness::Same) => places.iter().for_each(|&place| outcomes[place] = RemovalOutcome::Same),
            _ => {
                let (first, second) = places.split_at(places.len() / 2);
                self.decide(proposals, outcomes, first);
                self.decide(proposals, outcomes, second);
            }
        }
    }

    /// Whether the template means the same with these edits; none where that is no template any more.
    pub(super) fn compare(&self, proposals: &[Proposal], places: &[usize]) -> Option<Sameness> {
        let compare = |before: &Variants<'_>, after: &Variants<'_>, limits: &Limits| before.same_meaning(after, limits);
        let same = self.edited(proposals, places, compare)?;
        let model = self.before.model();
        if same != Sameness::Same || !model.dialect().takes_options_of_call {
            return Some(same);
        }
        let (texts, nothing) = (texts(model, proposals, places), Configuration::new());
        let sides = [&[][..], &texts].map(|texts| model.with_options(texts, PRUNING).ok().and_then(whole));
        let [Some(before), Some(after)] = &sides else { return None };
        let [before, after] = [before, after].map(|model| Variants::of(model, &nothing).ok());
        Some(compare(&before?, &after?, self.limits))
    }

    /// Whether no error is met after this edit that was not met before it: a constraint that stands before an error is no idle one.
    fn shows_no_errors(&mut self, proposals: &[Proposal], place: usize) -> bool {
        if !self.may_go_on() {
            return false;
        }
        self.errors.get_or_insert_with(|| errors(&self.before, self.limits));
        let after = self.with_edited(proposals, &[place], |_, after, limits| errors(after, limits)).flatten();
        let before = self.errors.as_ref().and_then(Option::as_ref);
        before.zip(after).is_some_and(|(before, after)| after.is_subset(before))
    }

    /// Whether conditions contradict each other after this edit where a constraint excluded that before: a contradiction is not
    /// meant unless a constraint excludes it.
    fn shows_contradictions(&mut self, proposals: &[Proposal], place: usize) -> bool {
        if !self.may_go_on() {
            return false;
        }
        let before = *self.contradictions.get_or_insert_with(|| contradictions(&self.before, self.limits));
        let look = |_: &Variants<'_>, after: &Variants<'_>, limits: &Limits| contradictions(after, limits) > before;
        self.with_edited(proposals, &[place], look) == Some(true)
    }

    /// A trial that looks at the template with these edits; none where that is no template any more.
    fn with_edited<T>(
        &mut self,
        proposals: &[Proposal],
        places: &[usize],
        look: impl FnOnce(&Variants<'_>, &Variants<'_>, &Limits) -> T,
    ) -> Option<T> {
        self.left = self.left.saturating_sub(1);
        self.edited(proposals, places, look)
    }

    fn edited<T>(
        &self,
        proposals: &[Proposal],
        places: &[usize],
        look: impl FnOnce(&Variants<'_>, &Variants<'_>, &Limits) -> T,
    ) -> Option<T> {
        let model = self.before.model();
        let model = model.with_texts(&texts(model, proposals, places)).ok().and_then(whole)?;
        let nothing = Configuration::new();
        let after = Variants::of(&model, &nothing).ok()?;
        Some(look(&self.before, &after, self.limits))
    }
}

/// The errors that configurations lead to, where they can be looked at one by one.
fn errors(side: &Variants<'_>, limits: &Limits) -> KnownErrors {
    if !has_few_combinations(side) {
        return None;
    }
    let found = side.enumerate_classes(limits);
    let reported =
        found.errors.into_iter().flat_map(|found| found.errors).filter(|(code, _)| code.is_none_or(Code::is_defect));
    found.exactness.is_complete.then(|| reported.collect())
}

/// In how many ways conditions contradict each other.
fn contradictions(side: &Variants<'_>, limits: &Limits) -> usize {
    side.all(limits).contradictions().found.len()
}

/// What came of an edit that was made alone; nothing where that is no template any more.
fn outcome(same: Option<&Sameness>) -> RemovalOutcome {
    match same {
        Some(Sameness::Same) => RemovalOutcome::Same,
        Some(Sameness::Undecided(_)) => RemovalOutcome::Unknown,
        Some(Sameness::Differs(_)) | None => RemovalOutcome::Other,
    }
}

/// Whether configurations can be looked at one by one in little time.
fn has_few_combinations(variants: &Variants<'_>) -> bool {
    let classes = Classes::without_combinations(variants);
    let mut lengths = classes.groups().iter().map(|group| group.classes.len());
    lengths.try_fold(1_usize, usize::checked_mul).is_some_and(|count| count <= MAX_COMBINATIONS)
}

/// The texts of the template with these edits.
fn texts(model: &Model, proposals: &[Proposal], places: &[usize]) -> Texts {
    let fixes = places.iter().filter_map(|&place| proposals[place].fix.as_ref());
    Patch::of(fixes).texts(model.sources())
}

/// The model of a template that nothing is wrong with.
pub(super) fn whole(Loaded { model, diagnostics, .. }: Loaded) -> Option<Model> {
    model.filter(|_| !diagnostics.iter().any(Diagnostic::is_error))
}

/// Proposals that can be made together, and the others.
fn apart(proposals: &[Proposal], places: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let fix = |place: usize| proposals[place].fix.as_ref();
    let together = Patch::of(places.iter().filter_map(|&place| fix(place)));
    let start = |fix: &Fix| fix.edits.first().map(|edit| edit.span);
    let mut kept: FxHashMap<Option<Span>, &Fix> = FxHashMap::default();
    kept.extend(together.fixes().iter().map(|fix| (start(fix), fix)));
    places.iter().partition(|&&place| fix(place).is_some_and(|fix| kept.get(&start(fix)) == Some(&fix)))
}
