//! Features that always come together, for people.

use crate::answer::{AtomicSets, Member};
use crate::source::printable::made_printable;

/// A line for each set.
pub fn text(atomic: &AtomicSets) -> String {
    let line = |set: &Vec<Member>| {
        set.iter().map(|member| made_printable(name(member))).collect::<Vec<_>>().join(" = ") + "\n"
    };
    atomic.sets.iter().map(line).collect()
}

fn name(member: &Member) -> String {
    let negation = if member.is_equal { "" } else { "not " };
    format!("{negation}{}", member.id)
}
