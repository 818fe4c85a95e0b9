//! "did you mean".

/// The candidate nearest to `word`, when it is near enough to be a misspelling: at most a third of the
/// characters have to be inserted, removed, replaced or swapped with their neighbour.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = word.chars().count();
    let limit = (length / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word && candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Optimal string alignment distance.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = last[j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[to.len()]
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
    }
}
