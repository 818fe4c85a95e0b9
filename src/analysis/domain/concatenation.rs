//! Texts that are put together of inputs and fixed parts: what inputs have to be for one to be a literal.
//!
//! Comes in: an expression `concat`, and a text. Goes out: for each input the pieces of the text that it can be.
//! Invariant: where the whole is the text, every input is one of its pieces; so a value that is none of them is like any
//! other that is none.

use crate::analysis::value::{Language, Value, is_literal, operator_of, scalars};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;

/// Parts of one text, at most.
const MAX_PARTS: usize = 64;

/// Bytes of a text that is taken apart, at most.
const MAX_BYTES: usize = 200;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextPiece {
    Fixed(String),
    /// The text of the input with this name.
    Input(String),
}

/// The parts of a text, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Concatenation {
    parts: Vec<TextPiece>,
}

/// A text that is put together, and compared with literals.
pub(super) struct ComparedConcatenation {
    pub(super) whole: Concatenation,
    /// What it is compared with, lists item by item.
    pub(super) literals: Vec<Value>,
}

impl ComparedConcatenation {
    /// The comparison of one of these operands with all others.
    pub(super) fn of(language: &Language<'_>, operands: Yaml<'_>) -> Option<Self> {
        let (others, wholes): (Vec<Yaml<'_>>, Vec<Yaml<'_>>) = operands.items().partition(is_literal);
        let [whole] = wholes[..] else { return None };
        let whole = Concatenation::read(language, whole)?;
        let literals = others.into_iter().flat_map(scalars).map(Value::from_yaml).collect();
        Some(Self { whole, literals })
    }

    /// The condition, whole or by name, that a text is one of these literals.
    pub(super) fn one_of<'m>(language: &Language<'m>, mut condition: Yaml<'m>) -> Option<Self> {
        // A longer chain of names may be a cycle.
        for _ in 0..MAX_PARTS {
            let (entry, operands) = operator_of(condition, language.profile()).ok()??;
            let others: Vec<Yaml<'m>> = operands.items().filter(is_literal).collect();
            let is_one_of = match (entry.operator, &others[..]) {
                (Operator::ValueExpression, _) => {
                    condition = language.expression(operands.text())?;
                    continue;
                }
                (Operator::Equal, [other]) => other.is_scalar(),
                (Operator::ValidValues, [list]) => list.is_sequence(),
                _ => false,
            };
            return Self::of(language, operands).filter(|_| is_one_of);
        }
        None
    }
}

impl Concatenation {
    /// The parts of a `concat` or `join`; none if it has others than literals and inputs that are declared as strings.
    pub(super) fn read(language: &Language<'_>, expression: Yaml<'_>) -> Option<Self> {
        let mut parts = Vec::new();
        // Parts that are left, the next one last.
        let mut open = vec![expression];
        let mut steps = 0;
        while let Some(yaml) = open.pop() {
            steps += 1;
            if steps > MAX_PARTS {
                return None;
            }
            if yaml.is_scalar() && !yaml.is_null() {
                parts.push(TextPiece::Fixed(Value::from_yaml(yaml).to_text()));
                continue;
            }
            let (entry, operand) = operator_of(yaml, language.profile()).ok()??;
            match entry.operator {
                Operator::Concat if operand.is_sequence() => open.extend(operand.items().rev()),
                Operator::Join if operand.is_sequence() => open.extend(joined(operand)?),
                Operator::ValueExpression => open.push(language.expression(operand.text())?),
                Operator::VariabilityInput => {
                    let declared = language.input(operand.text())?.get("type")?;
                    (declared.text() == "string").then_some(())?;
                    parts.push(TextPiece::Input(operand.text().to_owned()));
                }
                _ => return None,
            }
        }
        Some(Self { parts })
    }

    /// The parts, in order.
    pub(super) fn parts(&self) -> &[TextPiece] {
        &self.parts
    }

    /// Whether the text of an input is part of it.
    pub(super) fn has(&self, input: &str) -> bool {
        self.parts.iter().any(|part| matches!(part, TextPiece::Input(name) if name == input))
    }

    /// How many parts there are at least when the text is split at a separator, whatever the inputs are.
    pub(super) fn least_parts(&self, separator: &str) -> usize {
        let count = |part: &TextPiece| match part {
            TextPiece::Fixed(fixed) => fixed.matches(separator).count(),
            TextPiece::Input(_) => 0,
        };
        1 + self.parts.iter().map(count).sum::<usize>()
    }

