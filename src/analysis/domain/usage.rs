//! What expressions do with an input, as far as that says which values can matter.

use rustc_hash::FxHashSet;

use super::concatenation::ComparedConcatenation;
use super::operands::constant;
use super::reader::Reader;
use crate::analysis::value::{DistinctValues, Language, Number, Value, is_literal, operator_of, scalars, text_length};
use crate::source::Span;
use crate::source::syntax::vocabulary::{Layer, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// A text in more parts shows nothing that one in fewer parts does not.
const MAX_PARTS: usize = 1_000;

/// How an input is used.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// Literals that it is compared with, each once.
    pub(super) literals: DistinctValues,
    /// Numbers that the length of its text is compared with.
    pub(super) lengths: Vec<Number>,
    /// Parts that are taken from its text: what separates them, and the place, from 0.
    pub(super) tokens: Vec<(String, usize)>,
    /// Whether it is compared by order.
    pub(super) is_ordered: bool,
    /// Whether it is compared as a date.
    pub(super) is_date: bool,
    /// Whether it is compared with literals otherwise than as a date.
    pub(super) is_value: bool,
    /// Whether it is a condition itself.
    pub(super) is_condition: bool,
    /// Where something else is done with it: then literals do not say which values matter.
    pub(super) other_use: Option<Span>,
    /// The inputs, be it itself, that it meets in comparisons of dates.
    pub(super) dates_met: Vec<String>,
    /// Whether `other_use` is more than comparing it with these.
    pub(super) has_use_beyond_dates: bool,
}

/// How the expressions of `readers` use the input called `name`.
pub(super) fn usage(name: &str, readers: &[&Reader<'_, '_>]) -> Usage {
    let mut usage = Usage::default();
    for readers in readers.chunk_by(|one, next| std::ptr::eq(one.language, next.language)) {
        let language = readers[0].language;
        let mut walk = UsageWalk { language, name, usage, seen: FxHashSet::default(), open: Vec::new() };
        readers.iter().filter_map(|reader| reader.expression).for_each(|expression| walk.visit(expression));
        usage = walk.usage;
    }
    usage
}

struct UsageWalk<'l, 'm> {
    language: &'l Language<'m>,
    name: &'l str,
    usage: Usage,
    seen: FxHashSet<YamlId>,
    open: Vec<Yaml<'m>>,
}

