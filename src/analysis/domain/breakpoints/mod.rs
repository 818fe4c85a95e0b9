//! One number in expressions that compute with it and compare: the breakpoints, values at which some outcome may change.
//!
//! Comes in: a variable, values for all other inputs, and readers. Goes out: ranges of values that no reader distinguishes.
//! Invariant: every comparison, and every fault, is the same within a range, with the arithmetic of expressions.

mod curve;
mod float_scale;
mod term;

use std::cmp::Ordering;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use self::curve::{PERIODS, Places, Trend, common, compare, curve, split};
use self::float_scale::{INTEGER_BITS, Scale};
use self::term::{Operation, Term, Terms, sum_of_bits};
use super::candidate::{Candidate, sized};
use super::operands::{MAX_DEPTH, compared};
use super::reader::{Reader, ReadingPurpose};
use super::scale::GREATEST_EXACT;
use super::variable::Variable;
use crate::analysis::value::{Configuration, Number, Value, operator_of};
use crate::source::syntax::vocabulary::{Layer, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// Quotients of integers are compared with numbers of at most so many bits: greater ones may be rounded, or not.
const MAX_BITS_OF_QUOTIENTS: u32 = 50;

/// No breakpoint is further from 0 than the greatest coefficient, and one more; so many bits are left between that and the ends of
/// the scale, as the size of coefficients is only estimated.
const SPARE_BITS: u32 = 10;

/// Integers on either side of a breakpoint that are looked at where nothing is rounded: the one next to it, and one more.
const NEXT_INTEGERS: i64 = 2;

/// Divisors are looked at that are multiples of the inverse of this, and less than [`GREATEST_DIVISOR`]: with 10 bits behind the
/// point and 30 before it, all multiples up to [`PERIODS`], another 5 bits, are doubles.
const PARTS_OF_DIVISORS: f64 = 1024.0;

/// See [`PARTS_OF_DIVISORS`].
const GREATEST_DIVISOR: f64 = 1e9;

/// Periods at either end in which nothing but the remainder may change: what is the same in all of them is the same beyond.
const LIKE_PERIODS: i32 = 4;

/// Integers on either side of a breakpoint that are looked at, at most: about as many as doubles are rounded by at each operation.
const MAX_NEAR_INTEGERS: i64 = 20;

/// Integers up to this one have squares that are doubles.
const GREATEST_READABLE: f64 = 6e7;

/// Values of a variable of which each stands for those that no reader distinguishes from it; none where it is not known
/// how what is compared changes with the variable.
pub(super) fn representatives(
    variable: &Variable,
    others: &Configuration,
    readers: &[&Reader<'_, '_>],
) -> Option<Vec<Candidate>> {
    Some(Breakpoints::of(variable, others, readers)?.candidates(variable.default.as_ref()))
}

/// The first value of each range that no reader distinguishes, but the lowest range.
pub(super) fn breakpoints(
    variable: &Variable,
    others: &Configuration,
    readers: &[&Reader<'_, '_>],
) -> Option<Vec<Number>> {
    let Breakpoints { scale, mut starts, divisor, .. } = Breakpoints::of(variable, others, readers)?;
    if divisor.is_some() {
        return None;
    }
    starts.sort_unstable();
    starts.dedup();
    Some(starts.into_iter().skip(1).map(|start| scale.number(start)).collect())
}

impl Breakpoints {
    fn of(variable: &Variable, others: &Configuration, readers: &[&Reader<'_, '_>]) -> Option<Self> {
        let scale = if variable.is_integral { Scale::Integers } else { Scale::Doubles };
        let mut found = Breakpoints { scale, starts: vec![scale.ends().0], divisor: None, periodic: Vec::new() };
        for bound in variable.bounds.iter().chain(&variable.default) {
            found.compare(&Term::variable(), &Term::constant(bound.clone()))?;
        }
        for reader in readers.iter().filter(|reader| reader.inputs.contains(&*variable.name)) {
            let terms = Terms::new(reader.language, &variable.name, others);
            let mut reading =
                BreakpointReader { terms, found: &mut found, seen: FxHashSet::default(), depth: MAX_DEPTH };
            match (reader.expression, reader.asks) {
                (None, _) => reading.found.truth(&Term::variable())?,
                (Some(expression), ReadingPurpose::Truth) => reading.truth(expression)?,
                (Some(expression), ReadingPurpose::Definedness) => reading.definedness(expression)?,
                (Some(_), ReadingPurpose::Value) => return None,
            }
        }
        found.is_within_periods().then_some(found)
    }
}

/// Where ranges begin.
struct Breakpoints {
    scale: Scale,
    starts: Vec<i128>,
    /// The divisor of remainders that are compared with constants.
    divisor: Option<f64>,
    /// Where ranges begin because of these.
    periodic: Vec<i128>,
}

impl Breakpoints {
    /// Distinguishes where the first term is less than, equal to and greater than the second, and where one has no value.
    fn compare(&mut self, first: &Term, second: &Term) -> Option<()> {
        let has_quotients = first.has(Operation::Quotient) || second.has(Operation::Quotient);
        let most = if has_quotients { MAX_BITS_OF_QUOTIENTS } else { INTEGER_BITS - SPARE_BITS };
        let bits = if has_quotients { first.bits() + second.bits() } else { sum_of_bits(first.bits(), second.bits()) };
        if self.scale == Scale::Integers && bits > f64::from(most) {
            return None;
        }
        let is_periodic = self.is_periodic([first, second])?;
        let mut starts = Vec::new();
        for (range, [left, right]) in common(&curve(first, self.scale)?, &curve(second, self.scale)?) {
            starts.push(range.0);
            let has_values = left != Trend::Undefined && right != Trend::Undefined;
            if !has_values || first == second {
                continue;
            }
            let order = |at: &Number| -> Ordering { compare(&first.at(at), &second.at(at)) };
            let parts: Vec<Places> = split(range, left.without(right)?, self.scale, order);
            let near = NEXT_INTEGERS + first.operations().max(second.operations()).min(MAX_NEAR_INTEGERS);
            if !parts.iter().skip(1).all(|part| self.is_same_for_integers(part.0, near, order)) {
                return None;
            }
            starts.extend(parts.into_iter().map(|part| part.0));
        }
        if is_periodic {
            self.periodic.extend(starts);
        } else {
            self.starts.extend(starts);
        }
        Some(())
    }

    /// Whether integers near a place, so many on either side, are in the same order as the doubles that they are: they are computed with
    /// exactly, and can be given where doubles can.
    fn is_same_for_integers(&self, place: i128, near: i64, order: impl Fn(&Number) -> Ordering) -> bool {
        if self.scale == Scale::Integers {
            return true;
        }
        let at = self.scale.number(place).to_f64();
        let Some(nearest) = Number::float(at.floor()).to_i64().filter(|_| at.abs() < GREATEST_EXACT) else {
            return false;
        };
        (nearest - near..=nearest + near).all(|at| {
            let integer = Number::integer(at);
            order(&Number::float(integer.to_f64())) == order(&integer)
        })
    }

    /// Whether what is compared goes on for ever as in one period; none where it has remainders and does not.
    fn is_periodic(&mut self, terms: [&Term; 2]) -> Option<bool> {
        let leaves: Vec<Option<f64>> = terms.into_iter().flat_map(Term::leaves).collect();
        match leaves[..] {
            [Some(divisor)] => {
                // Its multiples are doubles.
                let is_exact = (divisor * PARTS_OF_DIVISORS).fract() == 0.0 && divisor < GREATEST_DIVISOR;
                let is_known = self.divisor.is_none_or(|known| known.total_cmp(&divisor).is_eq());
                self.divisor = Some(divisor);
                (is_exact && is_known && self.scale == Scale::Doubles).then_some(true)
            }
            _ => leaves.iter().all(Option::is_none).then_some(false),
        }
    }

    /// Whether nothing else changes beyond the periods that are looked at, nor in the last ones.
    fn is_within_periods(&self) -> bool {
        self.divisor.is_none_or(|divisor| {
            let most = f64::from(PERIODS - LIKE_PERIODS) * divisor;
            let own = self.starts.iter().filter(|&&start| start != self.scale.ends().0);
            own.into_iter().all(|&start| self.scale.number(start).to_f64().abs() <= most)
        })
    }

    /// Distinguishes where a term is below, at and above 0.
    fn truth(&mut self, term: &Term) -> Option<()> {
        self.compare(term, &Term::constant(Number::integer(0)))
    }

    /// Distinguishes where a term has a value.
    fn definedness(&mut self, term: &Term) -> Option<()> {
        let is_periodic = self.is_periodic([term, &Term::constant(Number::integer(0))])?;
        let starts = curve(term, self.scale)?.into_iter().map(|(range, _)| range.0);
        if is_periodic {
            self.periodic.extend(starts);
        } else {
            self.starts.extend(starts);
        }
        Some(())
    }

    /// A value of each range.
    fn candidates(mut self, default: Option<&Number>) -> Vec<Candidate> {
        self.starts.append(&mut self.periodic);
        self.starts.sort_unstable();
        self.starts.dedup();
        let end = self.scale.ends().1;
        let ends = self.starts.iter().skip(1).map(|start| start - 1).chain([end]);
        let candidate = |range: Places| {
            let number = self.scale.simplest(range);
            let is_default = |default: &&Number| compare(default, &number).is_eq();
            let number = default.filter(is_default).cloned().unwrap_or(number);
            sized(readable(number), self.scale.size(range).map(BigUint::from))
        };
        self.starts.iter().copied().zip(ends).map(candidate).collect()
    }
}

/// An integer where a double is one that an integer is as exact as.
fn readable(number: Number) -> Value {
    let is_small = number.is_integer() || number.to_f64().abs() < GREATEST_READABLE;
    let integer = number.to_i64().filter(|_| is_small);
    integer.map_or(Value::Number(number), Value::integer)
}

/// What is compared.
enum ComparedTerm {
    Number(Term),
    /// A value that no number equals.
    Other,
}

/// Reads what readers distinguish.
struct BreakpointReader<'s, 'r, 'm> {
    terms: Terms<'r, 'm>,
    found: &'s mut Breakpoints,
    /// What was read of which expressions.
    seen: FxHashSet<(ReadingPurpose, YamlId)>,
    depth: usize,
}

