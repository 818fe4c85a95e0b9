//! Which formula became which term, four bytes each.

use crate::lit::Lit;
use crate::term::Term;

/// How far the translation of an atom or a node has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    Untouched,
    /// Its operands are being translated: meeting it again means that a definition is circular.
    Open,
    Done(Term),
}

/// A table from atom or node numbers to [`Progress`]; numbers never seen are untouched.
#[derive(Default)]
pub(super) struct Memo {
    /// 0 untouched, 1 open, 2 false, 3 true, otherwise 4 + literal code.
    codes: Vec<u32>,
}

impl Memo {
    pub(super) fn get(&self, index: usize) -> Progress {
        match self.codes.get(index).copied().unwrap_or(0) {
            0 => Progress::Untouched,
            1 => Progress::Open,
            code @ (2 | 3) => Progress::Done(Term::Const(code == 3)),
            code => Progress::Done(Term::Lit(Lit::from_code(code as usize - 4))),
        }
    }

    pub(super) fn set(&mut self, index: usize, progress: Progress) {
        if index >= self.codes.len() {
            self.codes.resize((index + 1).next_power_of_two(), 0);
        }
        self.codes[index] = match progress {
            Progress::Untouched => 0,
            Progress::Open => 1,
            Progress::Done(Term::Const(value)) => 2 + u32::from(value),
            Progress::Done(Term::Lit(lit)) => u32::try_from(lit.code() + 4).expect("literal codes leave room"),
        };
    }
}
