//! Where a value is: `shop.listen.port`, `shop.members[1].host`.

use std::fmt;

/// A path, each step knowing the one before.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    before: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Name(&'p str),
    Item(usize),
}

impl<'p> Path<'p> {
    /// The start of paths.
    pub fn new(name: &'p str) -> Self {
        Self { before: None, step: Step::Name(name) }
    }

    /// One step further, to what is called `name`.
    #[must_use]
    pub fn name(&'p self, name: &'p str) -> Self {
        Self { before: Some(self), step: Step::Name(name) }
    }

    /// One step further, to an item of a list, counted from 0.
    #[must_use]
    pub fn item(&'p self, at: usize) -> Self {
        Self { before: Some(self), step: Step::Item(at) }
    }

    /// How many steps there are.
    pub(super) fn depth(&self) -> usize {
        std::iter::successors(Some(self), |path| path.before).count()
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps: Vec<Step<'_>> =
            std::iter::successors(Some(self), |path| path.before).map(|path| path.step).collect();
        steps.reverse();
        for (at, step) in steps.into_iter().enumerate() {
            match step {
                Step::Name(name) if at == 0 => f.write_str(name)?,
                Step::Name(name) => write!(f, ".{name}")?,
                Step::Item(item) => write!(f, "[{item}]")?,
            }
        }
        Ok(())
    }
}
