//! All combinations of the values of some inputs.

use num_bigint::BigUint;

use super::candidate::Candidate;
use super::class::ClassSize;
use super::extent::Extent;
use crate::analysis::value::Value;

/// Values for the inputs of a group.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) values: Vec<Value>,
    /// How many configurations it stands for; none for infinitely many, and where they are not counted.
    pub(super) size: Option<BigUint>,
    /// Whether they are finitely many.
    pub(super) extent: Extent,
    /// Whether one of them stands for texts that nothing mentions.
    pub(super) is_unmentioned: bool,
}

/// The combinations of a value from each column, the last column turning fastest.
pub(super) struct Product<'c> {
    columns: Vec<&'c [Candidate]>,
    /// By column: how many values it has.
    lengths: Vec<usize>,
    /// By column, by value: whether it stands for itself alone.
    is_single: Vec<Vec<bool>>,
    /// The places of the next combination; none behind the last.
    next: Option<Vec<usize>>,
}

impl<'c> Product<'c> {
    pub(super) fn new(columns: impl IntoIterator<Item = &'c [Candidate]>) -> Self {
        let columns: Vec<&[Candidate]> = columns.into_iter().collect();
        let lengths: Vec<usize> = columns.iter().map(|column| column.len()).collect();
        let next = (!lengths.contains(&0)).then(|| vec![0; columns.len()]);
        let single = |column: &&[Candidate]| column.iter().map(Candidate::is_one).collect();
        Self { is_single: columns.iter().map(single).collect(), columns, lengths, next }
    }

    /// How many there are; none if they are more than can be numbered.
    pub(super) fn total(&self) -> Option<usize> {
        self.lengths.iter().try_fold(1_usize, |count, &length| count.checked_mul(length))
    }

    /// How many values a column has.
    pub(super) fn length(&self, column: usize) -> usize {
        self.lengths[column]
    }

    /// A value of a column.
    pub(super) fn value(&self, column: usize, place: usize) -> &Value {
        &self.columns[column][place].value
    }

    /// The places of the values of the next combination.
    pub(super) fn places_now(&self) -> Option<&[usize]> {
        self.next.as_deref()
    }

    /// The values of the next combination.
    pub(super) fn values(&self) -> Vec<Value> {
        self.candidates().map(|candidate| candidate.value.clone()).collect()
    }

    /// How many configurations the next combination stands for, and whether one of them has a text that nothing mentions.
    pub(super) fn kind(&self) -> (ClassSize, bool) {
        let is_single =
            self.is_single.iter().zip(self.next.iter().flatten()).all(|(is_single, &place)| is_single[place]);
        let is_unmentioned = self.candidates().any(|candidate| candidate.is_unmentioned);
        let share = if is_single { ClassSize::One } else { ClassSize::Many(self.size(), self.extent()) };
        (share, is_unmentioned)
    }

    fn size(&self) -> Option<BigUint> {
        self.candidates().map(|candidate| candidate.size.clone()).product()
    }

    fn extent(&self) -> Extent {
        self.candidates().map(|candidate| candidate.extent).max().unwrap_or(Extent::Finite)
    }

    fn candidates(&self) -> impl Iterator<Item = &'c Candidate> + '_ {
        self.columns.iter().zip(self.next.iter().flatten()).map(|(column, &place)| &column[place])
    }

    /// How many values a combination has.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Goes to the next combination.
    pub(super) fn advance(&mut self) {
        if self.next.as_mut().is_some_and(|places| !advance(places, &self.lengths)) {
            self.next = None;
        }
    }
}

/// Goes to the next combination of places in columns of these lengths, the last turning fastest; false after the last combination.
pub fn advance(places: &mut [usize], lengths: &[usize]) -> bool {
    for (place, &length) in places.iter_mut().zip(lengths).rev() {
        *place += 1;
        if *place < length {
            return true;
        }
        *place = 0;
    }
    false
}

impl Iterator for Product<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        self.next.as_ref()?;
        let is_unmentioned = self.candidates().any(|candidate| candidate.is_unmentioned);
        let row = Row { values: self.values(), size: self.size(), extent: self.extent(), is_unmentioned };
        self.advance();
        Some(row)
    }
}
