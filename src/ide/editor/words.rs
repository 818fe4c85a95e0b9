//! The words of a text by what they are: names by their spaces, operators of conditions; names of elements by how often the
//! elements are present.

use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::facts::Facts;
use super::symbol::{Role, Space, Symbol};
use crate::analysis::question::ElementStatus;
use crate::source::Span;
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordKind {
    /// The name of something.
    Name(Space),
    /// An operator of a condition or an expression.
    Operator,
}

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedWord {
    /// Where it is.
    pub span: Span,
    /// What it is.
    pub kind: WordKind,
    /// Whether what it names is defined there.
    pub is_definition: bool,
    /// How often what it names is present, where that is known.
    pub presence: Option<ElementStatus>,
}

/// The words of a text, ascending and side by side; `facts` may be about an earlier text.
pub fn words(draft: &Draft, facts: Option<&Facts>) -> Vec<MarkedWord> {
    let Some(model) = draft.model() else { return Vec::new() };
    let presences = facts.map(presences).unwrap_or_default();
    let named = draft.occurrences().iter().filter(|occurrence| draft.is_own(occurrence.span));
    let mut words: Vec<MarkedWord> = named
        .map(|occurrence| MarkedWord {
            span: occurrence.span,
            kind: WordKind::Name(occurrence.symbol.space),
            is_definition: occurrence.role == Role::Definition,
            presence: presences.get(&occurrence.symbol).copied().flatten(),
        })
        .collect();
    words.extend(operators(model).into_iter().filter(|&span| draft.is_own(span)).map(|span| MarkedWord {
        span,
        kind: WordKind::Operator,
        is_definition: false,
        presence: None,
    }));
    words.sort_by_key(|word| (word.span, word.kind, !word.is_definition));
    let mut end = 0;
    words.retain(|word| {
        let is_beside = word.span.start >= end && word.span.end > word.span.start;
        end = if is_beside { word.span.end } else { end };
        is_beside
    });
    words
}

/// How often what a symbol means is present: of several elements, none.
fn presences(facts: &Facts) -> FxHashMap<Symbol, Option<ElementStatus>> {
    let mut presences: FxHashMap<Symbol, Option<ElementStatus>> = FxHashMap::default();
    let Some(model) = facts.model() else { return presences };
    for summary in &facts.elements().elements {
        let Some(symbol) = Symbol::of(model, summary.element) else { continue };
        if matches!(symbol.space, Space::Type(_)) {
            continue;
        }
        let known = presences.entry(symbol).or_insert(summary.status);
        if *known != summary.status {
            *known = None;
        }
    }
    presences
}

/// The operators of conditions, and of what conditions use.
fn operators(model: &Model) -> Vec<Span> {
    let variability = model.variability();
    let section = |name| variability.and_then(|variability| variability.get(name));
    let sections = ["expressions", "conditions", "constraints"].into_iter().filter_map(section);
    let of_elements = model.ids().flat_map(|id| model.element(id).conditions.iter().map(|&id| model.yaml(id)));
    let keys = sections.chain(of_elements).flat_map(Yaml::descendants).flat_map(Yaml::entries).map(|(key, _)| key);
    keys.filter(|key| Operator::named(key.text(), model.profile()).is_some()).map(Yaml::span).collect()
}
