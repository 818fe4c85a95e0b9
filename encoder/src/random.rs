//! Numbers that look random; with the same seed, the same ones.

/// A linear congruential generator with the numbers of Knuth's MMIX: not for statistical use.
pub struct Congruential(u64);

impl Congruential {
    /// A stream of numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below the bound, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The generator `xoshiro256**` (Blackman and Vigna, 2018), seeded by `SplitMix64`.
pub(crate) struct Random([u64; 4]);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut state = seed;
        Self([(); 4].map(|()| {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = state;
            word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            word ^ word >> 31
        }))
    }

    /// 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)];
        result
    }

    /// A number below the bound, which is not zero; for bounds below 2^32 the bias is at most 2^-32.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Puts things in any order.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
