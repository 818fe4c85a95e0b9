//! `variability.options`: settings by kind and facet, with the defaults of each profile and version.

mod conditions;
mod constraint;
mod mode;
mod optimization;
mod raw;
mod values;

pub(crate) use conditions::EARLY_KINDS;
pub use constraint::{CONSTRAINTS, Constraint, ConstraintEntry};
pub use mode::{DefaultMode, PruningMode, default_mode_option, mode_words};
pub use optimization::{Direction, Optimization, TechnologyMeasure, TopologyMeasure, Uniqueness};
pub use raw::option_names;
pub use values::OptionValue;

use super::{CHECKS, Check, CheckGroup, Facet, PerKind, Version};
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::vocabulary::{OptionStyle, Profile};
use crate::source::syntax::yaml::Yaml;
use raw::RawOptions;

/// All settings of a template, defaults filled in.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether elements without conditions get default conditions, and of which sort.
    pub default_condition: PerKind<Facet<bool>>,
    /// Whether all elements get default conditions in addition to their own, and of which sort.
    pub pruning: PerKind<Facet<bool>>,
    /// Profile B: whether pruning replaces the author's conditions.
    pub pruning_replaces: PerKind<bool>,
    /// What the default condition of an element consists of.
    pub default_condition_mode: PerKind<DefaultMode>,
    /// Whether relations other than hosting ones are implied.
    pub relation_default_implied: bool,
    /// Whether an implied relation looks at the conditions of its target.
    pub relation_enhanced_implication_mode: bool,
    /// Whether elements without conditions become default alternatives.
    pub automatic_default_alternatives: bool,
    /// Whether the fallback value of a property is a default alternative.
    pub fallback_property_default_alternative: bool,
    /// Whether an input named like an element's id is a condition of that element.
    pub enrich_input_condition: bool,
    /// Whether nodes without technologies get candidates.
    pub enrich_technologies: bool,
    /// Whether only the candidates of the best quality are taken.
    pub enrich_technologies_best_only: bool,
    /// Whether modelled technologies are replaced by their implementations.
    pub enrich_implementations: bool,
    /// Whether a managed node has to have technology candidates.
    pub required_technology_check: bool,
    /// Whether modes that prune along incoming relations need an anchor.
    pub anchor_check: bool,
    /// Whether nodes keep the name of their technology instead of taking its type.
    pub is_edmm: bool,
    /// Which variant is the best.
    pub optimization: Optimization,
    checks: [bool; Check::COUNT],
    constraints: [bool; Constraint::COUNT],
}

impl Options {
    /// Reads `options` (a mapping, or nothing) as `profile` and `version` understand it.
    pub fn read(options: Option<Yaml<'_>>, profile: Profile, version: Version) -> (Self, Vec<Diagnostic>) {
        let mut raw = RawOptions::new(options, profile);
        let read = match profile.dialect().options {
            OptionStyle::Faceted => Self::late(&mut raw, version),
            OptionStyle::Unlisted | OptionStyle::Pruning | OptionStyle::Enabling => Self::early(&mut raw, profile),
        };
        (read, raw.finish())
    }

    /// Whether `check` is made.
    pub fn checks(&self, check: Check) -> bool {
        self.checks[check as usize]
    }

    /// Does not make `check`, whatever was said.
    pub(in crate::tosca::model) fn leave_out(&mut self, check: Check) {
        self.checks[check as usize] = false;
    }

    /// Whether `constraint` is required.
    pub fn requires(&self, constraint: Constraint) -> bool {
        self.constraints[constraint as usize]
    }

