//! Conditions that compare a text, put together of inputs, with given ones, as decision diagrams.
//!
//! What matters of the inputs so far is where in the given texts the next one goes on; where it can go on nowhere, nothing else
//! makes a difference:
//!
//! ```text
//! {equal: [{concat: [a, "-", b]}, x-y]}
//! a = x: y is left      all other texts: none is left
//! b = y: holds          all other texts: fails
//! ```
//!
//! Invariant: conditions are total, and values are texts, so that what comes of a condition depends on nothing but where the
//! diagram leads.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::candidate::Candidate;
use super::concatenation::{ComparedConcatenation, TextPiece};
use super::layered_diagram::{Layers, MAX_CHOICES, RangeDiagram};
use super::reader::{Reader, ReadingPurpose};
use super::total::never_fails;
use crate::analysis::value::{Configuration, Value};

/// What matters of the inputs so far.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct TextState {
    /// Given texts that are read so far, by place, and where each of them goes on, in bytes.
    rests: Vec<(usize, usize)>,
    /// Inputs that come again, each with its text.
    kept: Vec<(usize, String)>,
}

type States = IndexSet<TextState, FxBuildHasher>;

/// Which values of inputs make up one of some texts.
pub(super) struct TextDiagram {
    /// The inputs, by place, in the order of the layers.
    pub(super) inputs: Vec<usize>,
    /// It leads to 1 where a text is made up, to 0 elsewhere.
    pub(super) ends: RangeDiagram,
}

impl TextDiagram {
    /// The condition of a reader as a diagram, if it compares a text, put together of inputs that are not given, with others. `columns`
    /// are the values of the inputs, which have `names`.
    pub(super) fn of(
        given: &Configuration,
        reader: &Reader<'_, '_>,
        names: &[&str],
        columns: &[&[Candidate]],
    ) -> Option<Self> {
        let expression = reader.expression.filter(|_| reader.asks == ReadingPurpose::Truth)?;
        let ComparedConcatenation { whole, literals } = ComparedConcatenation::one_of(reader.language, expression)?;
        if !never_fails(reader.language, expression) {
            return None;
        }
        let texts: Vec<&str> = literals.iter().map(Value::as_str).collect::<Option<_>>()?;
        let mut building = Building { texts: &texts, inputs: Vec::new(), layers: Vec::new(), choices: 0 };
        let start = TextState { rests: (0..texts.len()).map(|text| (text, 0)).collect(), kept: Vec::new() };
        let mut states: States = std::iter::once(start).collect();
        for (place, part) in whole.parts().iter().enumerate() {
            let comes_again = whole.parts()[place + 1..].contains(part);
            states = match part {
                TextPiece::Fixed(fixed) => building.read_fixed(&states, fixed),
                TextPiece::Input(name) => match names.iter().position(|own| own == name) {
                    Some(input) if building.inputs.contains(&input) => building.read_again(&states, input, comes_again),
                    Some(input) => building.read_input(&states, input, columns[input], comes_again)?,
                    None => building.read_fixed(&states, given.value(name)?.as_str()?),
                },
            };
        }
        let is_read = |state: &TextState| state.rests.iter().any(|&(text, at)| at == texts[text].len());
        let ends = states.iter().map(|state| u32::from(is_read(state))).collect();
        let Building { inputs, layers, .. } = building;
        (!inputs.is_empty()).then(|| Self { inputs, ends: RangeDiagram::leading_to(layers, ends, 2) })
    }
}

/// What a reader looks at, inputs by their places in the group.
pub(super) enum LooksAt {
    /// These inputs.
    Inputs(Vec<usize>),
    /// Whether their values make up a text.
    Text(TextDiagram),
}

impl LooksAt {
    /// The inputs that are read.
    pub(super) fn inputs(&self) -> &[usize] {
        match self {
            Self::Inputs(inputs) => inputs,
            Self::Text(diagram) => &diagram.inputs,
        }
    }
}

/// Layers that are made so far.
struct Building<'t> {
    texts: &'t [&'t str],
    inputs: Vec<usize>,
    layers: Layers,
    choices: usize,
}

impl Building<'_> {
    /// Behind `piece`, of those texts that go on with it; where there are none, nothing else matters.
    fn behind(&self, state: &TextState, piece: &str) -> TextState {
        let goes_on = |&&(text, at): &&(usize, usize)| self.texts[text][at..].starts_with(piece);
        let rests: Vec<(usize, usize)> =
            state.rests.iter().filter(goes_on).map(|&(text, at)| (text, at + piece.len())).collect();
        let kept = if rests.is_empty() { Vec::new() } else { state.kept.clone() };
        TextState { rests, kept }
    }

    /// The states that others lead to without a choice; nodes that are the same from here on become one.
    fn go_on(&mut self, states: &States, next: impl Fn(&Self, &TextState) -> TextState) -> States {
        let mut left = States::default();
        let places: Vec<u32> = states.iter().map(|state| left.insert_full(next(self, state)).0 as u32).collect();
        let last = self.layers.last_mut().into_iter().flatten().flatten();
        last.for_each(|to| *to = places[*to as usize]);
        left
    }

    fn read_fixed(&mut self, states: &States, fixed: &str) -> States {
        self.go_on(states, |building, state| building.behind(state, fixed))
    }

    /// What is left behind an input that was read before.
    fn read_again(&mut self, states: &States, input: usize, comes_again: bool) -> States {
        self.go_on(states, |building, state| {
            let Some((_, piece)) = state.kept.iter().find(|(kept, _)| *kept == input) else { return state.clone() };
            let mut next = building.behind(state, piece);
            next.kept.retain(|(kept, _)| comes_again || *kept != input);
            next
        })
    }

    /// What is left behind each value of an input; none where one of them is no text.
    fn read_input(&mut self, states: &States, input: usize, column: &[Candidate], comes_again: bool) -> Option<States> {
        self.choices += states.len() * column.len();
        if self.choices > MAX_CHOICES {
            return None;
        }
        self.inputs.push(input);
        let pieces: Vec<&str> = column.iter().map(|candidate| candidate.value.as_str()).collect::<Option<_>>()?;
        let mut left = States::default();
        let choice = |state: &TextState, piece: &str| {
            let mut next = self.behind(state, piece);
            if comes_again && !next.rests.is_empty() {
                next.kept.push((input, piece.to_owned()));
            }
            next
        };
        let layer = states
            .iter()
            .map(|state| pieces.iter().map(|piece| left.insert_full(choice(state, piece)).0 as u32).collect())
            .collect();
        self.layers.push(layer);
        Some(left)
    }
}
