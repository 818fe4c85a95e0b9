//! Where things are in a file that is known to be sound.

use std::collections::BTreeMap;

use variscope_encoder::{Lit, Var};

/// The offset at which a line, 1-based, begins; the end when there are fewer.
pub(super) fn start(bytes: &[u8], line: usize) -> usize {
    let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(breaks).nth(line - 1).unwrap_or(bytes.len())
}

/// The line of the header, 1-based.
pub(super) fn header(bytes: &[u8]) -> usize {
    numbered(bytes).find(|(_, line)| line.trim_ascii_start().starts_with(b"p")).map_or(1, |(number, _)| number as usize)
}

/// The last line that names each variable, 1-based.
pub(super) fn names(bytes: &[u8]) -> BTreeMap<Var, u32> {
    let named = |(number, line): (u32, &[u8])| {
        let rest = line.trim_ascii_start().strip_prefix(b"c ")?;
        let word = rest.split(u8::is_ascii_whitespace).find(|word| !word.is_empty())?;
        let var = Lit::from_dimacs(std::str::from_utf8(word).ok()?.parse().ok()?)?.var();
        Some((var, number))
    };
    numbered(bytes).filter_map(named).collect()
}

/// The line where each clause begins, 1-based.
pub(super) fn clauses(bytes: &[u8]) -> Vec<u32> {
    let mut lines = Vec::new();
    let mut is_open = false;
    for (number, line) in numbered(bytes) {
        match line.trim_ascii_start().first() {
            Some(b'%') => break,
            Some(b'c' | b'p') | None => continue,
            Some(_) => {}
        }
        for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            if !is_open {
                lines.push(number);
            }
            is_open = !matches!(word, b"0" | b"-0" | b"+0");
        }
    }
    lines
}

fn numbered(bytes: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    bytes.split(|byte| *byte == b'\n').zip(1u32..).map(|(line, number)| (number, line))
}
