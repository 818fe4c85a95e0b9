//! Clauses that define one literal by others.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::cnf::Cnf;
use crate::formula::Operator;
use crate::lit::Lit;
use crate::signed::normalise_junction;
use crate::term::Term;

/// Clauses made of gates and assertions. Equal gates are made once; every gate output is determined by its inputs.
#[derive(Default)]
pub struct Gates {
    cnf: Cnf,
    /// Only looked up, never iterated over. Operands are in normal form.
    outputs: FxHashMap<(Operator, Box<[Lit]>), Lit>,
    /// Literals of which at most one is true, as asserted.
    exclusive: Vec<Vec<Lit>>,
    /// The clauses that define outputs, by place: ranges, ascending.
    defining: Vec<Range<usize>>,
}

impl Gates {
    /// No clause over `var_count` variables.
    pub fn with_vars(var_count: usize) -> Self {
        Self { cnf: Cnf::with_vars(var_count), ..Self::default() }
    }

    /// The clauses so far.
    pub fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// The clauses.
    pub fn into_cnf(self) -> Cnf {
        self.cnf
    }

    /// The groups of literals that were asserted to hold at most one true literal.
    pub fn exclusive(&self) -> &[Vec<Lit>] {
        &self.exclusive
    }

    /// A literal that nothing is said about yet.
    pub fn fresh(&mut self) -> Lit {
        self.cnf.new_var().positive()
    }

    /// True when every operand is.
    pub fn and(&mut self, operands: impl IntoIterator<Item = Term>) -> Term {
        !self.or(operands.into_iter().map(|operand| !operand))
    }

    /// True when some operand is.
    pub fn or(&mut self, operands: impl IntoIterator<Item = Term>) -> Term {
        let Some(lits) = disjunction(operands) else {
            return Term::TRUE;
        };
        match lits[..] {
            [] => Term::FALSE,
            [single] => single.into(),
            _ => self.shared(Operator::Or, lits, Self::define_or).into(),
        }
    }

    /// Says that some operand is true.
    pub fn assert_or(&mut self, operands: impl IntoIterator<Item = Term>) {
        if let Some(lits) = disjunction(operands) {
            self.cnf.add(&lits);
        }
    }

    /// Says that both have one value.
    pub fn assert_equal(&mut self, left: Term, right: Term) {
        self.assert_or([!left, right]);
        self.assert_or([left, !right]);
    }

    fn define_or(&mut self, output: Lit, operands: &[Lit]) {
        let mut long = operands.to_vec();
        long.push(!output);
        self.cnf.add(&long);
        for operand in operands {
            self.cnf.add(&[output, !*operand]);
        }
    }

    /// The output of the gate over operands in normal form, which `define` makes when it is new.
    pub(crate) fn shared(
        &mut self,
        operator: Operator,
        operands: Vec<Lit>,
        define: impl FnOnce(&mut Self, Lit, &[Lit]),
    ) -> Lit {
        let key = (operator, operands.into_boxed_slice());
        if let Some(output) = self.outputs.get(&key) {
            return *output;
        }
        let output = self.fresh();
        let first = self.cnf.len();
        define(self, output, &key.1);
        self.note_defining(first..self.cnf.len());
        self.outputs.insert(key, output);
        output
    }

    /// The clauses that define outputs, by place: ranges, ascending.
    pub(crate) fn defining(&self) -> &[Range<usize>] {
        &self.defining
    }

    fn note_defining(&mut self, clauses: Range<usize>) {
        match self.defining.last_mut() {
            Some(last) if last.end == clauses.start => last.end = clauses.end,
            _ => self.defining.push(clauses),
        }
    }

    pub(crate) fn add(&mut self, clause: &[Lit]) {
        self.cnf.add(clause);
    }

    pub(crate) fn note_exclusive(&mut self, group: Vec<Lit>) {
        self.exclusive.push(group);
    }
}

/// The literals of a disjunction in normal form; `None` when it is always true.
fn disjunction(operands: impl IntoIterator<Item = Term>) -> Option<Vec<Lit>> {
    let mut lits = Vec::new();
    for operand in operands {
        match operand {
            Term::Const(true) => return None,
            Term::Const(false) => {}
            Term::Lit(lit) => lits.push(lit),
        }
    }
    let is_tautology = normalise_junction(&mut lits);
    (!is_tautology).then_some(lits)
}
