//! Adjacency as bits: to compare the neighbours of two vertices of a dense graph takes a few words.

/// A symmetric matrix of bits.
pub(super) struct Matrix {
    words: Vec<u64>,
    /// Words in a row.
    width: usize,
}

impl Matrix {
    /// The matrix of a graph, given by the neighbours of each vertex.
    pub(super) fn new(neighbours: &[Vec<u32>]) -> Self {
        let width = neighbours.len().div_ceil(64);
        let mut matrix = Self { words: vec![0; width * neighbours.len()], width };
        for (row, list) in neighbours.iter().enumerate() {
            list.iter().for_each(|&column| matrix.words[row * width + column as usize / 64] |= 1 << (column % 64));
        }
        matrix
    }

    /// Words in a row: what it takes to compare two.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// How many bits two rows have in common.
    pub(super) fn common(&self, first: u32, second: u32) -> usize {
        let bits = self.row(first).iter().zip(self.row(second)).map(|(a, b)| (a & b).count_ones());
        bits.sum::<u32>() as usize
    }

    /// Adds the bits of the row `from` to the row `to`, without those of both vertices.
    pub(super) fn merge(&mut self, from: u32, to: u32) {
        let (from_start, to_start) = (from as usize * self.width, to as usize * self.width);
        for word in 0..self.width {
            self.words[to_start + word] |= self.words[from_start + word];
        }
        for column in [from, to] {
            self.clear(to, column);
        }
    }

    /// Takes one bit away, in one row.
    pub(super) fn clear(&mut self, row: u32, column: u32) {
        self.words[row as usize * self.width + column as usize / 64] &= !(1 << (column % 64));
    }

    fn row(&self, row: u32) -> &[u64] {
        &self.words[row as usize * self.width..][..self.width]
    }
}
