//! From words to a condition, one function for each line of the grammar.

mod unexpected;

use std::ops::Range;

use super::chain::Chain;
use super::lexer::{ConditionWord, Lexeme, words};
use super::{Assertion, ElementsOfKind, Phrase, PhraseMeaning, Unreadable, Verb};
use crate::source::diagnostic::{did_you_mean, did_you_mean_code};
use crate::source::syntax::vocabulary::{OPERATORS, Operator, Profile};

/// Conditions may be nested so deeply.
const MAX_DEPTH: usize = 200;

/// Each makes a phrase one level deeper, in a whole condition.
const MAX_TURNS: usize = 1_000;

/// Words that are no names.
static KEYWORDS: [&str; 12] =
    ["and", "or", "not", "implies", "in", "true", "false", "null", "covers", "hosts", "targets", "for"];

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

type Parsed = Result<Phrase, Unreadable>;

pub(super) fn parse(text: &str) -> Parsed {
    PhraseParser { words: words(text)?, at: 0, depth: 0, turns: 0 }.whole()
}

pub(super) fn assertion(text: &str) -> Result<Assertion, Unreadable> {
    let mut parser = PhraseParser { words: words(text)?, at: 0, depth: 0, turns: 0 };
    let each = parser.each()?;
    Ok(Assertion { each, condition: parser.whole()? })
}

struct PhraseParser {
    words: Vec<Lexeme>,
    at: usize,
    depth: usize,
    /// How often a sign followed on another one in sums and products.
    turns: usize,
}

impl PhraseParser {
    fn whole(&mut self) -> Parsed {
        if self.word() == &ConditionWord::End {
            return Err(self.wrong("there is no condition".to_owned(), Some("such as `size > 3 and node.cache`")));
        }
        let phrase = self.condition()?;
        if self.word() == &ConditionWord::End { Ok(phrase) } else { Err(self.unexpected_behind()) }
    }

    /// `for node of tosca.nodes.Compute:`.
    fn each(&mut self) -> Result<Option<ElementsOfKind>, Unreadable> {
        let start = self.start();
        if !self.take_bare("for") {
            return Ok(None);
        }
        let help = Some("such as `for node of tosca.nodes.Compute: it.size > 1`");
        let kind = self.take_name().ok_or_else(|| self.wrong("a kind of element is missing".to_owned(), help))?;
        let mut of_type = None;
        if self.take_bare("of") {
            let name = self.take_name();
            of_type = Some(name.ok_or_else(|| self.wrong("the name of a type is missing".to_owned(), help))?);
        }
        let place = self.from(start);
        if !self.take_sign(":") {
            return Err(self.wrong(format!("`:` is missing before {}", self.shown()), help));
        }
        Ok(Some(ElementsOfKind { kind, of_type, place }))
    }

    fn take_name(&mut self) -> Option<String> {
        let (ConditionWord::Bare(name) | ConditionWord::Quoted(name)) = self.word().clone() else { return None };
        self.advance();
        Some(name)
    }

    fn word(&self) -> &ConditionWord {
        &self.words[self.at].word
    }

    fn start(&self) -> usize {
        self.words[self.at].place.start
    }

    fn from(&self, start: usize) -> Range<usize> {
        start..self.words[self.at.saturating_sub(1)].place.end
    }

