//! Places in a text as they were in an earlier one.

use std::ops::Range;

/// Bytes that are compared at once.
const CHUNK: usize = 1 << 12;

/// What two texts differ in: all before it and all behind it is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextShift {
    /// Where it begins in both.
    pub start: usize,
    /// Where it ends in the earlier text.
    pub earlier_end: usize,
    /// Where it ends now.
    pub end: usize,
}

impl TextShift {
    /// What two texts differ in.
    pub fn between(earlier: &str, now: &str) -> Self {
        let (earlier, now) = (earlier.as_bytes(), now.as_bytes());
        let start = common(earlier.chunks(CHUNK).zip(now.chunks(CHUNK)), |one, other| {
            one.iter().zip(other).take_while(|(one, other)| one == other).count()
        });
        let (one, other) = (&earlier[start..], &now[start..]);
        let behind = common(one.rchunks(CHUNK).zip(other.rchunks(CHUNK)), |one, other| {
            one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
        });
        Self { start, earlier_end: earlier.len() - behind, end: now.len() - behind }
    }

    /// Where a place was in the earlier text; none where it was not.
    pub fn earlier(&self, place: usize) -> Option<usize> {
        if place <= self.start { Some(place) } else { (place >= self.end).then(|| place - self.end + self.earlier_end) }
    }

    /// Where a range of the earlier text is now; none where the change is inside of it.
    pub fn now(&self, range: Range<usize>) -> Option<Range<usize>> {
        if range.end <= self.start {
            return Some(range);
        }
        let moved = |place: usize| place - self.earlier_end + self.end;
        (range.start >= self.earlier_end).then(|| moved(range.start)..moved(range.end))
    }
}

/// How many bytes are the same, chunk by chunk and then one by one.
fn common<'b>(pairs: impl Iterator<Item = (&'b [u8], &'b [u8])>, count: impl Fn(&'b [u8], &'b [u8]) -> usize) -> usize {
    let mut same = 0;
    for (one, other) in pairs {
        if one == other {
            same += one.len();
        } else {
            return same + count(one, other);
        }
    }
    same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_again() {
        let pieces = ["", "a", "aa", "b", "é", "aé", "ba\n"];
        let long = "x".repeat(CHUNK - 1);
        for around in ["", "a", long.as_str()] {
            for (before, after) in pieces.iter().flat_map(|one| pieces.iter().map(move |other| (one, other))) {
                let [earlier, now] = [before, after].map(|piece| format!("{around}{piece}{around}a"));
                let change = TextShift::between(&earlier, &now);
                assert_eq!(earlier[..change.start], now[..change.start], "what is before is the same");
                assert_eq!(earlier[change.earlier_end..], now[change.end..], "what is behind is the same");
                assert!(change.start <= change.earlier_end.min(change.end));
                for place in (0..=now.len()).filter(|&place| now.is_char_boundary(place)) {
                    let Some(then) = change.earlier(place) else { continue };
                    assert!(earlier.is_char_boundary(then));
                    if then != change.start {
                        assert_eq!(change.now(then..then), Some(place..place), "{earlier:?} {now:?} {place}");
                    }
                }
            }
        }
    }
}
