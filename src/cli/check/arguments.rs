//! What `variscope check` takes.

use std::path::PathBuf;

use clap::Args;

use super::super::arguments::{EngineName, FindingFormat, Level, ProfileArgument, Scope, TypesProfileName, condition};
use super::super::certify::Certify;

/// Find everything that is wrong or superfluous in some or all variants.
///
/// Every finding comes with values for inputs that show it, and with the lines that force it. `variscope rule CODE` explains
/// what a code means. A folder that is no CSAR is searched for templates and CSARs.
///
/// A comment `# variscope: ignore[V404] reason` on the line or above leaves a finding out. A file `variscope.toml` beside the
/// template, or above it up to the root of the repository (without one, up to the current folder), has settings:
/// `ignore = ["V404", "V5"]`, `exclude = ["old/*"]`, `[severity]` with lines such as `V404 = "error"` or `V408 = "off"`, `[per-path]`
/// with lines such as `"legacy/*" = ["V402"]`, and `[[assertions]]` with `condition`, `name`, `severity` and `message`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope check shop
  variscope check shop --fail-on warning --skip V408
  variscope check templates/*.yaml --format sarif --output findings.sarif
  variscope check shop --assert 'environment = \"prod\" implies not node.sqlite'
  variscope check shop --assert 'for node of tosca.nodes.Compute: policy.backup covers it'
  variscope check . --only V3,V4 --statistics
  variscope check shop --for xopera
  variscope check shop --diff
  variscope check shop --fix
  variscope check shop --diff --unsafe")]
pub struct Check {
    /// Service templates, CSARs (folder or archive), folders with both, feature models by name, or `-` for stdin.
    #[arg(required = true, value_name = "TEMPLATE")]
    pub templates: Vec<PathBuf>,
    #[command(flatten)]
    pub profile: ProfileArgument,
    #[command(flatten)]
    pub scope: Scope,
    /// The least severity that makes the command fail.
    #[arg(long, value_enum, default_value = "error", value_name = "SEVERITY")]
    pub fail_on: Level,
    /// Show only findings with these codes, or with numbers that begin like this (`V5`).
    #[arg(long, value_name = "CODE,...", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Leave out findings with these codes, or with numbers that begin like this (`V5`).
    #[arg(long, value_name = "CODE,...", value_delimiter = ',')]
    pub skip: Vec<String>,
    /// Show every finding with all its lines, also where many are alike.
    #[arg(long = "full")]
    pub is_full: bool,
    /// Something that has to hold in every variant, such as `environment = "prod" implies not node.sqlite`; may be repeated.
    #[arg(long = "assert", value_name = "CONDITION", allow_hyphen_values = true, value_parser = condition)]
    pub assertions: Vec<String>,
    /// A file of assertions with names, severities and messages, YAML or TOML; may be repeated.
    #[arg(long = "assertions", value_name = "FILE")]
    pub assertion_files: Vec<PathBuf>,
    /// Leave out the findings that this file knows.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all findings into a file for `--baseline`.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub write_baseline: Option<PathBuf>,
    /// Show how many findings have each code, instead of the findings.
    #[arg(long, conflicts_with = "format")]
    pub statistics: bool,
    /// Values that nothing mentions count as much as others.
    #[arg(long, conflicts_with = "closed")]
    pub open: bool,
    /// Check again whenever a template, a file that is read for it, or one beside it changes.
    #[arg(long)]
    pub watch: bool,
    /// Find what an engine refuses that the profile allows; without it, or for `plain`, nothing of that sort is looked for.
    #[arg(long = "for", value_enum, default_value = "plain", value_name = "ENGINE")]
    pub engine: EngineName,
    /// The environment of the project that an ensemble is deployed in, by its name.
    #[arg(long, value_name = "NAME")]
    pub environment: Option<String>,
    /// The home of Unfurl, a project whose environments go beneath those of the project; none without it, whatever
    /// `UNFURL_HOME` says.
    #[arg(long, value_name = "FOLDER")]
    pub unfurl_home: Option<PathBuf>,
    /// Which types are built in when values are checked.
    #[arg(long, value_enum, default_value = "tosca-1.3", value_name = "PROFILE")]
    pub types_profile: TypesProfileName,
    /// How to write the findings.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: FindingFormat,
    /// Apply safe fixes, which leave every variant and its document as they are: edit the files, then check again.
    #[arg(long)]
    pub fix: bool,
    /// Show what `--fix` would change, as a patch, and edit nothing; ends with 1 where it would change something.
    #[arg(long, conflicts_with_all = ["certify", "format"])]
    pub diff: bool,
    /// With `--fix` or `--diff`: follow suggestions, too, which may change what is deployed.
    #[arg(long = "unsafe")]
    pub takes_suggestions: bool,
    /// Where to write the findings, or the patch of `--diff` [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub certify: Certify,
}
