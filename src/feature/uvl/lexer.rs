//! Text to words, with indentation made explicit.
//!
//! Inside brackets, lines and their indentation mean nothing. A tab reaches to the next multiple of eight columns.

use std::ops::Range;

use super::token::{GROUP_KEYWORDS, Quoting, SECTION_KEYWORDS, SYMBOLS, SpannedToken, Symbol, Token};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{FileId, Span};

const TAB: usize = 8;
/// How complaints begin about lines that other white space indents than the line before.
pub(super) const INDENTED_OTHERWISE: &str = "this line is indented by ";
/// The complaint about a line whose indentation fits to no block.
pub(super) const NO_SUCH_INDENTATION: &str = "the indentation of this line is that of no line above";
/// How complaints end about what is opened and not closed.
pub(super) const NOT_CLOSED: &str = "is not closed";
/// The complaint about a quotation that its line does not close; what is behind it is read all the same.
pub(super) const QUOTATION_NOT_CLOSED: &str = "this quotation is not closed";
/// Types of features.
static TYPES: [&str; 4] = ["Boolean", "Integer", "Real", "String"];
/// Digits of a number, at most.
const MAX_DIGITS: usize = 300;

/// The words of `text`, closed by [`Token::End`], and what is wrong with their spelling.
pub(super) fn words(text: &str, file: FileId) -> (Vec<SpannedToken>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        text,
        file,
        at: 0,
        words: Vec::new(),
        widths: vec![0],
        before: 0..0,
        is_mixing_reported: false,
        open: Vec::new(),
        diagnostics: Vec::new(),
    };
    lexer.run();
    (lexer.words, lexer.diagnostics)
}

