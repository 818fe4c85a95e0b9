//! Words of other notations, and of English, for what this language writes otherwise.

use super::super::syntax::Spanned;
use super::super::token::{Symbol, Token};
use super::Parser;
use crate::source::diagnostic::{Diagnostic, did_you_mean};

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
/// The same of signs, by which a text ends.
static SIGNS: &[(&str, &str)] = &[("<->", "`<=>`"), ("->", "`=>`"), ("&&", "`&`"), ("||", "`|`")];
/// Groups.
static GROUPS: &[(&str, &str)] = &[
    ("xor", "`alternative`"),
    ("one", "`alternative`"),
    ("oneOf", "`alternative`"),
    ("any", "`or`"),
    ("anyOf", "`or`"),
    ("and", "`mandatory` or `optional`, each above its features"),
    ("required", "`mandatory`"),
];
/// Keywords of groups.
static GROUP_KEYWORDS: [&str; 4] = ["mandatory", "optional", "or", "alternative"];
/// Keywords of sections.
static SECTION_KEYWORDS: [&str; 5] = ["namespace", "include", "imports", "features", "constraints"];

fn meant(words: &[(&str, &'static str)], is: impl Fn(&str) -> bool) -> Option<&'static str> {
    words.iter().find(|(word, _)| is(word)).map(|(_, meant)| *meant)
}

impl Parser<'_> {
    /// Says what is written for the word at which a line of constraints cannot go on.
    pub(super) fn help_with_operator(&self, fault: Box<Diagnostic>) -> Box<Diagnostic> {
        let named = |at: usize| {
            let word = self.words.get(at).filter(|word| matches!(word.token, Token::Name(_)))?;
            let text = &self.text[word.start..word.end];
            meant(OPERATORS, |operator| operator == text).map(|meant| (text, meant))
        };
        let before = &self.text[..self.peek().end];
        let sign = || SIGNS.iter().find(|(sign, _)| before.ends_with(sign)).copied();
        // A name that stands before another one may be the operator that was meant.
        let found = named(self.at).or_else(sign).or_else(|| named(self.at.checked_sub(1)?));
        match found {
            Some((word, meant)) => Box::new(fault.help(format!("write {meant} for `{word}`"))),
            None => fault,
        }
    }

    /// Says what is meant by a line of a feature that goes on behind its name.
    pub(super) fn help_with_feature(&self, fault: Box<Diagnostic>, name: &Spanned<String>) -> Box<Diagnostic> {
        let word = self.peek();
        let start = name.span.start as usize;
        let line = self.text[start..].lines().next().unwrap_or_default();
        let next = &self.text[word.start..word.end];
        let help = match word.token {
            Token::Symbol(Symbol::OpenBracket) => {
                format!("write `cardinality` before how many there are: `{} cardinality [1..3]`", name.value)
            }
            Token::Name(_) if name.value == "abstract" => format!("write `{next} {{abstract}}`"),
            Token::Name(_) => match TYPES.iter().find(|(word, _)| name.value.eq_ignore_ascii_case(word)) {
                Some((_, meant)) => format!("write `{meant} {next}`"),
                None => quoted(line),
            },
            Token::Symbol(_) | Token::Number => quoted(line),
            _ => return fault,
        };
        Box::new(fault.help(help))
    }

    /// Says which group is meant by the word that is none.
    pub(super) fn help_with_group(&self, fault: Box<Diagnostic>) -> Box<Diagnostic> {
        let Some(word) = self.keyword() else { return fault };
        match meant(GROUPS, |group| group.eq_ignore_ascii_case(word)) {
            Some(meant) => Box::new(fault.help(format!("write {meant} for `{word}`"))),
            None => near(fault, word, GROUP_KEYWORDS),
        }
    }

    /// Says which section is meant by the word that begins none.
    pub(super) fn help_with_section(&self, fault: Box<Diagnostic>) -> Box<Diagnostic> {
        match self.keyword() {
            Some(word) if did_you_mean(word, SECTION_KEYWORDS).is_some() => near(fault, word, SECTION_KEYWORDS),
            _ if self.at == 0 => fault,
            _ => Box::new(fault.help("what belongs to a section is indented further than its keyword")),
        }
    }
}

/// How the name at the beginning of a line is written where it has more than letters, digits and `_`.
fn quoted(line: &str) -> String {
    let name = line.split(['{', '/']).next().unwrap_or_default().trim();
    format!("write a name that has more than letters, digits and `_` between double quotes: `\"{name}\"`")
}

fn near<const N: usize>(fault: Box<Diagnostic>, word: &str, keywords: [&'static str; N]) -> Box<Diagnostic> {
    match did_you_mean(word, keywords) {
        Some(close) => Box::new(fault.help(format!("did you mean `{close}`?"))),
        None => fault,
    }
}