    fn late(raw: &mut RawOptions<'_>, version: Version) -> Self {
        let mode = PruningMode::read(raw, version);
        let is_rc3_or_tosca2 = matches!(version, Version::Rc3 | Version::Tosca2);
        let is_rc1 = version == Version::Rc1;
        let checks_base = raw.boolean("checks").unwrap_or(!is_rc3_or_tosca2);
        Self {
            default_condition: conditions::default_conditions(raw, mode, version),
            pruning: conditions::prunings(raw, mode, version),
            pruning_replaces: PerKind::default(),
            default_condition_mode: mode::default_condition_modes(raw, version),
            relation_default_implied: raw.boolean("relation_default_implied").unwrap_or(!is_rc1),
            relation_enhanced_implication_mode: raw.boolean("relation_enhanced_implication_mode").unwrap_or(true),
            automatic_default_alternatives: raw.boolean("automatic_default_alternatives").unwrap_or(false),
            fallback_property_default_alternative: raw
                .boolean("fallback_property_default_alternative")
                .unwrap_or(version != Version::Rc3),
            enrich_input_condition: raw.boolean("enrich_input_condition").unwrap_or(true),
            enrich_technologies: raw
                .boolean("enrich_technologies")
                .unwrap_or(matches!(version, Version::Rc2 | Version::Rc3)),
            enrich_technologies_best_only: raw.boolean("enrich_technologies_best_only").unwrap_or(true),
            enrich_implementations: raw.boolean("enrich_implementations").unwrap_or(true),
            checks: late_checks(raw, checks_base, is_rc3_or_tosca2),
            required_technology_check: {
                let semantic = raw.boolean("semantic_checks").unwrap_or(checks_base);
                raw.boolean("required_technology_check").unwrap_or(semantic)
            },
            anchor_check: raw.boolean("anchor_check").unwrap_or(checks_base),
            is_edmm: raw.boolean("edmm").unwrap_or(false),
            optimization: Optimization::read(raw, version),
            constraints: constraint::read(raw, is_rc1),
        }
    }

    fn early(raw: &mut RawOptions<'_>, profile: Profile) -> Self {
        let (default_condition, pruning, pruning_replaces) = conditions::early(raw, profile);
        Self {
            default_condition,
            pruning,
            pruning_replaces,
            default_condition_mode: mode::early_default_condition_modes(),
            relation_default_implied: false,
            relation_enhanced_implication_mode: true,
            automatic_default_alternatives: false,
            fallback_property_default_alternative: false,
            enrich_input_condition: false,
            enrich_technologies: false,
            enrich_technologies_best_only: true,
            enrich_implementations: false,
            required_technology_check: false,
            anchor_check: false,
            is_edmm: false,
            optimization: Optimization::none(),
            checks: early_checks(raw, profile),
            constraints: [false; Constraint::COUNT],
        }
    }
}

fn late_checks(raw: &mut RawOptions<'_>, base: bool, is_rc3_or_tosca2: bool) -> [bool; Check::COUNT] {
    let consistency = raw.boolean("consistency_checks").unwrap_or(base);
    let semantic = raw.boolean("semantic_checks").unwrap_or(base);
    let mut checks = [false; Check::COUNT];
    for entry in CHECKS {
        let default = match entry.group {
            CheckGroup::Consistency => consistency,
            CheckGroup::Semantic => semantic,
            CheckGroup::LateConsistency => is_rc3_or_tosca2 && consistency,
            CheckGroup::LateSemantic => is_rc3_or_tosca2 && semantic,
        };
        checks[entry.check as usize] = raw.boolean(entry.option).unwrap_or(default);
    }
    checks
}

/// Profile A makes the four checks of nodes and relations always; B and C make eight unless an option says not to.
fn early_checks(raw: &mut RawOptions<'_>, profile: Profile) -> [bool; Check::COUNT] {
    let column = usize::from(profile.dialect().options != OptionStyle::Pruning);
    let all_off = ["disableConsistencyChecks", "disable_consistency_checks"][column];
    let is_off = raw.boolean(all_off).unwrap_or(false);
    let mut checks = [false; Check::COUNT];
    for entry in CHECKS {
        let Some(names) = entry.disabled_by else { continue };
        let is_known = profile.dialect().has_optional_checks || early_of_a(entry.check);
        checks[entry.check as usize] = is_known && !is_off && !raw.boolean(names[column]).unwrap_or(false);
    }
    checks
}

fn early_of_a(check: Check) -> bool {
    matches!(check, Check::RelationSource | Check::RelationTarget | Check::AmbiguousHosting | Check::ExpectedHosting)
}
