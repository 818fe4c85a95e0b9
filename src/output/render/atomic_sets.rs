//! Elements or features that always come together, for people.

use super::exactness::open_ends;
use crate::answer::{AtomicSets, Member};
use crate::source::printable::made_printable;

/// A line for each set; below them, what is not decided.
pub fn text(atomic: &AtomicSets) -> String {
    let line = |set: &Vec<Member>| {
        set.iter().map(|member| made_printable(name(member))).collect::<Vec<_>>().join(" = ") + "\n"
    };
    atomic.sets.iter().map(line).collect::<String>() + &open_ends(&atomic.exactness)
}

fn name(member: &Member) -> String {
    let negation = if member.is_equal { "" } else { "not " };
    format!("{negation}{}", member.id)
}