struct Lexer<'t> {
    text: &'t str,
    file: FileId,
    /// Offset of what has not been read.
    at: usize,
    words: Vec<SpannedToken>,
    /// Widths of the indentations that are open, ascending.
    widths: Vec<usize>,
    /// Where the indentation of the line before is.
    before: Range<usize>,
    /// Whether it was said that lines are indented by tabs and by spaces.
    is_mixing_reported: bool,
    /// Where the brackets begin that are open.
    open: Vec<usize>,
    diagnostics: Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        self.indentation();
        while let Some(letter) = self.peek() {
            match letter {
                '\n' => self.line_break(),
                ' ' | '\t' | '\r' => self.at += 1,
                '/' if self.rest().starts_with("//") => self.skip_until("\n"),
                '/' if self.rest().starts_with("/*") => self.block_comment(),
                '"' => self.quoted(letter, Token::Name(Quoting::Quoted)),
                '\'' => self.quoted(letter, Token::Text),
                _ if letter.is_ascii_digit() || self.at_fraction() => self.number(),
                _ if is_name_start(letter) => self.name(),
                _ => self.symbol(letter),
            }
        }
        if let Some(&start) = self.open.first() {
            self.diagnostic(start, start + 1, &format!("this bracket {NOT_CLOSED}"));
        }
        self.close_line();
        self.dedent(0);
        self.push(Token::End, self.at, self.at);
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, token: Token, start: usize, end: usize) {
        self.words.push(SpannedToken { token, start, end });
    }

    fn diagnostic(&mut self, start: usize, end: usize, message: &str) {
        self.diagnostics.push(Diagnostic::new(Code::MalformedUvl, Span::new(self.file, start, end), message));
    }

    fn line_break(&mut self) {
        self.close_line();
        self.at += 1;
        if self.open.is_empty() {
            self.indentation();
        }
    }

    /// Ends the line, unless it is empty or goes on in brackets.
    fn close_line(&mut self) {
        let is_empty =
            self.words.last().is_none_or(|word| matches!(word.token, Token::Newline | Token::Indent | Token::Dedent));
        if self.open.is_empty() && !is_empty {
            self.push(Token::Newline, self.at, self.at);
        }
    }

    /// Looks at the white space that a line begins with; lines without words have no indentation. A line may begin with a
    /// comment that ends before its first word.
    fn indentation(&mut self) {
        let (start, mut width) = (self.at, 0);
        while let Some(letter) = self.peek() {
            match letter {
                ' ' => width += 1,
                '\t' => width += TAB - width % TAB,
                '\n' | '\r' => return,
                '/' if self.rest().starts_with("//") => return,
                '/' if self.rest().starts_with("/*") && !self.words_follow_comment() => return,
                _ => break,
            }
            self.at += 1;
        }
        if self.peek().is_none() {
            return;
        }
        self.warn_of_mixing(start..self.at);
        let current = self.widths.last().copied().unwrap_or(0);
        if width > current {
            self.widths.push(width);
            self.push(Token::Indent, self.at, self.at);
        } else {
            self.dedent(width);
            if self.widths.last().is_some_and(|current| *current != width) {
                let length = self.peek().map_or(0, char::len_utf8);
                self.diagnostic(self.at, self.at + length, NO_SUCH_INDENTATION);
            }
        }
    }

    /// Warns once where an indentation and that of the line before have other letters: how both compare depends on how wide a
    /// tab is.
    fn warn_of_mixing(&mut self, indentation: Range<usize>) {
        let before = &self.text[std::mem::replace(&mut self.before, indentation.clone())];
        let here = &self.text[indentation.clone()];
        if self.is_mixing_reported || here.starts_with(before) || before.starts_with(here) {
            return;
        }
        self.is_mixing_reported = true;
        let by = |text: &str| if text.contains('\t') { "tabs" } else { "spaces" };
        let how = match (by(here), by(before)) {
            ("tabs", "spaces") => "tabs, the line before by spaces",
            ("spaces", _) => "spaces, the line before by tabs",
            _ => "tabs and spaces in another way than the line before",
        };
        let message = format!("{INDENTED_OTHERWISE}{how}");
        let span = Span::new(self.file, indentation.start, indentation.end);
        let warning = Diagnostic::new(Code::MalformedUvl, span, message);
        let warning = Diagnostic { severity: Severity::Warning, ..warning };
        let help = "indent all lines by tabs, or all by spaces: a tab counts to the next multiple of 8";
        self.diagnostics.push(warning.help(help));
    }

    /// Whether there is a word on this line behind the comments that begin here.
    fn words_follow_comment(&self) -> bool {
        let mut line = self.rest().lines().next().unwrap_or_default();
        while let Some(comment) = line.strip_prefix("/*") {
            let Some((_, behind)) = comment.split_once("*/") else { return false };
            line = behind.trim_start();
        }
        !line.is_empty() && !line.starts_with("//")
    }

    /// Closes all indentations that are wider.
    fn dedent(&mut self, width: usize) {
        while self.widths.last().is_some_and(|current| *current > width) {
            self.widths.pop();
            self.push(Token::Dedent, self.at, self.at);
        }
    }

    fn skip_until(&mut self, end: &str) {
        self.at = self.rest().find(end).map_or(self.text.len(), |length| self.at + length);
    }

    fn block_comment(&mut self) {
        let start = self.at;
        self.skip_until("*/");
        if self.at == self.text.len() {
            self.diagnostic(start, start + 2, &format!("this comment {NOT_CLOSED}"));
        } else {
            self.at += 2;
        }
    }

    fn quoted(&mut self, quote: char, token: Token) {
        let start = self.at + 1;
        let length = self.text[start..].find([quote, '\n']).unwrap_or(self.text.len() - start);
        self.at = start + length;
        if self.rest().starts_with(quote) {
            let content = &self.text[start..self.at];
            if quote == '"' && content.is_empty() {
                self.diagnostic(start - 1, start + 1, "a name has at least one letter");
            }
            self.push(token, start, self.at);
            self.at += 1;
        } else {
            self.diagnostic(start - 1, start, QUOTATION_NOT_CLOSED);
            // What ends brackets is no part of it, so that they are not taken for open from here on.
            let line = &self.text[start..self.at];
            let content = line.find([',', '{', '}', ']', ')']).map_or(line, |end| &line[..end]).trim_end();
            self.at = start + content.len();
            self.push(token, start, self.at);
        }
    }

    /// Whether a number begins here with its point, as in `.5`. Directly behind a name or a number, a point joins the parts of a
    /// path.
    fn at_fraction(&self) -> bool {
        let joins = |word: &SpannedToken| word.end == self.at && matches!(word.token, Token::Name(_) | Token::Number);
        let mut ahead = self.rest().chars();
        ahead.next() == Some('.')
            && ahead.next().is_some_and(|letter| letter.is_ascii_digit())
            && !self.words.last().is_some_and(joins)
    }

    /// A number. A name cannot begin with a digit, unless it stands between quotes.
    fn number(&mut self) {
        let start = self.at;
        self.skip_while(|letter| letter.is_ascii_digit());
        if self.peek().is_some_and(is_name_start) {
            self.name_from(start);
            let message = self.after_digits(&self.text[start..self.at]);
            return self.diagnostic(start, self.at, &message);
        }
        let mut ahead = self.rest().chars();
        if ahead.next() == Some('.') && ahead.next().is_some_and(|letter| letter.is_ascii_digit()) {
            self.at += 1;
            self.skip_while(|letter| letter.is_ascii_digit());
        }
        if self.at - start > MAX_DIGITS {
            self.diagnostic(start, self.at, "this number has too many digits");
        }
        self.push(Token::Number, start, self.at);
    }

    /// What is said of a word that begins with digits and is the last one that was read.
    fn after_digits(&self, word: &str) -> String {
        let is_power = word.split_once(['e', 'E']).is_some_and(|(number, power)| {
            [number, power].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
        });
        let mut before = self.words.iter().rev().skip(1).map(|word| word.token);
        let is_value = !self.open.is_empty() && matches!(before.next(), Some(Token::Name(_)));
        match (is_power, is_value) {
            (true, _) => format!("a number has digits and a point, and no power of ten: `{word}`"),
            (false, true) => format!("a value is a number, or a text between single quotes: `'{word}'`"),
            (false, false) => format!("a name that begins with a digit stands between quotes: `\"{word}\"`"),
        }
    }

    fn name(&mut self) {
        self.name_from(self.at);
    }

    fn name_from(&mut self, start: usize) {
        self.skip_while(is_name_part);
        self.push(Token::Name(Quoting::Plain), start, self.at);
    }

    /// Says what is written for a character that means nothing, where that is known.
    fn help_with_character(&mut self, letter: char) {
        let is_behind_attribute = self.is_behind_attribute();
        let next = self.rest().trim_start_matches([' ', '\t']);
        let help = match letter {
            '=' | ':' if is_behind_attribute => format!(
                "nothing stands between an attribute and its value: `{{{} {}}}`",
                self.last_word(),
                next.split([',', '}', '\n']).next().unwrap_or_default().trim()
            ),
            '=' if next.starts_with('<') => "write `<=`".to_owned(),
            '=' if next.starts_with('>') => "write `=>`".to_owned(),
            '=' if matches!(self.last_word(), "!" | "<" | ">") => format!("write `{}=`", self.last_word()),
            '=' => "write `<=>` between features, and `==` between values".to_owned(),
            ':' if GROUP_KEYWORDS.iter().chain(&SECTION_KEYWORDS).any(|word| *word == self.last_word()) => {
                "no colon stands behind a keyword".to_owned()
            }
            ':' => match TYPES.iter().find(|kind| next.starts_with(**kind)) {
                Some(kind) => format!("the type stands before the name: `{kind} {}`", self.last_word()),
                None => "no colon stands behind a name".to_owned(),
            },
            '#' => "a comment begins with `//`".to_owned(),
            '~' => "write `!` for `~`".to_owned(),
            ';' if self.open.is_empty() => "no `;` stands at the end of a line".to_owned(),
            ';' => "write `,` between attributes".to_owned(),
            _ if letter.is_whitespace() => format!("write a space for this one, which is U+{:04X}", u32::from(letter)),
            _ => return,
        };
        if let Some(diagnostic) = self.diagnostics.pop() {
            self.diagnostics.push(diagnostic.help(help));
        }
    }

    /// The text of the last word.
    fn last_word(&self) -> &str {
        self.words.last().map_or("", |word| &self.text[word.start..word.end])
    }

    /// Whether the last word is the name of an attribute.
    fn is_behind_attribute(&self) -> bool {
        let [.., before, last] = &self.words[..] else { return false };
        let is_first = matches!(before.token, Token::Symbol(Symbol::OpenBrace | Symbol::Comma));
        let is_in_braces = self.open.last().is_some_and(|&open| self.text[open..].starts_with('{'));
        is_first && is_in_braces && matches!(last.token, Token::Name(_))
    }

    fn skip_while(&mut self, holds: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|letter| !holds(letter)).unwrap_or(rest.len());
    }

    fn symbol(&mut self, letter: char) {
        let start = self.at;
        let Some(&(spelling, symbol)) = SYMBOLS.iter().find(|(spelling, _)| self.rest().starts_with(spelling)) else {
            self.at += letter.len_utf8();
            self.diagnostic(start, self.at, "this character cannot stand here");
            return self.help_with_character(letter);
        };
        self.at += spelling.len();
        match symbol {
            Symbol::OpenParenthesis | Symbol::OpenBracket | Symbol::OpenBrace => self.open.push(start),
            Symbol::CloseParenthesis | Symbol::CloseBracket | Symbol::CloseBrace => {
                self.open.pop();
            }
            _ => {}
        }
        self.push(Token::Symbol(symbol), start, self.at);
    }
}

fn is_name_start(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_'
}

fn is_name_part(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '#' | '§' | '%' | '?' | '\\' | '\'' | ';' | '$' | '@')
}
