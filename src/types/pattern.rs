//! Regular expressions of the constraint `pattern`, which have to match a whole text.
//!
//! A pattern becomes a nondeterministic automaton whose states are followed all at once (Thompson, "Regular expression
//! search algorithm", 1968), so that a match takes time linear in the text. What is not regular (back references,
//! looking around) is not supported.

/// The most states that a pattern may have.
const MAX_STATES: usize = 10_000;
/// The deepest nesting of groups.
const MAX_DEPTH: usize = 100;

/// A pattern that can be matched.
#[derive(Debug)]
pub(super) struct Pattern {
    states: Vec<State>,
    start: usize,
}

/// Why there is no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Malformed,
    Unsupported,
}

#[derive(Clone, Debug)]
enum State {
    Accept,
    Letter(Class, usize),
    Fork(usize, usize),
    /// Passed only at the start or end of the text.
    Edge {
        is_start: bool,
        next: usize,
    },
}

/// Ranges of letters, or all others.
#[derive(Clone, Debug, Default)]
struct Class {
    ranges: Vec<(char, char)>,
    is_negated: bool,
}

#[derive(Clone, Debug)]
enum Tree {
    Letter(Class),
    Edge { is_start: bool },
    Sequence(Vec<Tree>),
    Choice(Vec<Tree>),
    Repeat(Box<Tree>, usize, Option<usize>),
}

impl Pattern {
    /// Reads a pattern.
    pub(super) fn parse(text: &str) -> Result<Self, Refusal> {
        let mut parser = Parser { rest: text, depth: 0 };
        let tree = parser.choice()?;
        if !parser.rest.is_empty() {
            return Err(Refusal::Malformed);
        }
        let mut pattern = Self { states: vec![State::Accept], start: 0 };
        pattern.start = pattern.add(&tree, 0)?;
        Ok(pattern)
    }

    /// Whether it matches the whole text.
    pub(super) fn matches(&self, text: &str) -> bool {
        let is_end = |rest: &str| rest.is_empty();
        let mut current = self.closure([self.start], true, is_end(text));
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let after = current.iter().filter_map(|&state| match &self.states[state] {
                State::Letter(class, next) if class.contains(letter) => Some(*next),
                _ => None,
            });
            current = self.closure(after, false, is_end(letters.as_str()));
        }
        current.contains(&0)
    }

    fn closure(&self, from: impl IntoIterator<Item = usize>, at_start: bool, at_end: bool) -> Vec<usize> {
        let mut is_seen = vec![false; self.states.len()];
        let mut open: Vec<usize> = from.into_iter().collect();
        let mut reached = Vec::new();
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut is_seen[state], true) {
                continue;
            }
            match &self.states[state] {
                State::Fork(one, other) => open.extend([*one, *other]),
                State::Edge { is_start, next } if (*is_start && at_start) || (!is_start && at_end) => open.push(*next),
                State::Edge { .. } => {}
                State::Accept | State::Letter(..) => reached.push(state),
            }
        }
        reached
    }

    /// Adds states that match `tree` and go on with `next`.
    fn add(&mut self, tree: &Tree, next: usize) -> Result<usize, Refusal> {
        match tree {
            Tree::Letter(class) => self.push(State::Letter(class.clone(), next)),
            Tree::Edge { is_start } => self.push(State::Edge { is_start: *is_start, next }),
            Tree::Sequence(parts) => parts.iter().rev().try_fold(next, |next, part| self.add(part, next)),
            Tree::Choice(parts) => {
                let mut entry = self.add(&parts[0], next)?;
                for part in &parts[1..] {
                    let other = self.add(part, next)?;
                    entry = self.push(State::Fork(entry, other))?;
                }
                Ok(entry)
            }
            Tree::Repeat(part, least, most) => self.repeat(part, *least, *most, next),
        }
    }

    fn repeat(&mut self, part: &Tree, least: usize, most: Option<usize>, next: usize) -> Result<usize, Refusal> {
        let mut entry = next;
        match most {
            Some(most) => {
                for _ in least..most {
                    let inner = self.add(part, entry)?;
                    entry = self.push(State::Fork(inner, next))?;
                }
            }
            None => {
                let fork = self.push(State::Fork(next, next))?;
                let inner = self.add(part, fork)?;
                self.states[fork] = State::Fork(inner, next);
                entry = fork;
            }
        }
        for _ in 0..least {
            entry = self.add(part, entry)?;
        }
        Ok(entry)
    }

    fn push(&mut self, state: State) -> Result<usize, Refusal> {
        if self.states.len() == MAX_STATES {
            return Err(Refusal::Unsupported);
        }
        self.states.push(state);
        Ok(self.states.len() - 1)
    }
}

impl Class {
    fn contains(&self, letter: char) -> bool {
        self.ranges.iter().any(|&(low, high)| (low..=high).contains(&letter)) != self.is_negated
    }

    fn one(letter: char) -> Self {
        Self { ranges: vec![(letter, letter)], is_negated: false }
    }
}

