//! Numbers in binary as formulas.

use num_bigint::BigUint;
use variscope_encoder::{FormulaId, Formulas};

/// The number with these bits, the least significant first, is below `limit`, which is positive.
pub(super) fn below(formulas: &mut Formulas, bits: &[FormulaId], limit: &BigUint) -> FormulaId {
    let most = limit - 1_u8;
    bits.iter().zip(0..).fold(FormulaId::TRUE, |rest, (&bit, place)| {
        if most.bit(place) { formulas.or([!bit, rest]) } else { formulas.and([!bit, rest]) }
    })
}

#[cfg(test)]
mod tests {
    use variscope_encoder::Atom;

    use super::*;

    #[test]
    fn as_many_numbers_are_below_as_the_limit_says() {
        for limit in 1_u32..=16 {
            let mut formulas = Formulas::new();
            let bits: Vec<FormulaId> = (0..4).map(|index| Atom::new(index).into()).collect();
            let formula = below(&mut formulas, &bits, &limit.into());
            for number in 0_u32..16 {
                let holds = formulas.evaluate(formula, |atom| number >> atom.index() & 1 == 1);
                assert_eq!(holds, number < limit, "{number} below {limit}");
            }
        }
    }
}
