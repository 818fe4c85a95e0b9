//! The names of atoms and formulas.

use std::fmt;
use std::ops::Not;

use crate::lit::Var;
use crate::signed::Signed;

/// A proposition that the caller gives meaning to, 0-based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(u32);

impl Atom {
    /// How many atoms there can be.
    pub const MAX_COUNT: usize = 1 << 29;

    /// The atom with 0-based `index`.
    ///
    /// # Panics
    /// When `index` is not below [`Atom::MAX_COUNT`].
    #[inline]
    pub fn new(index: usize) -> Self {
        assert!(index < Self::MAX_COUNT, "atom index {index} out of range");
        Self(index as u32)
    }

    /// 0-based index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// A formula of one [`Formulas`](super::Formulas) arena.
///
/// Layout: bit 0 is negation, bit 1 distinguishes an atom from a node, the rest is the number of the atom or node. Equal ids
/// of one arena are equal formulas; `!id` is the negation and costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormulaId(u32);

/// What a formula is once its negations are taken off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Root {
    Atom(Atom),
    /// 0-based node number; node 0 is the constant true.
    Node(usize),
}

impl FormulaId {
    /// The formula that always holds.
    pub const TRUE: Self = Self(0);
    /// The formula that never holds.
    pub const FALSE: Self = Self(1);

    const NEGATION: u32 = 1;
    const ATOM: u32 = 2;

    /// The formula that holds when `atom` does.
    #[inline]
    pub fn atom(atom: Atom) -> Self {
        Self(atom.0 << 2 | Self::ATOM)
    }

    /// [`FormulaId::TRUE`] or [`FormulaId::FALSE`].
    #[inline]
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The node with this 0-based number, not negated.
    #[inline]
    pub(crate) fn node(index: usize) -> Self {
        assert!(index < 1 << 30, "fewer than 2^30 nodes");
        Self((index as u32) << 2)
    }

    /// Whether the outermost operator is a negation.
    #[inline]
    pub fn is_negation(self) -> bool {
        self.0 & Self::NEGATION != 0
    }

    /// The formula without its outermost negation.
    #[inline]
    #[must_use]
    pub fn without_negation(self) -> Self {
        Self(self.0 & !Self::NEGATION)
    }

    /// The formula itself, or its negation when `negate`.
    #[inline]
    #[must_use]
    pub fn negated_if(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }

    #[inline]
    pub(crate) fn root(self) -> Root {
        let index = self.0 >> 2;
        if self.0 & Self::ATOM == 0 { Root::Node(index as usize) } else { Root::Atom(Atom(index)) }
    }

    /// The constant that this formula is, if it is one.
    #[inline]
    pub fn as_constant(self) -> Option<bool> {
        match self {
            Self::TRUE => Some(true),
            Self::FALSE => Some(false),
            _ => None,
        }
    }
}

impl From<Atom> for FormulaId {
    fn from(atom: Atom) -> Self {
        Self::atom(atom)
    }
}

/// The variable that stands for an atom in clauses.
impl From<Atom> for Var {
    fn from(atom: Atom) -> Self {
        Self::new(atom.index())
    }
}

impl Signed for FormulaId {
    fn is_negative(self) -> bool {
        self.is_negation()
    }
}

impl Not for FormulaId {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ Self::NEGATION)
    }
}

impl fmt::Debug for FormulaId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negation() { "!" } else { "" };
        match self.root() {
            Root::Atom(atom) => write!(f, "{sign}{atom:?}"),
            Root::Node(index) => write!(f, "{sign}f{index}"),
        }
    }
}
