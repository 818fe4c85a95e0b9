//! Elements or features that always come together, for people.

use std::borrow::Cow;

use super::exactness::open_ends;
use crate::answer::{About, AtomicSets, Member};
use crate::source::printable::{between_quotes, made_printable};

/// A line for each set; below them, what is not decided.
pub fn text(atomic: &AtomicSets, about: About) -> String {
    let line = |set: &Vec<Member>| {
        set.iter().map(|member| made_printable(name(member, about))).collect::<Vec<_>>().join(" = ") + "\n"
    };
    atomic.sets.iter().map(line).collect::<String>() + &open_ends(&atomic.exactness)
}

fn name(member: &Member, about: About) -> String {
    let negation = if member.is_equal { "" } else { "not " };
    let name = match about {
        About::Template => Cow::Borrowed(member.id.as_str()),
        About::FeatureModel => between_quotes(&member.id),
    };
    format!("{negation}{name}")
}
