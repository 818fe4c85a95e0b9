//! Which combinations of values of a group of inputs are looked at: all combinations of single values, or a point of each
//! cell where several numbers meet in one expression.

mod dates;
mod texts;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use variscope_encoder::linear::WorkLimit;

use crate::analysis::domain::Caveat;
use crate::analysis::domain::breakpoints::representatives;
use crate::analysis::domain::candidate::{Candidate, Candidates};
use crate::analysis::domain::candidates::{candidates, scale};
use crate::analysis::domain::class::{ClassSize, Completions};
use crate::analysis::domain::declaration::Declaration;
use crate::analysis::domain::extent::Extent;
use crate::analysis::domain::linear::{self, Cuts, NoPoints, Point, PointCount};
use crate::analysis::domain::product::{Product, Row};
use crate::analysis::domain::reader::{Reader, ReadingPurpose};
use crate::analysis::domain::samples::{MAX_TRIES, texts, tries};
use crate::analysis::domain::text_diagram::{LooksAt, TextDiagram};
use crate::analysis::domain::total::never_fails;
use crate::analysis::domain::truth_value::{TruthValue, TruthValues};
use crate::analysis::domain::usage::{Usage, usage};
use crate::analysis::domain::variable::Variable;
use crate::analysis::value::{Admission, Configuration, Language, Value};
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;

/// Combinations that are looked at in a group.
pub(super) const MAX_COMBINATIONS: usize = 1_000_000;

/// Combinations of values of inputs that have few, beside variables.
const MAX_OTHER_COMBINATIONS: usize = 1_000;

/// More combinations than these are looked at only where there is no shorter way.
const MANY_COMBINATIONS: usize = 200_000;

/// The inputs of a group, each with the values that matter as far as it stands alone.
pub(super) struct CandidateGrid<'g, 'l, 'm> {
    /// What declares the inputs.
    language: &'g Language<'g>,
    given: &'g Configuration,
    /// What may be computed to find out where numbers meet.
    effort: &'g WorkLimit,
    inputs: &'g [Arc<str>],
    readers: Vec<&'g Reader<'l, 'm>>,
    usages: Vec<Usage>,
    columns: Vec<Candidates>,
    /// By input: texts that only what is asked beside the template mentions, where these do not count.
    only_asked: Vec<Vec<Value>>,
    /// Texts that are compared with each other: the places of the inputs, and combinations that matter.
    joint: (Vec<usize>, Vec<Vec<Candidate>>),
}

/// An input as far as it stands alone.
pub(super) struct LoneInput {
    usage: Usage,
    /// Its values that matter.
    pub(super) values: Candidates,
    /// Texts that only what is asked beside the template mentions, where these do not count.
    only_asked: Vec<Value>,
}

impl LoneInput {
    /// The input, which some of these readers read.
    pub(super) fn of(
        Completions { language, is_closed, .. }: Completions<'_>,
        input: &str,
        readers: &[&Reader<'_, '_>],
    ) -> Self {
        let usage = usage(input, readers);
        let wants = |reader: &&&Reader<'_, '_>| reader.asks == ReadingPurpose::Value && reader.inputs.contains(input);
        let wanted = readers.iter().find(wants).and_then(|reader| reader.expression).map(Yaml::span);
        let usage = Usage {
            other_use: usage.other_use.or(wanted),
            has_use_beyond_dates: usage.has_use_beyond_dates || wanted.is_some(),
            ..usage
        };
        let only_asked = if is_closed { texts::only_asked(language, input, (&usage, readers)) } else { Vec::new() };
        let mut values = candidates(language, input, &usage);
        let all = &mut values.all;
        // Where no values are told apart, those that a computed default may have are among them.
        if let [only] = &mut all[..] {
            only.is_unmentioned &= !Declaration::of(language, input).is_computed(language);
        }
        all.iter_mut().for_each(|candidate| candidate.is_unmentioned |= only_asked.contains(&candidate.value));
        // Where nothing is mentioned, there is nothing to be restricted to.
        let is_restricted = is_closed && all.iter().any(|candidate| !candidate.is_unmentioned);
        all.retain(|candidate| !(is_restricted && candidate.is_unmentioned));
        let has_expressions = readers.iter().any(|reader| reader.expression.is_some());
        if !values.is_exact && !has_expressions && !all.is_empty() {
            // What nothing reads needs no more values than one, but how many there are is not known.
            for candidate in all {
                (candidate.size, candidate.extent) = (None, candidate.extent.max(Extent::Unknown));
            }
            values.is_exact = true;
        }
        Self { usage, values, only_asked }
    }
}

