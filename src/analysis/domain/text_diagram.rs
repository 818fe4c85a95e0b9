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
use super::reader::{Asks, Reader};
use super::total::never_fails;
use crate::analysis::value::{Configuration, Value};

/// Given texts that are read so far, by place, and where each of them goes on, in bytes.
type Rests = Vec<(usize, usize)>;

/// Which values of inputs make up one of some texts.
pub(super) struct TextDiagram {
    /// The inputs, by place, in the order of the layers.
    pub(super) inputs: Vec<usize>,
    /// It leads to 1 where a text is made up, to 0 elsewhere.
    pub(super) ends: RangeDiagram,
}

impl TextDiagram {
    /// The condition of a reader as a diagram, if it compares a text, put together of inputs that are not given, each once,
    /// with others. `columns` are the values of the inputs, which have `names`.
    pub(super) fn of(
        given: &Configuration,
        reader: &Reader<'_, '_>,
        names: &[&str],
        columns: &[&[Candidate]],
    ) -> Option<Self> {
        let expression = reader.expression.filter(|_| reader.asks == Asks::Truth)?;
        let ComparedConcatenation { whole, literals } = ComparedConcatenation::one_of(reader.language, expression)?;
        if !never_fails(reader.language, expression) {
            return None;
        }
        let texts: Vec<&str> = literals.iter().map(Value::as_str).collect::<Option<_>>()?;
        let mut building = Building { texts: &texts, inputs: Vec::new(), layers: Vec::new(), choices: 0 };
        let start: Rests = (0..texts.len()).map(|text| (text, 0)).collect();
        let mut rests: IndexSet<Rests, FxBuildHasher> = std::iter::once(start).collect();
        for part in whole.parts() {
            rests = match part {
                TextPiece::Fixed(fixed) => building.read_fixed(&rests, fixed),
                TextPiece::Input(name) => match names.iter().position(|own| own == name) {
                    Some(input) => building.read_input(&rests, input, columns[input])?,
                    None => building.read_fixed(&rests, given.value(name)?.as_str()?),
                },
            };
        }
        let is_read = |rests: &Rests| rests.iter().any(|&(text, at)| at == texts[text].len());
        let ends = rests.iter().map(|rests| u32::from(is_read(rests))).collect();
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
    /// Those texts that go on with `piece`, behind it.
    fn behind(&self, rests: &Rests, piece: &str) -> Rests {
        let goes_on = |&&(text, at): &&(usize, usize)| self.texts[text][at..].starts_with(piece);
        rests.iter().filter(goes_on).map(|&(text, at)| (text, at + piece.len())).collect()
    }

    /// What is left behind a fixed part; nodes that are the same from here on become one.
    fn read_fixed(&mut self, rests: &IndexSet<Rests, FxBuildHasher>, fixed: &str) -> IndexSet<Rests, FxBuildHasher> {
        let mut left: IndexSet<Rests, FxBuildHasher> = IndexSet::default();
        let places: Vec<u32> = rests.iter().map(|rests| left.insert_full(self.behind(rests, fixed)).0 as u32).collect();
        let last = self.layers.last_mut().into_iter().flatten().flatten();
        last.for_each(|to| *to = places[*to as usize]);
        left
    }

    /// What is left behind each value of an input; none where it was read before, or is no text.
    fn read_input(
        &mut self,
        rests: &IndexSet<Rests, FxBuildHasher>,
        input: usize,
        column: &[Candidate],
    ) -> Option<IndexSet<Rests, FxBuildHasher>> {
        self.choices += rests.len() * column.len();
        if self.inputs.contains(&input) || self.choices > MAX_CHOICES {
            return None;
        }
        self.inputs.push(input);
        let pieces: Vec<&str> = column.iter().map(|candidate| candidate.value.as_str()).collect::<Option<_>>()?;
        let mut left: IndexSet<Rests, FxBuildHasher> = IndexSet::default();
        let node = |rests: &Rests| -> Vec<u32> {
            pieces.iter().map(|piece| left.insert_full(self.behind(rests, piece)).0 as u32).collect()
        };
        let layer = rests.iter().map(node).collect();
        self.layers.push(layer);
        Some(left)
    }
}
