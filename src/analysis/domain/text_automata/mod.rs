//! Texts in expressions that compare them, take parts of them, put them together and measure them.
//!
//! Comes in: inputs that are any text, and readers. Goes out: texts, one for each combination of answers that the readers'
//! questions can have. Invariant: no reader distinguishes two texts whose automata give the same answers ([`automaton`]).

mod automaton;
mod reading;
mod search;

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;

use self::automaton::TextAutomaton;
use self::reading::TextReader;
use self::search::shortest_texts;
use super::candidate::Candidate;
use super::declaration::Declaration;
use super::extent::Extent;
use super::pattern::PatternAutomaton;
use super::reader::Reader;
use crate::analysis::value::{Admission, Configuration, Language, Number, Value};
use crate::source::syntax::vocabulary::ClauseKind;
use crate::source::syntax::yaml::Yaml;

/// Texts that are compared with each other, at most.
const MAX_TRACKS: usize = 3;

/// An input that is any text, or one of many.
#[derive(Clone, Debug)]
pub(super) struct TextInput {
    pub(super) name: Arc<str>,
    /// Whether it may be one of finitely many texts.
    extent: Extent,
}

/// Texts that miss no class.
pub(super) struct Texts {
    /// By input: its texts. None for those of `joint`.
    pub(super) columns: Vec<Option<Vec<Candidate>>>,
    /// Combinations of texts of inputs that are compared with each other, in the order of the inputs.
    pub(super) joint: Vec<Vec<Candidate>>,
}

impl TextInput {
    /// The input, if its declaration says no more than that it is a text, how long, between which others and like which patterns.
    pub(super) fn of(language: &Language<'_>, name: &Arc<str>) -> Option<Self> {
        let declaration = Declaration::of(language, name);
        let is_open = declaration.type_name() == "string" && declaration.valid_values().is_none();
        let is_known = declaration.keys().all(|key| ClauseKind::of(key).is_some_and(ClauseKind::is_of_one_value));
        (is_open && is_known).then(|| Self { name: Arc::clone(name), extent: declaration.extent_of_texts() })
    }

    /// Questions that its declaration asks; none where no automaton answers one of them.
    fn declared(&self, language: &Language<'_>) -> Option<Vec<TextAutomaton>> {
        let declaration = Declaration::of(language, &self.name);
        // With numbers, texts are compared as numbers.
        let is_of_texts = declaration.ordered().iter().all(|bound| bound.as_str().is_some());
        let patterns = declaration.clauses("pattern").map(|pattern| PatternAutomaton::of(pattern.as_str()?));
        let patterns = patterns.map(|pattern| Some(TextAutomaton::Pattern(Arc::new(pattern?))));
        let patterns = patterns.collect::<Option<Vec<_>>>()?;
        if is_of_texts { Some(declared(&declaration)?.into_iter().chain(patterns).collect()) } else { None }
    }
}