/// The class behind a backslash.
fn escape(letter: char) -> Result<Class, Refusal> {
    let digits = vec![('0', '9')];
    let words = vec![('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
    let spaces = vec![('\t', '\r'), (' ', ' ')];
    let (ranges, is_negated) = match letter {
        'd' | 'D' => (digits, letter == 'D'),
        'w' | 'W' => (words, letter == 'W'),
        's' | 'S' => (spaces, letter == 'S'),
        'n' => (vec![('\n', '\n')], false),
        't' => (vec![('\t', '\t')], false),
        'r' => (vec![('\r', '\r')], false),
        letter if letter.is_alphanumeric() => return Err(Refusal::Unsupported),
        letter => (vec![(letter, letter)], false),
    };
    Ok(Class { ranges, is_negated })
}

struct Parser<'p> {
    rest: &'p str,
    depth: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn take(&mut self, text: &str) -> bool {
        self.rest.strip_prefix(text).map(|rest| self.rest = rest).is_some()
    }

    fn choice(&mut self) -> Result<Tree, Refusal> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Refusal::Unsupported);
        }
        let mut parts = vec![self.sequence()?];
        while self.take("|") {
            parts.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(Tree::Choice(parts))
    }

    fn sequence(&mut self) -> Result<Tree, Refusal> {
        let mut parts = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let atom = self.atom()?;
            parts.push(self.repeated(atom)?);
        }
        Ok(Tree::Sequence(parts))
    }

    fn atom(&mut self) -> Result<Tree, Refusal> {
        let class = match self.next().ok_or(Refusal::Malformed)? {
            '(' => return self.group(),
            '^' => return Ok(Tree::Edge { is_start: true }),
            '$' => return Ok(Tree::Edge { is_start: false }),
            '*' | '+' | '?' => return Err(Refusal::Malformed),
            '.' => Class { ranges: vec![('\n', '\n')], is_negated: true },
            '[' => self.class()?,
            '\\' => escape(self.next().ok_or(Refusal::Malformed)?)?,
            letter => Class::one(letter),
        };
        Ok(Tree::Letter(class))
    }

    fn group(&mut self) -> Result<Tree, Refusal> {
        if self.rest.starts_with('?') && !self.take("?:") {
            return Err(Refusal::Unsupported);
        }
        let inner = self.choice()?;
        if self.take(")") { Ok(inner) } else { Err(Refusal::Malformed) }
    }

    fn repeated(&mut self, atom: Tree) -> Result<Tree, Refusal> {
        let (least, most) = match self.rest.chars().next() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => return self.counted(atom),
            _ => return Ok(atom),
        };
        self.next();
        // Lazy or not makes no difference to whether a whole text matches.
        self.take("?");
        Ok(Tree::Repeat(Box::new(atom), least, most))
    }

    fn counted(&mut self, atom: Tree) -> Result<Tree, Refusal> {
        let (inner, rest) = self.rest[1..].split_once('}').ok_or(Refusal::Malformed)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| Refusal::Malformed);
        let (least, most) = match inner.split_once(',') {
            None => (number(inner)?, Some(number(inner)?)),
            Some((least, "")) => (number(least)?, None),
            Some(("", most)) => (0, Some(number(most)?)),
            Some((least, most)) => (number(least)?, Some(number(most)?)),
        };
        if most.is_some_and(|most| most < least) {
            return Err(Refusal::Malformed);
        }
        if least.max(most.unwrap_or(0)) > MAX_STATES {
            return Err(Refusal::Unsupported);
        }
        self.rest = rest;
        self.take("?");
        Ok(Tree::Repeat(Box::new(atom), least, most))
    }

    fn class(&mut self) -> Result<Class, Refusal> {
        let mut class = Class { ranges: Vec::new(), is_negated: self.take("^") };
        let mut is_first = true;
        loop {
            let letter = self.next().ok_or(Refusal::Malformed)?;
            if letter == ']' && !is_first {
                return Ok(class);
            }
            is_first = false;
            if letter == '[' && self.rest.starts_with(':') {
                return Err(Refusal::Unsupported);
            }
            let low = if letter == '\\' {
                let inner = escape(self.next().ok_or(Refusal::Malformed)?)?;
                match inner.ranges.as_slice() {
                    &[(low, high)] if low == high && !inner.is_negated => low,
                    _ if inner.is_negated => return Err(Refusal::Unsupported),
                    _ => {
                        class.ranges.extend(inner.ranges);
                        continue;
                    }
                }
            } else {
                letter
            };
            class.ranges.push((low, self.upper_end(low)?));
        }
    }

    /// The other end of a range in brackets that starts with `low`, which is `low` itself when there is none.
    fn upper_end(&mut self, low: char) -> Result<char, Refusal> {
        if !self.rest.starts_with('-') || self.rest.starts_with("-]") {
            return Ok(low);
        }
        self.next();
        let high = match self.next().ok_or(Refusal::Malformed)? {
            '\\' => self.next().ok_or(Refusal::Malformed)?,
            high => high,
        };
        if high < low { Err(Refusal::Malformed) } else { Ok(high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_texts_match() {
        for (pattern, text, is_match) in [
            ("[a-z]+", "abc", true),
            ("[a-z]+", "abC", false),
            ("a", "aa", false),
            ("^a|b$", "b", true),
            ("(ab|c){2,3}", "abcab", true),
            ("(ab|c){2,3}", "ab", false),
            (r"\d{1,3}(\.\d{1,3}){3}", "10.0.0.255", true),
            (r"\d{1,3}(\.\d{1,3}){3}", "10.0.0", false),
            ("[^-a]*", "bcd", true),
            ("[^-a]*", "b-d", false),
            ("x??y*", "", true),
            (".", "\n", false),
            ("(a*)*b", &"a".repeat(5000), false),
        ] {
            assert_eq!(Pattern::parse(pattern).unwrap().matches(text), is_match, "{pattern} {text}");
        }
    }

    #[test]
    fn others_are_refused() {
        for pattern in ["(", ")", "*", "[a", "a{2,1}", "[z-a]", "a{"] {
            assert_eq!(Pattern::parse(pattern).unwrap_err(), Refusal::Malformed, "{pattern}");
        }
        for pattern in [r"(a)\1", "(?=a)", "((a{100}){100}){100}", &"(".repeat(1000)] {
            assert_eq!(Pattern::parse(pattern).unwrap_err(), Refusal::Unsupported, "{pattern}");
        }
    }
}
