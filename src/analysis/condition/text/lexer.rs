//! The words of a condition.

use std::ops::Range;

use super::Unreadable;
use crate::analysis::value::Instant;

/// A word with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lexeme {
    pub(super) word: ConditionWord,
    pub(super) place: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ConditionWord {
    /// A name or a keyword.
    Bare(String),
    /// A name between backquotes.
    Quoted(String),
    Text(String),
    Number(String),
    Date(String),
    Sign(&'static str),
    End,
}

/// Longer signs before those that they begin with.
static SIGNS: [&str; 18] =
    ["!=", "<=", ">=", "==", "..", "=", "<", ">", "(", ")", "[", "]", ",", "+", "-", "*", "/", ":"];

/// Signs of other languages that begin like some of ours, each with what to write.
static ARROWS: [(&str, &str); 6] = [
    ("<=>", "write `=`"),
    ("<->", "write `=`"),
    ("==>", "write `implies`"),
    ("=>", "write `implies`, or `>=` between numbers"),
    ("=<", "write `<=`"),
    ("->", "write `implies`"),
];

/// Splits a text into words, the end behind them.
pub(super) fn words(text: &str) -> Result<Vec<Lexeme>, Unreadable> {
    let mut lexer = Lexer { text, at: 0, found: Vec::new() };
    while lexer.take()? {}
    lexer.push(ConditionWord::End, text.len());
    Ok(lexer.found)
}

/// A name in the text of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameInText {
    /// The name, without backquotes.
    pub name: String,
    /// The bytes where it stands, with its backquotes.
    pub place: Range<usize>,
    /// Whether it stands behind `of`, where types stand.
    pub is_type: bool,
}

/// The names and keywords in the text of a condition or an assertion; none of what cannot be read.
pub fn names_in(text: &str) -> Vec<NameInText> {
    let words = words(text).unwrap_or_default();
    let is_of = |place: usize| matches!(&words[place].word, ConditionWord::Bare(word) if word == "of");
    let names = words.iter().enumerate().filter_map(|(at, Lexeme { word, place })| match word {
        ConditionWord::Bare(name) | ConditionWord::Quoted(name) => {
            let is_type = at.checked_sub(1).is_some_and(is_of);
            Some(NameInText { name: name.clone(), place: place.clone(), is_type })
        }
        _ => None,
    });
    names.collect()
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    found: Vec<Lexeme>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn push(&mut self, word: ConditionWord, end: usize) {
        self.found.push(Lexeme { word, place: self.at..end });
        self.at = end;
    }

    /// Takes one word; false at the end.
    fn take(&mut self) -> Result<bool, Unreadable> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(false) };
        match first {
            '"' | '\'' | '`' => self.quoted(first)?,
            _ if first.is_alphabetic() || first == '_' => {
                let length = name_length(rest);
                self.push(ConditionWord::Bare(rest[..length].to_owned()), self.at + length);
            }
            _ => match (date_length(rest), number_length(rest)) {
                (Some(length), _) => self.push(ConditionWord::Date(rest[..length].to_owned()), self.at + length),
                (None, Some(length)) => self.number(length)?,
                (None, None) => self.sign()?,
            },
        }
        Ok(true)
    }

    fn number(&mut self, length: usize) -> Result<(), Unreadable> {
        let rest = self.rest();
        let behind = rest[length..].chars().next();
        if behind.is_some_and(|letter| letter.is_alphabetic() || letter == '_') {
            let place = self.at..self.at + length + name_length(&rest[length..]);
            let help = "a text stands in quotes, a name that begins with a digit in backquotes".to_owned();
            let message = format!("`{}` is neither a number nor a name", &self.text[place.clone()]);
            return Err(Unreadable { message, place, help: Some(help) });
        }
        self.push(ConditionWord::Number(rest[..length].to_owned()), self.at + length);
        Ok(())
    }

    fn sign(&mut self) -> Result<(), Unreadable> {
        let rest = self.rest();
        if rest.starts_with("...") {
            let help = "the whole condition stands in the template".to_owned();
            let message = "this condition was shortened when it was printed".to_owned();
            return Err(Unreadable { message, place: self.at..self.at + 3, help: Some(help) });
        }
        if let Some((sign, help)) = ARROWS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            let place = self.at..self.at + sign.len();
            return Err(Unreadable {
                message: format!("`{sign}` means nothing here"),
                place,
                help: Some((*help).to_owned()),
            });
        }
        if rest.starts_with('%') {
            self.push(ConditionWord::Sign("%"), self.at + 1);
            return Ok(());
        }
        if let Some(&sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            self.push(ConditionWord::Sign(if sign == "==" { "=" } else { sign }), self.at + sign.len());
            return Ok(());
        }
        let letter = rest.chars().next().unwrap_or(' ');
        let place = self.at..self.at + letter.len_utf8();
        let help = match letter {
            '&' => Some("write `and`".to_owned()),
            '|' => Some("write `or`".to_owned()),
            '!' => Some("write `not`".to_owned()),
            _ => None,
        };
        Err(Unreadable { message: format!("`{}` means nothing here", letter.escape_debug()), place, help })
    }

    /// What stands in quotes, with the escapes of JSON.
    fn quoted(&mut self, quote: char) -> Result<(), Unreadable> {
        let rest = self.rest();
        let mut content = String::new();
        let mut letters = rest.char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            if letter == quote {
                let word = if quote == '`' { ConditionWord::Quoted(content) } else { ConditionWord::Text(content) };
                self.push(word, self.at + at + quote.len_utf8());
                return Ok(());
            }
            if letter != '\\' {
                content.push(letter);
                continue;
            }
            let escaped = letters.next().and_then(|(_, letter)| match letter {
                '"' | '\'' | '`' | '\\' | '/' => Some(letter),
                'n' => Some('\n'),
                't' => Some('\t'),
                'r' => Some('\r'),
                'b' => Some('\u{8}'),
                'f' => Some('\u{c}'),
                'u' => code_point(&mut letters),
                _ => None,
            });
            let Some(escaped) = escaped else {
                let length: usize = rest[at..].chars().take(2).map(char::len_utf8).sum();
                let place = self.at + at..self.at + at + length;
                let help = "a backslash itself is written `\\\\`".to_owned();
                return Err(Unreadable { message: "no such escape".to_owned(), place, help: Some(help) });
            };
            content.push(escaped);
        }
        let message = format!("there is no closing {quote}");
        Err(Unreadable { message, place: self.at..self.text.len(), help: None })
    }
}