/// Questions about texts that a declaration asks; what it compares with other values than texts is left out.
fn declared(declaration: &Declaration<'_>) -> Option<Vec<TextAutomaton>> {
    let of = |keys: &[&'static str]| -> Vec<Yaml<'_>> {
        keys.iter().flat_map(|key| declaration.clauses(key).collect::<Vec<_>>()).collect()
    };
    // Texts as short as those that are looked at are allowed by such a bound.
    let most = of(&["max_length"]).into_iter().map(Value::from_yaml).filter(|most| !reading::is_long(most));
    let lengths = of(&["length", "min_length"]).into_iter().map(Value::from_yaml).chain(most);
    let lengths: Option<Vec<Vec<usize>>> = lengths.map(|length| reading::lengths(&length)).collect();
    let equal = of(&["equal"]).into_iter().map(Value::from_yaml);
    let texts = equal.chain(declaration.ordered()).chain(declaration.default());
    let orders = texts.filter_map(|text| text.as_str().map(order));
    Some(orders.chain([TextAutomaton::Length(lengths?.concat())]).collect())
}

fn order(text: &str) -> TextAutomaton {
    TextAutomaton::Order(text.encode_utf16().collect())
}

/// Texts that may be values of an input which is only compared with `literals`, and whose length is compared with `lengths`: one
/// for each combination of what comes of that and of its declaration. None where these are too many.
pub(super) fn compared_texts(
    declaration: &Declaration<'_>,
    literals: &[Value],
    lengths: &[Number],
) -> Option<Vec<Candidate>> {
    let own = literals.iter().filter_map(|literal| literal.as_str().map(order));
    let lengths = lengths.iter().map(|length| reading::lengths(&Value::Number(length.clone())));
    let lengths = lengths.collect::<Option<Vec<_>>>()?.concat();
    let automata =
        merged(declared(declaration)?.into_iter().chain(own).chain([TextAutomaton::Length(lengths)]).collect());
    let candidate = |texts: &Vec<Vec<u16>>| candidate(&automata, declaration.extent_of_texts(), &texts[0]);
    shortest_texts(std::slice::from_ref(&automata))?.iter().map(candidate).collect()
}

/// A text for which questions have found answers; it stands for all texts with these answers.
fn candidate(automata: &[TextAutomaton], extent: Extent, text: &[u16]) -> Option<Candidate> {
    let value = Value::string(&String::from_utf16(text).ok()?);
    let is_mentioned = automata.iter().any(|automaton| *automaton == TextAutomaton::Order(text.to_vec()));
    let distinguishes_empty = |automaton: &TextAutomaton| matches!(automaton, TextAutomaton::Length(lengths) if lengths.iter().any(|&length| length <= 1));
    let is_single = is_mentioned || text.is_empty() && automata.iter().any(distinguishes_empty);
    let size = is_single.then(BigUint::one);
    let extent = if is_single { Extent::Finite } else { extent };
    Some(Candidate { value, size, extent, is_unmentioned: !is_mentioned })
}

/// The texts that matter. `known` gives the values of the other inputs of the group, where these are few. None where
/// something else is done with texts.
pub(super) fn texts(
    language: &Language<'_>,
    given: &Configuration,
    inputs: &[TextInput],
    readers: &[&Reader<'_, '_>],
    known: &dyn Fn(&str) -> Option<Vec<Value>>,
) -> Option<Texts> {
    let mut automata = inputs.iter().map(|input| input.declared(language)).collect::<Option<Vec<_>>>()?;
    let mut is_compared = vec![false; inputs.len()];
    for reader in readers {
        let mut reading = TextReader::new((reader.language, given), inputs, known);
        reading.reader(reader)?;
        for (place, (own, is_related)) in reading.finish().into_iter().enumerate() {
            automata[place].extend(own);
            is_compared[place] |= is_related;
        }
    }
    let automata: Vec<Vec<TextAutomaton>> = automata.into_iter().map(merged).collect();
    let tracks: Vec<usize> = (0..inputs.len()).filter(|&place| is_compared[place]).collect();
    if tracks.len() > MAX_TRACKS {
        return None;
    }
    let candidate = |place: usize, text: &[u16]| candidate(&automata[place], inputs[place].extent, text);
    let admissions: Vec<Admission<'_>> = inputs.iter().map(|input| Admission::of(language, &input.name)).collect();
    let fits = |place: usize, candidate: &Candidate| admissions[place].allows(&candidate.value);
    let column = |place: usize| -> Option<Option<Vec<Candidate>>> {
        if is_compared[place] {
            return Some(None);
        }
        let shortest = shortest_texts(std::slice::from_ref(&automata[place]))?;
        let all: Option<Vec<Candidate>> = shortest.iter().map(|texts| candidate(place, &texts[0])).collect();
        Some(Some(all?.into_iter().filter(|candidate| fits(place, candidate)).collect()))
    };
    let columns = (0..inputs.len()).map(column).collect::<Option<Vec<_>>>()?;
    let joint = if tracks.is_empty() {
        Vec::new()
    } else {
        let read: Vec<Vec<TextAutomaton>> = tracks.iter().map(|&track| automata[track].clone()).collect();
        let row = |texts: &Vec<Vec<u16>>| -> Option<Vec<Candidate>> {
            tracks.iter().zip(texts).map(|(&place, text)| candidate(place, text)).collect()
        };
        let rows = shortest_texts(&read)?.iter().map(row).collect::<Option<Vec<_>>>()?;
        let are_fit = |row: &Vec<Candidate>| tracks.iter().zip(row).all(|(&place, candidate)| fits(place, candidate));
        rows.into_iter().filter(are_fit).collect()
    };
    Some(Texts { columns, joint })
}

/// The questions once each, all lengths in one.
fn merged(automata: Vec<TextAutomaton>) -> Vec<TextAutomaton> {
    let (mut lengths, mut others) = (Vec::new(), Vec::new());
    for automaton in automata {
        match automaton {
            TextAutomaton::Length(more) => lengths.extend(more),
            other => others.push(other),
        }
    }
    lengths.sort_unstable();
    lengths.dedup();
    others.sort_unstable();
    others.dedup();
    others.extend((!lengths.is_empty()).then_some(TextAutomaton::Length(lengths)));
    others
}
