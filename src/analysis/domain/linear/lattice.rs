//! Values of sums that integers give together.
//!
//! With other variables in the place of the inputs, each a sum of multiples of these and the other way round, sums have a triangular
//! form (that of Hermite): the first one is a multiple of the first variable, and each further one has one more variable or none.
//! The multiple by which a sum has a variable that those before do not have is its *step*: they leave it every value in a row of such
//! steps. Where each step is 1, sums without relations have all values, whatever the others are.

/// Numbers beyond are not computed with.
const MAX_NUMBER: i128 = 1 << 40;

/// Sums in the triangular form of Hermite.
#[derive(Clone, Debug)]
pub(in crate::analysis::domain) struct HermiteForm {
    /// By variable: what inputs it adds up.
    variables: Vec<Vec<i128>>,
    /// In order: the place of the sum, its variables, and the step of the last of these where it is new.
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    sum: usize,
    multiples: Vec<i128>,
    new: Option<(usize, i128)>,
}

impl HermiteForm {
    /// The sums, given by their inputs, in this order; none where numbers become too large.
    pub(in crate::analysis::domain) fn of(sums: &[Vec<i128>], order: &[usize]) -> Option<Self> {
        let inputs = sums.first().map_or(0, Vec::len);
        let unit = |place: usize| (0..inputs).map(|input| i128::from(input == place)).collect();
        let mut form = Self { variables: (0..inputs).map(unit).collect(), rows: Vec::new() };
        let mut known = 0;
        for &sum in order {
            let new = Some(form.eliminate(&sums[sum], known)?).filter(|step| *step != 0).map(|step| (known, step));
            let after = known + usize::from(new.is_some());
            let multiples = (0..after).map(|at| form.multiple(&sums[sum], at)).collect();
            form.rows.push(Row { sum, multiples, new });
            known = after;
        }
        Some(form)
    }

    /// By which multiple a sum has a variable.
    fn multiple(&self, sum: &[i128], variable: usize) -> i128 {
        sum.iter().zip(&self.variables[variable]).map(|(factor, by)| factor * by).sum()
    }

    /// Changes the variables from the one at `first` on so that a sum has no other of them; its step there, 0 where it has none of
    /// them. None where numbers become too large.
    fn eliminate(&mut self, sum: &[i128], first: usize) -> Option<i128> {
        loop {
            let own = (first..self.variables.len()).map(|at| (at, self.multiple(sum, at)));
            let own: Vec<(usize, i128)> = own.filter(|(_, multiple)| *multiple != 0).collect();
            let Some(&(least, step)) = own.iter().min_by_key(|(_, multiple)| multiple.abs()) else {
                return Some(0);
            };
            for &(at, multiple) in own.iter().filter(|(at, _)| *at != least) {
                self.subtract(at, multiple.div_euclid(step), least)?;
            }
            if own.len() == 1 {
                self.variables.swap(first, least);
                if step < 0 {
                    self.variables[first].iter_mut().for_each(|by| *by = -*by);
                }
                return self.reduce(sum, first);
            }
        }
    }

    /// Lets a sum have as little as can be of the variables before its own; its step.
    fn reduce(&mut self, sum: &[i128], own: usize) -> Option<i128> {
        let step = self.multiple(sum, own);
        for before in 0..own {
            let times = self.multiple(sum, before).div_euclid(step);
            self.subtract(before, times, own)?;
        }
        Some(step)
    }

    fn subtract(&mut self, from: usize, times: i128, variable: usize) -> Option<()> {
        for input in 0..self.variables.len() {
            let change = times.checked_mul(self.variables[variable][input])?;
            let changed =
                self.variables[from][input].checked_sub(change).filter(|changed| changed.abs() <= MAX_NUMBER)?;
            self.variables[from][input] = changed;
        }
        Some(())
    }

    /// In order: the place of a sum, and its step where it has one.
    pub(in crate::analysis::domain) fn steps(&self) -> impl DoubleEndedIterator<Item = (usize, Option<i128>)> {
        self.rows.iter().map(|row| (row.sum, row.new.map(|(_, step)| step)))
    }

    /// Whether all sums can stay as they are while inputs change.
    pub(in crate::analysis::domain) fn leaves_inputs_open(&self) -> bool {
        self.rows.iter().filter(|row| row.new.is_some()).count() < self.variables.len()
    }