impl<'m> UsageWalk<'_, 'm> {
    fn visit(&mut self, expression: Yaml<'m>) {
        self.open.push(expression);
        if self.is_input(expression) {
            self.usage.is_condition = true;
        }
        while let Some(yaml) = self.open.pop() {
            if !yaml.is_scalar() && self.seen.insert(yaml.id()) {
                self.step(yaml);
            }
        }
    }

    fn step(&mut self, yaml: Yaml<'m>) {
        self.open.extend(yaml.items());
        let Ok(Some((entry, operand))) = operator_of(yaml, self.language.profile()) else { return };
        match entry.operator {
            Operator::VariabilityInput => {}
            Operator::ValueExpression | Operator::LogicExpression => self.open.extend(self.body(operand)),
            Operator::Equal | Operator::ValidValues if self.takes_apart(operand) => {}
            operator => {
                self.operands(operator, entry.layer, operand);
                self.open.push(operand);
            }
        }
    }

    /// Whether a text with the input as a part is compared with literals; then the pieces of these matter.
    fn takes_apart(&mut self, operand: Yaml<'m>) -> bool {
        if operand.items().any(|item| self.is_input(item)) {
            return false;
        }
        let Some(ComparedConcatenation { whole, literals }) = ComparedConcatenation::of(self.language, operand) else {
            return false;
        };
        if !whole.has(self.name) {
            return false;
        }
        // What is no text equals none.
        let texts = literals.iter().filter_map(Value::as_str);
        let pieces: Option<Vec<Vec<String>>> = texts.map(|text| whole.pieces(self.name, text)).collect();
        let Some(pieces) = pieces else { return false };
        self.usage.is_value = true;
        pieces.into_iter().flatten().for_each(|piece| self.mention(&piece.into()));
        true
    }

    fn operands(&mut self, operator: Operator, layer: Layer, operand: Yaml<'m>) {
        let operands: Vec<Yaml<'m>> = if operand.is_sequence() { operand.items().collect() } else { vec![operand] };
        if operator.compares_lengths() && self.is_length_of(&operands) {
            return;
        }
        let (own, others): (Vec<_>, Vec<_>) = operands.into_iter().partition(|operand| self.is_input(*operand));
        let inside_lists = others.iter().flat_map(|other| other.items()).any(|item| self.is_input(item));
        if own.is_empty() && !inside_lists {
            return;
        }
        if layer == Layer::Logic {
            self.usage.is_condition = true;
            return;
        }
        if operator.compares_dates() && self.meets_dates(&own, &others, operand) {
            return;
        }
        let compares = operator.compares();
        let is_plain = compares && !inside_lists && others.iter().all(is_literal) && own.len() == 1;
        if !is_plain {
            self.usage.other_use.get_or_insert(operand.span());
            self.usage.has_use_beyond_dates = true;
        }
        if let (Operator::Token, [separator, place]) = (operator, others.as_slice()) {
            let place = Value::from_yaml(*place).as_number().and_then(Number::to_i64);
            let place = place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place <= MAX_PARTS);
            self.usage.tokens.extend(separator.as_str().map(str::to_owned).zip(place));
        }
        if operator.compares_lengths() {
            let numbers = others.into_iter().flat_map(scalars).map(Value::from_yaml);
            self.usage.lengths.extend(numbers.filter_map(|number| number.as_compared()));
            return;
        }
        self.usage.is_date |= operator.compares_dates();
        self.usage.is_value |= !operator.compares_dates();
        self.usage.is_ordered |= operator.is_order();
        // An order takes what is empty for 0.
        if operator.is_order() && others.iter().any(|other| other.is_null() || other.is_sequence() && other.is_empty())
        {
            self.mention(&Value::integer(0));
        }
        for literal in others.into_iter().flat_map(scalars) {
            self.mention(&Value::from_yaml(literal));
        }
    }

    /// Whether the input is compared as a date with others, or with itself, and else with nothing but literals.
    fn meets_dates(&mut self, own: &[Yaml<'m>], others: &[Yaml<'m>], operand: Yaml<'m>) -> bool {
        let parts = |yaml: &Yaml<'m>| if yaml.is_sequence() { yaml.items().collect() } else { vec![*yaml] };
        let all: Vec<Yaml<'m>> = own.iter().chain(others).flat_map(parts).collect();
        let (literals, read): (Vec<Yaml<'m>>, Vec<Yaml<'m>>) = all.into_iter().partition(|part| part.is_scalar());
        let Some(inputs) = read.into_iter().map(|part| self.language.input_behind(part)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        if inputs.len() < 2 {
            return false;
        }
        self.usage.other_use.get_or_insert(operand.span());
        self.usage.is_date = true;
        self.usage.dates_met.extend(inputs.into_iter().map(str::to_owned));
        literals.into_iter().for_each(|literal| self.mention(&Value::from_yaml(literal)));
        true
    }

    /// Whether the input is compared with the length of a text that reads no input; then that length matters.
    fn is_length_of(&mut self, operands: &[Yaml<'m>]) -> bool {
        let [text, number] = operands[..] else { return false };
        let Some(text) = constant(self.language, text).filter(|_| self.is_input(number)) else { return false };
        self.usage.is_value = true;
        self.usage.is_ordered = true;
        if let Some(text) = text.as_str() {
            self.mention(&Value::Number(text_length(text)));
        }
        true
    }

    fn mention(&mut self, literal: &Value) {
        if *literal != Value::Null {
            self.usage.literals.insert(literal);
        }
    }

    fn body(&self, name: Yaml<'m>) -> Option<Yaml<'m>> {
        if name.is_scalar() { self.language.expression(name.text()) } else { None }
    }

    /// Whether `operand` is the input, directly or as the whole of a named expression.
    fn is_input(&self, operand: Yaml<'m>) -> bool {
        self.language.input_behind(operand) == Some(self.name)
    }
}
