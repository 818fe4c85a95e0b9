//! Rules between inputs as formulas.

use variscope_encoder::{FormulaId, Formulas};

use crate::analysis::value::Keyword;

/// What a keyword says about the selection of its input and of its targets.
pub(super) fn formula(
    formulas: &mut Formulas,
    keyword: Keyword,
    source: FormulaId,
    targets: &[FormulaId],
) -> FormulaId {
    match keyword {
        Keyword::Mandatory => {
            let pairs: Vec<FormulaId> = targets.iter().map(|&target| formulas.iff(target, source)).collect();
            formulas.and(pairs)
        }
        Keyword::Optional => {
            let some = formulas.or(targets.iter().copied());
            formulas.implies(some, source)
        }
        Keyword::Choices => {
            let some = formulas.or(targets.iter().copied());
            formulas.implies(source, some)
        }
        Keyword::Alternatives => {
            let one = formulas.exactly_one(targets.iter().copied());
            formulas.implies(source, one)
        }
        Keyword::Requires => {
            let all = formulas.and(targets.iter().copied());
            formulas.implies(source, all)
        }
        Keyword::Excludes => {
            let none = !formulas.or(targets.iter().copied());
            formulas.implies(source, none)
        }
    }
}
