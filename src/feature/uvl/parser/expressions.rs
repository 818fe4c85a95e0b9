//! Constraints, by operator precedence and without recursion (Dijkstra's shunting yard).
//!
//! From the loosest: `<=>`, `=>`, `|`, `&`, `!`, comparisons, `+ -`, `* /`, the sign. All binary operators associate to the
//! left, as in the grammar of the language.

use super::super::syntax::{ComparisonOperator, Expression, Function, Operator, Spanned};
use super::super::token::{Quoting, Symbol, Token};
use super::attributes::number;
use super::other_words::help_with_function;
use super::{Parsed, Parser};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};

/// An operator that waits for its right operand, or a parenthesis for its end.
#[derive(Clone, Copy)]
enum Pending {
    Parenthesis,
    Not,
    Negative,
    Binary(Operator),
}

/// Precedences that are no binary operator's.
const NOT: u8 = 5;
const NEGATIVE: u8 = 9;

fn precedence(operator: Operator) -> u8 {
    match operator {
        Operator::Equivalent => 1,
        Operator::Implies => 2,
        Operator::Or => 3,
        Operator::And => 4,
        Operator::Compare(_) => 6,
        Operator::Add | Operator::Subtract => 7,
        Operator::Multiply | Operator::Divide => 8,
    }
}

/// An expression that is being read.
#[derive(Default)]
struct ShuntingYard {
    operands: Vec<usize>,
    /// With the offset where each begins.
    pending: Vec<(Pending, u32)>,
    /// How many of them are parentheses.
    parentheses: usize,
}

