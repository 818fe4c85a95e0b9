//! All texts that are like a pattern, where these are few.

use super::parse::{ENDLESS, Part, Repeated, Sequence, parse};
use crate::analysis::domain::extent::Extent;

/// More texts than these are not listed.
const MAX_TEXTS: usize = 1_000;

/// A longer text is not listed.
const MAX_LETTERS: usize = 10_000;

/// Where longer texts are allowed, only those of patterns without endless repetitions are listed.
const MAX_LONGEST: usize = 100;

/// The texts that are like a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis::domain) enum PatternTexts {
    /// Each of them is one of these.
    Among(Vec<String>),
    /// They are more, finitely many or not.
    Many(Extent),
}

impl PatternTexts {
    /// Whether they are finitely many.
    pub(in crate::analysis::domain) fn extent(&self) -> Extent {
        match self {
            Self::Among(_) => Extent::Finite,
            Self::Many(extent) => *extent,
        }
    }
}

/// What is known of the texts that are like `pattern`, of which none has more than `longest` UTF-16 code units, if any number is given.
pub(in crate::analysis::domain) fn all(pattern: &str, longest: Option<usize>) -> PatternTexts {
    let Some(alternatives) = parse(pattern) else { return PatternTexts::Many(Extent::Unknown) };
    match (Listing { longest: longest.filter(|&longest| longest <= MAX_LONGEST) }).among(&alternatives) {
        Some(texts) => PatternTexts::Among(texts),
        None if is_bounded(&alternatives) => PatternTexts::Many(Extent::Finite),
        None => PatternTexts::Many(if has_inner_anchor(&alternatives) { Extent::Unknown } else { Extent::Infinite }),
    }
}

/// Lists texts, none of which is longer.
#[derive(Clone, Copy)]
struct Listing {
    longest: Option<usize>,
}

impl Listing {
    /// Each text that is like one of the alternatives, once, and others where anchors stand within; none where they are too many.
    fn among(self, alternatives: &[Sequence]) -> Option<Vec<String>> {
        let mut all: Vec<String> = Vec::new();
        for sequence in alternatives {
            let mut texts = vec![String::new()];
            for repeated in sequence {
                texts = self.longer(&texts, repeated)?;
            }
            all.extend(texts);
            all = self.distinct(all)?;
        }
        Some(all)
    }

    /// The texts with each that a repeated part may be behind them.
    fn longer(self, texts: &[String], Repeated { part, least, most }: &Repeated) -> Option<Vec<String>> {
        let parts = match part {
            Part::Letter(ranges) => {
                let letters = ranges.iter().flat_map(|&(first, last)| first..=last);
                self.distinct(letters.take(MAX_TEXTS + 1).map(String::from).collect())?
            }
            Part::Other(_) => return None,
            Part::Group(alternatives) => self.among(alternatives)?,
            Part::Anchor => return Some(texts.to_vec()),
        };
        // However often nothing is repeated, it stays nothing.
        let most = if parts.iter().all(String::is_empty) { *least } else { *most };
        // Each further part that is something makes a text longer.
        let most = self.longest.map_or(most, |longest| most.min(longest.max(*least)));
        if most > MAX_LETTERS {
            return None;
        }
        let (mut all, mut repeated) = (Vec::new(), texts.to_vec());
        for times in 0..=most {
            if times >= *least {
                all.extend(repeated.iter().cloned());
                all = self.distinct(all)?;
            }
            if times < most {
                let with = |text: &String| parts.iter().map(|part| format!("{text}{part}")).collect::<Vec<_>>();
                repeated = self.distinct(repeated.iter().flat_map(with).collect())?;
            }
        }
        Some(all)
    }

    fn distinct(self, mut texts: Vec<String>) -> Option<Vec<String>> {
        texts.retain(|text| self.longest.is_none_or(|longest| text.encode_utf16().count() <= longest));
        texts.sort_unstable();
        texts.dedup();
        (texts.len() <= MAX_TEXTS && texts.iter().all(|text| text.len() <= MAX_LETTERS)).then_some(texts)
    }
}

