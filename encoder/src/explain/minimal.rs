//! A minimal contradictory subset, by leaving out pieces of halving size.

use super::Reason;
use crate::budget::Interrupted;

/// Tells whether reasons contradict each other.
pub(super) trait Oracle {
    /// Reasons among the given ones, ascending, that contradict each other; `None` when the given ones do not.
    fn refute(&mut self, reasons: &[Reason]) -> Result<Option<Vec<Reason>>, Interrupted>;
}

/// A subset of contradictory reasons that is contradictory and minimal, ascending.
///
/// With `k` reasons in the end, of `n`, about `k * log(n / k)` questions are asked, or fewer when the oracle's
/// subsets are small.
pub(super) fn minimal(oracle: &mut impl Oracle, reasons: &[Reason]) -> Result<Vec<Reason>, Interrupted> {
    let mut candidates = oracle.refute(reasons)?.expect("the reasons are contradictory");
    let mut needed: Vec<Reason> = Vec::new();
    let mut size = candidates.len();
    while !candidates.is_empty() {
        size = size.div_ceil(2);
        let mut start = 0;
        while start < candidates.len() {
            let end = candidates.len().min(start + size);
            let rest = [&needed, &candidates[..start], &candidates[end..]].concat();
            if let Some(core) = oracle.refute(&rest)? {
                let before = candidates[..start].iter().filter(|reason| core.binary_search(reason).is_ok()).count();
                candidates.drain(start..end);
                candidates.retain(|reason| core.binary_search(reason).is_ok());
                start = before;
            } else if end - start == 1 {
                needed.push(candidates.remove(start));
            } else {
                start = end;
            }
        }
    }
    needed.sort_unstable();
    Ok(needed)
}
