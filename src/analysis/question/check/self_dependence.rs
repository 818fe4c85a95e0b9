//! Elements that only themselves demand: of what depends on itself, as little as possible is present.
//!
//! `cache: {conditions: {node_presence: cache}}` is satisfied with and without the cache, and resolves to a variant without it. No
//! line forces that, so the condition is shown, and why it is not enough.

use rustc_hash::FxHashSet;

use crate::analysis::condition::AtomMeaning;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::presence_rule;
use crate::source::Span;
use crate::source::diagnostic::Label;
use crate::tosca::model::ElementId;

/// What is said of an element that is absent for that.
pub(super) const AS_LITTLE: &str = "; it depends on itself, and as little as possible is present";

/// The elements whose own conditions lead back to them.
pub(super) struct Cycles<'v, 'm> {
    variants: &'v Variants<'m>,
    elements: FxHashSet<ElementId>,
}

impl<'v, 'm> Cycles<'v, 'm> {
    pub(super) fn of(variants: &'v Variants<'m>) -> Self {
        let (model, rules) = (variants.model(), variants.rules());
        let problem = rules.problem();
        // Default conditions make cycles of nodes and relations, which are no riddle.
        let is_written = |meaning: AtomMeaning| match meaning {
            AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => !model.element(id).conditions.is_empty(),
            AtomMeaning::Named(_) => true,
            AtomMeaning::Value(_) => false,
        };
        let written = problem.atoms().filter(|&atom| is_written(rules.atoms().meaning(atom)));
        let circular = problem.cycles(written).into_iter().flatten();
        let element = |atom| match rules.atoms().meaning(atom) {
            AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => Some(id),
            AtomMeaning::Named(_) | AtomMeaning::Value(_) => None,
        };
        Self { variants, elements: circular.filter_map(element).collect() }
    }

    /// The lines for which an element is absent, with what is to be said of those that depend on themselves.
    pub(super) fn note_self_dependence(&self, absent: ElementId, mut lines: Vec<Label>) -> Vec<Label> {
        if self.elements.is_empty() {
            return lines;
        }
        let model = self.variants.model();
        if lines.is_empty() && self.elements.contains(&absent) {
            let text = presence_rule::sentence(self.variants, absent) + AS_LITTLE;
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
