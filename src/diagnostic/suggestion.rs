//! "did you mean".

/// The candidate nearest to `word`, when it is near enough to be a misspelling: at most a third of the
/// characters have to be inserted, removed, replaced or swapped with their neighbour. Every letter is near to every other
/// one, so a name of one letter is near to none.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let from: Vec<char> = word.chars().collect();
    if from.len() < 2 {
        return None;
    }
    let limit = (from.len() / 3).max(1);
    let mut to: Vec<char> = Vec::new();
    let mut nearest: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().filter(|candidate| *candidate != word) {
        to.clear();
        to.extend(candidate.chars());
        let Some(distance) = distance(&from, &to, limit) else { continue };
        if nearest.is_none_or(|nearest| (distance, candidate) < nearest) {
            nearest = Some((distance, candidate));
        }
    }
    nearest.map(|(_, candidate)| candidate)
}

/// Optimal string alignment distance; none when it is more than `limit`, which most words show by their first letters.
fn distance(from: &[char], to: &[char], limit: usize) -> Option<usize> {
    if from.len().abs_diff(to.len()) > limit {
        return None;
    }
    let mut last: Vec<usize> = (0..=to.len()).collect();
    let mut before_last = last.clone();
    let mut row = last.clone();
    for i in 1..=from.len() {
        row[0] = i;
        for j in 1..=to.len() {
            let replaced = last[j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row[j] = best;
        }
        // A swap costs one more than two rows before.
        if row.iter().all(|&cost| cost > limit) && last.iter().all(|&cost| cost >= limit) {
            return None;
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    Some(last[to.len()]).filter(|&distance| distance <= limit)
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
    }

    /// All words of up to four of two letters.
    fn words() -> Vec<Vec<char>> {
        let mut words = vec![Vec::new()];
        for length in 1..=4 {
            words.extend((0..1 << length).map(|bits| (0..length).map(|at| ['a', 'b'][bits >> at & 1]).collect()));
        }
        words
    }

    /// By the definition, which looks at suffixes again and again.
    fn defined(from: &[char], to: &[char]) -> usize {
        let (Some((first, from_rest)), Some((second, to_rest))) = (from.split_first(), to.split_first()) else {
            return from.len() + to.len();
        };
        let replaced = defined(from_rest, to_rest) + usize::from(first != second);
        let best = replaced.min(defined(from_rest, to) + 1).min(defined(from, to_rest) + 1);
        match (from, to) {
            ([a, b, from @ ..], [c, d, to @ ..]) if (a, b) == (d, c) => best.min(defined(from, to) + 1),
            _ => best,
        }
    }

    #[test]
    fn distances_are_those_of_the_definition() {
        for from in words() {
            for to in words() {
                let expected = defined(&from, &to);
                for limit in 0..=5 {
                    let within = Some(expected).filter(|&expected| expected <= limit);
                    assert_eq!(distance(&from, &to, limit), within, "{from:?} {to:?}");
                }
            }
        }
    }
}
