//! `tosca_definitions_version`.

use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::yaml::Yaml;

/// The definitions versions that Variability4TOSCA knows; defaults of options differ between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// `tosca_variability_1_0`, its first release candidate, the Simple Profile, and what runtimes call their own, which behave alike.
    Rc1,
    /// `tosca_variability_1_0_rc_2`.
    Rc2,
    /// `tosca_variability_1_0_rc_3`.
    Rc3,
    /// `tosca_2_0`.
    Tosca2,
}

/// All accepted definitions versions with the version they mean.
pub static VERSIONS: &[(&str, Version)] = &[
    ("tosca_simple_yaml_1_3", Version::Rc1),
    ("tosca_variability_1_0", Version::Rc1),
    ("tosca_variability_1_0_rc_1", Version::Rc1),
    ("tosca_variability_1_0_rc_2", Version::Rc2),
    ("tosca_variability_1_0_rc_3", Version::Rc3),
    ("tosca_2_0", Version::Tosca2),
    ("tosca_dsl_1_2", Version::Rc1),
    ("tosca_simple_unfurl_1_0_0", Version::Rc1),
];

/// Versions that only files with types have.
static OF_TYPES: &[&str] = &[
    "tosca_simple_yaml_1_0",
    "tosca_simple_yaml_1_1",
    "tosca_simple_yaml_1_2",
    "tosca_simple_profile_for_nfv_1_0_0",
    "alien_dsl_1_4_0",
    "alien_dsl_2_0_0",
    "alien_dsl_3_0_0",
    "cloudify_dsl_1_0",
    "cloudify_dsl_1_1",
    "cloudify_dsl_1_2",
    "cloudify_dsl_1_3",
    "cloudify_dsl_1_4",
    "cloudify_dsl_1_5",
    "tosca_dsl_1_0",
    "tosca_dsl_1_1",
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

/// The version of the language that is meant where an imported file says another one, which looks misspelt. Versions of others are
/// theirs.
pub fn misspelt_version_of_types(text: &str) -> Option<&'static str> {
    let known = VERSIONS.iter().map(|&(name, _)| name).chain(OF_TYPES.iter().copied());
    let is_known = known.clone().any(|known| known == text);
    // Of these there are no newer ones.
    let is_complete = ["tosca_simple_yaml", "tosca_variability"].iter().any(|start| text.starts_with(start));
    let is_meant = |meant: &&str| is_complete || !differs_in_numbers(meant, text);
    if is_known { None } else { did_you_mean(text, known).filter(is_meant) }
}

/// Whether two versions have different numbers, of which one may be newer than what is known here.
fn differs_in_numbers(a: &str, b: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    digits(a) != digits(b)
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