impl<'m> BreakpointReader<'_, '_, 'm> {
    /// Reads a condition.
    fn truth(&mut self, yaml: Yaml<'m>) -> Option<()> {
        if !self.terms.is_open(yaml) || !self.seen.insert((ReadingPurpose::Truth, yaml.id())) {
            return Some(());
        }
        self.depth = self.depth.checked_sub(1)?;
        let (entry, operand) = operator_of(yaml, self.terms.language.profile()).ok()??;
        let read = match (entry.operator, entry.layer) {
            (Operator::LogicExpression | Operator::ValueExpression, _) => {
                self.truth(self.terms.language.expression(operand.text())?)
            }
            (_, Layer::Logic) if operand.is_sequence() => operand.items().try_for_each(|item| self.truth(item)),
            (_, Layer::Logic) => self.truth(operand),
            (operator, _) if operator.compares_values() => self.comparison(operator, operand),
            _ => {
                let term = self.terms.term(yaml)?;
                self.found.truth(&term)
            }
        };
        self.depth += 1;
        read
    }

    fn comparison(&mut self, operator: Operator, operand: Yaml<'m>) -> Option<()> {
        let (first, others) = compared(operator, operand)?;
        let is_order = operator.is_order();
        if self.is_condition(first) || others.iter().any(|other| self.is_condition(*other)) {
            return [first].into_iter().chain(others).try_for_each(|operand| self.truth(operand));
        }
        for other in others {
            match (self.operand(first, is_order)?, self.operand(other, is_order)?) {
                (ComparedTerm::Number(first), ComparedTerm::Number(other)) => self.found.compare(&first, &other)?,
                (ComparedTerm::Number(term), ComparedTerm::Other)
                | (ComparedTerm::Other, ComparedTerm::Number(term)) => {
                    self.found.definedness(&term)?;
                }
                (ComparedTerm::Other, ComparedTerm::Other) => {}
            }
        }
        Some(())
    }

