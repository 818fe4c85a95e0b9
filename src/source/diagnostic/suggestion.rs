//! "did you mean".

/// The candidate nearest to `word`, when it is near enough to be a misspelling: at most a third of the
/// characters have to be inserted, removed, replaced or swapped with their neighbour; capital letters are near to small
/// ones. Every letter is near to every other one, so a name of one letter is near to none.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = word.chars().count();
    if length < 2 {
        return None;
    }
    let limit = (length / 3).max(1);
    let near = |candidate: &'c str| {
        // Most words need no look at their letters.
        let is_near = candidate != word && candidate.chars().count().abs_diff(length) <= limit;
        let is_same = || word.eq_ignore_ascii_case(candidate);
        let distance = is_near.then(|| if is_same() { 0 } else { strsim::osa_distance(word, candidate) })?;
        (distance <= limit).then_some((distance, candidate))
    };
    candidates.into_iter().filter_map(near).min().map(|(_, candidate)| candidate)
}

/// Letters of other alphabets that look like Latin ones, each with the one it looks like.
static LOOK_ALIKES: [(&str, &str); 2] = [
    ("аеіјорсѕухһԁԛԝАВЕІЈКМНОРЅСТУХ", "aeijopcsyxhdqwABEIJKMHOPSCTYX"),
    ("αονρικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aovpikABEZHIKMNOPTYX"),
];

/// What tells two names apart that look the same; none where their difference can be seen.
pub(super) fn look_alike(word: &str, close: &str) -> Option<String> {
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
}