/// Four hexadecimal digits, and four further ones behind the first half of a pair.
fn code_point(letters: &mut impl Iterator<Item = (usize, char)>) -> Option<char> {
    let first = code_unit(letters)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    letters.next().filter(|(_, letter)| *letter == '\\')?;
    letters.next().filter(|(_, letter)| *letter == 'u')?;
    let second = code_unit(letters)?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + second)
}

fn code_unit(letters: &mut impl Iterator<Item = (usize, char)>) -> Option<u32> {
    (0..4).try_fold(0, |number, _| Some(number * 16 + letters.next()?.1.to_digit(16)?))
}

/// Whether a letter can stand in a name without quotes.
pub(super) fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | ':' | '@')
}

/// How long the name at the start of a text is. It ends before `..` and before a dot, colon or dash at its end.
fn name_length(text: &str) -> usize {
    let end = text.find(|letter: char| !is_of_name(letter)).unwrap_or(text.len());
    let end = text[..end].find("..").unwrap_or(end);
    text[..end].trim_end_matches(['.', ':', '-']).len().max(1)
}

/// Whether a name needs no quotes.
pub(super) fn is_bare(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && name_length(name) == name.len()
}

/// How long the date at the start of a text is: `2024-01-31`, `2024-01-31T12:00:00.5Z`.
pub(super) fn date_length(text: &str) -> Option<usize> {
    let day = text.get(..10).filter(|day| is_like(day, "dddd-dd-dd"))?.len();
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let time = text.get(day..day + 9).filter(|time| is_like(time, "Tdd:dd:dd") || is_like(time, "tdd:dd:dd"));
    let mut end = day + time.map_or(0, str::len);
    if time.is_some() {
        if text[end..].starts_with('.') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
        }
        let zone = text.get(end..end + 6).filter(|zone| is_like(zone, "+dd:dd") || is_like(zone, "-dd:dd"));
        end += zone.map_or_else(|| usize::from(text[end..].starts_with(['Z', 'z'])), str::len);
    }
    let is_whole = text[end..].chars().next().is_none_or(|behind| !behind.is_alphanumeric() && !"_-:".contains(behind));
    Instant::parse_plain(&text[..end]).filter(|_| is_whole).map(|_| end)
}

/// Whether a text has these letters, with any digits for `d`.
fn is_like(text: &str, form: &str) -> bool {
    let is_same = |(letter, form): (u8, u8)| if form == b'd' { letter.is_ascii_digit() } else { letter == form };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(is_same)
}

/// How long the number at the start of a text is: `-12`, `1.5`, `2e6`.
pub(super) fn number_length(text: &str) -> Option<usize> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let sign = usize::from(text.starts_with('-'));
    let mut end = sign + digits(sign);
    if end == sign {
        return None;
    }
    if text[end..].starts_with('.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        end += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    Some(end)
}
