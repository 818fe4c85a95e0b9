//! The texts that matter of the inputs of a group, where literals do not give them; and those that are compared with each
//! other.

use super::{CandidateGrid, GridRows, MANY_COMBINATIONS};
use crate::analysis::domain::candidate::{Candidate, Candidates};
use crate::analysis::domain::class::ClassSize;
use crate::analysis::domain::declaration::Declaration;
use crate::analysis::domain::product::{Product, Row};
use crate::analysis::domain::reader::Reader;
use crate::analysis::domain::text_automata::{TextInput, Texts, texts};
use crate::analysis::domain::usage::{Usage, usage as usage_of};
use crate::analysis::value::{DistinctValues, Language, Value};
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;

impl CandidateGrid<'_, '_, '_> {
    /// Finds the texts that matter, where literals do not give them.
    pub(super) fn settle_texts(&mut self, is_closed: bool) {
        let is_text = |place: &usize| !self.usages[*place].is_date;
        let places: Vec<(usize, TextInput)> = (0..self.inputs.len())
            .filter(is_text)
            .filter_map(|place| Some((place, TextInput::of(self.language, &self.inputs[place])?)))
            .collect();
        if places.iter().all(|(place, _)| self.columns[*place].is_exact) {
            return;
        }
        let (places, texts_of): (Vec<usize>, Vec<TextInput>) = places.into_iter().unzip();
        let known = |name: &str| self.known(name);
        let Some(Texts { columns, joint }) = texts(self.language, self.given, &texts_of, &self.readers, &known) else {
            return;
        };
        let compared: Vec<usize> =
            places.iter().zip(&columns).filter(|(_, column)| column.is_none()).map(|(place, _)| *place).collect();
        for (place, column) in places.into_iter().zip(columns) {
            if let Some(all) = column.filter(|all| !all.is_empty()) {
                let only_asked = &self.only_asked[place];
                let is_unmentioned =
                    |candidate: &Candidate| candidate.is_unmentioned || only_asked.contains(&candidate.value);
                let all = restricted(all, is_closed, is_unmentioned);
                self.columns[place] = Candidates { all: self.sorted(place, all), is_exact: true };
            }
        }
        let is_unmentioned = |(place, candidate): (&usize, &Candidate)| {
            candidate.is_unmentioned || self.only_asked[*place].contains(&candidate.value)
        };
        let rows = restricted(joint, is_closed, |row| compared.iter().zip(row).any(is_unmentioned));
        for (number, &place) in compared.iter().enumerate() {
            let mut met = DistinctValues::default();
            let texts = rows.iter().map(|row| &row[number]);
            let all: Vec<Candidate> = texts.filter(|text| met.insert(&text.value)).cloned().collect();
            self.columns[place] = Candidates { all: self.sorted(place, all), is_exact: false };
        }
        self.joint = (compared, rows);
    }

    /// The default first, what nothing mentions last.
    fn sorted(&self, place: usize, mut all: Vec<Candidate>) -> Vec<Candidate> {
        let default = Declaration::of(self.language, &self.inputs[place]).default();
        all.sort_by_key(|candidate| (Some(&candidate.value) != default.as_ref(), candidate.is_unmentioned));
        all
    }

    /// The values of an input that has few. One that is no text is not listed: no text equals it.
    fn known(&self, name: &str) -> Option<Vec<Value>> {
        let place = self.inputs.iter().position(|input| **input == *name)?;
        let column = &self.columns[place];
        if column.is_exact && column.all.iter().all(Candidate::is_known_one) {
            return Some(column.all.iter().map(|candidate| candidate.value.clone()).collect());
        }
        let type_name = Declaration::of(self.language, name).type_name().to_owned();
        ["boolean", "integer", "float"].contains(&&*type_name).then(|| vec![Value::Null])
    }

    /// The points for each combination of texts that are compared with each other.
    pub(super) fn points_of_joint(&self) -> Result<GridRows, Option<Span>> {
        let (places, joint) = &self.joint;
        let mut all = GridRows { rows: Vec::new(), shares: Vec::new(), caveat: None };
        let mut narrow = Self {
            language: self.language,
            given: self.given,
            effort: self.effort,
            inputs: self.inputs,
            readers: self.readers.clone(),
            usages: self.usages.clone(),
            columns: self.columns.clone(),
            only_asked: Vec::new(),
            joint: (Vec::new(), Vec::new()),
        };
        for texts in joint {
            for (&place, text) in places.iter().zip(texts) {
                narrow.columns[place] = Candidates { all: vec![text.clone()], is_exact: true };
            }
            if narrow.is_exact() && !narrow.are_more_than(MANY_COMBINATIONS) {
                let rows: Vec<Row> = Product::new(narrow.columns()).collect();
                all.shares.extend(rows.iter().map(|row| ClassSize::Many(row.size.clone(), row.extent)));
                all.rows.extend(rows);
            } else {
                let GridRows { rows, shares, caveat } = narrow.points()?;
                all.rows.extend(rows);
                all.shares.extend(shares);
                all.caveat = all.caveat.or(caveat);
            }
            if all.rows.len() > MANY_COMBINATIONS {
                return Err(None);
            }
        }
        Ok(all)
    }
}

/// Texts that an input is compared with only in what is asked beside the template.
pub(super) fn only_asked(
    language: &Language<'_>,
    input: &str,
    (usage, readers): (&Usage, &[&Reader<'_, '_>]),
) -> Vec<Value> {
    let is_asked = |reader: &&&Reader<'_, '_>| reader.expression.is_some_and(Yaml::is_quoted);
    let declaration = Declaration::of(language, input);
    if declaration.listed().is_some() || !readers.iter().any(|reader| is_asked(&reader)) {
        return Vec::new();
    }
    let own: Vec<&Reader<'_, '_>> = readers.iter().filter(|reader| !is_asked(reader)).copied().collect();
    let mut mentioned = usage_of(input, &own).literals;
    mentioned.extend(declaration.clauses("equal").map(Value::from_yaml).chain(declaration.default()));
    let is_only_asked = |text: &&Value| text.as_str().is_some() && !mentioned.contains(text);
    usage.literals.as_slice().iter().filter(is_only_asked).cloned().collect()
}

/// Without what nothing mentions if `is_closed`; where nothing is mentioned, there is nothing to be restricted to.
fn restricted<T>(mut all: Vec<T>, is_closed: bool, is_unmentioned: impl Fn(&T) -> bool) -> Vec<T> {
    let is_restricted = is_closed && !all.iter().all(&is_unmentioned);
    all.retain(|one| !(is_restricted && is_unmentioned(one)));
    all
}
