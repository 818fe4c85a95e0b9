//! Texts that are like a regular expression.
//!
//! Comes in: a pattern. Goes out: some texts, which may or may not be like it: whoever takes one looks. Of what patterns can say,
//! that is understood which people write for names, versions and addresses: letters, classes, groups, alternatives, repetitions.

/// How many texts are made, each by other choices.
const TEXTS: usize = 8;
/// Letters that a dot, or a class that excludes some, is tried with.
const LETTERS: &str = "a0Ab1-_.xyzX9";
/// Parts of a text, and groups within each other, at most.
const MOST_PARTS: usize = 10_000;
const DEEPEST: usize = 100;

/// Some texts that may be like `pattern`, the shortest ones first.
pub(super) fn like(pattern: &str) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for choice in 0..TEXTS {
        let mut writer = TextLike { rest: pattern.chars().collect(), at: 0, choice, parts: 0, depth: 0 };
        let text = writer.alternatives().filter(|_| writer.peek().is_none());
        texts.extend(text.filter(|text| !texts.contains(text)));
    }
    texts
}

/// Reads a pattern and writes a text at once.
struct TextLike {
    rest: Vec<char>,
    at: usize,
    /// Which of several letters and alternatives is taken, and how often something is repeated beyond what it has to be.
    choice: usize,
    parts: usize,
    depth: usize,
}

impl TextLike {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        self.at += 1;
        self.rest.get(self.at - 1).copied()
    }

    fn take(&mut self, letter: char) -> bool {
        let is_there = self.peek() == Some(letter);
        self.at += usize::from(is_there);
        is_there
    }

    /// One of the alternatives up to a closing parenthesis; none where something is not understood.
    fn alternatives(&mut self) -> Option<String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut all = vec![self.sequence()?];
        while self.take('|') {
            all.push(self.sequence()?);
        }
        self.depth -= 1;
        Some(all.swap_remove(self.choice % all.len()))
    }

    fn sequence(&mut self) -> Option<String> {
        let mut text = String::new();
        while let Some(letter) = self.peek().filter(|letter| !matches!(letter, '|' | ')')) {
            self.at += 1;
            let part = match letter {
                '^' | '$' => continue,
                '(' => self.group()?,
                '[' => self.class()?.to_string(),
                '.' => self.one_of(LETTERS.chars())?.to_string(),
                '\\' => self.escape()?.to_string(),
                '*' | '+' | '?' | '{' => return None,
                letter => letter.to_string(),
            };
            let times = self.repetition()?;
            self.parts += times;
            if self.parts > MOST_PARTS || part.len() * times + text.len() > MOST_PARTS {
                return None;
            }
            text += &part.repeat(times);
        }
        Some(text)
    }

    fn group(&mut self) -> Option<String> {
        if self.take('?') && !self.take(':') {
            return None;
        }
        let text = self.alternatives()?;
        self.take(')').then_some(text)
    }

    /// How often the part before is written.
    fn repetition(&mut self) -> Option<usize> {
        let (least, most) = match self.peek() {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            Some('{') => return self.counted(),
            _ => return Some(1),
        };
        self.at += 1;
        self.take('?');
        Some((least + self.choice / 2).min(most))
    }

    fn counted(&mut self) -> Option<usize> {
        self.at += 1;
        let inside: String = std::iter::from_fn(|| self.next().filter(|letter| *letter != '}')).collect();
        self.take('?');
        let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
        let least: usize = least.parse().ok()?;
        let most = if most.is_empty() { usize::MAX } else { most.parse().ok()? };
        Some(least.saturating_add(self.choice / 2).min(most))
    }

    fn escape(&mut self) -> Option<char> {
        match self.next()? {
            'd' => self.one_of('0'..='9'),
            'w' => self.one_of(LETTERS.chars().filter(|letter| letter.is_ascii_alphanumeric())),
            's' => Some(' '),
            letter if !letter.is_ascii_alphanumeric() => Some(letter),
            _ => None,
        }
    }

    /// A letter of a class, whose bracket is read.
    fn class(&mut self) -> Option<char> {
        let is_excluding = self.take('^');
        let mut ranges: Vec<(char, char)> = Vec::new();
        loop {
            let first = match self.next()? {
                ']' if !ranges.is_empty() => break,
                '[' | '&' => return None,
                '\\' => match self.next()? {
                    'd' => {
                        ranges.push(('0', '9'));
                        continue;
                    }
                    'w' => {
                        ranges.extend([('a', 'z'), ('0', '9'), ('A', 'Z')]);
                        continue;
                    }
                    letter if letter.is_ascii_alphanumeric() => return None,
                    letter => letter,
                },
                letter => letter,
            };
            let is_range = self.peek() == Some('-') && self.rest.get(self.at + 1).is_some_and(|letter| *letter != ']');
            self.at += usize::from(is_range);
            let last = if is_range { self.next()? } else { first };
            ranges.push((first, last));
        }
        let is_inside = |letter: &char| ranges.iter().any(|(first, last)| (*first..=*last).contains(letter));
        if is_excluding {
            return self.one_of(LETTERS.chars().filter(|letter| !is_inside(letter)));
        }
        self.one_of(ranges.iter().flat_map(|&(first, last)| (first..=last).take(TEXTS)))
    }

    fn one_of(&self, letters: impl Iterator<Item = char>) -> Option<char> {
        let letters: Vec<char> = letters.take(TEXTS).collect();
        letters.get(self.choice % letters.len().max(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tosca::types::Pattern;

    #[test]
    fn texts_are_like_what_people_write() {
        for pattern in [
            "^[a-z]+$",
            "[a-z][a-z0-9-]{0,61}",
            r"v?\d+\.\d+(\.\d+)?",
            "(dev|test|prod)-(eu|us)",
            r"(25[0-5]|[0-9]{1,2})(\.\d{1,3}){3}",
            r"[^@]+@[\w.]+\.[a-z]{2,}",
            "#[0-9a-fA-F]{6}",
            "[A-Z_]*",
        ] {
            let like = like(pattern);
            let pattern = Pattern::parse(pattern).unwrap();
            assert!(
                like.len() > 1 && like.iter().all(|text| pattern.matches(text) == Some(true)),
                "{pattern:?} {like:?}"
            );
        }
    }

    #[test]
    fn what_is_not_understood_gives_no_text() {
        for pattern in [r"\p{L}", "[a&&b]", "(?i)a", "(a", "[", "a{x}", "*", &"(".repeat(10_000), "(a{9999}){9999}"] {
            assert_eq!(like(pattern), Vec::<String>::new(), "{pattern}");
        }
    }
}
