//! Words of other notations, and of English, for what this language writes otherwise.

use super::super::syntax::Spanned;
use super::super::token::{GROUP_KEYWORDS, Quoting, SECTION_KEYWORDS, SpannedToken, Symbol, Token};
use super::Parser;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean, did_you_mean_code};

/// Operators of constraints.
static OPERATORS: &[(&str, &str)] = &[
    ("requires", "`=>`"),
    ("require", "`=>`"),
    ("implies", "`=>`"),
    ("excludes", "`=> !`"),
    ("exclude", "`=> !`"),
    ("iff", "`<=>`"),
    ("equals", "`<=>`"),
    ("and", "`&`"),
    ("or", "`|`"),
    ("not", "`!`"),
    ("xor", "`<=> !`"),
];
/// Types of features.
static TYPES: &[(&str, &str)] = &[
    ("int", "Integer"),
    ("integer", "Integer"),
    ("real", "Real"),
    ("float", "Real"),
    ("double", "Real"),
    ("string", "String"),
    ("str", "String"),
    ("text", "String"),
    ("bool", "Boolean"),
    ("boolean", "Boolean"),
];
/// Signs of other languages, by which a text ends.
static SIGNS: &[(&str, &str)] = &[
    ("<>", "`!=`"),
    ("<->", "`<=>`"),
    ("<==>", "`<=>`"),
    ("==>", "`=>`"),
    ("->", "`=>`"),
    ("&&", "`&`"),
    ("||", "`|`"),
];
/// Groups.
static GROUPS: &[(&str, &str)] = &[
    ("xor", "`alternative`"),
    ("one", "`alternative`"),
    ("oneOf", "`alternative`"),
    ("any", "`or`"),
    ("anyOf", "`or`"),
    ("and", "`mandatory` or `optional`, each above its features"),
    ("required", "`mandatory`"),
    ("mand", "`mandatory`"),
    ("opt", "`optional`"),
    ("alt", "`alternative`"),
];

/// Functions.
static FUNCTIONS: &[(&str, &str)] = &[
    ("length", "`len`"),
    ("size", "`len`"),
    ("average", "`avg`"),
    ("mean", "`avg`"),
    ("total", "`sum`"),
    ("ceiling", "`ceil`"),
];

