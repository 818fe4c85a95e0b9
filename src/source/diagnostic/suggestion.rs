//! "did you mean".

use rapidfuzz::distance::{jaro_winkler, osa};

/// The candidate nearest to `word`, when it is near enough to be a misspelling: at most a third of the
/// characters have to be inserted, removed, replaced or swapped with their neighbour; capital letters are near to small
/// ones. Every letter is near to every other one, so a name of one letter is near to none.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = word.chars().count();
    if length < 2 {
        return None;
    }
    let limit = (length / 3).max(1);
    let distances = osa::BatchComparator::new(word.chars());
    let mut best: Option<(usize, &'c str)> = None;
    for candidate in candidates {
        // There may be thousands of candidates for each of thousands of words: no further is looked than to the best so far.
        let limit = best.map_or(limit, |(distance, _)| distance);
        if candidate == word || candidate.chars().count().abs_diff(length) > limit {
            continue;
        }
        let is_same = word.eq_ignore_ascii_case(candidate);
        let within = osa::Args::default().score_cutoff(limit);
        let distance = if is_same { Some(0) } else { distances.distance_with_args(candidate.chars(), &within) };
        let found = distance.map(|distance| (distance, candidate));
        best = best.into_iter().chain(found).min();
    }
    best.map(|(_, candidate)| candidate)
}

/// [`did_you_mean`] for help alone: a word further away is found, too, where it is the only one that begins like `word` and goes on much
/// like it (`sqlight`, `sqlite`). Whether a word is misspelt at all, and what is written in its place, is not decided by that.
pub fn likely_meant<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    did_you_mean(word, candidates.iter().copied()).or_else(|| standing_out(word, candidates))
}

/// Letters that two names have to begin with so that the one can stand out for the other.
const SAME_BEGINNING: usize = 3;

/// Letters of a name that is too short to stand out, or that something could stand out for.
const SHORT: usize = 5;

/// How much two names are like each other at least when one stands out for the other, by Jaro and Winkler.
const LIKE: f64 = 0.9;

/// How much less another name has to be like it.
const APART: f64 = 0.05;

/// Names that begin alike, among which one can stand out.
const MAX_ALIKE: usize = 50;

/// The only candidate that is much like `word`, of which none is near; none where many begin like it, among which it is slow to find,
/// and says little.
pub fn standing_out<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let others = candidates.into_iter().filter(|candidate| *candidate != word);
    let alike = others.filter_map(|candidate| Some((pair_behind_dot(word, candidate)?, candidate)));
    let alike: Vec<((&str, &str), &str)> = alike.take(MAX_ALIKE + 1).collect();
    if alike.len() > MAX_ALIKE {
        return None;
    }
    let mut ranked: Vec<(f64, &str)> = Vec::new();
    for ((own, other), candidate) in alike {
        let likeness = jaro_winkler::normalized_similarity(own.chars(), other.chars());
        if likeness >= LIKE - APART && ranked.iter().all(|(_, known)| *known != candidate) {
            ranked.push((likeness, candidate));
        }
    }
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let (likeness, candidate) = *ranked.first()?;
    let is_alone = ranked.get(1).is_none_or(|(second, _)| likeness - second >= APART);
    // What merely begins alike is not meant: half of the letters have to stay.
    let length = word.chars().count().max(candidate.chars().count());
    let is_half = || osa::distance(word.chars(), candidate.chars()) * 2 <= length;
    (likeness >= LIKE && is_alone && is_half()).then_some(candidate)
}

/// Two names that begin alike, without what both have up to a dot, such as the kind of a path; none where they do not, or are short.
fn pair_behind_dot<'n>(word: &'n str, candidate: &'n str) -> Option<(&'n str, &'n str)> {
    let same: usize = word
        .chars()
        .zip(candidate.chars())
        .take_while(|(one, other)| one == other)
        .map(|(one, _)| one.len_utf8())
        .sum();
    let start = word[..same].rfind('.').map_or(0, |dot| dot + 1);
    let (word, candidate) = (&word[start..], &candidate[start..]);
    let begins = word[..same - start].chars().count() >= SAME_BEGINNING;
    let is_long = |name: &str| name.chars().nth(SHORT).is_some();
    (begins && is_long(word) && is_long(candidate)).then_some((word, candidate))
}

