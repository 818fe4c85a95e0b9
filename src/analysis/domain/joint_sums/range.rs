//! Integers in a row.

/// Integers from one to another; where an end is missing, they go on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: Option<i128>,
    pub(super) high: Option<i128>,
}

impl Range {
    /// The ranges between totals that are distinguished from the one before, which ascend.
    pub(super) fn between(starts: &[i128]) -> Vec<Self> {
        let lows = std::iter::once(None).chain(starts.iter().copied().map(Some));
        let highs = starts.iter().map(|start| Some(start - 1)).chain([None]);
        lows.zip(highs).map(|(low, high)| Self { low, high }).collect()
    }

    /// Whether a number is in it.
    pub(super) fn has(&self, number: i128) -> bool {
        self.low.is_none_or(|low| low <= number) && self.high.is_none_or(|high| number <= high)
    }

    /// How many integers it has; none for infinitely many.
    pub(super) fn length(&self) -> Option<i128> {
        Some(self.high? - self.low? + 1)
    }

    /// How far from 0 the further of its ends is.
    pub(super) fn end(&self) -> Option<i128> {
        self.low.into_iter().chain(self.high).map(i128::abs).max()
    }

    /// Whether an end is missing.
    pub(super) fn is_endless(&self) -> bool {
        self.low.is_none() || self.high.is_none()
    }

    /// The number that is nearest to 0.
    pub(super) fn nearest(&self) -> i128 {
        let low = self.low.map_or(0, |low| low.max(0));
        self.high.map_or(low, |high| low.min(high))
    }

    /// The part of it that is no further from 0; none if there is nothing.
    pub(super) fn within(&self, distance: i128) -> Option<Self> {
        let low = self.low.map_or(-distance, |low| low.max(-distance));
        let high = self.high.map_or(distance, |high| high.min(distance));
        (low <= high).then_some(Self { low: Some(low), high: Some(high) })
    }

    /// The two halves of a range with both ends, the one that is nearer to 0 first; none for one number.
    pub(super) fn halves(&self) -> Option<[Self; 2]> {
        let (low, high) = (self.low?, self.high?);
        let middle = low + (high - low).div_euclid(2);
        let halves = [Self { high: Some(middle), ..*self }, Self { low: Some(middle + 1), ..*self }];
        let [first, second] = halves;
        (low < high).then(|| if first.nearest().abs() <= second.nearest().abs() { halves } else { [second, first] })
    }
}
