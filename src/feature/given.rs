//! Features that are selected or left out before questions are asked.

use thiserror::Error;
use variscope_encoder::{Lit, Var};

use super::{FeatureId, FeatureModel, Form};
use crate::source::diagnostic::did_you_mean;

/// Why an argument decides no feature.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotGiven {
    /// Not of the form `FEATURE=true` or `FEATURE=false`.
    #[error("`{0}`: a feature is given as `FEATURE=true` or `FEATURE=false`")]
    Form(String),
    /// The model is a circuit, which stays as it is.
    #[error("a compiled model cannot be restricted: restrict the model that it was made of")]
    Compiled,
    /// It does not count.
    #[error("the feature \"{0}\" is not on the list of `--project`, so nothing is said of it")]
    LeftOut(String),
    /// No feature of this name.
    #[error("there is no feature \"{name}\"{}", hint(.nearest.as_deref()))]
    Unknown {
        /// The name that was given.
        name: String,
        /// A name that is almost the same.
        nearest: Option<String>,
    },
}

/// What is said of a name that is almost the one that was given.
pub(super) fn hint(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default()
}

impl FeatureModel {
    /// Decides features by arguments such as `gui=true`.
    ///
    /// # Errors
    /// [`NotGiven`] for the first argument that decides none.
    pub fn give<'a>(&mut self, arguments: impl IntoIterator<Item = &'a str>) -> Result<(), NotGiven> {
        for argument in arguments {
            let (name, value) = argument.rsplit_once('=').ok_or_else(|| NotGiven::Form(argument.to_owned()))?;
            let value: bool = value.trim().parse().map_err(|_| NotGiven::Form(argument.to_owned()))?;
            let name = name.trim();
            // As lists write names that have spaces.
            let bare = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
            let var = self.variable(bare.filter(|_| self.variable(name).is_err()).unwrap_or(name))?;
            self.decide(var.lit(value))?;
        }
        Ok(())
    }

    /// The variable of the feature of this name, whether it counts or not.
    fn variable(&self, name: &str) -> Result<Var, NotGiven> {
        match self.left_out.iter().find(|feature| feature.name == name) {
            Some(feature) => Ok(feature.var),
            None => self.find(name).map(|id| self.feature(id).var),
        }
    }

    /// The feature of this name; of several, the first.
    ///
    /// # Errors
    /// [`NotGiven::Unknown`] when there is none, [`NotGiven::LeftOut`] when it does not count.
    pub fn find(&self, name: &str) -> Result<FeatureId, NotGiven> {
        self.ids().find(|&id| self.feature(id).name == name).ok_or_else(|| {
            if self.left_out.iter().any(|feature| feature.name == name) {
                return NotGiven::LeftOut(name.to_owned());
            }
            let nearest = did_you_mean(name, self.features.iter().map(|feature| feature.name.as_str()));
            NotGiven::Unknown { name: name.to_owned(), nearest: nearest.map(str::to_owned) }
        })
    }

    fn decide(&mut self, lit: Lit) -> Result<(), NotGiven> {
        match &mut self.form {
            Form::Clauses(cnf) => cnf.add(&[lit]),
            Form::Circuit(_) => return Err(NotGiven::Compiled),
        }
        self.given.push(lit);
        Ok(())
    }
}
