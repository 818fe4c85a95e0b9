//! Feature models: DIMACS CNF and UVL files as clauses over named features.
//!
//! Comes in: the bytes of a file in one of the [`Format`]s. Goes out: a [`FeatureModel`], of which all questions are asked
//! in the same way ([`FeatureModel::count`], [`FeatureModel::elements`]), most of which give an
//! [`Answer`](crate::answer::Answer). A *variant* is a set of selected features. Invariant: the models of the
//! clauses, restricted to the features, are the variants; every variable that is no feature is hidden by the projection.

pub mod asserted;
pub mod comment;
mod compiled;
mod configuration;
mod count;
mod difference;
mod dimacs;
pub mod elements;
mod explain;
mod features;
mod given;
pub mod optimum;
mod projection;
pub mod review;
mod statements;
mod uvl;
pub mod variants;

use std::io::{self, BufRead, ErrorKind};
use std::path::Path;

use variscope_encoder::circuit::Circuit;
use variscope_encoder::dimacs::Places;
use variscope_encoder::{Budget, Cnf, Interrupted, Var};

use crate::answer::{Caveat, Exactness};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::{Position, Sources, without_byte_order_mark};

use features::Decision;
pub use features::{Feature, FeatureId, FileLine};
pub use given::{NotGiven, WrongFiles};
pub use uvl::Neighbours;

/// How a feature model is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Clauses, with names and projection in comments.
    Dimacs,
    /// The Universal Variability Language.
    Uvl,
    /// A circuit that was compiled before, with names and projection in comments.
    Compiled,
}

impl Format {
    /// The format that the extension of a file promises; `None` for files that are no feature models.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "cnf" | "dimacs" => Some(Self::Dimacs),
            "uvl" => Some(Self::Uvl),
            "nnf" => Some(Self::Compiled),
            _ => None,
        }
    }
}

/// A file by its name and its bytes.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// The name that diagnostics show.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl SourceText {
    /// What is in it, without the byte order mark of some editors.
    fn content(&self) -> &[u8] {
        without_byte_order_mark(&self.bytes)
    }
}

/// Begins to read a text, which is the same each time.
pub type Open<'a> = &'a dyn Fn() -> io::Result<Box<dyn BufRead + 'a>>;

/// What came of reading a file.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The model; `None` when there is an error.
    pub model: Option<FeatureModel>,
    /// What is to be said about the file.
    pub diagnostics: Vec<Diagnostic>,
    /// What the diagnostics quote.
    pub sources: Sources,
}

/// Clauses over named features.
#[derive(Clone, Debug)]
pub struct FeatureModel {
    features: Vec<Feature>,
    form: Form,
    /// The variables of the features, ascending; `None` when there are no others.
    projection: Option<Vec<Var>>,
    /// Features that do not count, as they are not on a list of those that do.
    left_out: Vec<Feature>,
    /// Features that have names, but that the file itself does not show.
    hidden: Vec<Feature>,
    /// Whether features were made hidden after reading.
    is_narrowed: bool,
    /// What was decided beforehand; the clauses say so too.
    given: Vec<Decision>,
    /// What the file leaves open, whatever is asked.
    caveats: Vec<Caveat>,
    origin: ModelOrigin,
}

impl FeatureModel {
    /// The model of these clauses, restricted to the variables of the features, which are ascending.
    ///
    /// # Panics
    /// When they are not.
    pub fn of_clauses(cnf: Cnf, features: Vec<Feature>) -> Self {
        assert!(features.is_sorted_by(|left, right| left.var < right.var), "features are ascending by variable");
        let projection = Some(features.iter().map(|feature| feature.var).collect());
        Self::read(features, Form::Clauses(cnf), projection, ModelOrigin::Dimacs(Places::default()))
    }

    /// A model as it was read, before anything is given.
    fn read(features: Vec<Feature>, form: Form, projection: Option<Vec<Var>>, origin: ModelOrigin) -> Self {
        let (left_out, hidden, given, caveats) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { features, form, projection, left_out, hidden, is_narrowed: false, given, caveats, origin }
    }
}

/// Where a model comes from, as far as answers show it.
#[derive(Clone, Debug)]
enum ModelOrigin {
    Dimacs(Places),
    Uvl(uvl::UvlSource),
    Compiled,
}

/// What says which sets of features are variants.
#[derive(Clone, Debug)]
enum Form {
    Clauses(Cnf),
    Circuit(Circuit),
}

impl Reading {
    /// Reads a file on its own, and the file that says which features count, if any.
    pub fn of(format: Format, file: SourceText, projection: Option<&SourceText>) -> Self {
        let alone = |_: &str| Err(io::Error::new(ErrorKind::NotFound, "the model is read on its own"));
        Self::among(format, file, projection, &alone)
    }