/// Asks whether a name is meant.
pub fn did_you_mean_text(name: &str) -> String {
    format!("did you mean \"{name}\"?")
}

/// Asks whether a word of a language, or a path, is meant.
pub fn did_you_mean_code(word: &str) -> String {
    format!("did you mean `{word}`?")
}

/// [`did_you_mean_text`] behind a message that says that there is no such name; nothing where no name is near.
pub fn or_meant(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; {}", did_you_mean_text(near)))
}

/// Letters of other alphabets that look like Latin ones, each with the one it looks like.
static LOOK_ALIKES: [(&str, &str); 2] = [
    ("аеіјорсѕухһԁԛԝАВЕІЈКМНОРЅСТУХ", "aeijopcsyxhdqwABEIJKMHOPSCTYX"),
    ("αονρικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aovpikABEZHIKMNOPTYX"),
];

/// Marks that stand behind a letter, each with letters and the one letter that each of these is with the mark.
static MARKS: [(char, &str, &str); 8] = [
    ('\u{300}', "AEIOUaeiou", "ÀÈÌÒÙàèìòù"),
    ('\u{301}', "AEIOUYCNSZaeiouycnsz", "ÁÉÍÓÚÝĆŃŚŹáéíóúýćńśź"),
    ('\u{302}', "AEIOUaeiou", "ÂÊÎÔÛâêîôû"),
    ('\u{303}', "ANOano", "ÃÑÕãñõ"),
    ('\u{308}', "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"),
    ('\u{30A}', "AUau", "ÅŮåů"),
    ('\u{30C}', "CDENRSTZcdenrstz", "ČĎĚŇŘŠŤŽčďěňřšťž"),
    ('\u{327}', "CSTcst", "ÇŞŢçşţ"),
];

/// A name in which each letter that is written with a mark behind it is one letter; the first such letter as well.
fn composed(name: &str) -> (String, Option<char>) {
    let (mut text, mut first) = (String::new(), None);
    for letter in name.chars() {
        let mark = MARKS.iter().find(|(mark, ..)| *mark == letter);
        let one = mark.zip(text.chars().last()).and_then(|((_, bases, composed), base)| {
            bases.chars().zip(composed.chars()).find(|(of, _)| *of == base).map(|(_, one)| one)
        });
        if let Some(one) = one {
            text.pop();
            first = first.or(Some(one));
        }
        text.push(one.unwrap_or(letter));
    }
    (text, first)
}

/// That two names differ only in how letters with marks are written.
fn differently_composed(word: &str, close: &str) -> Option<String> {
    let ((of_word, in_word), (of_close, in_close)) = (composed(word), composed(close));
    let letter = in_word.or(in_close).filter(|_| of_word == of_close)?;
    let (apart, as_one) = if in_word.is_some() { ("here", "there") } else { ("there", "here") };
    Some(format!("they look the same: \"{letter}\" is a letter with a mark behind it {apart}, and one letter {as_one}"))
}