impl Parser<'_> {
    /// Reads an expression up to the first word that cannot belong to it; its position in the document.
    pub(super) fn expression(&mut self) -> Parsed<usize> {
        let mut yard = ShuntingYard::default();
        loop {
            self.operand(&mut yard)?;
            while yard.parentheses > 0 && self.take(Symbol::CloseParenthesis) {
                self.close(&mut yard);
            }
            let Some(operator) = self.binary_operator() else { break };
            if let Operator::Compare(_) = operator {
                self.only_comparison(&mut yard)?;
            }
            self.reduce(&mut yard, precedence(operator));
            yard.pending.push((Pending::Binary(operator), self.peek().start as u32));
            self.advance();
        }
        self.reduce(&mut yard, 0);
        if yard.parentheses > 0 {
            return Err(self.expected("an operator or `)`"));
        }
        Ok(yard.operands.pop().expect("each operator has its operands"))
    }

    /// Refuses a comparison whose left side is one already: a comparison has two sides.
    fn only_comparison(&mut self, yard: &mut ShuntingYard) -> Parsed<()> {
        self.reduce(yard, precedence(Operator::Add));
        let (Some((Pending::Binary(Operator::Compare(_)), _)), [.., first, middle]) =
            (yard.pending.last(), &yard.operands[..])
        else {
            return Ok(());
        };
        let expressions = &self.document.expressions;
        let (first, middle) = (expressions[*first].span, expressions[*middle].span);
        let text = |start: u32, end: u32| &self.text[start as usize..end as usize];
        let (left, middle) = (text(first.start, middle.end), text(middle.start, middle.end));
        let word = self.peek();
        let help = format!("write two comparisons: `{left} & {middle} {} …`", &self.text[word.start..word.end]);
        let diagnostic =
            self.fault_as(Code::MalformedUvl, word, "a comparison has two sides, and this would be the third");
        Err(Box::new(diagnostic.help(help)))
    }

    /// Prefixes and one operand.
    fn operand(&mut self, yard: &mut ShuntingYard) -> Parsed<()> {
        loop {
            let word = self.peek();
            let prefix = match word.token {
                Token::Symbol(Symbol::OpenParenthesis) => Pending::Parenthesis,
                Token::Symbol(Symbol::Not) => Pending::Not,
                Token::Symbol(Symbol::Minus) => Pending::Negative,
                _ => break,
            };
            yard.parentheses += usize::from(matches!(prefix, Pending::Parenthesis));
            yard.pending.push((prefix, word.start as u32));
            self.advance();
        }
        let word = self.peek();
        let text = &self.text[word.start..word.end];
        let (expression, span) = match word.token {
            Token::Number => (Expression::Number(number(text)), self.span(word)),
            Token::Text => (Expression::Text(text.to_owned()), self.span(word)),
            Token::Name(_) => return self.reference_or_call(yard),
            _ => return Err(self.expected("a feature, a number, a text or `(`")),
        };
        self.advance();
        yard.operands.push(self.keep(expression, span));
        Ok(())
    }

    fn reference_or_call(&mut self, yard: &mut ShuntingYard) -> Parsed<()> {
        let word = self.peek();
        let is_call = word.token == Token::Name(Quoting::Plain)
            && self.words[self.at + 1].token == Token::Symbol(Symbol::OpenParenthesis);
        if !is_call {
            let Spanned { value, span } = self.reference()?;
            if word.token == Token::Name(Quoting::Quoted) {
                self.document.quoted.push(span);
            }
            yard.operands.push(self.keep(Expression::Reference(value), span));
            return Ok(());
        }
        let function = match &self.text[word.start..word.end] {
            "sum" => Function::Sum,
            "avg" => Function::Average,
            "len" => Function::Length,
            "floor" => Function::Floor,
            "ceil" => Function::Ceiling,
            name => {
                let message = format!("there is no function `{name}`: known are sum, avg, len, floor and ceil");
                return Err(help_with_function(self.fault_as(Code::UnsupportedUvl, word, &message), name));
            }
        };
        self.advance();
        self.advance();
        let mut arguments = vec![self.reference()?];
        while self.take(Symbol::Comma) {
            arguments.push(self.reference()?);
        }
        self.require(Symbol::CloseParenthesis)?;
        let mut span = self.span(word);
        span.end = self.words[self.at - 1].end as u32;
        if !(1..=most_arguments(function)).contains(&arguments.len()) {
            return Err(Box::new(Diagnostic::new(Code::MalformedUvl, span, "too many arguments")));
        }
        yard.operands.push(self.keep(Expression::Call(function, arguments), span));
        Ok(())
    }

    fn binary_operator(&self) -> Option<Operator> {
        let Token::Symbol(symbol) = self.peek().token else { return None };
        Some(match symbol {
            Symbol::Equivalent => Operator::Equivalent,
            Symbol::Implies => Operator::Implies,
            Symbol::Or => Operator::Or,
            Symbol::And => Operator::And,
            Symbol::Equal => Operator::Compare(ComparisonOperator::Equal),
            Symbol::Different => Operator::Compare(ComparisonOperator::Different),
            Symbol::Less => Operator::Compare(ComparisonOperator::Less),
            Symbol::LessOrEqual => Operator::Compare(ComparisonOperator::LessOrEqual),
            Symbol::Greater => Operator::Compare(ComparisonOperator::Greater),
            Symbol::GreaterOrEqual => Operator::Compare(ComparisonOperator::GreaterOrEqual),
            Symbol::Plus => Operator::Add,
            Symbol::Minus => Operator::Subtract,
            Symbol::Star => Operator::Multiply,
            Symbol::Slash => Operator::Divide,
            _ => return None,
        })
    }

    /// Applies the pending operators that bind at least as tightly, up to a parenthesis.
    fn reduce(&mut self, yard: &mut ShuntingYard, least: u8) {
        while let Some(&(pending, start)) = yard.pending.last() {
            let tightness = match pending {
                Pending::Parenthesis => return,
                Pending::Not => NOT,
                Pending::Negative => NEGATIVE,
                Pending::Binary(operator) => precedence(operator),
            };
            if tightness < least {
                return;
            }
            yard.pending.pop();
            let last = yard.operands.pop().expect("an operator is applied behind its last operand");
            let mut span = self.document.expressions[last].span;
            let expression = match pending {
                Pending::Binary(operator) => {
                    let first = yard.operands.pop().expect("a binary operator follows its first operand");
                    span.start = self.document.expressions[first].span.start;
                    Expression::Binary(operator, first, last)
                }
                Pending::Negative => Expression::Negative(last),
                Pending::Not | Pending::Parenthesis => Expression::Not(last),
            };
            span.start = span.start.min(start);
            yard.operands.push(self.keep(expression, span));
        }
    }

    /// Ends the innermost parenthesis.
    fn close(&mut self, yard: &mut ShuntingYard) {
        self.reduce(yard, 0);
        yard.parentheses -= 1;
        if let Some((_, start)) = yard.pending.pop() {
            let operand = *yard.operands.last().expect("a parenthesis holds an operand");
            let span = &mut self.document.expressions[operand].span;
            *span = Span { start, end: self.words[self.at - 1].end as u32, ..*span };
        }
    }

    fn keep(&mut self, value: Expression, span: Span) -> usize {
        self.document.expressions.push(Spanned { value, span });
        self.document.expressions.len() - 1
    }
}

fn most_arguments(function: Function) -> usize {
    match function {
        Function::Sum | Function::Average => 2,
        Function::Length | Function::Floor | Function::Ceiling => 1,
    }
}
