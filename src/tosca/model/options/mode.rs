//! Pruning modes and the modes of default conditions.

use std::sync::Arc;

use super::raw::RawOptions;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::{Kind, PerKind, Version};

/// `mode`: a preset for default conditions and pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PruningMode {
    /// `manual`, `strict`: nothing is added.
    Manual,
    /// `consistent-strict`: consistency conditions for elements without conditions.
    ConsistentStrict,
    /// `consistent-loose`: consistency conditions for all elements.
    ConsistentLoose,
    /// `default`: all default conditions for elements without conditions.
    Default,
    /// `semantic-strict`: as `default`, and consistency conditions for all.
    SemanticStrict,
    /// `semantic-loose`, `loose`: all default conditions for all elements.
    SemanticLoose,
}

pub(super) static MODES: &[(&str, PruningMode)] = &[
    ("manual", PruningMode::Manual),
    ("strict", PruningMode::Manual),
    ("consistent-strict", PruningMode::ConsistentStrict),
    ("consistent-loose", PruningMode::ConsistentLoose),
    ("default", PruningMode::Default),
    ("semantic-strict", PruningMode::SemanticStrict),
    ("semantic-loose", PruningMode::SemanticLoose),
    ("loose", PruningMode::SemanticLoose),
];

impl PruningMode {
    /// The mode with this name.
    pub fn named(name: &str) -> Option<Self> {
        MODES.iter().find(|(known, _)| *known == name).map(|&(_, mode)| mode)
    }

    pub(super) fn read(raw: &mut RawOptions<'_>, version: Version) -> Self {
        let default = match version {
            Version::Rc1 | Version::Tosca2 => Self::Manual,
            Version::Rc2 | Version::Rc3 => Self::SemanticLoose,
        };
        let Some(given) = raw.given("mode") else { return default };
        let text = given.text();
        if let Some(mode) = Self::named(text) {
            return mode;
        }
        let mut diagnostic = Diagnostic::new(Code::BadOption, given.span(), format!("unknown pruning mode \"{text}\""))
            .reference(format!("Pruning mode \"{text}\" unknown"));
        let names: Vec<&str> = MODES.iter().map(|&(name, _)| name).collect();
        diagnostic = diagnostic.help(format!("one of {}", names.join(", "))).suggesting(text, names.iter().copied());
        raw.report(diagnostic);
        default
    }
}

/// What a default condition consists of: words such as `incoming` joined by `-`. Which words mean something
/// depends on the kind of element and is checked where the condition is built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefaultMode(Option<Arc<str>>);

impl DefaultMode {
    /// The mode with this text.
    pub fn new(text: &str) -> Self {
        Self(Some(text.into()))
    }

    /// The mode of `kind` where no option sets it; empty for kinds without modes.
    pub(in crate::tosca::model) fn of_version(kind: Kind, version: Version) -> Self {
        let column = match version {
            Version::Rc1 => 0,
            // `tosca_2_0` falls back to the modes without `default` words.
            Version::Rc2 | Version::Tosca2 => 1,
            Version::Rc3 => 2,
        };
        let usual = DEFAULT_MODES.iter().find(|&&(known, _)| known == kind);
        usual.map_or_else(Self::default, |(_, defaults)| Self::new(defaults[column]))
    }

    /// As the author wrote it; empty for kinds without modes.
    pub fn text(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }

    /// Its words in order.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.0.as_deref().into_iter().flat_map(|text| text.split('-'))
    }
}

/// The words that a mode of `kind` may have; none for kinds whose default condition has one form only.
pub fn mode_words(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Node => {
            &["host", "source", "incoming", "incomingnaive", "outgoing", "outgoingnaive", "artifact", "artifactnaive"]
        }
        Kind::Relation => &["source", "target", "default"],
        Kind::Property => &["container", "consuming", "default"],
        Kind::Artifact => &["container", "managed", "default"],
        Kind::Technology => &["container", "other", "scenario", "default"],
        Kind::Output => &["produced", "default"],
        Kind::Type | Kind::Policy | Kind::Group | Kind::Input | Kind::Import | Kind::Connection => &[],
    }
}

/// Names and defaults for the first, second and third version.
static DEFAULT_MODES: &[(Kind, [&str; 3])] = &[
    (Kind::Node, ["incoming-artifact", "incomingnaive-artifact-host", "incomingnaive-artifact-host"]),
    (Kind::Relation, ["source-target", "source-target", "source-target-default"]),
    (Kind::Property, ["container-consuming", "container-consuming", "container-consuming-default"]),
    (Kind::Artifact, ["container", "container", "container-managed-default"]),
    (Kind::Technology, ["container-other-scenario", "container-other-scenario", "container-other-scenario-default"]),
    (Kind::Output, ["produced", "produced", "produced-default"]),
];

/// The option that sets the mode of `kind`; none for kinds whose default condition has one form only.
pub fn default_mode_option(kind: Kind) -> Option<String> {
    DEFAULT_MODES.iter().any(|&(known, _)| known == kind).then(|| format!("{kind}_default_condition_mode"))
}

pub(super) fn default_condition_modes(raw: &mut RawOptions<'_>, version: Version) -> PerKind<DefaultMode> {
    let mut modes = PerKind::default();
    for &(kind, _) in DEFAULT_MODES {
        let option = format!("{kind}_default_condition_mode");
        let given = raw.text(&option);
        modes[kind] = given.map_or_else(|| DefaultMode::of_version(kind, version), DefaultMode::new);
    }
    modes
}

/// In profiles A to C a relation looks at its source, a node (B) at its incoming relations.
pub(super) fn early_default_condition_modes() -> PerKind<DefaultMode> {
    let mut modes = PerKind::default();
    modes[Kind::Node] = DefaultMode::new("incomingnaive");
    modes[Kind::Relation] = DefaultMode::new("source");
    modes[Kind::Property] = DefaultMode::new("container");
    modes[Kind::Artifact] = DefaultMode::new("container");
    modes
}