/// Whether no part is repeated without an end.
fn is_bounded(alternatives: &[Sequence]) -> bool {
    let is_part = |Repeated { part, most, .. }: &Repeated| {
        *most < ENDLESS && if let Part::Group(alternatives) = part { is_bounded(alternatives) } else { true }
    };
    alternatives.iter().flatten().all(is_part)
}

/// Whether an anchor stands anywhere but at both ends of all, so that something may be like nothing.
fn has_inner_anchor(alternatives: &[Sequence]) -> bool {
    let is_anchor = |repeated: &&Repeated| matches!(repeated.part, Part::Anchor);
    let inner = |sequence: &Sequence| {
        let anchors = sequence.iter().filter(is_anchor).count();
        let outer = [sequence.first(), sequence.last()].into_iter().flatten().filter(is_anchor).count();
        let groups = sequence.iter().any(
            |Repeated { part, .. }| matches!(part, Part::Group(inner) if inner.iter().flatten().any(|part| is_anchor(&part)) || has_inner_anchor(inner)),
        );
        anchors > outer || groups
    };
    alternatives.iter().any(inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tosca::types::Pattern;

    #[test]
    fn few_texts_are_listed() {
        for (pattern, texts) in [
            ("dev|prod", vec!["dev", "prod"]),
            ("[ab]", vec!["a", "b"]),
            ("^v[12]?$", vec!["v", "v1", "v2"]),
            ("(a|b|a){1,2}", vec!["a", "aa", "ab", "b", "ba", "bb"]),
            (r"(x\.){0}y(|)", vec!["y"]),
            ("()*", vec![""]),
            ("a$b", vec!["ab"]),
        ] {
            let texts = texts.into_iter().map(str::to_owned).collect();
            assert_eq!(all(pattern, None), PatternTexts::Among(texts), "{pattern}");
        }
    }

    #[test]
    fn many_texts_are_finitely_many_or_not() {
        for (pattern, extent) in [
            ("[a-z]{3}", Extent::Finite),
            (".", Extent::Finite),
            ("[a-z]+", Extent::Infinite),
            ("^(a|b*)$", Extent::Infinite),
            ("a^b*", Extent::Unknown),
            ("(?i)a", Extent::Unknown),
        ] {
            assert_eq!(all(pattern, None), PatternTexts::Many(extent), "{pattern}");
        }
    }

    #[test]
    fn of_endless_ones_those_are_listed_that_are_short_enough() {
        for (pattern, longest, texts) in [
            ("a+", 3, vec!["a", "aa", "aaa"]),
            ("(ab)*", 3, vec!["", "ab"]),
            ("(ab)+", 1, vec![]),
            ("(a|){5,}b?", 2, vec!["", "a", "aa", "ab", "b"]),
            ("\u{1f600}*x*", 2, vec!["", "x", "xx", "\u{1f600}"]),
        ] {
            let texts = texts.into_iter().map(str::to_owned).collect();
            assert_eq!(all(pattern, Some(longest)), PatternTexts::Among(texts), "{pattern}");
        }
        assert_eq!(all("[a-z]+", Some(3)), PatternTexts::Many(Extent::Infinite));
    }

    /// Whatever short text is like a pattern is listed.
    #[test]
    fn no_text_is_missing() {
        let letters = ["", "a", "b", "0", "-", "A"];
        let mut short = vec![String::new()];
        for _ in 0..4 {
            short = short.iter().flat_map(|text| letters.map(|letter| format!("{text}{letter}"))).collect();
        }
        for pattern in ["[ab]{0,3}", "(a|b0)(-a)?", "a|ab|abA?", r"[\da]-?", "(a?){3}", "((a|b)-){1,2}0?", "a|^b$|-0"] {
            let PatternTexts::Among(listed) = all(pattern, None) else { panic!("{pattern}") };
            let pattern = Pattern::parse(pattern).unwrap();
            for text in short.iter().filter(|text| pattern.matches(text) == Some(true)) {
                assert!(listed.contains(text), "{pattern:?} {text}");
            }
        }
    }
}
