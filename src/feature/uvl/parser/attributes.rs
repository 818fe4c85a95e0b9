//! Attributes of features, among them constraints that are written beside a feature.

use std::collections::BTreeMap;

use super::super::syntax::{Attribute, AttributeValue, Spanned, TEXT_BETWEEN_DOUBLE_QUOTES};
use super::super::token::{Quoting, SpannedToken, Symbol, Token};
use super::{Parsed, Parser};
use crate::analysis::question::Decimal;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity};

/// Attributes within attributes, and vectors within vectors, at most.
const MAX_DEPTH: usize = 64;

impl Parser<'_> {
    pub(super) fn at_brace(&self) -> bool {
        self.peek().token == Token::Symbol(Symbol::OpenBrace)
    }

    pub(super) fn at_bracket(&self) -> bool {
        self.peek().token == Token::Symbol(Symbol::OpenBracket)
    }

    pub(super) fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        self.attributes_below("", 0, &mut attributes)?;
        self.refuse_twice(&attributes);
        Ok(attributes)
    }

    /// Complains about attributes of one feature that have one name.
    fn refuse_twice(&mut self, attributes: &[Attribute]) {
        let mut known: BTreeMap<&str, Span> = BTreeMap::new();
        for Attribute { name, .. } in attributes {
            if let Some(first) = known.get(&*name.value) {
                let message = format!("this feature has two attributes \"{}\"", name.value);
                let diagnostic = Diagnostic::new(Code::DuplicateFeature, name.span, message);
                self.diagnostics.push(diagnostic.and(*first, "the first one"));
            } else {
                known.insert(&name.value, name.span);
            }
        }
    }

    fn attributes_below(&mut self, path: &str, depth: usize, found: &mut Vec<Attribute>) -> Parsed<()> {
        self.guard(depth)?;
        self.list(Symbol::OpenBrace, Symbol::CloseBrace, |parser| parser.attribute(path, depth, found))
    }

    /// Elements between brackets, with commas between them.
    fn list(&mut self, open: Symbol, close: Symbol, mut element: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.require(open)?;
        while !self.take(close) {
            element(self)?;
            if !self.take(Symbol::Comma) {
                let begins = matches!(self.peek().token, Token::Name(_) | Token::Text | Token::Number);
                let help =
                    |diagnostic: Box<Diagnostic>| Box::new(diagnostic.help("write `,` between one and the next"));
                return self.require(close).map_err(|diagnostic| if begins { help(diagnostic) } else { diagnostic });
            }
        }
        Ok(())
    }

    fn attribute(&mut self, path: &str, depth: usize, found: &mut Vec<Attribute>) -> Parsed<()> {
        match self.keyword() {
            Some("constraint") => {
                self.advance();
                return self.constraint();
            }
            Some("constraints") => {
                self.advance();
                return self.list(Symbol::OpenBracket, Symbol::CloseBracket, Self::constraint);
            }
            _ => {}
        }
        let Spanned { value, span } = self.reference().map_err(|diagnostic| self.help_with_attribute(diagnostic))?;
        let name = Spanned { value: if path.is_empty() { value } else { format!("{path}.{value}") }, span };
        if self.at_brace() {
            return self.attributes_below(&name.value, depth + 1, found);
        }
        let value = self.value(depth)?;
        found.push(Attribute { name, value });
        Ok(())
    }

    fn constraint(&mut self) -> Parsed<()> {
        let root = self.expression()?;
        self.document.constraints.push(root);
        Ok(())
    }

    /// A value; none means true.
    fn value(&mut self, depth: usize) -> Parsed<AttributeValue> {
        let word = self.peek();
        let text = &self.text[word.start..word.end];
        let value = match word.token {
            Token::Text => AttributeValue::Text(text.to_owned()),
            Token::Name(Quoting::Quoted) => {
                self.warn_of_quotes(word);
                AttributeValue::Text(text.to_owned())
            }
            Token::Number => AttributeValue::Number(number(text)),
            Token::Name(Quoting::Plain) if text == "true" => AttributeValue::Flag(true),
            Token::Name(Quoting::Plain) if text == "false" => AttributeValue::Flag(false),
            Token::Symbol(Symbol::OpenBracket) => return self.vector(depth),
            Token::Symbol(Symbol::Minus) => return self.negative(),
            Token::Symbol(Symbol::Comma | Symbol::CloseBrace) => return Ok(AttributeValue::Flag(true)),
            _ => return Err(self.help_with_value(self.expected("a value"))),
        };
        self.advance();
        Ok(value)
    }

    /// Warns of a text between double quotes, where other tools read none.
    fn warn_of_quotes(&mut self, word: SpannedToken) {
        let (span, text) = (self.span(word), &self.text[word.start..word.end]);
        let help = if text.contains('\'') {
            "leave out each `'` in the text, and write single quotes around it".to_owned()
        } else {
            self.document.double_quoted.push(span);
            format!("write `'{text}'`")
        };
        let warning = Diagnostic::new(Code::MalformedUvl, span, TEXT_BETWEEN_DOUBLE_QUOTES);
        self.diagnostics.push(Diagnostic { severity: Severity::Warning, ..warning }.help(help));
    }

    fn negative(&mut self) -> Parsed<AttributeValue> {
        self.advance();
        let word = self.peek();
        if word.token != Token::Number {
            let diagnostic = self.expected("a number");
            return Err(Box::new(diagnostic.help("a name with `-` in it stands between double quotes")));
        }
        self.advance();
        let Decimal { digits, scale } = number(&self.text[word.start..word.end]);
        Ok(AttributeValue::Number(Decimal { digits: -digits, scale }))
    }

    fn vector(&mut self, depth: usize) -> Parsed<AttributeValue> {
        self.guard(depth)?;
        self.list(Symbol::OpenBracket, Symbol::CloseBracket, |parser| {
            if parser.at_brace() {
                return parser.attributes_below("", depth + 1, &mut Vec::new());
            }
            parser.value(depth + 1).map(drop)
        })?;
        Ok(AttributeValue::Vector)
    }

    fn guard(&self, depth: usize) -> Parsed<()> {
        if depth < MAX_DEPTH {
            return Ok(());
        }
        Err(self.fault_as(Code::UnsupportedUvl, self.peek(), "attributes are nested too deeply"))
    }
}

/// The number that digits, with a fraction or without, stand for.
pub(super) fn number(digits: &str) -> Decimal {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}").parse().expect("the lexer found only digits");
    Decimal { digits, scale: fraction.len() as u32 }
}
