//! Lines that can be folded: what is indented below a line, and comments of several lines. The text need not be readable.

/// The first and the last line of what can be folded, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldedLines {
    /// The line that stays.
    pub first: usize,
    /// The last line that goes.
    pub last: usize,
    /// Whether it is a comment.
    pub is_comment: bool,
}

/// Everything that can be folded, ascending.
pub fn folding(text: &str) -> Vec<FoldedLines> {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let mut folds = Vec::new();
    // Lines that may go on, each with what it is indented by.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut last = 0;
    let mut comment: Option<usize> = None;
    for (number, line) in lines.iter().enumerate().chain([(lines.len(), &"")]) {
        let is_end = number == lines.len();
        match comment {
            Some(first) if is_end || !is_comment(line) => {
                let is_long = number - first > 1;
                folds.extend(is_long.then_some(FoldedLines { first, last: number - 1, is_comment: true }));
                comment = None;
            }
            None if !is_end && is_comment(line) => comment = Some(number),
            Some(_) | None => {}
        }
        if !is_end && (line.trim().is_empty() || is_comment(line)) {
            continue;
        }
        // Items of a list may stand as far left as the key that they belong to.
        let depth = if is_end { 0 } else { 2 * indent(line) + usize::from(line.trim_start().starts_with('-')) };
        while let Some((first, _)) = open.pop_if(|(_, outer)| is_end || *outer >= depth) {
            folds.extend((last > first).then_some(FoldedLines { first, last, is_comment: false }));
        }
        open.push((number, depth));
        last = number;
    }
    folds.sort_by_key(|fold| (fold.first, std::cmp::Reverse(fold.last)));
    folds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_indented_is_folded() {
        let text = "# one\n# two\na:\n  b:\n    - c: 1\n      d: 2\n    - e\n\n  f: 3\ng:\n- h\n- i: 1\n  j: 2\nk: 4\n";
        let found: Vec<(usize, usize, bool)> =
            folding(text).iter().map(|fold| (fold.first, fold.last, fold.is_comment)).collect();
        let expected = [(0, 1, true), (2, 8, false), (3, 6, false), (4, 5, false), (9, 12, false), (11, 12, false)];
        assert_eq!(found, expected);
        assert_eq!(folding(""), []);
        assert_eq!(folding("a: 1"), []);
    }
}
