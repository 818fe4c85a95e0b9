//! Variants to stdout as they are found.

use std::io::{self, BufWriter, ErrorKind, Write};

use serde_json::Value as Json;
use variscope::feature_model::FeatureModel;
use variscope::render::feature_model::variants as render;
use variscope_encoder::Lit;

use crate::cli::arguments::Format;
use crate::cli::output::OutputError;
use crate::cli::watchdog;

/// A document that holds variants.
pub struct Document<'a> {
    pub model: &'a FeatureModel,
    pub schema: &'a str,
    pub format: Format,
}

impl Document<'_> {
    /// Writes variants between what comes first and what comes last.
    ///
    /// A reader of stdout who has seen enough is no failure.
    pub fn write<I: Iterator<Item = Vec<Lit>>>(
        &self,
        header: &[(&str, Json)],
        variants: &mut I,
        trailer: impl FnOnce(&I) -> Vec<(&'static str, Json)>,
    ) -> Result<(), OutputError> {
        watchdog::stand_down();
        match self.try_write(header, variants, trailer) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(OutputError::stdout(error)),
            _ => Ok(()),
        }
    }

    fn try_write<I: Iterator<Item = Vec<Lit>>>(
        &self,
        header: &[(&str, Json)],
        variants: &mut I,
        trailer: impl FnOnce(&I) -> Vec<(&'static str, Json)>,
    ) -> io::Result<()> {
        let mut output = BufWriter::new(io::stdout().lock());
        match self.format {
            Format::Text => {
                for variant in variants {
                    output.write_all(render::line(self.model, &variant).as_bytes())?;
                }
            }
            Format::Json => {
                output.write_all(render::opening(self.schema, header).as_bytes())?;
                for (number, variant) in variants.by_ref().enumerate() {
                    output.write_all(render::entry(self.model, &variant, number == 0).as_bytes())?;
                }
                output.write_all(render::closing(&trailer(variants)).as_bytes())?;
            }
        }
        output.flush()
    }
}