/// Combinations of values that miss no class, but for the caveats.
pub(super) struct GridRows {
    pub(super) rows: Vec<Row>,
    /// What each row says about the size of its class.
    pub(super) shares: Vec<ClassSize>,
    pub(super) caveat: Option<Caveat>,
}

impl<'g, 'l, 'm> CandidateGrid<'g, 'l, 'm> {
    /// The inputs of a group, which these readers read. `known` are all values that matter of the only one, if they are known.
    pub(super) fn new(
        completions: Completions<'g>,
        inputs: &'g [Arc<str>],
        readers: Vec<&'g Reader<'l, 'm>>,
        known: Option<&[Candidate]>,
    ) -> Self {
        let (mut usages, mut columns, mut only_asked) = (Vec::new(), Vec::new(), Vec::new());
        for input in inputs {
            let alone = LoneInput::of(completions, input, &readers);
            usages.push(alone.usage);
            columns.push(alone.values);
            only_asked.push(alone.only_asked);
        }
        let Completions { language, given, is_closed, effort } = completions;
        let has_expressions = readers.iter().any(|reader| reader.expression.is_some());
        let joint = (Vec::new(), Vec::new());
        let mut grid = Self { language, given, effort, inputs, readers, usages, columns, only_asked, joint };
        if let Some(values) = known {
            grid.columns = vec![Candidates { all: values.to_vec(), is_exact: true }];
        } else if has_expressions {
            grid.settle_texts(is_closed);
            grid.settle_dates();
            grid.settle();
        }
        grid
    }

    fn is_exact(&self) -> bool {
        self.columns.iter().all(|column| column.is_exact)
    }

    /// Whether an input has no value, as far as is known for sure.
    pub(super) fn has_no_value(&self) -> bool {
        self.columns.iter().any(|column| column.is_exact && column.all.is_empty())
    }

    /// Finds all values that matter of an input that stands alone, where literals do not give them.
    fn settle(&mut self) {
        let [column] = &self.columns[..] else { return };
        if let Some(variable) = self.scales().into_iter().flatten().next().filter(|_| !column.is_exact)
            && let Some(all) = self.representatives(&variable, self.given)
        {
            self.columns = vec![Candidates { all, is_exact: true }];
        }
    }

    /// By input: the scale that its values are, if more is done with it than comparing it with literals.
    fn scales(&self) -> Vec<Option<Variable>> {
        let usages = self.inputs.iter().zip(&self.usages);
        usages.map(|(input, usage)| usage.other_use.and_then(|_| scale(self.language, input, usage))).collect()
    }

    /// The allowed values of a variable that matter, beside values of the others; the default first.
    fn representatives(&self, variable: &Variable, others: &Configuration) -> Option<Vec<Candidate>> {
        let mut all = representatives(variable, others, &self.readers)?;
        let admission = Admission::of(self.language, &variable.name);
        all.retain(|candidate| admission.allows(&candidate.value));
        let is_default = |candidate: &Candidate| candidate.value.as_number() == variable.default.as_ref();
        all.sort_by_key(|candidate| !(variable.default.is_some() && is_default(candidate)));
        (!all.is_empty()).then_some(all)
    }

    /// By input: its values.
    pub(super) fn columns(&self) -> impl Iterator<Item = &[Candidate]> {
        self.columns.iter().map(|column| column.all.as_slice())
    }

