//! Whether values are finitely many, whose number is unknown.

/// Whether values or configurations are finitely many. What is made of several, be it a sum or a product, is the greatest of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// There are finitely many, counted or not.
    Finite,
    /// Unknown.
    #[default]
    Unknown,
    /// There are infinitely many.
    Infinite,
}

impl Extent {
    /// That of what has this size, if it has any.
    pub fn of<T>(size: Option<&T>) -> Self {
        if size.is_some() { Self::Finite } else { Self::Infinite }
    }
}
