//! What is known of the value of a variable.
//!
//! A text is made of parts, because the process may be unknown whose environment is inherited. Where it is known, there
//! are only literal parts, which are one.

use std::fmt;
use std::sync::Arc;

use super::{DeferredValue, Reason};

/// A text of which parts may be known only later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    parts: Vec<TextPart>,
}

/// A part of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart {
    /// Known.
    Literal(String),
    /// The value of a variable of the process, which is set.
    Process(Arc<str>),
    /// One text or another.
    ConditionSet {
        /// The variable of the process that decides.
        name: Arc<str>,
        /// When it is set.
        then: Text,
        /// When it is not.
        otherwise: Text,
    },
    /// What only a run can compute.
    Computed(DeferredValue),
}

impl Text {
    /// A known text.
    pub fn literal(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { Self { parts: vec![TextPart::Literal(text.to_owned())] } }
    }

    /// The value of a variable of the process, which is set.
    pub fn process(name: &Arc<str>) -> Self {
        Self { parts: vec![TextPart::Process(Arc::clone(name))] }
    }

    /// What only a run can compute.
    pub fn computed(later: &DeferredValue) -> Self {
        Self { parts: vec![TextPart::Computed(later.clone())] }
    }

    /// `then` when the process has the variable `name`, else `otherwise`.
    pub fn when_set(name: &Arc<str>, then: Self, otherwise: Self) -> Self {
        if then == otherwise {
            return then;
        }
        let (mut text, then, otherwise) = common_start(then, otherwise);
        text.parts.push(TextPart::ConditionSet { name: Arc::clone(name), then, otherwise });
        text
    }

    /// The parts in order; literal ones do not follow each other.
    pub fn parts(&self) -> &[TextPart] {
        &self.parts
    }

    /// The whole text, if it is known.
    pub fn known(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [TextPart::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether it certainly has a character.
    pub fn has_literal(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, TextPart::Literal(_)))
    }

    /// Why a run has to compute a part of it, the first that it has to; none where all is known but for the process.
    pub fn reason(&self) -> Option<Reason> {
        self.parts.iter().find_map(|part| match part {
            TextPart::Literal(_) | TextPart::Process(_) => None,
            TextPart::ConditionSet { then, otherwise, .. } => then.reason().or_else(|| otherwise.reason()),
            TextPart::Computed(later) => Some(later.why),
        })
    }

    /// How much memory it takes, in bytes, roughly.
    pub fn size(&self) -> usize {
        let size = |part: &TextPart| match part {
            TextPart::Literal(text) => text.len(),
            TextPart::Process(name) => name.len(),
            TextPart::Computed(later) => later.expression.len(),
            TextPart::ConditionSet { name, then, otherwise } => 1 + name.len() + then.size() + otherwise.size(),
        };
        self.parts.iter().map(size).sum()
    }

    /// Appends known characters.
    pub fn push_str(&mut self, text: &str) {
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some(TextPart::Literal(last)) => last.push_str(text),
            _ => self.parts.push(TextPart::Literal(text.to_owned())),
        }
    }

    /// Appends another text.
    pub fn push(&mut self, text: Self) {
        for part in text.parts {
            match part {
                TextPart::Literal(literal) => self.push_str(&literal),
                other => self.parts.push(other),
            }
        }
    }

    /// Calls `visit` with the names of the process's variables that it reads.
    pub fn visit_process_names(&self, visit: &mut impl FnMut(&Arc<str>)) {
        for part in &self.parts {
            match part {
                TextPart::Literal(_) | TextPart::Computed(_) => {}
                TextPart::Process(name) => visit(name),
                TextPart::ConditionSet { name, then, otherwise } => {
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
    let [Some(TextPart::Literal(own)), Some(TextPart::Literal(its))] = [&one, &other].map(|text| text.parts.first())
    else {
        return (Text::default(), one, other);
    };
    let same = own.char_indices().zip(its.chars()).take_while(|((_, own), its)| own == its);
    let length = same.last().map_or(0, |((at, character), _)| at + character.len_utf8());
    let start = Text::literal(&own[..length]);
    for text in [&mut one, &mut other] {
        let TextPart::Literal(first) = text.parts.remove(0) else { unreachable!("both texts start with a literal") };
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
                TextPart::Literal(text) => f.write_str(text)?,
                TextPart::Process(name) => write!(f, "${{{name}}}")?,
                TextPart::ConditionSet { name, then, otherwise } if *then == Self::process(name) => {
                    write!(f, "${{{name}:{otherwise}}}")?;
                }
                TextPart::ConditionSet { name, then, otherwise } if otherwise.parts.is_empty() => {
                    write!(f, "${{{name}+{then}}}")?;
                }
                TextPart::ConditionSet { name, then, otherwise } => write!(f, "${{{name}+{then}:{otherwise}}}")?,
                TextPart::Computed(later) => write!(f, "{later}")?,
            }
        }
        Ok(())
    }
}
