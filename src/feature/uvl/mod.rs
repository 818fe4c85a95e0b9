//! UVL, the Universal Variability Language (Benavides, Sundermann, Feichtinger, Galindo, Rabiser and Thüm, JSS 2025).
//!
//! Comes in: the text of a file. Goes out: a feature model whose features are those of the tree. All three levels of the
//! language are read as far as their constraints have finitely many cases; what has not is pointed at.

mod imports;
mod instances;
mod interchangeable;
mod lexer;
mod lower;
mod parser;
mod sentence;
mod syntax;
mod token;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use variscope_encoder::{Atom, FormulaId, Problem, RuleIndex, Var};

use super::statements::RuleKind;
use super::{Feature, FeatureModel, FileLine, Form, Reading, SourceText};
use crate::analysis::question::Decimal;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{FileId, Position, Sources, Span};
use imports::Imports;
use instances::{Instance, Instances};
use interchangeable::LargeGroup;
use lower::{Lowered, RuleSource};
use syntax::{Attribute, AttributeValue, FeatureKind, UnplacedImport, UvlFile};

pub use imports::Neighbours;
pub(super) use interchangeable::CountEncodedModel;
pub(super) use sentence::{constraint_alone, is_constraint};

/// The document behind a model.
#[derive(Clone, Debug)]
pub(super) struct UvlSource {
    /// What the tree demands. Atom `i` is feature `i`; further atoms are hidden.
    structure: Arc<Problem>,
    constraints: Vec<(FormulaId, RuleIndex)>,
    rules: Vec<RuleSource>,
    sources: Sources,
    file: FileId,
    /// By feature.
    places: Vec<FeaturePosition>,
    large_groups: Vec<LargeGroup>,
    /// Texts of attributes between double quotes that can stand between single ones.
    double_quoted: Vec<Span>,
}

/// Where a feature is in the file and in the tree.
#[derive(Clone, Debug)]
struct FeaturePosition {
    /// Where its name is.
    name: Span,
    /// The feature above, by its position; the root has none.
    parent: Option<usize>,
    /// Whether its group alone says that it is selected when its parent is.
    is_mandatory: bool,
    /// What it has as its value.
    kind: FeatureKind,
    attributes: Vec<(String, AttributeValue)>,
}

/// Reads a file.
pub(super) fn read(file: SourceText, neighbours: Neighbours<'_>) -> Reading {
    let mut sources = Sources::new();
    if file.bytes.len() > Sources::MAX_FILE_BYTES {
        let message = format!("`{}` is longer than a gigabyte", file.name);
        return Reading::refused(Diagnostic::unplaced(Code::MalformedUvl, message), sources);
    }
    let invalid = std::str::from_utf8(file.content()).err();
    let id = sources.add_lossy(file.name.clone(), file.content());
    let name = file.name;
    if let Some(error) = invalid {
        let span = Span::new(id, error.valid_up_to(), error.valid_up_to());
        return Reading::refused(Diagnostic::new(Code::MalformedUvl, span, "this is not UTF-8"), sources);
    }
    let text = Arc::clone(sources.file(id).text());
    let (mut document, mut diagnostics) = parser::parse(&text, id);
    if document.features.is_empty() && !is_broken(&diagnostics) {
        diagnostics.push(Diagnostic::new(Code::MalformedUvl, Span::start_of(id), "there is no tree of features"));
    }
    let mut imports = Imports::beside(&name, neighbours, &mut sources);
    let misplaced = imports.resolve(&mut document, "");
    if !is_broken(&diagnostics) {
        diagnostics.extend(misplaced);
    }
    diagnostics.append(&mut imports.diagnostics);
    if is_broken(&diagnostics) {
        return Reading { model: None, diagnostics, sources };
    }
    let lowered = Instances::of(&document).map_err(|diagnostic| vec![*diagnostic]).and_then(|tree| {
        let lowered = lower::lower(&document, &tree)?;
        Ok((tree, lowered))
    });
    match lowered {
        Err(faults) => {
            diagnostics.extend(faults);
            Reading { model: None, diagnostics, sources }
        }
        Ok((tree, lowered)) => {
            diagnostics.extend(document.unplaced.iter().map(unplaced));
            let places = places(&document, &tree);
            let Lowered { structure, constraints, rules, large_groups, warnings } = lowered;
            diagnostics.extend(warnings);
            let sources_kept = sources.clone();
            let origin = UvlSource {
                structure: Arc::new(structure),
                constraints,
                rules,
                sources: sources_kept,
                file: id,
                places,
                large_groups,
                double_quoted: document.double_quoted,
            };
            Reading { model: Some(model(tree, origin)), diagnostics, sources }
        }
    }
}