    /// The values of the only input, and the readers; none where there are several inputs.
    pub(super) fn line(&self) -> Option<(&[Candidate], &[&'g Reader<'l, 'm>])> {
        let [column] = self.columns.as_slice() else { return None };
        Some((&column.all, &self.readers))
    }

    /// By reader: what it may make of configurations of which nothing is known.
    pub(super) fn possible(&self) -> Vec<TruthValues> {
        let possible = |reader: &&Reader<'_, 'm>| {
            let truth_values = match reader.asks {
                ReadingPurpose::Truth => TruthValues::ANY,
                ReadingPurpose::Definedness | ReadingPurpose::Value => TruthValues::ANY.without(TruthValue::Fails),
            };
            let is_sure = reader.expression.is_none_or(|expression| never_fails(reader.language, expression));
            if is_sure { truth_values.without(TruthValue::Error) } else { truth_values }
        };
        self.readers.iter().map(possible).collect()
    }

    /// By reader: what it looks at among combinations of these values.
    pub(super) fn own(&self, columns: &[&[Candidate]]) -> Vec<LooksAt> {
        let names: Vec<&str> = self.inputs.iter().map(|input| &**input).collect();
        let own = |reader: &&Reader<'_, 'm>| match TextDiagram::of(self.given, reader, &names, columns) {
            Some(text) => LooksAt::Text(text),
            None => LooksAt::Inputs((0..names.len()).filter(|&input| reader.inputs.contains(names[input])).collect()),
        };
        self.readers.iter().map(own).collect()
    }

    /// Values to try where columns do not suffice, by input.
    pub(super) fn tries(&self) -> Vec<Vec<Candidate>> {
        let is_open = |column: &&Candidates| !column.is_exact || column.all.len() > MAX_TRIES;
        let (open, fixed): (Vec<&Candidates>, Vec<&Candidates>) = self.columns.iter().partition(is_open);
        let fixed: usize = fixed.iter().fold(1, |product, column| product.saturating_mul(column.all.len()));
        let room = MAX_TRIES / fixed.clamp(1, MAX_TRIES);
        let open = u32::try_from(open.len()).unwrap_or(u32::MAX);
        let most = (2..=room).take_while(|most| most.saturating_pow(open) <= room).last().unwrap_or(1);
        let columns = self.inputs.iter().zip(&self.columns);
        let texts = texts(&self.readers);
        let values = columns.map(|(input, column)| {
            let type_name = Declaration::of(self.language, input).type_name().to_owned();
            let mut values =
                if is_open(&column) { tries(&column.all, &type_name, &texts, most) } else { column.all.clone() };
            let admission = Admission::of(self.language, input);
            values.retain(|candidate| admission.allows(&candidate.value));
            values
        });
        values.collect()
    }

    /// By input: whether values that may make a difference are missing in its column.
    pub(super) fn sampled(&self) -> impl Iterator<Item = bool> {
        self.columns.iter().map(|column| !column.is_exact)
    }

    /// Why combinations of the columns may miss classes. `blamed` is an expression for which there are no points.
    pub(super) fn caveats(&self, blamed: Option<Span>) -> Vec<Caveat> {
        let inexact = self.inputs.iter().zip(&self.usages).zip(&self.columns).filter(|(_, column)| !column.is_exact);
        let mut caveats: Vec<Caveat> = inexact
            .map(|((input, usage), _)| {
                let declared = || self.language.input(input).map(|declaration| declaration.span());
                let message = format!("only some values of input \"{input}\" are looked at");
                Caveat { span: blamed.or(usage.other_use).or_else(declared), message }
            })
            .collect();
        if self.are_more_than(MAX_COMBINATIONS) {
            caveats.push(self.caveat(format!("too many combinations of the inputs {}", self.inputs.join(", "))));
        }
        if self.effort.is_used_up() && !caveats.is_empty() {
            let inputs = self.inputs.join(", ");
            let message = format!("where the inputs {inputs} meet takes many steps: `--no-limit` allows any number");
            caveats.push(self.caveat(message));
        }
        caveats
    }

    fn caveat(&self, message: String) -> Caveat {
        let mut expressions = self.readers.iter().filter_map(|reader| reader.expression);
        Caveat { span: expressions.next().map(Yaml::span), message }
    }

    fn are_more_than(&self, most: usize) -> bool {
        Product::new(self.columns()).total().is_none_or(|count| count > most)
    }

    /// A point of each cell, where combinations of columns do not suffice and numbers meet only in affine functions.
    ///
    /// # Errors
    /// Where there are no points; with the expression that is to blame, if one is.
    pub(super) fn points(&self) -> Result<GridRows, Option<Span>> {
        if !self.joint.1.is_empty() {
            return self.points_of_joint();
        }
        if self.is_exact() && !self.are_more_than(MANY_COMBINATIONS) {
            return Err(None);
        }
        let all_scales = self.scales();
        // What has few values is looked at value by value, unless that is too much.
        let open = self.columns.iter().zip(&all_scales);
        let open: Vec<Option<Variable>> =
            open.map(|(column, scale)| scale.clone().filter(|_| !column.is_exact)).collect();
        let others: usize = self.others(&open).iter().fold(1, |product, column| product.saturating_mul(column.len()));
        let are_few = open.iter().any(Option::is_some) && others <= MAX_OTHER_COMBINATIONS;
        let scales = if are_few { open } else { all_scales };
        let is_settled = |(column, scale): (&Candidates, &Option<Variable>)| column.is_exact || scale.is_some();
        if scales.iter().all(Option::is_none) || !self.columns.iter().zip(&scales).all(is_settled) {
            return Err(None);
        }
        if let Some(points) = self.points_of_one(&scales) {
            return Ok(points);
        }
        self.points_of(&scales).map_err(|reason| match reason {
            NoPoints::NotLinear(span) => Some(span),
            NoPoints::TooMany => None,
        })
    }

    /// The values of the only variable that matter, for each combination of the other inputs.
    fn points_of_one(&self, scales: &[Option<Variable>]) -> Option<GridRows> {
        let mut variables = scales.iter().flatten();
        let (Some(variable), None) = (variables.next(), variables.next()) else { return None };
        let (mut rows, mut shares) = (Vec::new(), Vec::new());
        for other in Product::new(self.others(scales)) {
            for candidate in self.representatives(variable, &self.under(scales, &other))? {
                let size = candidate.size.map_or(PointCount::Infinite, PointCount::Finite);
                let row = merged(scales, &other, &Point { values: vec![candidate.value], size });
                shares.push(ClassSize::Many(row.size.clone(), row.extent));
                rows.push(row);
            }
            if rows.len() > MANY_COMBINATIONS {
                return None;
            }
        }
        Some(GridRows { rows, shares, caveat: None })
    }

    /// The values of the inputs that are no variables.
    fn others(&self, scales: &[Option<Variable>]) -> Vec<&[Candidate]> {
        self.columns().zip(scales).filter(|(_, scale)| scale.is_none()).map(|(column, _)| column).collect()
    }

    /// The points for each combination of the other inputs.
    fn points_of(&self, scales: &[Option<Variable>]) -> Result<GridRows, NoPoints> {
        let variables: Vec<Variable> = scales.iter().flatten().cloned().collect();
        let others = self.others(scales);
        let mut known: FxHashMap<Cuts, linear::Points> = FxHashMap::default();
        let admissions: Vec<Admission<'_>> =
            variables.iter().map(|variable| Admission::of(self.language, &variable.name)).collect();
        let is_allowed =
            |values: &[Value]| admissions.iter().zip(values).all(|(admission, value)| admission.allows(value));
        let (mut rows, mut shares, mut is_complete) = (Vec::new(), Vec::new(), true);
        let mut rounded = None;
        for other in Product::new(others) {
            let configuration = self.under(scales, &other);
            let cuts = Cuts::of(&variables, &configuration, &self.readers)?;
            if !known.contains_key(&cuts) {
                let points = cuts.points(&variables, &is_allowed, self.effort)?;
                known.insert(cuts.clone(), points);
            }
            let linear::Points { all: points, is_complete: is_decided, rounding } = &known[&cuts];
            rounded = rounded.or(*rounding);
            is_complete &= is_decided;
            if rows.len() + points.len() > MANY_COMBINATIONS {
                return Err(NoPoints::TooMany);
            }
            for point in points {
                let row = merged(scales, &other, point);
                let is_unknown = point.size == PointCount::Unknown && other.size.is_some();
                shares.push(if is_unknown {
                    ClassSize::Unknown
                } else {
                    ClassSize::Many(row.size.clone(), row.extent)
                });
                rows.push(row);
            }
        }
        let message = || format!("not all combinations of the inputs {} are looked at", self.inputs.join(", "));
        let rounding =
            rounded.map(|span| Caveat { span: Some(span), message: "numbers may be rounded here".to_owned() });
        Ok(GridRows { rows, shares, caveat: rounding.or_else(|| (!is_complete).then(|| self.caveat(message()))) })
    }

    /// What is given, together with values for the inputs that are no variables.
    fn under(&self, scales: &[Option<Variable>], others: &Row) -> Configuration {
        let inputs = self.inputs.iter().zip(scales).filter(|(_, scale)| scale.is_none()).map(|(input, _)| input);
        self.given.assuming(inputs.zip(others.values.iter().cloned()))
    }
}

/// A point among the values of the other inputs.
fn merged(scales: &[Option<Variable>], others: &Row, point: &Point) -> Row {
    let (mut others_left, mut point_left) = (others.values.iter(), point.values.iter());
    let value = |scale: &Option<Variable>| if scale.is_some() { point_left.next() } else { others_left.next() };
    let (size, extent) = match &point.size {
        PointCount::Finite(size) => (others.size.as_ref().map(|others| others * size), Extent::Finite),
        PointCount::Infinite => (None, Extent::Infinite),
        PointCount::Unknown => (None, Extent::Unknown),
    };
    let extent = extent.max(others.extent);
    Row {
        values: scales.iter().filter_map(value).cloned().collect(),
        size,
        extent,
        is_unmentioned: others.is_unmentioned,
    }
}
