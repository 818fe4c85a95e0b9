//! `tosca_definitions_version`.

use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::yaml::Yaml;

/// The definitions versions that Variability4TOSCA knows; defaults of options differ between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// `tosca_simple_yaml_1_3`, `tosca_variability_1_0` and its first release candidate, and what runtimes call their own.
    First,
    /// `tosca_variability_1_0_rc_2`.
    Second,
    /// `tosca_variability_1_0_rc_3`.
    Third,
    /// `tosca_2_0`.
    Tosca2,
}

/// All accepted definitions versions with the version they mean.
pub static VERSIONS: &[(&str, Version)] = &[
    ("tosca_simple_yaml_1_3", Version::First),
    ("tosca_variability_1_0", Version::First),
    ("tosca_variability_1_0_rc_1", Version::First),
    ("tosca_variability_1_0_rc_2", Version::Second),
    ("tosca_variability_1_0_rc_3", Version::Third),
    ("tosca_2_0", Version::Tosca2),
    ("tosca_dsl_1_2", Version::First),
    ("tosca_simple_unfurl_1_0_0", Version::First),
];

impl Version {
    /// The version that `text` names.
    pub fn parse(text: &str) -> Option<Self> {
        VERSIONS.iter().find(|(name, _)| *name == text).map(|&(_, version)| version)
    }

    /// Whether a runtime calls its dialect of the Simple Profile so.
    pub fn is_dialect(text: &str) -> bool {
        matches!(text, "tosca_dsl_1_2" | "tosca_simple_unfurl_1_0_0")
    }

    /// Whether profiles A to C know it too.
    pub fn is_early(text: &str) -> bool {
        matches!(text, "tosca_simple_yaml_1_3" | "tosca_variability_1_0") || Self::is_dialect(text)
    }
}

/// The key in front of the version, where it is misspelt.
pub(super) fn misspelt_version(root: Yaml<'_>) -> Option<Diagnostic> {
    const KEY: &str = "tosca_definitions_version";
    let is_near = |key: &Yaml<'_>| did_you_mean(key.text(), [KEY]).is_some() && root.get(KEY).is_none();
    let key = root.entries().map(|(key, _)| key).find(is_near)?;
    let message = format!("unknown key \"{}\" at the top of a template", key.text());
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message).suggesting(key.text(), [KEY]);
    Some(diagnostic.labelled("has no effect").reference("Unsupported TOSCA definitions version"))
}