    /// What an operand is; what an order takes for no number is in none.
    fn operand(&mut self, yaml: Yaml<'m>, is_order: bool) -> Option<ComparedTerm> {
        if self.terms.is_open(yaml) {
            return self.terms.term(yaml).map(ComparedTerm::Number);
        }
        let value = self.terms.constant(yaml)?;
        let number = if is_order { value.as_compared() } else { value.as_number().cloned() };
        Some(number.map_or(ComparedTerm::Other, |number| ComparedTerm::Number(Term::constant(number))))
    }

    /// Whether an operand that reads the variable is true or false.
    fn is_condition(&mut self, yaml: Yaml<'m>) -> bool {
        let Ok(Some((entry, operand))) = operator_of(yaml, self.terms.language.profile()) else { return false };
        match entry.operator {
            Operator::ValueExpression => {
                self.depth > 0
                    && self.terms.language.expression(operand.text()).is_some_and(|body| {
                        operator_of(body, self.terms.language.profile())
                            .is_ok_and(|used| used.is_some_and(|(entry, _)| entry.operator.compares_values()))
                    })
            }
            operator => self.terms.is_open(yaml) && (operator.compares_values() || entry.layer == Layer::Logic),
        }
    }

    /// Reads what makes evaluation fail.
    fn definedness(&mut self, yaml: Yaml<'m>) -> Option<()> {
        if !self.terms.is_open(yaml) || !self.seen.insert((ReadingPurpose::Definedness, yaml.id())) {
            return Some(());
        }
        if let Some(term) = self.terms.term(yaml) {
            return self.found.definedness(&term);
        }
        let (entry, operand) = operator_of(yaml, self.terms.language.profile()).ok()??;
        match entry.operator {
            Operator::Concat => operand.items().try_for_each(|item| self.definedness(item)),
            Operator::ValueExpression => {
                self.depth = self.depth.checked_sub(1)?;
                let read = self.definedness(self.terms.language.expression(operand.text())?);
                self.depth += 1;
                read
            }
            operator if operator.compares_values() => self.comparison(operator, operand),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::Language;
    use crate::source::Sources;
    use crate::source::syntax::vocabulary::Profile;
    use crate::source::syntax::yaml::Tree;

    /// Named expressions beside each other are no deeper than one of them.
    #[test]
    fn many_named_expressions_that_may_fail_are_read() {
        const COUNT: usize = 3 * MAX_DEPTH;
        let quotient =
            |at: usize| format!("e{at}: {{greater: [{{div: [1, {{sub: [{{variability_input: n}}, {at}]}}]}}, 0]}}");
        let named: Vec<String> = (0..COUNT).map(quotient).collect();
        let parts: Vec<String> = (0..COUNT).map(|at| format!("{{value_expression: e{at}}}")).collect();
        let text = format!(
            "inputs: {{n: {{type: integer}}}}\nexpressions: {{{}}}\nask: {{concat: [{}]}}",
            named.join(", "),
            parts.join(", ")
        );
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("case.yaml", text);
        let root = tree.parse(&sources, file).0.map(|root| tree.at(root)).expect("it is YAML");
        let part = |name: &str| root.get(name).expect("it is there");
        let language = Language::new(Profile::D).with_inputs(part("inputs")).with_expressions(part("expressions"));
        let variable = Variable { name: "n".into(), is_integral: true, bounds: Vec::new(), default: None };
        let reader = Reader::of(&language, part("ask"), ReadingPurpose::Definedness);
        let found = representatives(&variable, &Configuration::new(), &[&reader]);
        assert!(found.is_some_and(|found| found.len() > COUNT));
    }
}
