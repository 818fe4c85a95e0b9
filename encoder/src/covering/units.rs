//! The combinations of some chosen values with the value of each later feature, many of them in one word.
//!
//! A combination of `strength` values has a unit of 2^`strength` bits, of which the one is meant whose number is made of the
//! values, the last value last.

/// For each feature in order a unit with the bit of its value.
pub(super) struct Units {
    words: Vec<u64>,
    /// Bits of a unit.
    width: usize,
    count: usize,
}

impl Units {
    /// The largest strength of which a unit fits into a word.
    pub(super) const MOST: usize = 6;

    pub(super) fn of(values: &[usize], strength: usize) -> Self {
        let width = 1 << strength;
        let mut words = vec![0; (values.len() * width).div_ceil(64)];
        for (place, value) in values.iter().enumerate() {
            let bit = place * width + value;
            words[bit / 64] |= 1 << (bit % 64);
        }
        Self { words, width, count: values.len() }
    }

    /// Visits the words with the combinations of values that make `signs` with those of the features from `first` on, the
    /// first of which has this number. How many words they are.
    #[inline]
    pub(super) fn each_word(
        &self,
        first: usize,
        number: usize,
        signs: usize,
        visit: &mut impl FnMut(usize, u64),
    ) -> usize {
        let (start, end) = (number * self.width, (number + self.count - first) * self.width);
        for word in start / 64..end.div_ceil(64) {
            let from = (word * 64).max(start);
            let length = (word * 64 + 64).min(end) - from;
            let bits = self.bits(first * self.width + (from - start), length);
            visit(word, bits << (2 * signs) << (from % 64));
        }
        end.div_ceil(64) - start / 64
    }

    /// So many bits, at most a word, from this one on.
    #[inline]
    fn bits(&self, from: usize, length: usize) -> u64 {
        let (word, shift) = (from / 64, from % 64);
        let low = self.words[word] >> shift;
        let high = if shift > 0 { self.words.get(word + 1).map_or(0, |next| next << (64 - shift)) } else { 0 };
        (low | high) & (u64::MAX >> (64 - length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_bit_of_each_combination() {
        let values: Vec<usize> = (0..90_usize).map(|place| place * place / 3 % 2).collect();
        for strength in 1..=Units::MOST {
            let units = Units::of(&values, strength);
            for (first, number, signs) in [(0, 0, 0), (7, 3, (1 << (strength - 1)) - 1), (60, 61, 0), (89, 5, 0)] {
                let mut expected: Vec<usize> = (first..values.len())
                    .map(|place| ((number + place - first) << strength) | signs << 1 | values[place])
                    .collect();
                units.each_word(first, number, signs, &mut |word, mask| {
                    let found = (0..64).filter(|bit| mask >> bit & 1 == 1).map(|bit| word * 64 + bit);
                    for bit in found {
                        assert_eq!(expected.remove(0), bit, "{strength} {first} {number}");
                    }
                });
                assert_eq!(expected, Vec::<usize>::new(), "{strength} {first} {number}");
            }
        }
    }
}
