//! Versions: `major.minor[.fix[.qualifier[-build]]]` (TOSCA Simple Profile 1.3, section 3.3.2).

use std::cmp::Ordering;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tosca::types) struct Version {
    /// Major, minor and fix; what is left out is 0.
    numbers: [u64; 3],
    qualifier: Option<Qualifier>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Qualifier {
    word: String,
    build: u64,
}

impl Version {
    /// Reads a version; `0` alone says that there is none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '.');
        let written: Vec<u64> = parts.by_ref().take(3).map(number).collect::<Option<_>>()?;
        let qualifier = match parts.next() {
            Some(rest) => Some(Qualifier::parse(rest)?),
            None => None,
        };
        let mut numbers = [0; 3];
        numbers[..written.len()].copy_from_slice(&written);
        (written.len() >= 2 || text == "0").then_some(Self { numbers, qualifier })
    }

    /// The order of two versions: one with a qualifier is older than the same without. None where only the qualifiers
    /// differ, whose order is a matter of the domain.
    pub(super) fn order(&self, other: &Self) -> Option<Ordering> {
        let of_numbers = self.numbers.cmp(&other.numbers);
        if of_numbers.is_ne() {
            return Some(of_numbers);
        }
        match (&self.qualifier, &other.qualifier) {
            (None, None) => Some(Ordering::Equal),
            (Some(_), None) => Some(Ordering::Less),
            (None, Some(_)) => Some(Ordering::Greater),
            (Some(own), Some(its)) => (own.word == its.word).then(|| own.build.cmp(&its.build)),
        }
    }
}

impl Qualifier {
    fn parse(text: &str) -> Option<Self> {
        let (word, build) = match text.split_once('-') {
            Some((word, build)) => (word, number(build)?),
            None => (text, 0),
        };
        let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_word.then(|| Self { word: word.to_owned(), build })
    }
}

fn number(digits: &str) -> Option<u64> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_numbers_and_a_qualifier() {
        for text in ["1.0", "1.2.3", "1.2.3.beta", "1.2.3.beta-4", "0", "0.0", "2.10.0.rc_1-12"] {
            assert!(Version::parse(text).is_some(), "{text}");
        }
        for text in
            ["", "1", "1.", ".1", "1.x", "1.0.beta", "1.2.3.", "1.2.3.-4", "1.2.3.beta-", "1.2.3.b-x", "-1.0", "1.0 "]
        {
            assert!(Version::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn versions_are_ordered() {
        for (own, other, expected) in [
            ("1.9", "1.10", Some(Ordering::Less)),
            ("1.0", "1.0.0", Some(Ordering::Equal)),
            ("1.0.0.beta", "1.0.0", Some(Ordering::Less)),
            ("1.0.0", "1.0.0.beta-3", Some(Ordering::Greater)),
            ("1.0.0.beta-10", "1.0.0.beta-9", Some(Ordering::Greater)),
            ("1.0.0.beta", "1.0.0.beta-1", Some(Ordering::Less)),
            ("1.0.0.beta", "1.0.0.alpha", None),
            ("1.0.1.beta", "1.0.0.alpha", Some(Ordering::Greater)),
        ] {
            let version = |text| Version::parse(text).expect("it is a version");
            assert_eq!(version(own).order(&version(other)), expected, "{own} {other}");
        }
    }
}
