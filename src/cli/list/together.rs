//! Variants of a template that are written together: as the matrix of a pipeline, or each as a template.

use std::path::Path;

use variscope::analysis::question::{FoundVariant, Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::answer::{self, Exactness, Index};
use variscope::output::render::list::matrix;
use variscope::resolve::resolution::{OutputFolder, document_in_folder};
use variscope::source::writing::write_inside;

use super::super::failure::{Failure, OutputError};
use super::super::folder::fill;
use super::super::output::write;
use super::super::relative_path::{left_behind, template_seen_from};
use super::super::template::open;
use super::super::terminal::Terminal;
use super::super::watchdog;
use super::List;

/// Variants that were found, and how they were asked for.
pub struct FoundVariants<'a, 'm> {
    pub arguments: &'a List,
    pub terminal: &'a Terminal,
    pub variants: &'a Variants<'m>,
    pub limits: &'a Limits,
    pub exactness: Exactness,
}

impl FoundVariants<'_, '_> {
    /// Writes variants as a matrix, or as templates as many as there is time for. Whether these are all.
    pub fn write(self, found: &[FoundVariant]) -> Result<bool, Failure> {
        let Some(folder) = &self.arguments.write else {
            write(&matrix(found.iter().map(|found| configuration(self.variants, found))), None)?;
            return Ok(true);
        };
        let (terminal, all) = (self.terminal, found.len());
        let written = self.write_all(folder, found)?;
        if written < all {
            terminal.write_message(&format!("stopped: {written} of {all} variants that were found are written\n"));
        }
        Ok(written == all)
    }

    /// Writes variants as templates, and `index.json`; how many. The folder is complete or not there.
    fn write_all(self, folder: &Path, found: &[FoundVariant]) -> Result<usize, Failure> {
        watchdog::answer_started();
        let has_time = || self.limits.budget.check_extension().is_ok();
        let error = |source| Failure::Output(OutputError::new(folder, source));
        let package = open(&self.arguments.question.template.path)?;
        let mut files = Vec::new();
        fill(folder, &mut |pending| {
            let place = template_seen_from(pending, &package).map(|path| OutputFolder::new(&package, path));
            for (number, variant) in found.iter().enumerate().take_while(|_| has_time()) {
                let configuration = configuration(self.variants, variant);
                let name = format!("variant-{:04}.yaml", number + 1);
                let variants = self.variants.under(&configuration);
                let text = document_in_folder(&variants, place.as_ref()).map_err(Failure::Template)?;
                write_inside(pending, &name, &text).map_err(error)?;
                if number == 0
                    && let Some(warning) = left_behind(&package, &text, folder).map_err(Failure::Unreadable)?
                {
                    self.terminal.inform(&warning);
                }
                files.push((name, configuration));
            }
            let exactness = self.exactness.clone().and(Exactness::finished(files.len() == found.len()));
            let index = answer::json(&Index::of(self.variants.model(), found, &files, exactness));
            write_inside(pending, "index.json", &index).map_err(error)
        })?;
        Ok(files.len())
    }
}

/// The given values together with those that lead to the variant.
pub fn configuration(variants: &Variants<'_>, variant: &FoundVariant) -> Configuration {
    variant.reach.witness.complete(variants.configuration())
}
