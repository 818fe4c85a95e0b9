//! Disjoint sets that are united step by step (Galler and Fischer, CACM 1964).

/// The places `0..n` in disjoint sets, at first each in one of its own.
pub(super) struct Sets {
    /// By place, another of its set; the representative stands for itself.
    next: Vec<usize>,
}

impl Sets {
    pub(super) fn new(places: usize) -> Self {
        Self { next: (0..places).collect() }
    }

    /// The place that represents the set of this one.
    pub(super) fn find(&mut self, mut place: usize) -> usize {
        while self.next[place] != place {
            // Halves the way of all who come after.
            self.next[place] = self.next[self.next[place]];
            place = self.next[place];
        }
        place
    }

    /// Makes one set of two.
    pub(super) fn unite(&mut self, left: usize, right: usize) {
        let (left, right) = (self.find(left), self.find(right));
        self.next[left.max(right)] = left.min(right);
    }
}
