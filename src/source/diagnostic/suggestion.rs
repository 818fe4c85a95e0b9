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

#[cfg(test)]
mod tests {
    use super::*;

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
