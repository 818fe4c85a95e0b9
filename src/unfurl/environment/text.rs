//! What is known of the value of a variable.
//!
//! A text is made of parts, because the process may be unknown whose environment is inherited. Where it is known, there
//! are only literal parts, which are one.

use std::fmt;
use std::sync::Arc;

/// A text of which parts may be known only later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    parts: Vec<Part>,
}

/// A part of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Known.
    Literal(String),
    /// The value of a variable of the process, which is set.
    Process(Arc<str>),
    /// One text or another.
    WhenSet {
        /// The variable of the process that decides.
        name: Arc<str>,
        /// When it is set.
        then: Text,
        /// When it is not.
        otherwise: Text,
    },
    /// What only a run can compute, as the author wrote it.
    Computed(Arc<str>),
}

impl Text {
    /// A known text.
    pub fn literal(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { Self { parts: vec![Part::Literal(text.to_owned())] } }
    }

    /// The value of a variable of the process, which is set.
    pub fn process(name: &Arc<str>) -> Self {
        Self { parts: vec![Part::Process(Arc::clone(name))] }
    }

    /// What only a run can compute.
    pub fn computed(expression: &str) -> Self {
        Self { parts: vec![Part::Computed(expression.into())] }
    }

    /// `then` when the process has the variable `name`, else `otherwise`.
    pub fn when_set(name: &Arc<str>, then: Self, otherwise: Self) -> Self {
        if then == otherwise {
            return then;
        }
        let (mut text, then, otherwise) = common_start(then, otherwise);
        text.parts.push(Part::WhenSet { name: Arc::clone(name), then, otherwise });
        text
    }

    /// The parts in order; literal ones do not follow each other.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The whole text, if it is known.
    pub fn known(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether it certainly has a character.
    pub fn has_literal(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Literal(_)))
    }

    /// Whether a run has to compute a part of it.
    pub fn is_computed(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Literal(_) | Part::Process(_) => false,
            Part::WhenSet { then, otherwise, .. } => then.is_computed() || otherwise.is_computed(),
            Part::Computed(_) => true,
        })
    }

    /// How much memory it takes, in bytes, roughly.
    pub fn size(&self) -> usize {
        let size = |part: &Part| match part {
            Part::Literal(text) => text.len(),
            Part::Process(name) | Part::Computed(name) => name.len(),
            Part::WhenSet { name, then, otherwise } => 1 + name.len() + then.size() + otherwise.size(),
        };
        self.parts.iter().map(size).sum()
    }

    /// Appends known characters.
    pub fn push_str(&mut self, text: &str) {
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some(Part::Literal(last)) => last.push_str(text),
            _ => self.parts.push(Part::Literal(text.to_owned())),
        }
    }

    /// Appends another text.
    pub fn push(&mut self, text: Self) {
        for part in text.parts {
            match part {
                Part::Literal(literal) => self.push_str(&literal),
                other => self.parts.push(other),
            }
        }
    }

    /// Calls `visit` with the names of the process's variables that it reads.
    pub fn visit_process_names(&self, visit: &mut impl FnMut(&Arc<str>)) {
        for part in &self.parts {
            match part {
                Part::Literal(_) | Part::Computed(_) => {}
                Part::Process(name) => visit(name),
                Part::WhenSet { name, then, otherwise } => {
                    visit(name);
                    then.visit_process_names(visit);
                    otherwise.visit_process_names(visit);
                }
            }
        }
    }
}

/// The known characters that both texts start with, and what follows them.
fn common_start(mut one: Text, mut other: Text) -> (Text, Text, Text) {
    let [Some(Part::Literal(own)), Some(Part::Literal(its))] = [&one, &other].map(|text| text.parts.first()) else {
        return (Text::default(), one, other);
    };
    let same = own.char_indices().zip(its.chars()).take_while(|((_, own), its)| own == its);
    let length = same.last().map_or(0, |((at, character), _)| at + character.len_utf8());
    let start = Text::literal(&own[..length]);
    for text in [&mut one, &mut other] {
        let Part::Literal(first) = text.parts.remove(0) else { unreachable!("both texts start with a literal") };
        let mut rest = Text::literal(&first[length..]);
        rest.parts.append(&mut text.parts);
        *text = rest;
    }
    (start, one, other)
}

/// In the notation of the rules: `${NAME}` is the value of the process, `${NAME:...}` has a default, `${NAME+...}` is
/// there only when the process has the variable, and what a run computes is in `{{ }}`.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Literal(text) => f.write_str(text)?,
                Part::Process(name) => write!(f, "${{{name}}}")?,
                Part::WhenSet { name, then, otherwise } if *then == Self::process(name) => {
                    write!(f, "${{{name}:{otherwise}}}")?;
                }
                Part::WhenSet { name, then, otherwise } if otherwise.parts.is_empty() => {
                    write!(f, "${{{name}+{then}}}")?;
                }
                Part::WhenSet { name, then, otherwise } => write!(f, "${{{name}+{then}:{otherwise}}}")?,
                Part::Computed(expression) if expression.starts_with("{{") => f.write_str(expression)?,
                Part::Computed(expression) => write!(f, "{{{{ {expression} }}}}")?,
            }
        }
        Ok(())
    }
}
