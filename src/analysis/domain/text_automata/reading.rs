//! From expressions to the questions about texts that they ask.

use rustc_hash::FxHashSet;

use super::TextInput;
use super::automaton::TextAutomaton;
use crate::analysis::domain::concatenation::Concatenation;
use crate::analysis::domain::open_expressions::OpenExpressions;
use crate::analysis::domain::operands::{MAX_DEPTH, compared};
use crate::analysis::domain::reader::{Reader, ReadingPurpose};
use crate::analysis::value::{
    Configuration, Evaluator, Language, NoLogic, Number, Value, WEEKDAY, WEEKDAYS, operator_of,
};
use crate::source::syntax::vocabulary::{Layer, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// A longer text shows nothing that one of this length does not, or is not looked at.
const MAX_LETTERS: u32 = 1_000;

/// What an operand is.
enum TextOperand {
    /// The text of an input.
    Text(usize),
    /// A part of one.
    Part { input: usize, separator: u16, place: usize },
    /// Several texts put together.
    Whole(Concatenation),
    /// One of these values.
    Values(Vec<Value>),
    /// A truth value of which the questions were noted.
    Truth,
}

/// Reads the expressions of one language.
pub(super) struct TextReader<'r, 'm> {
    language: &'r Language<'m>,
    given: &'r Configuration,
    inputs: &'r [TextInput],
    known: &'r dyn Fn(&str) -> Option<Vec<Value>>,
    automata: Vec<Vec<TextAutomaton>>,
    /// By input: whether it is compared with another one.
    is_compared: Vec<bool>,
    /// What was read of which expressions.
    seen: FxHashSet<(ReadingPurpose, YamlId)>,
    /// Those that read an input.
    open: OpenExpressions<'r, 'm>,
    depth: usize,
}

impl<'r, 'm> TextReader<'r, 'm> {
    pub(super) fn new(
        (language, given): (&'r Language<'m>, &'r Configuration),
        inputs: &'r [TextInput],
        known: &'r dyn Fn(&str) -> Option<Vec<Value>>,
    ) -> Self {
        let (automata, is_compared) = (vec![Vec::new(); inputs.len()], vec![false; inputs.len()]);
        let open = OpenExpressions::of(language, inputs.iter().map(|input| &*input.name));
        let seen = FxHashSet::default();
        Self { language, given, inputs, known, automata, is_compared, seen, open, depth: MAX_DEPTH }
    }

    /// By input: the questions, and whether it is compared with another input.
    pub(super) fn finish(self) -> Vec<(Vec<TextAutomaton>, bool)> {
        self.automata.into_iter().zip(self.is_compared).collect()
    }

    /// Reads what a reader asks; none where that is something else.
    pub(super) fn reader(&mut self, reader: &Reader<'_, 'm>) -> Option<()> {
        match (reader.expression, reader.asks) {
            // Texts are neither false nor 0.
            (None, _) => Some(()),
            (Some(expression), ReadingPurpose::Truth) => self.truth(expression),
            (Some(expression), ReadingPurpose::Definedness) => self.definedness(expression),
            (Some(expression), ReadingPurpose::Value) => (!self.is_open(expression)).then_some(()),
        }
    }

    fn is_open(&mut self, yaml: Yaml<'m>) -> bool {
        self.open.has(yaml)
    }

    /// Reads a condition.
    fn truth(&mut self, yaml: Yaml<'m>) -> Option<()> {
        if !self.is_open(yaml) || !self.seen.insert((ReadingPurpose::Truth, yaml.id())) {
            return Some(());
        }
        self.depth = self.depth.checked_sub(1)?;
        let (entry, operand) = operator_of(yaml, self.language.profile()).ok()??;
        let read = match (entry.operator, entry.layer) {
            (Operator::LogicExpression | Operator::ValueExpression, _) => {
                self.truth(self.language.expression(operand.text())?)
            }
            (_, Layer::Logic) if operand.is_sequence() => operand.items().try_for_each(|item| self.truth(item)),
            (_, Layer::Logic) => self.truth(operand),
            (operator, _) if operator.compares_lengths() => self.measure(operand),
            (operator, _) if operator.compares_values() => self.comparison(operator, operand),
            _ => None,
        };
        self.depth += 1;
        read
    }

    /// Reads a comparison of a length with a number.
    fn measure(&mut self, operand: Yaml<'m>) -> Option<()> {
        let operands: Vec<Yaml<'m>> = operand.items().collect();
        let [text, number] = operands[..] else { return None };
        let TextOperand::Values(values) = self.operand(number)? else { return None };
        let lengths = values.iter().map(lengths).collect::<Option<Vec<_>>>()?.concat();
        match self.operand(text)? {
            TextOperand::Text(input) => self.automata[input].push(TextAutomaton::Length(lengths)),
            TextOperand::Whole(whole) => {
                let most = lengths.into_iter().max();
                let counted: Vec<usize> = most.map_or(Vec::new(), |most| (0..=most).collect());
                for (input, automata) in self.inputs.iter().zip(&mut self.automata) {
                    automata.extend(whole.has(&input.name).then(|| TextAutomaton::Length(counted.clone())));
                }
            }
            TextOperand::Values(_) => {}
            TextOperand::Part { .. } | TextOperand::Truth => return None,
        }
        Some(())
    }

    fn comparison(&mut self, operator: Operator, operand: Yaml<'m>) -> Option<()> {
        let (first, others) = compared(operator, operand)?;
        let is_order = operator.is_order();
        for other in others {
            let pair = (self.operand(first)?, self.operand(other)?);
            self.pair(pair, is_order)?;
        }
        Some(())
    }

    /// Notes what the comparison of two operands asks.
    fn pair(&mut self, pair: (TextOperand, TextOperand), is_order: bool) -> Option<()> {
        match pair {
            (TextOperand::Values(_) | TextOperand::Truth, TextOperand::Values(_) | TextOperand::Truth) => Some(()),
            (TextOperand::Text(input), TextOperand::Text(other)) => {
                if input != other {
                    self.is_compared[input] = true;
                    self.is_compared[other] = true;
                }
                Some(())
            }
            (TextOperand::Text(input), TextOperand::Values(values))
            | (TextOperand::Values(values), TextOperand::Text(input)) => {
                let texts = texts(&values, is_order)?;
                self.automata[input].extend(texts.into_iter().map(TextAutomaton::Order));
                Some(())
            }
            (TextOperand::Part { input, separator, place }, TextOperand::Values(values))
            | (TextOperand::Values(values), TextOperand::Part { input, separator, place }) => {
                let texts = texts(&values, is_order)?;
                self.automata[input].extend(texts.into_iter().map(|text| TextAutomaton::Part {
                    separator,
                    place,
                    text,
                }));
                Some(())
            }
            (TextOperand::Whole(whole), TextOperand::Values(values))
            | (TextOperand::Values(values), TextOperand::Whole(whole)) => {
                if is_order {
                    return None;
                }
                for text in values.iter().filter_map(Value::as_str) {
                    self.pieces(&whole, text)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Notes what inputs have to be for `whole` to be a text.
    fn pieces(&mut self, whole: &Concatenation, text: &str) -> Option<()> {
        for (place, input) in self.inputs.iter().enumerate() {
            let pieces = whole.pieces(&input.name, text)?;
            self.automata[place]
                .extend(pieces.iter().map(|piece| TextAutomaton::Order(piece.encode_utf16().collect())));
        }
        Some(())
    }

    /// What an operand is; none for anything else.
    fn operand(&mut self, yaml: Yaml<'m>) -> Option<TextOperand> {
        if !self.is_open(yaml) {
            return self.values(yaml).map(TextOperand::Values);
        }
        let (entry, operand) = operator_of(yaml, self.language.profile()).ok()??;
        match entry.operator {
            Operator::VariabilityInput => self.place(operand).map(TextOperand::Text),
            Operator::ValueExpression => {
                self.depth = self.depth.checked_sub(1)?;
                let found = self.operand(self.language.expression(operand.text())?);
                self.depth += 1;
                found
            }
            Operator::Token => self.part(operand),
            Operator::Concat | Operator::Join => Concatenation::read(self.language, yaml).map(TextOperand::Whole),
            operator if operator.compares_values() || operator.compares_lengths() || entry.layer == Layer::Logic => {
                self.truth(yaml).map(|()| TextOperand::Truth)
            }
            _ => None,
        }
    }

    fn place(&self, name: Yaml<'m>) -> Option<usize> {
        self.inputs.iter().position(|input| *input.name == *name.text())
    }

    /// A part of a text between separators of one letter.
    fn part(&mut self, operand: Yaml<'m>) -> Option<TextOperand> {
        let operands: Vec<Yaml<'m>> = operand.items().collect();
        let [text, separator, place] = operands[..] else { return None };
        let TextOperand::Text(input) = self.operand(text)? else { return None };
        let separator: Vec<u16> = separator.as_str()?.encode_utf16().collect();
        let [separator] = separator[..] else { return None };
        let place = Value::from_yaml(place)
            .as_number()
            .and_then(Number::to_i64)
            .filter(|place| *place <= i64::from(MAX_LETTERS))?;
        let place = usize::try_from(place).ok()?;
        Some(TextOperand::Part { input, separator, place })
    }

    /// The values of what reads none of the texts, where these are few.
    fn values(&self, yaml: Yaml<'m>) -> Option<Vec<Value>> {
        let read = self.language.inputs_of(yaml);
        if read.iter().all(|name| self.given.value(name).is_some_and(|value| *value != Value::Null)) {
            return Some(
                Evaluator::new(self.language, self.given).evaluate(yaml, &mut NoLogic).ok()?.into_iter().collect(),
            );
        }
        let (entry, operand) = operator_of(yaml, self.language.profile()).ok()??;
        match entry.operator {
            Operator::Weekday if read.iter().all(|name| name == WEEKDAY) => Some(WEEKDAYS.map(Value::string).to_vec()),
            Operator::VariabilityInput => (self.known)(operand.text()),
            Operator::ValueExpression => self.values(self.language.expression(operand.text())?),
            operator if operator.compares_values() || operator.compares_lengths() => {
                Some([false, true].map(Value::Boolean).to_vec())
            }
            _ => None,
        }
    }

    /// Reads what makes evaluation fail, or give no value.
    fn definedness(&mut self, yaml: Yaml<'m>) -> Option<()> {
        if !self.is_open(yaml) || !self.seen.insert((ReadingPurpose::Definedness, yaml.id())) {
            return Some(());
        }
        let (entry, operand) = operator_of(yaml, self.language.profile()).ok()??;
        match entry.operator {
            Operator::VariabilityInput => Some(()),
            Operator::Concat if operand.is_sequence() => operand.items().try_for_each(|item| self.definedness(item)),
            Operator::Token => {
                let TextOperand::Part { input, separator, place } = self.part(operand)? else { return None };
                self.automata[input].push(TextAutomaton::Part { separator, place, text: Vec::new() });
                Some(())
            }
            _ => self.truth(yaml),
        }
    }
}

/// The texts among values with which something is compared; none where an order with something else is asked for, and with dates, which
/// the input may be.
fn texts(values: &[Value], is_order: bool) -> Option<Vec<Vec<u16>>> {
    if values.iter().any(|value| matches!(value, Value::Instant(_))) {
        return None;
    }
    let text = |value: &Value| value.as_str().map(|text| text.encode_utf16().collect::<Vec<u16>>());
    if is_order { values.iter().map(text).collect() } else { Some(values.iter().filter_map(text).collect()) }
}

/// Whether no text that is looked at is so long.
pub(super) fn is_long(length: &Value) -> bool {
    length.as_number().is_some_and(|length| length.to_f64() > f64::from(MAX_LETTERS))
}

/// Lengths at which a comparison with a value may change; none where they are too great.
pub(super) fn lengths(value: &Value) -> Option<Vec<usize>> {
    let number = value.as_number()?.to_f64();
    if number > f64::from(MAX_LETTERS) {
        return None;
    }
    // No text has a negative length.
    let whole = [number.floor(), number.ceil()].into_iter().filter_map(|length| Number::float(length).to_i64());
    Some(whole.filter_map(|length| usize::try_from(length).ok()).collect())
}
