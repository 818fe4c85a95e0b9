//! A minimal contradictory subset, by leaving out pieces of halving size.

use std::collections::BTreeSet;

use super::Reason;
use crate::budget::Interrupted;

/// Of more reasons than these, those that are surely needed are looked for at once.
const MANY: usize = 1000;

/// Says whether reasons contradict each other.
pub(super) trait Oracle {
    /// Reasons among the given ones, ascending, that contradict each other; `None` when the given ones do not.
    fn refute(&mut self, reasons: &[Reason]) -> Result<Option<Vec<Reason>>, Interrupted>;

    /// Some of these reasons, which contradict each other, without each of which they would not; where they are many, and it is
    /// worth looking for as many as can be found at once.
    fn needed_at_once(&mut self, _reasons: &[Reason]) -> Result<BTreeSet<Reason>, Interrupted> {
        Ok(BTreeSet::new())
    }

    /// Some of these reasons, which contradict each other, without each of which they would not. To be asked when a part of
    /// them was not refuted.
    fn needed(&mut self, _reasons: &[Reason]) -> Vec<Reason> {
        Vec::new()
    }
}

/// Blamed and supporting reasons that contradict each other, ascending: no blamed one can be spared, whatever supports
/// it, and no supporting one beside these.
pub(super) fn blame(
    oracle: &mut impl Oracle,
    blamed: &[Reason],
    supporting: &[Reason],
) -> Result<Vec<Reason>, Interrupted> {
    let mut named = minimal(oracle, supporting, blamed)?;
    if !supporting.is_empty() {
        let needed = minimal(oracle, &named, supporting)?;
        named.extend(needed);
        named.sort_unstable();
    }
    Ok(named)
}

/// A minimal subset of the reasons, ascending, that contradicts itself together with the fixed ones, as all do.
///
/// With `k` reasons in the end, of `n`, about `k * log(n / k)` questions are asked, or fewer when the oracle's
/// subsets are small, or when it knows of several reasons at once that they are needed.
fn minimal(oracle: &mut impl Oracle, fixed: &[Reason], reasons: &[Reason]) -> Result<Vec<Reason>, Interrupted> {
    let mut candidates = oracle.refute(&[fixed, reasons].concat())?.expect("the reasons are contradictory");
    candidates.retain(|reason| reasons.binary_search(reason).is_ok());
    let mut needed: Vec<Reason> = Vec::new();
    if candidates.len() > MANY {
        let found = oracle.needed_at_once(&[fixed, &candidates].concat())?;
        needed.extend(candidates.extract_if(.., |reason| found.contains(reason)));
    }
    let mut size = candidates.len();
    while !candidates.is_empty() {
        size = size.div_ceil(2);
        let mut start = 0;
        while start < candidates.len() {
            let end = candidates.len().min(start + size);
            let rest = [fixed, &needed, &candidates[..start], &candidates[end..]].concat();
            if let Some(core) = oracle.refute(&rest)? {
                let before = candidates[..start].iter().filter(|reason| core.binary_search(reason).is_ok()).count();
                candidates.drain(start..end);
                candidates.retain(|reason| core.binary_search(reason).is_ok());
                start = before;
                continue;
            }
            let mut found = oracle.needed(&[fixed, &needed, &candidates].concat());
            if end - start == 1 {
                found.push(candidates[start]);
            }
            found.sort_unstable();
            let is_found = |reason: &Reason| found.binary_search(reason).is_ok();
            start = candidates[..end].iter().filter(|reason| !is_found(reason)).count();
            needed.extend(candidates.extract_if(.., |reason| is_found(reason)));
        }
    }
    needed.sort_unstable();
    Ok(needed)
}