    /// Reads a file that may import its neighbours.
    pub fn among(
        format: Format,
        file: SourceText,
        projection: Option<&SourceText>,
        neighbours: Neighbours<'_>,
    ) -> Self {
        let reading = match format {
            Format::Dimacs => dimacs::read_text(&file),
            Format::Uvl => uvl::read(file, neighbours),
            Format::Compiled => compiled::read(&file),
        };
        reading.projected(projection)
    }

    /// Reads a DIMACS file as long as the budget lasts. Its text is not kept, but read once more when there is an error
    /// in it.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn streamed<'a>(
        name: &'a str,
        open: Open<'a>,
        projection: Option<&SourceText>,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        Ok(dimacs::read(name, open, budget)?.projected(projection))
    }

    /// The model with nothing but the features of a list, if there is one.
    fn projected(self, projection: Option<&SourceText>) -> Self {
        let mut reading = self;
        if let (Some(model), Some(text)) = (&mut reading.model, projection) {
            let projected = projection::read(model, text, &mut reading.sources).and_then(|vars| model.project(&vars));
            match projected {
                Ok(()) => {}
                Err(diagnostic) => {
                    reading.model = None;
                    reading.diagnostics.push(*diagnostic);
                }
            }
        }
        reading
    }

    /// Nothing but an error.
    fn refused(diagnostic: Diagnostic, sources: Sources) -> Self {
        Self { model: None, diagnostics: vec![diagnostic], sources }
    }
}

impl FeatureModel {
    /// All features in the order of the file.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The feature behind `id`.
    ///
    /// # Panics
    /// When the id comes from another model.
    pub fn feature(&self, id: FeatureId) -> &Feature {
        &self.features[id.index()]
    }

    /// The features with their ids.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = FeatureId> + use<> {
        (0..self.features.len()).map(FeatureId::new)
    }

    /// How far an answer about the model can be relied on that was finished or not.
    pub fn exactness(&self, is_finished: bool) -> Exactness {
        let caveats = self.caveats.clone();
        Exactness { exact: is_finished && caveats.is_empty(), complete: is_finished, caveats }
    }

    /// The clauses; `None` when the model was compiled before.
    pub fn cnf(&self) -> Option<&Cnf> {
        match &self.form {
            Form::Clauses(cnf) => Some(cnf),
            Form::Circuit(_) => None,
        }
    }

    /// The variables of the features, ascending; `None` when the clauses have no others.
    pub fn projection(&self) -> Option<&[Var]> {
        self.projection.as_deref()
    }

    /// The text of the model in UVL, when it was written that way in one file and nothing was decided since.
    pub fn text(&self) -> Option<String> {
        match &self.origin {
            ModelOrigin::Uvl(origin) if self.given.is_empty() && !self.is_narrowed => origin.text(),
            ModelOrigin::Uvl(_) | ModelOrigin::Dimacs(_) | ModelOrigin::Compiled => None,
        }
    }

    /// Whether it was written as a tree of features.
    pub fn has_tree(&self) -> bool {
        matches!(self.origin, ModelOrigin::Uvl(_))
    }

    /// By feature: the line that introduces it; `None` where no line does.
    pub fn feature_lines(&self) -> Vec<Option<FileLine>> {
        match &self.origin {
            ModelOrigin::Dimacs(places) => {
                let line = |feature: &Feature| places.names.get(&feature.var).copied().map(FileLine::own);
                self.features.iter().map(line).collect()
            }
            ModelOrigin::Uvl(origin) => origin.feature_lines(&self.features),
            ModelOrigin::Compiled => vec![None; self.features.len()],
        }
    }

    /// From where to where the name of a feature is written, where that is known.
    pub fn feature_range(&self, id: FeatureId) -> Option<(Position, Position)> {
        match &self.origin {
            ModelOrigin::Uvl(origin) => origin.range_of_feature(self.feature(id).var),
            ModelOrigin::Dimacs(_) | ModelOrigin::Compiled => None,
        }
    }

    /// From now on only the features of these variables, which are ascending, count.
    fn project(&mut self, vars: &[Var]) -> Result<(), Box<Diagnostic>> {
        if let Form::Circuit(_) = self.form {
            let message = "a compiled model cannot be projected: project the model that it was made of";
            return Err(Box::new(Diagnostic::unplaced(Code::MalformedCircuit, message)));
        }
        self.is_narrowed = true;
        let counts = |feature: &Feature| vars.binary_search(&feature.var).is_ok();
        let (features, left_out) = std::mem::take(&mut self.features).into_iter().partition(counts);
        (self.features, self.left_out) = (features, left_out);
        self.projection = Some(self.features.iter().map(|feature| feature.var).collect());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
