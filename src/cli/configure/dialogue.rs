//! What is asked, and what becomes of answers.

use std::fmt::Write as _;
use std::time::Duration;

use variscope::analysis::question::{
    AllVariants, Choice, ChoiceInput, CountDetail, InputOverview, Limits, VariantCount, Variants, input_overviews,
};
use variscope::analysis::value::{Assembly, Configuration, Given, Provenance, Value, check_given};
use variscope::output::render::ranges::ranges;
use variscope::source::counted::counted;
use variscope::source::diagnostic::yaml_name;
use variscope::source::printable::printable;

/// How long counting the variants of one value may take.
const COUNTING_TIME: Duration = Duration::from_secs(2);

/// Values of which it is said how many variants are left; of more, only whether there are any.
const MAX_COUNTED_VALUES: usize = 8;

/// Questions about one template.
pub struct Dialogue<'a, 'm> {
    variants: &'a Variants<'m>,
    all: AllVariants<'a, 'm>,
    limits: Limits,
    /// What `--where` says: it holds for what is counted, and does not get into the file.
    conditions: &'a [String],
    inputs: Vec<InputOverview>,
    /// The input that comes next.
    next: usize,
    chosen: Configuration,
    /// What was chosen here, in order, and whether it was forced.
    answers: Vec<(Choice, bool)>,
    /// The values that were shown.
    shown: Vec<Value>,
    /// Those of them that can be chosen by their letters.
    offered: Vec<Value>,
}

/// A value that is shown, in words.
struct Offer {
    value: Value,
    words: String,
}

/// Why there are no more questions.
pub enum End {
    /// Nothing is to be written.
    Quit,
    /// What was chosen so far is to be written.
    Enough,
}

impl<'a, 'm> Dialogue<'a, 'm> {
    pub fn of(variants: &'a Variants<'m>, limits: &'a Limits, conditions: &'a [String]) -> Self {
        let chosen = variants.configuration().clone();
        let mut inputs = input_overviews(variants.model());
        inputs.retain(|input| chosen.value(&input.name).is_none());
        let limits_of_one = Limits { budget: limits.budget.clone().with_time(COUNTING_TIME), ..limits.clone() };
        Self {
            variants,
            all: variants.all(limits),
            limits: limits_of_one,
            conditions,
            inputs,
            next: 0,
            chosen,
            answers: Vec::new(),
            shown: Vec::new(),
            offered: Vec::new(),
        }
    }

    pub fn is_void(&self) -> bool {
        let count = self.left(&self.chosen);
        count.exactness.is_exact() && count.variants == 0_u8.into()
    }

    pub fn greeting(&self) -> String {
        let count = variants_in_words(&self.left(&self.chosen));
        format!(
            "{}, {count}. Enter takes the default or leaves an input open, w writes, q quits.\n",
            counted(self.inputs.len(), "input")
        )
    }

    /// The next question; inputs with one possible value are not asked for. None behind the last.
    pub fn question(&mut self) -> Option<String> {
        let mut text = String::new();
        while let Some(input) = self.inputs.get(self.next).cloned() {
            let offers = self.offers(&input);
            self.shown = offers.iter().map(|offer| offer.value.clone()).collect();
            let asked: Vec<Choice> = self.shown.iter().map(|value| (input.name.clone(), value.clone())).collect();
            let possible = self.all.possible(&self.choices(), &asked);
            self.offered = left(&self.shown, &possible);
            if let ([only], false) = (&self.offered[..], input.is_open()) {
                let only = only.clone();
                let _ = writeln!(text, "{}: {}, the only value that is left", printable(&input.name), written(&only));
                self.choose(&input.name, only, true);
                continue;
            }
            text.push_str(&self.asking(&input, &offers));
            return Some(text);
        }
        // What was forced at the end is shown with the summary.
        None
    }

