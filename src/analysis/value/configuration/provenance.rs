//! Where a value came from.

use std::fmt;
use std::sync::Arc;

use crate::source::{Sources, Span};

/// Where the value of an input came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// A preset of the template.
    Preset {
        /// The name of the preset.
        name: Arc<str>,
        /// The name of the input.
        input: Span,
        /// The value.
        span: Span,
    },
    /// An inputs file.
    File {
        /// The name of the input.
        input: Span,
        /// The value.
        span: Span,
    },
    /// A feature of a configuration of `FeatureIDE`, or an attribute of one: where it stands.
    Feature(Span),
    /// An argument, as it was typed.
    Argument(Arc<str>),
    /// An environment variable, by name.
    Environment(Arc<str>),
    /// The default of the declaration.
    Default(Span),
    /// An analysis tries this value: it is not given.
    Assumed,
}

/// A provenance with the files it may point into.
#[derive(Clone, Copy, Debug)]
pub struct SourcedProvenance<'p> {
    provenance: &'p Provenance,
    sources: &'p Sources,
}

impl Provenance {
    /// Prints as `preset "prod", shop.yaml:12:9`, `inputs.yaml:3:1`, `--input env=prod`, `$VARISCOPE_INPUT_ENV`.
    pub fn place<'p>(&'p self, sources: &'p Sources) -> SourcedProvenance<'p> {
        SourcedProvenance { provenance: self, sources }
    }

    /// Where the value stands, if it is in a file.
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::Preset { span, .. } | Self::File { span, .. } | Self::Feature(span) | Self::Default(span) => {
                Some(*span)
            }
            Self::Argument(_) | Self::Environment(_) | Self::Assumed => None,
        }
    }

    /// Where the name of the input stands, if the value is given for it in a file.
    pub fn input(&self) -> Option<Span> {
        match self {
            Self::Preset { input, .. } | Self::File { input, .. } | Self::Feature(input) => Some(*input),
            Self::Default(_) | Self::Argument(_) | Self::Environment(_) | Self::Assumed => None,
        }
    }
}

impl fmt::Display for SourcedProvenance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.provenance {
            Provenance::Preset { name, span, .. } => write!(f, "preset \"{name}\", {}", self.sources.place(*span)),
            Provenance::File { span, .. } | Provenance::Feature(span) => f.write_str(&self.sources.place(*span)),
            Provenance::Argument(text) => write!(f, "--input {text}"),
            Provenance::Environment(variable) => write!(f, "${variable}"),
            Provenance::Default(span) => write!(f, "default, {}", self.sources.place(*span)),
            Provenance::Assumed => f.write_str("assumed"),
        }
    }
}