    /// By sum: a multiple, so that together they are divisible by the only step that is not 1, and these are all combinations of values
    /// of sums with steps. None where there are several such steps, or one above `most`; the step 1 where there is none.
    pub(in crate::analysis::domain) fn congruence(&self, sums: &[usize], most: i128) -> Option<(Vec<i128>, i128)> {
        let steps = self.rows.iter().filter(|row| sums.contains(&row.sum)).filter_map(|row| row.new);
        let mut long = steps.filter(|(_, step)| *step != 1);
        let (first, second) = (long.next(), long.next());
        let none = vec![0; self.rows.len()];
        let Some((last, step)) = first else { return Some((none, 1)) };
        if second.is_some() || step > most {
            return None;
        }
        // By variable: what it is in values of sums, as far as remainders go.
        let mut variables: Vec<Vec<i128>> = Vec::new();
        for row in &self.rows {
            let Some((own, _)) = row.new else { continue };
            let mut value = none.clone();
            value[row.sum] = 1;
            for (variable, by) in variables.iter().zip(&row.multiples) {
                let by = by.rem_euclid(step);
                value.iter_mut().zip(variable).for_each(|(value, other)| *value -= by * other);
            }
            value.iter_mut().for_each(|value| *value = value.rem_euclid(step));
            if own == last {
                return Some((value, step));
            }
            variables.push(value);
        }
        None
    }

    /// Whether inputs can be computed that give sums values up to `most`: no number on the way is too large.
    pub(in crate::analysis::domain) fn can_compute(&self, most: i128) -> bool {
        let (mut bounds, mut reach) = (vec![0_i128; self.variables.len()], Some(0_i128));
        for row in &self.rows {
            let Some((own, step)) = row.new else { continue };
            let known = dot(&row.multiples[..own], &bounds);
            bounds[own] = known.and_then(|known| known.checked_add(most)?.checked_add(step)).unwrap_or(i128::MAX);
        }
        for place in 0..self.variables.len() {
            let by: Vec<i128> = self.variables.iter().map(|variable| variable[place]).collect();
            reach = reach.zip(dot(&by, &bounds)).map(|(reach, own)| reach.max(own));
        }
        // Moving inputs near 0 adds up multiples of them.
        let along = |free: &Vec<i128>| -> Option<i128> {
            let squares = dot(free, free)?;
            dot(free, &vec![reach?; free.len()])?.checked_add(squares)?.checked_mul(4)
        };
        reach.is_some() && self.variables.iter().all(|free| along(free).is_some())
    }

    /// Inputs that give values to sums: `value` gives that of a sum at a place, if all before leave it those from a number on
    /// in steps.
    pub(in crate::analysis::domain) fn inputs(&self, mut value: impl FnMut(usize, i128, i128) -> i128) -> Vec<i128> {
        let mut values = vec![0; self.variables.len()];
        for row in &self.rows {
            let Some((own, step)) = row.new else { continue };
            let known: i128 = row.multiples[..own].iter().zip(&values).map(|(by, value)| by * value).sum();
            values[own] = (value(row.sum, known, step) - known) / step;
        }
        let input = |place: usize| values.iter().zip(&self.variables).map(|(value, by)| value * by[place]).sum();
        let mut inputs: Vec<i128> = (0..self.variables.len()).map(input).collect();
        self.reduce_size(&mut inputs);
        inputs
    }

    /// Changes inputs by variables that no sum has, so that they are near 0.
    fn reduce_size(&self, inputs: &mut [i128]) {
        let known = self.rows.iter().filter(|row| row.new.is_some()).count();
        for free in &self.variables[known..] {
            let along: i128 = inputs.iter().zip(free).map(|(input, by)| input * by).sum();
            let length: i128 = free.iter().map(|by| by * by).sum();
            let times = (2 * along + length).div_euclid(2 * length);
            inputs.iter_mut().zip(free).for_each(|(input, by)| *input -= times * by);
        }
    }
}

/// The sum of the products of sizes; none if it is too large.
fn dot(one: &[i128], other: &[i128]) -> Option<i128> {
    let mut products = one.iter().zip(other).map(|(one, other)| one.checked_abs()?.checked_mul(other.checked_abs()?));
    products.try_fold(0_i128, |sum, product| sum.checked_add(product?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_steps_are_refused_before_they_are_computed_with() {
        let sums = [vec![1, 0, 0], vec![3, 1, 0], vec![1 << 62, (1 << 61) + 1, 1 << 63]];
        let form = HermiteForm::of(&sums, &[0, 1, 2]).expect("its numbers are small");
        assert!(form.congruence(&[0, 1, 2], 4_096).is_none());
        let sums = [vec![1, 0, 0], vec![3, 1, 0], vec![5, 7, 10]];
        let (multiples, divisor) = HermiteForm::of(&sums, &[0, 1, 2])
            .and_then(|form| form.congruence(&[0, 1, 2], 4_096))
            .expect("10 is a short step");
        assert_eq!(divisor, 10);
        let sum = |sum: &Vec<i128>| sum.iter().zip([2, 3, 4]).map(|(by, input)| by * input).sum::<i128>();
        let total: i128 = multiples.iter().zip(&sums).map(|(by, own)| by * sum(own)).sum();
        assert_eq!(total.rem_euclid(divisor), 0);
    }

    #[test]
    fn inputs_that_are_too_large_are_not_computed() {
        let form = HermiteForm::of(&[vec![1, 1], vec![1, -1]], &[0, 1]).expect("its numbers are small");
        assert!(form.can_compute(1 << 70) && !form.can_compute(1 << 125));
    }
}
