//! Binary adders: as many as there are digits, however many sums there are (Eén and Sörensson, JSAT 2006).

use num_bigint::BigInt;

use crate::formula::{FormulaId, Formulas};

/// That the sum of the terms, whose weights are positive, is at least `bound`, which is positive.
pub(super) fn at_least(formulas: &mut Formulas, terms: &[(FormulaId, BigInt)], bound: &BigInt) -> FormulaId {
    let bits = terms.iter().map(|(_, weight)| weight.bits()).max().unwrap_or(0);
    // By binary digit: what is to be added there.
    let mut columns: Vec<Vec<FormulaId>> = (0..bits)
        .map(|bit| terms.iter().filter(|(_, weight)| weight.bit(bit)).map(|(term, _)| *term).collect())
        .collect();
    let mut digits = Vec::new();
    while digits.len() < columns.len() {
        let at = digits.len();
        let (digit, carries) = add(formulas, std::mem::take(&mut columns[at]));
        digits.push(digit);
        if !carries.is_empty() {
            columns.resize(columns.len().max(at + 2), Vec::new());
            columns[at + 1].extend(carries);
        }
    }
    if bound.bits() > digits.len() as u64 {
        return FormulaId::FALSE;
    }
    // From the lowest digit: whether the digits so far are at least those of the bound.
    digits.iter().zip(0u64..).fold(FormulaId::TRUE, |at_least, (&digit, bit)| {
        if bound.bit(bit) { formulas.and([digit, at_least]) } else { formulas.or([digit, at_least]) }
    })
}

/// The digit of a column, and what is carried to the next.
fn add(formulas: &mut Formulas, column: Vec<FormulaId>) -> (FormulaId, Vec<FormulaId>) {
    let mut open = std::collections::VecDeque::from(column);
    let mut carries = Vec::new();
    while open.len() > 1 {
        let three = [open.pop_front(), open.pop_front(), open.pop_front()].map(|term| term.unwrap_or(FormulaId::FALSE));
        let [one, two, other] = three;
        let pairs = [[one, two], [one, other], [two, other]].map(|pair| formulas.and(pair));
        carries.push(formulas.or(pairs));
        open.push_back(formulas.xor(three));
    }
    (open.pop_front().unwrap_or(FormulaId::FALSE), carries)
}
