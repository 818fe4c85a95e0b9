//! What the readers of a group make of its classes.

use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// By reader, in runs of classes: most readers make the same of many classes in a row, whether they ask for one value or for
/// all below a number. So thousands of classes that thousands of readers distinguish take as many runs, and not millions of
/// outcomes.
#[derive(Clone, Debug)]
pub struct Outcomes<S> {
    /// All outcomes of the group, each once.
    known: Arc<[S]>,
    /// By reader.
    columns: Vec<Arc<[Run]>>,
    /// How many classes there are.
    classes: usize,
}

/// Classes in a row of which a reader makes the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The place behind the last one; the first one is behind the run before.
    pub(super) end: u32,
    /// The number of the outcome.
    pub(super) number: u32,
}

impl<S> Outcomes<S> {
    /// The outcomes with the numbers of these runs, by reader.
    pub(super) fn of_runs(known: Arc<[S]>, columns: Vec<Arc<[Run]>>, classes: usize) -> Self {
        Self { known, columns, classes }
    }

    /// The outcomes with these numbers: by class, by reader.
    pub(super) fn of_classes(known: Arc<[S]>, numbers: &[Box<[u32]>], readers: usize) -> Self {
        let column = |reader: usize| in_runs(numbers.iter().map(|numbers| numbers[reader]));
        Self { known, columns: (0..readers).map(column).collect(), classes: numbers.len() }
    }

    /// What a reader makes of a class.
    pub fn at(&self, class: usize, reader: usize) -> &S {
        let runs = &self.columns[reader];
        let place = runs.partition_point(|run| run.end as usize <= class);
        &self.known[runs[place].number as usize]
    }

    /// What a reader makes of the classes, those in a row together of which it makes the same.
    pub fn runs(&self, reader: usize) -> impl Iterator<Item = (Range<usize>, &S)> {
        let mut start = 0;
        self.columns[reader].iter().map(move |run| {
            let classes = std::mem::replace(&mut start, run.end as usize)..run.end as usize;
            (classes, &self.known[run.number as usize])
        })
    }

    /// Whether a reader makes this of some class.
    pub fn has(&self, reader: usize, is_meant: impl Fn(&S) -> bool) -> bool {
        self.runs(reader).any(|(_, outcome)| is_meant(outcome))
    }

    /// What each reader makes of a class.
    pub fn of_class(&self, class: usize) -> impl ExactSizeIterator<Item = &S> + DoubleEndedIterator {
        (0..self.columns.len()).map(move |reader| self.at(class, reader))
    }

    /// The outcomes of the readers at these places.
    pub(super) fn columns(&self, columns: &[usize]) -> Self {
        let columns = columns.iter().map(|&column| Arc::clone(&self.columns[column])).collect();
        Self { known: Arc::clone(&self.known), columns, classes: self.classes }
    }
}

impl<S: Clone + Eq + Hash> Outcomes<S> {
    /// By class: what each reader makes of it.
    pub fn of(classes: &[Vec<S>], readers: usize) -> Self {
        let mut known: IndexSet<&S, FxBuildHasher> = IndexSet::default();
        let mut number = |outcome| known.insert_full(outcome).0 as u32;
        let numbers: Vec<Box<[u32]>> = classes.iter().map(|class| class.iter().map(&mut number).collect()).collect();
        Self::of_classes(known.into_iter().cloned().collect(), &numbers, readers)
    }

    /// With one more class, of which the readers make this.
    pub fn push(&mut self, outcomes: Vec<S>) {
        let first = self.known.len() as u32;
        self.known = self.known.iter().cloned().chain(outcomes).collect();
        self.classes += 1;
        for (number, column) in (first..).zip(&mut self.columns) {
            *column = column.iter().copied().chain([Run { end: self.classes as u32, number }]).collect();
        }
    }
}

/// Numbers in runs.
fn in_runs(numbers: impl Iterator<Item = u32>) -> Arc<[Run]> {
    let mut runs: Vec<Run> = Vec::new();
    for (end, number) in (1..).zip(numbers) {
        match runs.last_mut() {
            Some(run) if run.number == number => run.end = end,
            _ => runs.push(Run { end, number }),
        }
    }
    runs.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_those_of_each_class() {
        let classes = vec![vec!['a', 'x'], vec!['a', 'y'], vec!['b', 'y'], vec!['a', 'y']];
        let mut outcomes = Outcomes::of(&classes, 2);
        outcomes.push(vec!['c', 'y']);
        for (place, class) in classes.iter().chain([&vec!['c', 'y']]).enumerate() {
            assert_eq!(outcomes.of_class(place).collect::<Vec<_>>(), class.iter().collect::<Vec<_>>());
            assert_eq!(outcomes.columns(&[1]).at(place, 0), &class[1]);
        }
        assert!(outcomes.has(0, |outcome| *outcome == 'c') && !outcomes.has(1, |outcome| *outcome == 'c'));
    }

    #[test]
    fn what_is_the_same_in_a_row_is_one_run() {
        let known: Arc<[char]> = ['x', 'y'].into();
        let numbers = [0, 0, 1, 1, 1, 0].map(|number| Box::from([number]));
        let outcomes = Outcomes::of_classes(known, &numbers, 1);
        assert_eq!(outcomes.runs(0).collect::<Vec<_>>(), [(0..2, &'x'), (2..5, &'y'), (5..6, &'x')]);
    }
}
