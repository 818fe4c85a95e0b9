//! Default conditions and pruning by kind: an option of the kind, else the mode's value for the kind, else the
//! global option, else the mode's global value.

use super::mode::PruningMode;
use super::raw::RawOptions;
use crate::source::syntax::vocabulary::{OptionStyle, Profile};
use crate::tosca::model::{Facet, Kind, PerKind, Version};

/// The names of the three settings of a kind, and of the global one.
struct SettingNames {
    base: String,
    consistency: String,
    semantic: String,
}

fn default_names(kind: Kind) -> SettingNames {
    SettingNames {
        base: format!("{kind}_default_condition"),
        consistency: format!("{kind}_default_consistency_condition"),
        semantic: format!("{kind}_default_semantic_condition"),
    }
}

fn pruning_names(kind: Kind) -> SettingNames {
    SettingNames {
        base: format!("{kind}_pruning"),
        consistency: format!("{kind}_consistency_pruning"),
        semantic: format!("{kind}_semantic_pruning"),
    }
}

/// What a mode says about a kind, and about all kinds.
#[derive(Clone, Copy, Default)]
struct ModeValues {
    kind: Facet<Option<bool>>,
    global: Option<bool>,
}

const CONSISTENT: Facet<Option<bool>> = Facet { base: Some(true), consistency: Some(true), semantic: Some(false) };
const PINNED: Facet<Option<bool>> = Facet { base: Some(false), consistency: Some(false), semantic: Some(false) };
const OPEN: Facet<Option<bool>> = Facet { base: None, consistency: None, semantic: None };

/// Only the third release candidate applies modes to inputs and outputs; `tosca_2_0` does not.
fn is_exempt(kind: Kind, version: Version) -> bool {
    matches!(kind, Kind::Input | Kind::Output) && version != Version::Rc3
}

fn default_values(mode: PruningMode, kind: Kind, version: Version) -> ModeValues {
    use PruningMode::{ConsistentLoose, ConsistentStrict, Default, Manual, SemanticLoose, SemanticStrict};
    let exempt = is_exempt(kind, version);
    let global = matches!(mode, Default | SemanticStrict).then_some(true);
    let kind = match mode {
        Manual | ConsistentStrict | Default | SemanticStrict | SemanticLoose if exempt => PINNED,
        ConsistentStrict => CONSISTENT,
        Manual | Default | SemanticStrict | ConsistentLoose | SemanticLoose => OPEN,
    };
    ModeValues { kind, global }
}

fn pruning_values(mode: PruningMode, kind: Kind, version: Version) -> ModeValues {
    use PruningMode::{ConsistentLoose, ConsistentStrict, Default, Manual, SemanticLoose, SemanticStrict};
    let exempt = is_exempt(kind, version);
    let global = (mode == SemanticLoose).then_some(true);
    let kind = match mode {
        Manual | ConsistentLoose | Default | SemanticStrict | SemanticLoose if exempt => PINNED,
        ConsistentLoose | SemanticStrict => CONSISTENT,
        Manual | ConsistentStrict | Default | SemanticLoose => OPEN,
    };
    ModeValues { kind, global }
}

fn lookup(raw: &mut RawOptions<'_>, names: &SettingNames, global_name: &str, mode: ModeValues) -> Facet<bool> {
    let global = raw.boolean(global_name).or(mode.global).unwrap_or(false);
    let base = raw.boolean(&names.base).or(mode.kind.base).unwrap_or(global);
    Facet {
        base,
        consistency: raw.boolean(&names.consistency).or(mode.kind.consistency).unwrap_or(base),
        semantic: raw.boolean(&names.semantic).or(mode.kind.semantic).unwrap_or(base),
    }
}

pub(super) fn default_conditions(
    raw: &mut RawOptions<'_>,
    mode: PruningMode,
    version: Version,
) -> PerKind<Facet<bool>> {
    PerKind::from_fn(|kind| lookup(raw, &default_names(kind), "default_condition", default_values(mode, kind, version)))
}

pub(super) fn prunings(raw: &mut RawOptions<'_>, mode: PruningMode, version: Version) -> PerKind<Facet<bool>> {
    PerKind::from_fn(|kind| lookup(raw, &pruning_names(kind), "pruning", pruning_values(mode, kind, version)))
}

/// The kinds that profiles B and C prune, with the plural in the option names of B; nodes come first, as C leaves
/// them alone.
pub(crate) static EARLY_KINDS: &[(Kind, &str)] = &[
    (Kind::Node, "Nodes"),
    (Kind::Relation, "Relations"),
    (Kind::Policy, "Policies"),
    (Kind::Group, "Groups"),
    (Kind::Artifact, "Artifacts"),
    (Kind::Property, "Properties"),
];

/// The kinds that `profile`, one before D, prunes.
pub(super) fn early_kinds(profile: Profile) -> &'static [(Kind, &'static str)] {
    if prunes_by_name(profile) { EARLY_KINDS } else { &EARLY_KINDS[1..] }
}

fn prunes_by_name(profile: Profile) -> bool {
    profile.dialect().options == OptionStyle::Pruning
}

/// Default conditions, pruning and whether pruning replaces conditions, in profiles A to C.
pub(super) fn early(
    raw: &mut RawOptions<'_>,
    profile: Profile,
) -> (PerKind<Facet<bool>>, PerKind<Facet<bool>>, PerKind<bool>) {
    let (mut defaults, mut prunings, mut replaces) = (PerKind::default(), PerKind::default(), PerKind::default());
    let all = |on| Facet { base: on, consistency: on, semantic: on };
    for &(kind, plural) in early_kinds(profile) {
        let (default, pruning) = if prunes_by_name(profile) {
            (format!("prune{plural}"), format!("forcePrune{plural}"))
        } else {
            (format!("enable_{kind}_default_condition"), format!("enable_{kind}_pruning"))
        };
        defaults[kind] = all(raw.boolean(&default).unwrap_or(false));
        prunings[kind] = all(raw.boolean(&pruning).unwrap_or(false));
        replaces[kind] = prunes_by_name(profile);
    }
    (defaults, prunings, replaces)
}