    /// What there is to choose from: what the declaration lists, or else one value of all that make the same difference.
    fn offers(&self, input: &InputOverview) -> Vec<Offer> {
        match self.all.choice_input(&input.name).filter(|_| input.is_open()) {
            Some(choices) => offers_of(&choices),
            None => input.mentioned().into_iter().map(Offer::from).collect(),
        }
    }

    fn asking(&self, input: &InputOverview, offers: &[Offer]) -> String {
        let mut text = format!("\n{}", printable(&input.name));
        if let Some(description) = &input.description {
            let _ = write!(text, "  {}", printable(description.trim()));
        }
        text.push('\n');
        for Offer { value, words } in offers {
            let shown = printable(words);
            match self.offered.iter().position(|offered| offered == value) {
                Some(place) if self.offered.len() <= MAX_COUNTED_VALUES => {
                    let count = variants_in_words(&self.left(&self.with(&input.name, value)));
                    let _ = writeln!(text, "  {}) {shown}  {count}", letter_of(place));
                }
                Some(place) => {
                    let _ = writeln!(text, "  {}) {shown}", letter_of(place));
                }
                None => {
                    let _ = writeln!(text, "  -  {shown}  impossible");
                }
            }
        }
        let type_name = input.type_name.as_deref().unwrap_or("value");
        let default = match &input.default {
            Some(default) => format!(" [{}]", printable(&written(default))),
            None => String::new(),
        };
        let _ = write!(text, "letter or {type_name}{default}: ");
        text
    }

    /// Takes an answer; what is to be said about it.
    pub fn answer(&mut self, line: &str) -> Result<String, End> {
        let Some(input) = self.inputs.get(self.next).cloned() else { return Err(End::Enough) };
        // A value that is a letter is that value, be it possible or not.
        let by_name = self.shown.iter().find(|value| written(value) == line);
        let by_letter = (0..self.offered.len()).find(|&place| letter_of(place).eq_ignore_ascii_case(line));
        let value = match (line, by_name.or_else(|| Some(&self.offered[by_letter?]))) {
            ("q", _) if by_name.is_none() => return Err(End::Quit),
            ("w", _) if by_name.is_none() => return Err(End::Enough),
            ("", _) => match &input.default {
                Some(default) => default.clone(),
                None => {
                    self.next += 1;
                    return Ok(String::new());
                }
            },
            (_, Some(value)) => value.clone(),
            (text, None) => match self.read(&input.name, text) {
                Ok(value) => value,
                Err(why) => return Ok(format!("{why}\n")),
            },
        };
        let count = self.left(&self.with(&input.name, &value));
        if count.exactness.is_exact() && count.variants == 0_u8.into() {
            return Ok(format!("{} is impossible: no variant is left with it\n", printable(&written(&value))));
        }
        self.choose(&input.name, value, false);
        Ok(String::new())
    }

    /// A value that was typed, in YAML.
    fn read(&self, name: &str, text: &str) -> Result<Value, String> {
        let language = self.variants.language();
        let (given, mut diagnostics) = Assembly::new(language, None).argument(&format!("{name}={text}")).finish();
        diagnostics.extend(check_given(language, &given));
        if let Some(diagnostic) = diagnostics.into_iter().next() {
            return Err(diagnostic.message);
        }
        given.value(name).cloned().ok_or_else(|| "there is no value".to_owned())
    }

    fn choices(&self) -> Vec<Choice> {
        self.chosen.iter().map(|(name, given)| (name.to_owned(), given.value.clone())).collect()
    }

    fn with(&self, name: &str, value: &Value) -> Configuration {
        let mut configuration = self.chosen.clone();
        configuration.set(name, Given { value: value.clone(), provenance: Provenance::Assumed });
        configuration
    }

    fn choose(&mut self, name: &str, value: Value, is_forced: bool) {
        self.chosen = self.with(name, &value);
        self.answers.push(((name.to_owned(), value), is_forced));
        self.next += 1;
    }

