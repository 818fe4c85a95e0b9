//! Reads patterns.

/// Groups within each other, at most.
const DEEPEST: usize = 100;

/// The other end of a repetition without one.
pub(super) const ENDLESS: usize = usize::MAX;

/// Parts in a row.
pub(super) type Sequence = Vec<Repeated>;

/// A part, and how often it is written.
#[derive(Clone, Debug)]
pub(super) struct Repeated {
    pub(super) part: Part,
    pub(super) least: usize,
    pub(super) most: usize,
}

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// One of the letters in these ranges, both ends included.
    Letter(Vec<(char, char)>),
    /// Any letter but those in these ranges.
    Other(Vec<(char, char)>),
    /// One of several sequences.
    Group(Vec<Sequence>),
    /// The start or the end of the text.
    Anchor,
}

/// The alternatives of a pattern; none where something is not understood.
pub(super) fn parse(pattern: &str) -> Option<Vec<Sequence>> {
    let mut parser = Parser { letters: pattern.chars().collect(), at: 0, depth: 0 };
    parser.alternatives().filter(|_| parser.peek().is_none())
}

struct Parser {
    letters: Vec<char>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        self.at += 1;
        self.letters.get(self.at - 1).copied()
    }

    fn take(&mut self, letter: char) -> bool {
        let is_there = self.peek() == Some(letter);
        self.at += usize::from(is_there);
        is_there
    }

    /// Alternatives up to a closing parenthesis.
    fn alternatives(&mut self) -> Option<Vec<Sequence>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut all = vec![self.sequence()?];
        while self.take('|') {
            all.push(self.sequence()?);
        }
        self.depth -= 1;
        Some(all)
    }

    fn sequence(&mut self) -> Option<Sequence> {
        let mut parts = Vec::new();
        while let Some(letter) = self.peek().filter(|letter| !matches!(letter, '|' | ')')) {
            self.at += 1;
            let part = match letter {
                '^' | '$' => {
                    parts.push(Repeated { part: Part::Anchor, least: 1, most: 1 });
                    continue;
                }
                '(' => self.group()?,
                '[' => self.class()?,
                // Without a flag, a dot is no line break.
                '.' => Part::Other(vec![('\n', '\n')]),
                '\\' => Part::Letter(self.escape()?),
                '*' | '+' | '?' | '{' => return None,
                letter => Part::Letter(vec![(letter, letter)]),
            };
            let (least, most) = self.repetition()?;
            parts.push(Repeated { part, least, most });
        }
        Some(parts)
    }

    fn group(&mut self) -> Option<Part> {
        if self.take('?') && !self.take(':') {
            return None;
        }
        let all = self.alternatives()?;
        self.take(')').then_some(Part::Group(all))
    }

    /// How often the part before is written.
    fn repetition(&mut self) -> Option<(usize, usize)> {
        let found = match self.peek() {
            Some('*') => (0, ENDLESS),
            Some('+') => (1, ENDLESS),
            Some('?') => (0, 1),
            Some('{') => return self.counted(),
            _ => return Some((1, 1)),
        };
        self.at += 1;
        self.take('?');
        self.is_repeated_once().then_some(found)
    }

    fn counted(&mut self) -> Option<(usize, usize)> {
        self.at += 1;
        let inside: String = std::iter::from_fn(|| self.next().filter(|letter| *letter != '}')).collect();
        self.take('?');
        let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
        let least = least.parse().ok()?;
        let most = if most.is_empty() { ENDLESS } else { most.parse().ok()? };
        (least <= most && self.is_repeated_once()).then_some((least, most))
    }

    /// Whether no repetition of a repetition follows.
    fn is_repeated_once(&self) -> bool {
        !matches!(self.peek(), Some('*' | '+' | '?' | '{'))
    }

    /// What stands behind a backslash.
    fn escape(&mut self) -> Option<Vec<(char, char)>> {
        match self.next()? {
            'd' => Some(vec![('0', '9')]),
            'w' => Some(vec![('a', 'z'), ('0', '9'), ('A', 'Z'), ('_', '_')]),
            's' => Some(vec![(' ', ' '), ('\t', '\r')]),
            letter if !letter.is_ascii_alphanumeric() => Some(vec![(letter, letter)]),
            _ => None,
        }
    }

    /// A class, whose bracket is read.
    fn class(&mut self) -> Option<Part> {
        let is_excluding = self.take('^');
        let mut ranges: Vec<(char, char)> = Vec::new();
        loop {
            let first = match self.next()? {
                ']' if !ranges.is_empty() => break,
                '[' | '&' | '~' => return None,
                '\\' => match self.escape()?[..] {
                    [(letter, other)] if letter == other => letter,
                    ref several => {
                        ranges.extend(several);
                        continue;
                    }
                },
                letter => letter,
            };
            let is_range = self.peek() == Some('-') && self.letters.get(self.at + 1).is_some_and(|next| *next != ']');
            self.at += usize::from(is_range);
            let last = if is_range { self.next()? } else { first };
            if is_range && matches!(last, '\\' | '[' | '-') {
                return None;
            }
            ranges.push((first, last));
        }
        Some(if is_excluding { Part::Other(ranges) } else { Part::Letter(ranges) })
    }
}
