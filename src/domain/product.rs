//! All combinations of the values of some inputs.

use num_bigint::BigUint;

use super::candidate::Candidate;
use crate::value::Value;

/// Values for the inputs of a group.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) values: Vec<Value>,
    /// How many configurations it stands for; none for infinitely many.
    pub(super) size: Option<BigUint>,
    /// Whether one of them stands for texts that nothing mentions.
    pub(super) is_other: bool,
}

/// The combinations of a value from each column, the last column turning fastest.
pub(super) struct Product<'c> {
    columns: Vec<&'c [Candidate]>,
    /// The places of the next combination; none behind the last.
    next: Option<Vec<usize>>,
}

impl<'c> Product<'c> {
    pub(super) fn new(columns: impl IntoIterator<Item = &'c [Candidate]>) -> Self {
        let columns: Vec<&[Candidate]> = columns.into_iter().collect();
        let is_empty = columns.iter().any(|column| column.is_empty());
        let next = (!is_empty).then(|| vec![0; columns.len()]);
        Self { columns, next }
    }

    /// How many there are; none if they are more than can be numbered.
    pub(super) fn total(&self) -> Option<usize> {
        self.columns.iter().try_fold(1_usize, |count, column| count.checked_mul(column.len()))
    }

    /// The places of the values of a combination.
    pub(super) fn places(&self, combination: usize) -> Vec<usize> {
        let mut rest = combination;
        let mut places: Vec<usize> = self
            .columns
            .iter()
            .rev()
            .map(|column| {
                let place = rest % column.len();
                rest /= column.len();
                place
            })
            .collect();
        places.reverse();
        places
    }

    fn advance(&mut self) {
        let Some(places) = &mut self.next else { return };
        for (place, column) in places.iter_mut().zip(&self.columns).rev() {
            *place += 1;
            if *place < column.len() {
                return;
            }
            *place = 0;
        }
        self.next = None;
    }
}

impl Iterator for Product<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        let candidates = || self.columns.iter().zip(self.next.iter().flatten()).map(|(column, &place)| &column[place]);
        self.next.as_ref()?;
        let row = Row {
            values: candidates().map(|candidate| candidate.value.clone()).collect(),
            size: candidates().map(|candidate| candidate.size.clone()).product(),
            is_other: candidates().any(|candidate| candidate.is_other),
        };
        self.advance();
        Some(row)
    }
}