    /// How many variants are left under a configuration.
    fn left(&self, configuration: &Configuration) -> VariantCount {
        let limits = Limits { budget: self.limits.budget.clone().with_time(COUNTING_TIME), ..self.limits.clone() };
        self.variants.under(configuration).count(&limits, CountDetail::Total)
    }

    /// The values that were given and those that were chosen, as an inputs file.
    pub fn file(&self, template: &str) -> String {
        let mut text = format!("# Written by `variscope configure {}`.\n", printable(template));
        for (name, given) in self.all.given().iter() {
            let place = given.provenance.place(self.variants.model().sources()).to_string();
            let _ = writeln!(text, "{}: {}  # {}", yaml_name(name), given.value.to_yaml(), printable(&place));
        }
        for ((name, value), is_forced) in &self.answers {
            let note = if *is_forced { "  # the only value that was left" } else { "" };
            let _ = writeln!(text, "{}: {}{note}", yaml_name(name), value.to_yaml());
        }
        if self.answers.is_empty() && self.all.given().iter().next().is_none() {
            text.push_str("{}\n");
        }
        text
    }

    /// What came of it, and what to do next.
    pub fn summary(&self, template: &str, path: &str) -> String {
        let count = variants_in_words(&self.left(&self.chosen));
        let (template, path) = (printable(template), printable(path));
        let open: Vec<String> = self.without_value().map(|name| printable(name).into_owned()).collect();
        let next: String = open.iter().flat_map(|name| [" --input ", name, "=VALUE"]).collect();
        let open = if open.is_empty() { String::new() } else { format!(", without a value for {}", open.join(", ")) };
        let condition = match self.conditions {
            [] => String::new(),
            some => format!(" where {}", printable(&some.join(" and "))),
        };
        format!("\nwritten to {path}, {count}{condition}{open}: variscope resolve {template} --inputs {path}{next}\n")
    }

    /// Inputs that resolving needs a value for: nothing was chosen, and nothing else gives them one.
    fn without_value(&self) -> impl Iterator<Item = &str> {
        let has_default = |input: &InputOverview| input.default.is_some() || input.has_default_expression;
        let open = self.inputs.iter().filter(move |input| !has_default(input));
        open.map(|input| input.name.as_str()).filter(|name| self.chosen.value(name).is_none())
    }
}

impl From<Value> for Offer {
    fn from(value: Value) -> Self {
        Self { words: written(&value), value }
    }
}

/// One value of all that make the same difference. Texts that nothing mentions have to be typed.
fn offers_of(input: &ChoiceInput) -> Vec<Offer> {
    let values = input.values.iter().zip(ranges(input)).filter(|(value, _)| !value.is_unmentioned);
    values
        .map(|(value, range)| Offer {
            words: range.unwrap_or_else(|| written(&value.value)),
            value: value.value.clone(),
        })
        .collect()
}

/// The values that are not known to be impossible.
fn left(values: &[Value], possible: &[Option<bool>]) -> Vec<Value> {
    let possible = possible.iter().copied().chain(std::iter::repeat(None));
    values
        .iter()
        .zip(possible)
        .filter(|(_, possible)| *possible != Some(false))
        .map(|(value, _)| value.clone())
        .collect()
}

fn written(value: &Value) -> String {
    match value {
        Value::String(text) if !text.is_empty() => text.to_string(),
        other => other.to_yaml(),
    }
}

/// The letter for a place; numbers could be values.
fn letter_of(place: usize) -> String {
    let letters = "abcdefghijklmnoprstuvxyz";
    letters.chars().nth(place).map_or_else(|| format!("#{place}"), |letter| letter.to_string())
}

fn variants_in_words(count: &VariantCount) -> String {
    let bound = if count.has_all_variants { "" } else { "at least " };
    let plural = if count.variants == 1_u8.into() { "" } else { "s" };
    format!("{bound}{} variant{plural}", count.variants)
}