fn meant(words: &[(&str, &'static str)], is: impl Fn(&str) -> bool) -> Option<&'static str> {
    words.iter().find(|(word, _)| is(word)).map(|(_, meant)| *meant)
}

impl Parser<'_> {
    /// Says what is written for the word at which a line of constraints cannot go on.
    pub(super) fn help_with_operator(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        if let Some((name, span)) = self.name_with_spaces() {
            let message = "a name that has more than letters, digits and `_` stands between double quotes";
            return Box::new(Diagnostic::new(Code::MalformedUvl, span, message).help(format!("write `\"{name}\"`")));
        }
        let named = |at: usize| {
            let word = self.words.get(at).filter(|word| matches!(word.token, Token::Name(_)))?;
            let text = &self.text[word.start..word.end];
            meant(OPERATORS, |operator| operator.eq_ignore_ascii_case(text)).map(|meant| (text, meant))
        };
        let before = &self.text[..self.peek().end];
        let help = |(word, meant): (&str, &str)| format!("write {meant} for `{word}`");
        // What is denied may be more than the next word.
        let whole = |at: usize, (word, meant): (&str, &str)| match meant.strip_suffix("!`") {
            Some(start) if !self.is_last_operand(at + 1) => {
                format!("write {meant} for `{word}`, and what it denies between parentheses: {start}!(…)`")
            }
            _ => help((word, meant)),
        };
        if let Some(found) = named(self.at) {
            return Box::new(diagnostic.help(whole(self.at, found)));
        }
        let sign = SIGNS.iter().find(|(sign, _)| before.ends_with(sign));
        let sign = sign.map(|&found| (Span::new(self.file, before.len() - found.0.len(), before.len()), found));
        // A name that stands before another one may be the operator that was meant.
        let last = || {
            let last = self.at.checked_sub(1)?;
            let found = named(last)?;
            Some((self.span(self.words[last]), found.0, whole(last, found)))
        };
        match sign.map(|(span, found)| (span, found.0, help(found))).or_else(last) {
            Some((span, word, help)) => {
                let message = format!("`{word}` is no operator");
                Box::new(Diagnostic::new(Code::MalformedUvl, span, message).help(help))
            }
            None => diagnostic,
        }
    }

    /// Whether the word at this place is an operand behind which the line, or what is between parentheses, ends.
    fn is_last_operand(&self, at: usize) -> bool {
        let [operand, next] = [at, at + 1].map(|at| self.words.get(at).map(|word| word.token));
        matches!(operand, Some(Token::Name(_)))
            && !matches!(next, Some(Token::Symbol(symbol)) if symbol != Symbol::CloseParenthesis)
            && !matches!(next, Some(Token::Name(_)))
    }

    /// The longest name of a feature that begins at the last word and goes on at this one, and where it is.
    fn name_with_spaces(&self) -> Option<(&str, Span)> {
        let (last, here) = (self.words[self.at.checked_sub(1)?], self.peek());
        if last.token != Token::Name(Quoting::Plain) {
            return None;
        }
        let written = &self.text[last.start..];
        let is_whole = |name: &str| !written[name.len()..].starts_with(|letter: char| letter.is_alphanumeric());
        let goes_on =
            |name: &&str| last.start + name.len() > here.start && written.starts_with(*name) && is_whole(name);
        let names = self.document.features.iter().map(|feature| feature.name.value.as_str());
        let name = names.filter(goes_on).max_by_key(|name| name.len())?;
        Some((name, Span::new(self.file, last.start, last.start + name.len())))
    }

    /// Says what is meant by a cardinality without brackets.
    pub(super) fn help_with_cardinality(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let is_bound = |word: &&SpannedToken| {
            matches!(word.token, Token::Number | Token::Symbol(Symbol::Range | Symbol::Star | Symbol::Minus))
        };
        let mut bounds = self.words[self.at..].iter().take_while(is_bound).map(|word| &self.text[word.start..word.end]);
        match (bounds.next(), bounds.last()) {
            (Some(only), None) => Box::new(diagnostic.help(format!("write `[{only}]`"))),
            (Some(least), Some(most)) => Box::new(diagnostic.help(format!("write `[{least}..{most}]`"))),
            (None, _) => diagnostic,
        }
    }

    /// Says what is meant by a line of a feature that goes on behind its name.
    pub(super) fn help_with_feature(&self, diagnostic: Box<Diagnostic>, name: &Spanned<String>) -> Box<Diagnostic> {
        let word = self.peek();
        let (start, end) = (name.span.start as usize, name.span.end as usize);
        let line_from = |start: usize| self.text[start..].lines().next().unwrap_or_default();
        let (line, written) = (line_from(start), &self.text[start..end]);
        let next = &self.text[word.start..word.end];
        let between = self.text[end..self.span(word).start as usize].trim_end();
        if between.trim_start().starts_with("cardinality") {
            return diagnostic;
        }
        let bounded = || {
            let rest = line_from(word.start);
            let bounds = rest.find('[').zip(rest.find(']')).and_then(|(open, close)| rest.get(open..=close));
            let attributes = if between.contains('\n') { " {…}" } else { between };
            format!("`{written} cardinality {}{attributes}`", bounds.unwrap_or("[1..2]"))
        };
        let help = match word.token {
            Token::Symbol(Symbol::OpenBracket) if matches!(self.words[self.at + 1].token, Token::Name(_)) => {
                let inner = line.split_once('[').map_or("", |(_, behind)| behind);
                let inner = inner.split_once([']', '}']).map_or(inner, |(inner, _)| inner).trim();
                format!("attributes stand between braces: `{written} {{{inner}}}`")
            }
            Token::Symbol(Symbol::OpenBracket) => {
                format!("write `cardinality` before how many there are: {}", bounded())
            }
            Token::Name(_) if next == "cardinality" => {
                format!("the cardinality stands before the attributes: {}", bounded())
            }
            // What stands behind attributes is no part of the name.
            _ if !between.is_empty() => return diagnostic,
            Token::Name(_) if name.value == "abstract" => format!("write `{next} {{abstract}}`"),
            Token::Symbol(Symbol::Comma) if line_from(word.start).trim() == "," => {
                format!("no comma stands behind a feature: `{written}`")
            }
            Token::Name(_) => match (type_meant(&name.value), type_meant(next)) {
                (Some(meant), _) => format!("write `{meant} {next}`"),
                (None, Some(meant)) if line_from(word.start).trim() == next => {
                    format!("the type stands before the name: `{meant} {written}`")
                }
                (None, _) => quoted(line),
            },
            Token::Symbol(_) | Token::Number => quoted(line),
            _ => return diagnostic,
        };
        Box::new(diagnostic.help(help))
    }

    /// Says what is meant by a line of a group that goes on behind its keyword.
    pub(super) fn help_behind_group(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        match self.peek().token {
            Token::Symbol(Symbol::OpenBracket) => {
                Box::new(diagnostic.help("write only how many are selected: `[1..2]`"))
            }
            Token::Name(_) => Box::new(
                diagnostic.help("the features of a group stand below it, each on its own line, indented further"),
            ),
            _ => diagnostic,
        }
    }

    /// Says which group is meant by the word that is none.
    pub(super) fn help_with_group(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let Some(word) = self.keyword() else { return diagnostic };
        match meant(GROUPS, |group| group.eq_ignore_ascii_case(word)) {
            Some(meant) => Box::new(diagnostic.help(format!("write {meant} for `{word}`"))),
            None if did_you_mean(word, GROUP_KEYWORDS).is_some() => near(diagnostic, word, GROUP_KEYWORDS),
            None => Box::new(diagnostic.help(
                "below a feature stand groups, and their features below these, each indented further than what it is below",
            )),
        }
    }

    /// Says how an attribute is written where its name should stand.
    pub(super) fn help_with_attribute(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let before = self.at.checked_sub(2).map(|at| self.words[at]);
        let whole = before.filter(|word| word.token == Token::Number && self.peek().token == Token::Number);
        match whole {
            Some(whole) => {
                let [whole, fraction] = [whole, self.peek()].map(|word| &self.text[word.start..word.end]);
                Box::new(diagnostic.help(format!("a number has a point, not a comma: `{whole}.{fraction}`")))
            }
            None => diagnostic,
        }
    }

    /// Says what is written for a value of another notation.
    pub(super) fn help_with_value(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let Some(word) = self.keyword() else { return diagnostic };
        let known = ["true", "false"].into_iter().find(|known| known.eq_ignore_ascii_case(word));
        let help = known.map_or_else(
            || format!("a text stands between single quotes: `'{word}'`"),
            |known| format!("write `{known}` for `{word}`"),
        );
        Box::new(diagnostic.help(help))
    }

    /// Says how bounds are written where something stands between them that cannot.
    pub(super) fn help_with_bounds(&self, diagnostic: Box<Diagnostic>, least: Option<u32>) -> Box<Diagnostic> {
        let next = self.words[(self.at + 1).min(self.words.len() - 1)];
        match (least, self.peek().token, next.token) {
            (Some(least), Token::Symbol(Symbol::Comma | Symbol::Minus), Token::Number) => {
                let most = &self.text[next.start..next.end];
                Box::new(diagnostic.help(format!("write two points between the bounds: `[{least}..{most}]`")))
            }
            _ => diagnostic,
        }
    }

    /// Refuses a line that is meant as a comment.
    pub(super) fn refuse_comment(&self) -> Result<(), Box<Diagnostic>> {
        let word = self.peek();
        if !self.text[word.start..].starts_with("--") {
            return Ok(());
        }
        let diagnostic = self.fault_as(Code::MalformedUvl, word, "this line is no constraint");
        Err(Box::new(diagnostic.help("a comment begins with `//`")))
    }

    /// Says which section is meant by the word that begins none.
    pub(super) fn help_with_section(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        match self.keyword() {
            Some(word) if did_you_mean(word, SECTION_KEYWORDS).is_some() => near(diagnostic, word, SECTION_KEYWORDS),
            _ if self.at == 0 => diagnostic,
            _ => Box::new(diagnostic.help("what belongs to a section is indented further than its keyword")),
        }
    }
}

/// Says which function is meant by the name of one that there is not.
pub(super) fn help_with_function(diagnostic: Box<Diagnostic>, name: &str) -> Box<Diagnostic> {
    match meant(FUNCTIONS, |function| function.eq_ignore_ascii_case(name)) {
        Some(meant) => Box::new(diagnostic.help(format!("write {meant} for `{name}`"))),
        None => near(diagnostic, name, ["sum", "avg", "len", "floor", "ceil"]),
    }
}

/// The type of features that is meant by a word.
fn type_meant(word: &str) -> Option<&'static str> {
    TYPES.iter().find(|(known, _)| word.eq_ignore_ascii_case(known)).map(|(_, meant)| *meant)
}

/// How the name at the beginning of a line is written where it has more than letters, digits and `_`.
fn quoted(line: &str) -> String {
    let end = ["{", "//", "/*"].iter().filter_map(|behind| line.find(behind)).min().unwrap_or(line.len());
    let name = line[..end].trim();
    format!("write a name that has more than letters, digits and `_` between double quotes: `\"{name}\"`")
}

fn near<const N: usize>(diagnostic: Box<Diagnostic>, word: &str, keywords: [&'static str; N]) -> Box<Diagnostic> {
    match did_you_mean(word, keywords) {
        Some(close) => Box::new(diagnostic.help(did_you_mean_code(close))),
        None => diagnostic,
    }
}
