//! The proposals that an editor is given where there are too many: those that go with what is typed already.

use super::completion::Completion;

/// At most so many proposals are given; no one reads more.
const MAX_PROPOSALS: usize = 500;

/// All proposals, or those among too many that have the letters of `typed` in this order, those that begin with it first;
/// and whether some are left out.
pub fn shortlist(proposals: Vec<Completion>, typed: &str) -> (Vec<Completion>, bool) {
    if proposals.len() <= MAX_PROPOSALS {
        return (proposals, false);
    }
    let (typed, all) = (typed.to_lowercase(), proposals.len());
    let (mut first, others): (Vec<Completion>, Vec<Completion>) =
        proposals.into_iter().partition(|proposal| proposal.label.to_lowercase().starts_with(&typed));
    first.extend(others.into_iter().filter(|proposal| has_letters(&proposal.label, &typed)));
    first.truncate(MAX_PROPOSALS);
    let is_cut = first.len() < all;
    (first, is_cut)
}

/// Whether a label has these letters in this order, whatever is between them.
fn has_letters(label: &str, typed: &str) -> bool {
    let mut letters = label.chars().flat_map(char::to_lowercase);
    typed.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

#[cfg(test)]
mod tests {
    use super::super::completion::CompletionKind;
    use super::*;

    fn proposals(count: usize) -> Vec<Completion> {
        let proposal = |number: usize| {
            let label = format!("Node_{number}");
            Completion { insert: label.clone(), label, kind: CompletionKind::Value, detail: String::new() }
        };
        (0..count).map(proposal).collect()
    }

    #[test]
    fn few_proposals_are_reported_whatever_is_typed() {
        assert_eq!(shortlist(proposals(MAX_PROPOSALS), "zzz"), (proposals(MAX_PROPOSALS), false));
    }

    #[test]
    fn of_many_those_are_reported_that_go_with_what_is_typed() {
        let reported = |typed: &str| {
            let (reported, is_cut) = shortlist(proposals(2000), typed);
            let labels: Vec<String> = reported.iter().map(|proposal| proposal.label.clone()).collect();
            (labels.first().cloned().unwrap_or_default(), labels.len(), is_cut)
        };
        assert_eq!(reported(""), ("Node_0".to_owned(), MAX_PROPOSALS, true));
        assert_eq!(reported("node_1999"), ("Node_1999".to_owned(), 1, true));
        // 199 and 1990 to 1999 begin with it; eighteen others, like 1099 and 1919, have its digits further apart.
        assert_eq!(reported("node_199"), ("Node_199".to_owned(), 29, true));
        assert_eq!(reported("zzz"), (String::new(), 0, true));
    }
}
