//! Scripts in SMT-LIB, read and solved here by trying: slow, and sharing nothing with the program.

use std::collections::{BTreeMap, BTreeSet};

/// An expression as it is written.
#[derive(Debug)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

/// What is asserted about Boolean constants, and whose values are asked for.
#[derive(Debug, Default)]
pub struct Script {
    constants: BTreeMap<String, usize>,
    asserted: Vec<Sentence>,
    asked: Vec<usize>,
    is_checked: bool,
}

#[derive(Clone, Debug)]
enum Sentence {
    Value(bool),
    Constant(usize),
    Not(Box<Sentence>),
    And(Vec<Sentence>),
    Or(Vec<Sentence>),
}

/// What is written between spaces, brackets and bars; comments say nothing.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut letters) = (Vec::new(), text.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            ';' => while letters.next_if(|&letter| letter != '\n').is_some() {},
            '(' | ')' => words.push(letter.to_string()),
            '|' => {
                let name: String = letters.by_ref().take_while(|&letter| letter != '|').collect();
                words.push(format!("|{name}"));
            }
            _ if letter.is_whitespace() => {}
            _ => {
                let mut word = letter.to_string();
                while let Some(letter) = letters.next_if(|letter| !letter.is_whitespace() && !"()|;".contains(*letter))
                {
                    word.push(letter);
                }
                words.push(word);
            }
        }
    }
    words
}

fn terms(words: Vec<String>) -> Vec<Term> {
    let mut open = vec![Vec::new()];
    for word in words {
        match word.as_str() {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = open.pop().expect("brackets are closed after they were opened");
                open.last_mut().expect("brackets are closed after they were opened").push(Term::List(list));
            }
            _ => open.last_mut().expect("one list is always open").push(Term::Word(word)),
        }
    }
    assert_eq!(open.len(), 1, "all brackets are closed");
    open.remove(0)
}

impl Term {
    fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::List(_) => "",
        }
    }
}

impl Script {
    /// Reads a script of declarations, assertions, one check and the values of constants.
    pub fn of(text: &str) -> Self {
        let mut script = Self::default();
        for command in terms(words(text)) {
            let Term::List(parts) = command else { panic!("a command stands in brackets") };
            match (parts[0].word(), &parts[1..]) {
                ("set-logic", [logic]) => assert_eq!(logic.word(), "QF_UF"),
                ("declare-const", [name, sort]) => {
                    assert_eq!(sort.word(), "Bool");
                    let number = script.constants.len();
                    let is_new = script.constants.insert(name.word().to_owned(), number).is_none();
                    assert!(is_new, "{name:?} is declared twice");
                }
                ("assert", [sentence]) => {
                    let sentence = script.sentence(sentence);
                    script.asserted.push(sentence);
                }
                ("check-sat", []) => script.is_checked = true,
                ("get-value", [Term::List(names)]) => {
                    script.asked = names.iter().map(|name| script.constants[name.word()]).collect();
                }
                other => panic!("no command: {other:?}"),
            }
        }
        assert!(script.is_checked, "nothing is asked for");
        script
    }

    fn sentence(&self, term: &Term) -> Sentence {
        match term {
            Term::Word(word) if word == "true" || word == "false" => Sentence::Value(word == "true"),
            Term::Word(word) => Sentence::Constant(self.constants[word]),
            Term::List(parts) => {
                let operands: Vec<Sentence> = parts[1..].iter().map(|part| self.sentence(part)).collect();
                match (parts[0].word(), &operands[..]) {
                    ("not", [operand]) => Sentence::Not(Box::new(operand.clone())),
                    ("and", _) => Sentence::And(operands),
                    ("or", _) => Sentence::Or(operands),
                    other => panic!("no sentence: {other:?}"),
                }
            }
        }
    }

    /// In how many ways the constants that are asked for can be part of a model; none if there are more than `most`, or
    /// that takes too long to find out.
    pub fn count(&self, most: usize) -> Option<usize> {
        let mut search = Search { script: self, found: BTreeSet::new(), left: 3_000_000, most };
        let hidden = (0..self.constants.len()).filter(|number| !self.asked.contains(number));
        let order: Vec<usize> = self.asked.iter().copied().chain(hidden).collect();
        let values = vec![None; self.constants.len()];
        search.below(&order, values, &mut (0..self.asserted.len()).collect::<Vec<_>>())?;
        Some(search.found.len())
    }
}

struct Search<'s> {
    script: &'s Script,
    found: BTreeSet<Vec<bool>>,
    /// Sentences that may still be looked at.
    left: usize,
    most: usize,
}

impl Search<'_> {
    /// Whether there is a model with these values; with those of all that is asked for, one is enough.
    fn below(&mut self, order: &[usize], mut values: Vec<Option<bool>>, open: &mut Vec<usize>) -> Option<bool> {
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            self.left = self.left.checked_sub(open.len())?;
            let mut still = Vec::new();
            for &place in open.iter() {
                match value(&self.script.asserted[place], &values) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => {
                        is_settled &= !forced(&self.script.asserted[place], true, &mut values);
                        still.push(place);
                    }
                }
            }
            *open = still;
        }
        let Some(next) = order.iter().position(|&number| values[number].is_none()) else {
            let asked = self.script.asked.iter().map(|&number| values[number] == Some(true));
            self.found.insert(asked.collect());
            return (self.found.len() <= self.most).then_some(true);
        };
        let is_hidden = !self.script.asked.contains(&order[next]);
        let mut has_model = false;
        for choice in [false, true] {
            let mut values = values.clone();
            values[order[next]] = Some(choice);
            has_model |= self.below(&order[next + 1..], values, &mut open.clone())?;
            if has_model && is_hidden {
                break;
            }
        }
        Some(has_model)
    }
}

/// The value of a sentence, as far as it is known.
fn value(sentence: &Sentence, values: &[Option<bool>]) -> Option<bool> {
    let all = |operands: &[Sentence], neutral: bool| {
        let known = operands.iter().map(|operand| value(operand, values));
        let mut is_known = true;
        for value in known {
            match value {
                Some(value) if value != neutral => return Some(!neutral),
                Some(_) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(neutral)
    };
    match sentence {
        Sentence::Value(value) => Some(*value),
        Sentence::Constant(number) => values[*number],
        Sentence::Not(operand) => value(operand, values).map(|value| !value),
        Sentence::And(operands) => all(operands, true),
        Sentence::Or(operands) => all(operands, false),
    }
}

/// Gives values to constants that have to have them for a sentence to be so; whether there are any.
fn forced(sentence: &Sentence, so: bool, values: &mut [Option<bool>]) -> bool {
    match sentence {
        Sentence::Value(_) => false,
        Sentence::Constant(number) => values[*number].replace(so).is_none(),
        Sentence::Not(operand) => forced(operand, !so, values),
        Sentence::And(operands) | Sentence::Or(operands) => {
            let is_and = matches!(sentence, Sentence::And(_));
            let open: Vec<&Sentence> = operands.iter().filter(|operand| value(operand, values).is_none()).collect();
            match open[..] {
                [only] => forced(only, so, values),
                _ if is_and == so => open.into_iter().fold(false, |any, operand| {
                    let is_open = value(operand, values).is_none();
                    (is_open && forced(operand, so, values)) || any
                }),
                _ => false,
            }
        }
    }
}
