//! What regular expressions are made of, and how they are written.

use super::{Class, MAX_STATES, Refusal};

/// The deepest nesting of groups.
const MAX_DEPTH: usize = 100;

/// A pattern that was read.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Letter(Class),
    Edge { is_start: bool },
    Sequence(Vec<Tree>),
    Choice(Vec<Tree>),
    Repeat(Box<Tree>, usize, Option<usize>),
}

impl Tree {
    /// Reads a whole pattern.
    pub(super) fn parse(text: &str) -> Result<Self, Refusal> {
        let mut parser = Parser { rest: text, depth: 0 };
        let tree = parser.choice()?;
        if parser.rest.is_empty() { Ok(tree) } else { Err(Refusal::Malformed) }
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