    /// What an input is in all ways to put `text` together; none where these are too many.
    pub(super) fn pieces(&self, input: &str, text: &str) -> Option<Vec<String>> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let mut pieces = Vec::new();
        let (before, behind) = (self.ends_of_beginnings(text), self.starts_of_endings(text));
        for (place, part) in self.parts.iter().enumerate() {
            if !matches!(part, TextPiece::Input(name) if name == input) {
                continue;
            }
            for &start in &before[place] {
                let ends = behind[place + 1].iter().filter(|&&end| end >= start);
                pieces.extend(ends.map(|&end| text[start..end].to_owned()));
            }
        }
        pieces.sort_unstable();
        pieces.dedup();
        Some(pieces)
    }

    /// For each number of parts, where in the text so many first ones can end; ascending.
    fn ends_of_beginnings(&self, text: &str) -> Vec<Vec<usize>> {
        let mut ends = vec![vec![0]];
        for part in &self.parts {
            let last = &ends[ends.len() - 1];
            ends.push(match part {
                TextPiece::Fixed(fixed) => {
                    let fits = |&&start: &&usize| text[start..].starts_with(&**fixed);
                    last.iter().filter(fits).map(|start| start + fixed.len()).collect()
                }
                TextPiece::Input(_) => {
                    boundaries(text).filter(|&end| last.first().is_some_and(|&first| first <= end)).collect()
                }
            });
        }
        ends
    }

    /// For each number of parts, where in the text all but so many first ones can start; ascending.
    fn starts_of_endings(&self, text: &str) -> Vec<Vec<usize>> {
        let mut starts = vec![vec![text.len()]];
        for part in self.parts.iter().rev() {
            let first = &starts[starts.len() - 1];
            starts.push(match part {
                TextPiece::Fixed(fixed) => {
                    let fits = |&&end: &&usize| text[..end].ends_with(&**fixed);
                    first.iter().filter(fits).map(|end| end - fixed.len()).collect()
                }
                TextPiece::Input(_) => {
                    boundaries(text).filter(|&start| first.last().is_some_and(|&last| start <= last)).collect()
                }
            });
        }
        starts.reverse();
        starts
    }
}

/// The items of a list with the delimiter between them, the last one first.
fn joined(operand: Yaml<'_>) -> Option<Vec<Yaml<'_>>> {
    let operands: Vec<Yaml<'_>> = operand.items().collect();
    let [list, delimiter] = operands[..] else { return None };
    if !list.is_sequence() {
        return None;
    }
    delimiter.as_str()?;
    let mut parts: Vec<Yaml<'_>> = list.items().rev().flat_map(|item| [item, delimiter]).collect();
    parts.pop();
    Some(parts)
}

/// Where a text can be cut, both ends included.
fn boundaries(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn concatenation(parts: &[&str]) -> Concatenation {
        let part = |text: &&str| match text.strip_prefix('$') {
            Some(input) => TextPiece::Input(input.to_owned()),
            None => TextPiece::Fixed((*text).to_owned()),
        };
        Concatenation { parts: parts.iter().map(part).collect() }
    }

    /// All ways to put the text together, part by part.
    fn splits(parts: &[TextPiece], text: &str, input: &str, so_far: &mut Vec<String>, found: &mut Vec<String>) {
        let Some((part, rest)) = parts.split_first() else {
            if text.is_empty() {
                found.extend(so_far.iter().cloned());
            }
            return;
        };
        for end in boundaries(text) {
            let (head, tail) = text.split_at(end);
            match part {
                TextPiece::Fixed(fixed) if fixed == head => splits(rest, tail, input, so_far, found),
                TextPiece::Fixed(_) => {}
                TextPiece::Input(name) => {
                    if name == input {
                        so_far.push(head.to_owned());
                    }
                    splits(rest, tail, input, so_far, found);
                    if name == input {
                        so_far.pop();
                    }
                }
            }
        }
    }

    #[test]
    fn pieces_are_those_of_all_ways_to_put_a_text_together() {
        for parts in [
            &["$a"][..],
            &["$a", "-", "$b"],
            &["x", "$a", "$b", "-"],
            &["$a", "-", "$a"],
            &["$b", "", "$a", "aa", "$b"],
            &["-"],
        ] {
            let whole = concatenation(parts);
            for text in ["", "-", "a-b", "xa-", "a-a-a", "xaab-", "aaaa", "ä-é"] {
                for input in ["a", "b"] {
                    let mut expected = Vec::new();
                    splits(&whole.parts, text, input, &mut Vec::new(), &mut expected);
                    expected.sort_unstable();
                    expected.dedup();
                    assert_eq!(whole.pieces(input, text), Some(expected), "{parts:?} {text} {input}");
                }
            }
        }
    }
}
