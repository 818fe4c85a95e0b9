//! What presets give on both sides by themselves. A configuration that leaves inputs open is enough for one side where it reads
//! none of them, which no question about whole configurations shows.

use std::collections::BTreeMap;

use super::concrete::Concrete;
use super::{ComparedResults, Contrast, Matching, UndecidedReason};
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::configuration::witness::Witness;
use crate::analysis::value::{Configuration, Value, written_default};
use crate::source::Span;
use crate::source::diagnostic::Diagnostic;

/// That a preset, or what is given without one, gives one side another variant than the other, or none.
#[derive(Clone, Debug)]
pub struct PresetContrast {
    /// The name of the preset and where it is in the older template; none where no preset is chosen.
    pub preset: Option<(String, Span)>,
    /// The values, and what is different.
    pub contrast: Contrast,
    /// What the newer side says, if it alone gives no variant.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a preset that two templates have chooses on either side.
#[derive(Clone, Debug)]
pub(in crate::analysis::question) struct CommonPreset {
    /// Its name and where it is in the older template; none where no preset is chosen.
    pub(in crate::analysis::question) preset: Option<(String, Span)>,
    pub(in crate::analysis::question) old: Configuration,
    pub(in crate::analysis::question) new: Configuration,
}

impl Variants<'_> {
    /// The presets of both templates that leave some input open and do not give both the same elements. Those that leave none are
    /// configurations like any other.
    ///
    /// # Errors
    /// [`UndecidedReason::Interrupted`] when the budget is used up.
    pub fn preset_contrasts(
        &self,
        after: &Variants<'_>,
        limits: &Limits,
    ) -> Result<Vec<PresetContrast>, UndecidedReason> {
        let matching = Matching::of(self.model(), after.model());
        let mut found = Vec::new();
        for CommonPreset { preset, old, new } in self.common_presets(after) {
            limits.budget.check().map_err(|_| UndecidedReason::Interrupted)?;
            if is_whole(self, &old) && is_whole(after, &new) {
                continue;
            }
            let sides = ComparedResults { before: &self.under(&old), after: &after.under(&new), matching: &matching };
            let both = Concrete::of(&sides, &Witness::default());
            let values = old.iter().filter(|(_, given)| given.value != Value::Null);
            let witness = Witness::new(values.map(|(input, given)| (input.into(), given.value.clone())));
            found.extend(both.difference(&sides).map(|what| PresetContrast {
                preset,
                contrast: Contrast { witness: witness.beside(self.configuration()), what },
                diagnostics: both.lost_to(),
            }));
        }
        Ok(found)
    }

    /// Nothing chosen, and then each preset that both templates have.
    pub(in crate::analysis::question) fn common_presets(&self, after: &Variants<'_>) -> Vec<CommonPreset> {
        let mut newer: BTreeMap<String, Configuration> =
            after.preset_configurations().into_iter().map(|preset| (preset.name, preset.configuration)).collect();
        let none = CommonPreset { preset: None, old: self.configuration().clone(), new: after.configuration().clone() };
        let both = self.preset_configurations().into_iter().filter_map(|preset| {
            let new = newer.remove(&preset.name)?;
            Some(CommonPreset { preset: Some((preset.name, preset.span)), old: preset.configuration, new })
        });
        std::iter::once(none).chain(both).collect()
    }
}

/// Whether each input has a value that is given, or a default.
fn is_whole(variants: &Variants<'_>, configuration: &Configuration) -> bool {
    let language = variants.language();
    language.inputs().all(|(input, declaration)| {
        let is_given = configuration.value(input).is_some_and(|value| *value != Value::Null);
        is_given || written_default(declaration).is_some()
    })
}