    fn advance(&mut self) {
        // The end is never left behind.
        self.at = (self.at + 1).min(self.words.len() - 1);
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.word(), ConditionWord::Sign(found) if *found == sign)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is_there = self.is_sign(sign);
        if is_there {
            self.advance();
        }
        is_there
    }

    fn is_bare(&self, at: usize, word: &str) -> bool {
        matches!(self.words.get(at).map(|lexeme| &lexeme.word), Some(ConditionWord::Bare(found)) if found == word)
    }

    fn take_bare(&mut self, word: &str) -> bool {
        let is_there = self.is_bare(self.at, word);
        if is_there {
            self.advance();
        }
        is_there
    }

    fn wrong(&self, message: String, help: Option<&str>) -> Unreadable {
        Unreadable { message, place: self.words[self.at].place.clone(), help: help.map(str::to_owned) }
    }

    fn shown(&self) -> String {
        match self.word() {
            ConditionWord::Bare(word) | ConditionWord::Number(word) | ConditionWord::Date(word) => {
                format!("`{word}`")
            }
            ConditionWord::Quoted(name) => format!("`{name}`"),
            ConditionWord::Text(text) => format!("{text:?}"),
            ConditionWord::Sign(sign) => format!("`{sign}`"),
            ConditionWord::End => "the end".to_owned(),
        }
    }

    fn expect(&mut self, sign: &str, opened: usize) -> Result<(), Unreadable> {
        if self.take_sign(sign) {
            return Ok(());
        }
        let message = format!("`{sign}` is missing before {}", self.shown());
        Err(Unreadable { message, place: opened..self.words[self.at].place.end, help: None })
    }

    fn condition(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.wrong(format!("nested deeper than {MAX_DEPTH} levels"), None));
        }
        let start = self.start();
        let premise = self.alternatives()?;
        let whole = if self.take_bare("implies") {
            let conclusion = self.condition()?;
            self.call(start, Operator::Implies, vec![premise, conclusion])
        } else {
            premise
        };
        self.depth -= 1;
        Ok(whole)
    }

    fn call(&self, start: usize, operator: Operator, operands: Vec<Phrase>) -> Phrase {
        Phrase { says: PhraseMeaning::Call(operator, operands), place: self.from(start) }
    }

    fn alternatives(&mut self) -> Parsed {
        self.joined("or", Operator::Or, Self::requirements)
    }

    fn requirements(&mut self) -> Parsed {
        self.joined("and", Operator::And, Self::denial)
    }

    fn joined(&mut self, word: &str, operator: Operator, inner: fn(&mut Self) -> Parsed) -> Parsed {
        let start = self.start();
        let mut all = vec![inner(self)?];
        while self.take_bare(word) {
            all.push(inner(self)?);
        }
        match <[Phrase; 1]>::try_from(all) {
            Ok([only]) => Ok(only),
            Err(all) => Ok(self.call(start, operator, all)),
        }
    }

    fn denial(&mut self) -> Parsed {
        let start = self.start();
        if !self.take_bare("not") {
            return self.comparison();
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.wrong(format!("nested deeper than {MAX_DEPTH} levels"), None));
        }
        let inner = self.denial()?;
        self.depth -= 1;
        Ok(self.not(start, inner))
    }

    fn not(&self, start: usize, inner: Phrase) -> Phrase {
        Phrase { says: PhraseMeaning::Not(Box::new(inner)), place: self.from(start) }
    }

    fn comparison(&mut self) -> Parsed {
        let start = self.start();
        let left = self.sum()?;
        let (operator, is_denied) = match self.word() {
            ConditionWord::Sign("=") => (Operator::Equal, false),
            ConditionWord::Sign("!=") => (Operator::Equal, true),
            ConditionWord::Sign("<") => (Operator::Less, false),
            ConditionWord::Sign("<=") => (Operator::LessOrEqual, false),
            ConditionWord::Sign(">") => (Operator::Greater, false),
            ConditionWord::Sign(">=") => (Operator::GreaterOrEqual, false),
            ConditionWord::Bare(word) => match &**word {
                "in" => return self.membership(start, left),
                "not" if self.is_bare(self.at + 1, "in") => {
                    self.advance();
                    let inner = self.membership(start, left)?;
                    return Ok(self.not(start, inner));
                }
                word => match Verb::ALL.into_iter().find(|verb| verb.word() == word) {
                    Some(verb) => return self.verb(start, left, verb),
                    None => return Ok(left),
                },
            },
            _ => return Ok(left),
        };
        self.advance();
        let right = self.sum()?;
        let compared = self.call(start, operator, vec![left, right]);
        Ok(if is_denied { self.not(start, compared) } else { compared })
    }

    fn verb(&mut self, start: usize, left: Phrase, verb: Verb) -> Parsed {
        self.advance();
        let right = self.sum()?;
        Ok(Phrase { says: PhraseMeaning::Verb(verb, Box::new([left, right])), place: self.from(start) })
    }

    fn membership(&mut self, start: usize, left: Phrase) -> Parsed {
        self.advance();
        let second = self.start();
        let right = self.sum()?;
        if !self.take_sign("..") {
            return Ok(self.call(start, Operator::ValidValues, vec![left, right]));
        }
        let high = self.sum()?;
        let bounds = Phrase { says: PhraseMeaning::List(vec![right, high]), place: self.from(second) };
        Ok(self.call(start, Operator::InRange, vec![left, bounds]))
    }

    fn sum(&mut self) -> Parsed {
        let start = self.start();
        let mut chain = Chain::of(self.product()?);
        loop {
            let operator = if self.take_sign("+") {
                Operator::Add
            } else if self.take_sign("-") || self.splits_number() {
                Operator::Sub
            } else {
                return Ok(chain.phrase());
            };
            let right = self.product()?;
            self.link(start, &mut chain, operator, right)?;
        }
    }

    /// Whether a number with a sign comes, of which the sign is a minus: `a -1`. It is taken.
    fn splits_number(&mut self) -> bool {
        let Lexeme { word: ConditionWord::Number(number), place } = &mut self.words[self.at] else { return false };
        let Some(rest) = number.strip_prefix('-') else { return false };
        (*number, place.start) = (rest.to_owned(), place.start + 1);
        true
    }

    fn product(&mut self) -> Parsed {
        let start = self.start();
        let mut chain = Chain::of(self.operand()?);
        loop {
            let operator = match self.word() {
                ConditionWord::Sign("*") => Operator::Mul,
                ConditionWord::Sign("/") => Operator::Div,
                ConditionWord::Sign("%") => Operator::Mod,
                _ => return Ok(chain.phrase()),
            };
            self.advance();
            let right = self.operand()?;
            self.link(start, &mut chain, operator, right)?;
        }
    }

    fn link(&mut self, start: usize, chain: &mut Chain, operator: Operator, right: Phrase) -> Result<(), Unreadable> {
        self.turns += usize::from(chain.push(operator, right, self.from(start)));
        if self.turns > MAX_TURNS {
            return Err(self.wrong(format!("more than {MAX_TURNS} changes from one sign to another"), None));
        }
        Ok(())
    }

    fn operand(&mut self) -> Parsed {
        let start = self.start();
        let says = match self.word().clone() {
            ConditionWord::Bare(word) => match &*word {
                "true" => PhraseMeaning::Truth(true),
                "false" => PhraseMeaning::Truth(false),
                "null" => PhraseMeaning::Nothing,
                _ if self.is_called() => return self.operator(&word),
                word if is_keyword(word) => {
                    let message = format!("`{word}` cannot stand here");
                    return Err(self.wrong(message, Some("a name, a text, a number or a bracket is missing before it")));
                }
                _ => PhraseMeaning::Name(word),
            },
            ConditionWord::Quoted(name) => PhraseMeaning::Name(name),
            ConditionWord::Text(text) => PhraseMeaning::Text(text),
            ConditionWord::Number(number) => PhraseMeaning::Number(number),
            ConditionWord::Date(date) => PhraseMeaning::Date(date),
            ConditionWord::Sign("[") => {
                self.advance();
                let items = self.list("]", start)?;
                return Ok(Phrase { says: PhraseMeaning::List(items), place: self.from(start) });
            }
            ConditionWord::Sign("(") => {
                self.advance();
                let inner = self.condition()?;
                self.expect(")", start)?;
                return Ok(inner);
            }
            ConditionWord::Sign(_) | ConditionWord::End => {
                let message = format!("something is missing before {}", self.shown());
                return Err(self.wrong(message, Some("a name, a text in quotes, a number or a bracket")));
            }
        };
        self.advance();
        Ok(Phrase { says, place: self.from(start) })
    }

    /// Whether a bracket opens right behind the word.
    fn is_called(&self) -> bool {
        let next = &self.words[self.at + 1];
        next.word == ConditionWord::Sign("(") && next.place.start == self.words[self.at].place.end
    }

    fn operator(&mut self, name: &str) -> Parsed {
        let start = self.start();
        let known = OPERATORS.iter().find(|entry| entry.operator.name(Profile::LATEST) == name);
        let Some(entry) = known.filter(|entry| entry.operator != Operator::Not) else {
            let names = OPERATORS.iter().map(|entry| entry.operator.name(Profile::LATEST));
            let close = did_you_mean(name, names).map(did_you_mean_code);
            return Err(self.wrong(format!("there is no operator `{name}`"), close.as_deref()));
        };
        self.advance();
        let opened = self.start();
        self.advance();
        let operands = self.list(")", opened)?;
        Ok(self.call(start, entry.operator, operands))
    }

    /// What stands between brackets, of which the first is taken.
    fn list(&mut self, close: &str, opened: usize) -> Result<Vec<Phrase>, Unreadable> {
        let mut items = Vec::new();
        if self.take_sign(close) {
            return Ok(items);
        }
        loop {
            items.push(self.condition()?);
            if !self.take_sign(",") {
                self.expect(close, opened)?;
                return Ok(items);
            }
        }
    }
}