/// The warning of a file that is imported for nothing.
fn unplaced(import: &UnplacedImport) -> Diagnostic {
    let warning = Diagnostic::new(Code::UndefinedFeature, import.span, "nothing of this file is in the model");
    Diagnostic { severity: Severity::Warning, ..warning }.help(import.help())
}

/// Whether something is wrong that leaves no model.
fn is_broken(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

fn model(tree: Instances, origin: UvlSource) -> FeatureModel {
    let cnf = origin.problem().to_cnf();
    let feature = |(index, name): (usize, String)| Feature { name, var: Var::new(index) };
    let features: Vec<Feature> = tree.all.into_iter().map(|instance| instance.name).enumerate().map(feature).collect();
    let has_others = cnf.var_count() > features.len();
    let projection = has_others.then(|| features.iter().map(|feature| feature.var).collect());
    FeatureModel::read(features, Form::Clauses(cnf), projection, super::ModelOrigin::Uvl(origin))
}

fn places(document: &UvlFile, tree: &Instances) -> Vec<FeaturePosition> {
    let place = |instance: &Instance| {
        let feature = &document.features[instance.feature];
        let attribute = |attribute: &Attribute| (attribute.name.value.clone(), attribute.value.clone());
        let attributes = feature.attributes.iter().map(attribute).collect();
        let (name, kind) = (feature.name.span, feature.kind);
        FeaturePosition { name, parent: None, is_mandatory: false, kind, attributes }
    };
    let mut places: Vec<FeaturePosition> = tree.all.iter().map(place).collect();
    for family in &tree.families {
        let is_mandatory = document.groups[family.group].demands_all();
        for (number, &member) in family.members.iter().flat_map(|copies| copies.iter().enumerate()) {
            places[member].parent = Some(family.parent);
            let least =
                document.features[tree.all[member].feature].cardinality.as_ref().map_or(1, |given| given.value.least);
            places[member].is_mandatory = number < least as usize && is_mandatory;
        }
    }
    places
}

impl UvlSource {
    /// By feature: the line of its name.
    pub(super) fn feature_lines(&self, features: &[Feature]) -> Vec<Option<FileLine>> {
        let place = |feature: &Feature| self.places.get(feature.var.index());
        features.iter().map(|feature| place(feature).map(|place| self.line(place.name))).collect()
    }

    fn line(&self, span: Span) -> FileLine {
        let file = (span.file != self.file).then(|| self.sources.file(span.file).name().to_owned());
        FileLine { file, line: self.sources.position(span).line }
    }

    /// What the author wrote, with texts between single quotes; none where that is in several files.
    pub(super) fn text(&self) -> Option<String> {
        let mut text = (self.sources.files().count() == 1).then(|| self.sources.file(self.file).text().to_string())?;
        for quote in self.double_quoted.iter().flat_map(|span| [span.start as usize, span.end as usize - 1]) {
            text.replace_range(quote..=quote, "'");
        }
        Some(text)
    }

    /// Everything that the document demands.
    pub(super) fn problem(&self) -> Problem {
        let mut problem = Problem::clone(&self.structure);
        self.constraints.iter().for_each(|&(formula, rule)| problem.constrain(formula, rule));
        problem
    }

    /// What the tree demands, and for each constraint an atom that says whether it holds, with its rule.
    pub(super) fn selectable(&self) -> (Problem, Vec<(Atom, RuleIndex)>) {
        let mut problem = Problem::clone(&self.structure);
        let selectors = self.constraints.iter().map(|&(formula, rule)| {
            let atom = problem.new_atom();
            problem.define(atom, formula, rule);
            (atom, rule)
        });
        let selectors = selectors.collect();
        (problem, selectors)
    }

    /// The rule with this number: why there is one, where it is, and what is written there.
    pub(super) fn rule(&self, index: RuleIndex) -> Option<(RuleKind, FileLine, &str)> {
        let rule = self.rules.get(index.index() as usize)?;
        Some((rule.kind, self.line(rule.span), self.sources.text(rule.span)))
    }

    /// From where to where this rule is written.
    ///
    /// # Panics
    /// When there is no such rule.
    pub(super) fn range_of_rule(&self, index: RuleIndex) -> (Position, Position) {
        self.range(self.rules[index.index() as usize].span)
    }

    /// From where to where the name of a feature is written.
    pub(super) fn range_of_feature(&self, feature: Var) -> Option<(Position, Position)> {
        Some(self.range(self.places.get(feature.index())?.name))
    }

    fn range(&self, span: Span) -> (Position, Position) {
        let end = Span { start: span.end, ..span };
        (self.sources.position(span), self.sources.position(end))
    }

    /// Pairs of a feature and the one above it, where the tree does not say that the former comes with the latter.
    pub(super) fn optional(&self) -> impl Iterator<Item = (usize, usize)> {
        let optional = self.places.iter().enumerate().filter(|(_, place)| !place.is_mandatory);
        optional.filter_map(|(feature, place)| Some((feature, place.parent?)))
    }

    /// A feature that has something else than a number as this attribute, and what that is.
    pub(super) fn no_number(&self, attribute: &str) -> Option<(Var, &'static str)> {
        self.having(attribute).find_map(|(feature, value)| match value {
            AttributeValue::Number(_) => None,
            other => Some((feature, other.kind())),
        })
    }

    /// The features that have a number as this attribute, with it.
    pub(super) fn numbers(&self, attribute: &str) -> Vec<(Var, Decimal)> {
        let number = |(feature, value): (Var, &AttributeValue)| match value {
            AttributeValue::Number(number) => Some((feature, number.clone())),
            AttributeValue::Flag(_) | AttributeValue::Text(_) | AttributeValue::Vector => None,
        };
        self.having(attribute).filter_map(number).collect()
    }

    fn having(&self, attribute: &str) -> impl Iterator<Item = (Var, &AttributeValue)> {
        let places = self.places.iter().enumerate();
        places.filter_map(move |(feature, place)| {
            let (_, value) = place.attributes.iter().find(|(name, _)| name == attribute)?;
            Some((Var::new(feature), value))
        })
    }

    /// The names of all attributes.
    pub(super) fn attribute_names(&self) -> impl Iterator<Item = &str> {
        self.places.iter().flat_map(|place| &place.attributes).map(|(name, _)| name.as_str())
    }

    /// The constraints that read values of features, as they are written.
    pub(super) fn constraints_over_values(&self) -> BTreeSet<&str> {
        self.rules.iter().filter(|rule| rule.reads_values).map(|rule| self.sources.text(rule.span)).collect()
    }

    /// Whether a feature has the same type and attributes here as a feature there.
    pub(super) fn is_alike(&self, feature: Var, other: &Self, there: Var) -> bool {
        let (Some(one), Some(other)) = (self.places.get(feature.index()), other.places.get(there.index())) else {
            return true;
        };
        let sorted = |place: &FeaturePosition| -> BTreeMap<String, AttributeValue> {
            place.attributes.iter().cloned().collect()
        };
        one.kind == other.kind && (one.attributes == other.attributes || sorted(one) == sorted(other))
    }
}

#[cfg(test)]
mod tests;