/// What distinguishes two names that look the same; none where their difference can be seen.
pub(super) fn look_alike(word: &str, close: &str) -> Option<String> {
    if word != close
        && let Some(note) = differently_composed(word, close)
    {
        return Some(note);
    }
    let latin = |letter: char| {
        let found = LOOK_ALIKES
            .iter()
            .find_map(|(others, latin)| others.chars().zip(latin.chars()).find(|(other, _)| *other == letter));
        found.map_or(letter, |(_, latin)| latin)
    };
    if word == close || !word.chars().map(latin).eq(close.chars().map(latin)) {
        return None;
    }
    let (of_word, of_close) = word.chars().zip(close.chars()).find(|(of_word, of_close)| of_word != of_close)?;
    let (name, letter) = if of_word.is_ascii() { (close, of_close) } else { (word, of_word) };
    let code = u32::from(letter);
    Some(format!(
        "the \"{letter}\" in \"{name}\" is the letter U+{code:04X}, not the \"{}\" that it looks like",
        latin(letter)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_look_alike_are_named() {
        let note = "the \"\u{441}\" in \"\u{441}ache\" is the letter U+0441, not the \"c\" that it looks like";
        assert_eq!(look_alike("cache", "\u{441}ache").as_deref(), Some(note));
        assert_eq!(look_alike("\u{441}ache", "cache").as_deref(), Some(note));
        assert!([("cache", "cash"), ("a", "a"), ("café", "cafe")].iter().all(|(a, b)| look_alike(a, b).is_none()));
        assert!(LOOK_ALIKES.iter().all(|(others, latin)| others.chars().count() == latin.chars().count()));
    }

    #[test]
    fn letters_with_marks_are_distinguished_from_letters_and_marks() {
        let note = |apart, one| {
            Some(format!("they look the same: \"ö\" is a letter with a mark behind it {apart}, and one letter {one}"))
        };
        assert_eq!(look_alike("gro\u{308}ße", "größe"), note("here", "there"));
        assert_eq!(look_alike("größe", "gro\u{308}ße"), note("there", "here"));
        assert!([("größe", "grösse"), ("o\u{308}", "ó")].iter().all(|(a, b)| look_alike(a, b).is_none()));
        assert!(MARKS.iter().all(|(_, bases, composed)| bases.chars().count() == composed.chars().count()));
    }

    #[test]
    fn finds_close_names_only() {
        let names = ["conditions", "default_alternative", "implied"];
        assert_eq!(did_you_mean("condtions", names), Some("conditions"));
        assert_eq!(did_you_mean("conditoins", names), Some("conditions"));
        assert_eq!(did_you_mean("requirements", names), None);
        assert_eq!(did_you_mean("implied", names), None);
        assert_eq!(did_you_mean("c", ["a", "b", "cc"]), None);
        assert_eq!(did_you_mean("pp", ["p", "q"]), Some("p"));
        assert_eq!(did_you_mean("HA", ["hb", "ha"]), Some("ha"));
    }

    #[test]
    fn a_name_that_stands_out_is_likely_meant() {
        let cases: [(&str, &[&str], &str); 8] = [
            ("sqlight", &["sqlite", "postgres", "shop"], "sqlite"),
            ("node.sqlight", &["node.sqlite", "node.postgres", "node.shop"], "node.sqlite"),
            ("sqlight", &["sqlite", "sqlite"], "sqlite"),
            ("product", &["production", "test"], "production"),
            ("environ", &["environment", "region"], "environment"),
            ("authentic", &["authentication", "shop"], "authentication"),
            // What is near goes before what stands out.
            ("sqlights", &["sqlite", "sqlight_"], "sqlight_"),
            ("großrechner", &["großrechenanlage", "großrechnerei"], "großrechnerei"),
        ];
        for (word, candidates, meant) in cases {
            assert_eq!(likely_meant(word, candidates.iter().copied()), Some(meant), "{word}");
        }
    }

    #[test]
    fn no_name_is_guessed_wildly() {
        let cases: [(&str, &[&str]); 13] = [
            ("sqlight", &["postgres", "shop", "sql"]),
            // Two that are as much like it.
            ("sqlight", &["sqlite", "sqlita"]),
            ("sqlight", &["sqlight"]),
            ("backup", &["backend"]),
            ("frontier_x", &["backend_x"]),
            ("app_dev", &["app_prod"]),
            ("app_one", &["app_two"]),
            ("node.oracle", &["node.mysql", "node.shop"]),
            ("node.db", &["node.dashboard"]),
            ("database_primary", &["database_secondary_site"]),
            ("mysql", &["mysterious"]),
            ("config", &["configuration_of_the_shop"]),
            ("container", &["controller"]),
        ];
        for (word, candidates) in cases {
            assert_eq!(likely_meant(word, candidates.iter().copied()), None, "{word}");
        }
    }
}
