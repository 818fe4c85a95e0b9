//! Which codes are wanted.

use super::{CODES, Code};

/// A set of codes that is wanted; all of them unless said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeSelection {
    /// A bit for each code that is left out, in the order of [`CODES`].
    left_out: [u128; 2],
}

impl CodeSelection {
    /// No code at all.
    pub fn none() -> Self {
        Self { left_out: [u128::MAX; 2] }
    }

    /// The codes for which `is_wanted`.
    pub fn of(is_wanted: impl Fn(Code) -> bool) -> Self {
        let mut selection = Self::default();
        for entry in CODES.iter().filter(|entry| !is_wanted(entry.code)) {
            let (word, bit) = Self::place(entry.code);
            selection.left_out[word] |= bit;
        }
        selection
    }

    /// Whether a code is wanted.
    pub fn has(self, code: Code) -> bool {
        let (word, bit) = Self::place(code);
        self.left_out[word] & bit == 0
    }

    fn place(code: Code) -> (usize, u128) {
        let place = code as usize;
        (place / 128, 1 << (place % 128))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_selected_by_itself() {
        for entry in CODES {
            let selection = CodeSelection::of(|code| code == entry.code);
            assert!(
                CODES.iter().all(|other| selection.has(other.code) == (other.code == entry.code)),
                "{}",
                entry.number
            );
            assert!(CodeSelection::default().has(entry.code) && !CodeSelection::none().has(entry.code));
        }
    }
}
