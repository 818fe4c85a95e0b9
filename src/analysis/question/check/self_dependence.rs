//! Elements that only themselves demand: of what depends on itself, as little as possible is present.
//!
//! `cache: {conditions: {node_presence: cache}}` is satisfied with and without the cache, and resolves to a variant without it. No
//! line forces that, so the condition is shown, and why it is not enough.

use rustc_hash::FxHashSet;
use variscope_encoder::Atom;

use super::Finding;
use super::consequences::{FollowingCount, notes};
use super::forcing_lines::BEST;
use super::never_equal::{Cause, causes};
use super::presences::within_dead;
use super::removal::is_about_removal;
use super::subject::Subject;
use crate::analysis::condition::AtomMeaning;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::presence_rule;
use crate::source::Span;
use crate::source::diagnostic::{Code, Label, is_ignored};
use crate::tosca::model::{ElementId, Kind};

/// What is said of an element that is absent for that.
pub(super) const AS_LITTLE: &str = "; it depends on itself, and as little as possible is present";

/// What is said besides of a node that default conditions make depend on itself.
const NOTHING_LEADS_HERE: &str = ": it stays if something outside of this cycle has a requirement that leads to it";

/// Takes away that other elements are absent, or present, for an element that is absent for that, and reports it where the element is:
/// it is the condition of this one that is to be repaired.
pub(super) fn withhold(subject: &Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let model = subject.variants.model();
    let guilty = guilty(subject.variants, findings);
    let conditions = guilty.iter().flat_map(|&(place, id)| {
        let conditions = model.element(id).conditions.iter();
        conditions.map(move |&condition| (place, model.yaml(condition).span()))
    });
    let (owners, spans): (Vec<usize>, Vec<Span>) = conditions.unzip();
    if spans.is_empty() {
        return;
    }
    let causes = causes(subject, findings, &spans);
    let sources = model.sources();
    let ignored: FxHashSet<usize> =
        owners.iter().copied().filter(|&owner| is_ignored(&findings[owner].diagnostic, sources)).collect();
    let is_own = |place: usize| guilty.iter().any(|(own, _)| *own == place);
    let inner = within_dead(model, findings);
    let mut follows: Vec<Vec<String>> = vec![Vec::new(); findings.len()];
    let mut is_kept = vec![true; findings.len()];
    for (place, cause) in causes.into_iter().enumerate().filter(|(place, _)| !is_own(*place)) {
        let finding = &mut findings[place];
        let Cause::Place(number) = cause else { continue };
        // What no configuration gives, such as a value, stands for itself: a condition that contradicts itself brings it about, too.
        if finding.diagnostic.code != Code::DeadElement && !is_about_removal(finding.diagnostic.code) {
            continue;
        }
        finding.is_doubted = true;
        let is_raised = subject.options.codes_raised_to_error.has(finding.diagnostic.code);
        if is_raised || ignored.contains(&owners[number]) {
            continue;
        }
        is_kept[place] = false;
        if !inner[place] {
            follows[owners[number]].push(finding.diagnostic.message.clone());
        }
    }
    // What is inside of an element is absent with it.
    let withheld: FxHashSet<ElementId> = (0..findings.len())
        .filter(|&place| !is_kept[place] && findings[place].diagnostic.code == Code::DeadElement)
        .filter_map(|place| findings[place].element)
        .collect();
    for (place, finding) in findings.iter().enumerate().filter(|(place, _)| inner[*place]) {
        let around = std::iter::successors(finding.element, |&id| model.element(id).container).skip(1);
        is_kept[place] &= !around.into_iter().any(|id| withheld.contains(&id));
    }
    for (finding, follows) in findings.iter_mut().zip(follows) {
        finding.diagnostic.notes.extend(notes(&follows, FollowingCount::Exactly(follows.len())));
    }
    let mut is_kept = is_kept.into_iter();
    findings.retain(|_| is_kept.next().unwrap_or(true));
}

/// The findings, by place, that an element with a condition is dead which depends on itself.
pub(super) fn guilty(variants: &Variants<'_>, findings: &[Finding]) -> Vec<(usize, ElementId)> {
    let is_dead = |finding: &Finding| finding.diagnostic.code == Code::DeadElement;
    if !findings.iter().any(is_dead) {
        return Vec::new();
    }
    let cycles = Cycles::of(variants);
    let is_cause = |finding: &Finding| {
        let own = finding.element.filter(|id| is_dead(finding) && cycles.elements.contains(id));
        own.filter(|&id| !variants.model().element(id).conditions.is_empty())
    };
    let places = findings.iter().enumerate();
    places.filter_map(|(place, finding)| Some((place, is_cause(finding)?))).collect()
}

/// The elements whose conditions lead back to them.
pub(super) struct Cycles<'v, 'm> {
    variants: &'v Variants<'m>,
    /// Those whose own conditions do.
    elements: FxHashSet<ElementId>,
    /// Those whose own conditions do, or default conditions.
    with_defaults: FxHashSet<ElementId>,
}

impl<'v, 'm> Cycles<'v, 'm> {
    pub(super) fn of(variants: &'v Variants<'m>) -> Self {
        let (model, rules) = (variants.model(), variants.rules());
        let problem = rules.problem();
        // Default conditions make cycles of nodes and relations in most templates: they are a reason only where there is no other one.
        let is_written = |meaning: AtomMeaning| match meaning {
            AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => !model.element(id).conditions.is_empty(),
            AtomMeaning::Named(_) => true,
            AtomMeaning::Value(_) => false,
        };
        let written = problem.atoms().filter(|&atom| is_written(rules.atoms().meaning(atom)));
        let element = |atom| match rules.atoms().meaning(atom) {
            AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => Some(id),
            AtomMeaning::Named(_) | AtomMeaning::Value(_) => None,
        };
        let elements = |cycles: Vec<Vec<Atom>>| cycles.into_iter().flatten().filter_map(element).collect();
        Self {
            variants,
            elements: elements(problem.cycles(written)),
            with_defaults: elements(problem.cycles(problem.atoms())),
        }
    }

    /// The lines for which an element is absent, with what is to be said of those that depend on themselves.
    pub(super) fn note_self_dependence(&self, absent: ElementId, mut lines: Vec<Label>) -> Vec<Label> {
        let model = self.variants.model();
        // That it is so in the best of several possibilities says nothing of why.
        let is_unexplained = lines.iter().all(|line| line.text == BEST);
        if is_unexplained && self.with_defaults.contains(&absent) {
            let is_led_to = absent.kind() == Kind::Node && model.element(absent).conditions.is_empty();
            let outside = if is_led_to { NOTHING_LEADS_HERE } else { "" };
            let text = presence_rule::sentence(self.variants, absent) + AS_LITTLE + outside;
            return vec![Label { span: model.element(absent).span, text }];
        }
        // Other lines than conditions of elements are reasons enough.
        let elements: FxHashSet<Span> = model.ids().map(|id| model.element(id).span).collect();
        if lines.iter().all(|line| elements.contains(&line.span)) {
            let circular: FxHashSet<Span> = self.elements.iter().map(|&id| model.element(id).span).collect();
            let is_unsaid = |line: &Label| circular.contains(&line.span) && !line.text.ends_with(AS_LITTLE);
            let own = lines.iter_mut().filter(|line| is_unsaid(line));
            own.for_each(|line| line.text.push_str(AS_LITTLE));
        }
        lines
    }
}
