//! Features that are selected or left out before questions are asked.

use thiserror::Error;
use variscope_encoder::Lit;

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
    /// No feature of this name.
    #[error("there is no feature \"{name}\"{}", hint(.nearest.as_deref()))]
    Unknown {
        /// The name that was given.
        name: String,
        /// A name that is almost the same.
        nearest: Option<String>,
    },
}

fn hint(nearest: Option<&str>) -> String {
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
            let id = self.find(name.trim())?;
            self.decide(self.feature(id).var.lit(value))?;
        }
        Ok(())
    }

    /// The feature of this name; of several, the first.
    ///
    /// # Errors
    /// [`NotGiven::Unknown`] when there is none.
    pub fn find(&self, name: &str) -> Result<FeatureId, NotGiven> {
        self.ids().find(|&id| self.feature(id).name == name).ok_or_else(|| {
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
