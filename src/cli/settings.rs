//! `variscope.toml` beside a template: severities of findings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use variscope::source::diagnostic::{CODES, Code, Severity, did_you_mean};

use super::terminal::Failure;

/// The name of the file.
const FILE: &str = "variscope.toml";

/// What the file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    severity: BTreeMap<String, Level>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Off,
    Note,
    Warning,
    Error,
}

/// Severities that are not the usual ones; none for findings that are not wanted.
#[derive(Debug, Default)]
pub struct Settings {
    severities: BTreeMap<Code, Option<Severity>>,
}

impl Settings {
    /// The settings for a template: of the folder that it is, or that it is in.
    pub fn beside(template: &Path) -> Result<Self, Failure> {
        let folder = if template.is_dir() { template } else { template.parent().unwrap_or(Path::new(".")) };
        let path = folder.join(FILE);
        if !path.is_file() {
            return Ok(Self::default());
        }
        let text = fs::read_to_string(&path)
            .map_err(|source| Failure::World(variscope::Error::Io { path: path.clone(), source }))?;
        Self::read(&text).map_err(|message| Failure::Settings { path, message })
    }

    fn read(text: &str) -> Result<Self, String> {
        let document: Document = toml::from_str(text).map_err(|error| error.to_string())?;
        let severity = |(code, level): (String, Level)| {
            let severity = match level {
                Level::Off => None,
                Level::Note => Some(Severity::Note),
                Level::Warning => Some(Severity::Warning),
                Level::Error => Some(Severity::Error),
            };
            Ok((code_named(&code)?, severity))
        };
        let severities = document.severity.into_iter().map(severity).collect::<Result<_, String>>()?;
        Ok(Self { severities })
    }

    /// The severity of findings with this code, `usual` unless set; none when they are not wanted.
    pub fn severity(&self, code: Code, usual: Severity) -> Option<Severity> {
        self.severities.get(&code).copied().unwrap_or(Some(usual))
    }
}

/// The code with this number.
pub fn code_named(number: &str) -> Result<Code, String> {
    let found = CODES.iter().find(|entry| entry.number.eq_ignore_ascii_case(number));
    found.map(|entry| entry.code).ok_or_else(|| {
        let close = did_you_mean(&number.to_uppercase(), CODES.iter().map(|entry| entry.number));
        let close = close.map_or_else(String::new, |close| format!(", did you mean \"{close}\"?"));
        format!("there is no code \"{number}\"{close}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severities_are_set_by_code() {
        let settings = Settings::read("[severity]\nV404 = \"error\"\nV408 = \"off\"\n").unwrap();
        assert_eq!(settings.severity(Code::FalseOptional, Severity::Warning), Some(Severity::Error));
        assert_eq!(settings.severity(Code::UnreadInput, Severity::Warning), None);
        assert_eq!(settings.severity(Code::DeadElement, Severity::Warning), Some(Severity::Warning));
    }

    #[test]
    fn mistakes_are_located() {
        let error = Settings::read("[severity]\nV404 = \"loud\"\n").unwrap_err();
        assert!(error.contains("line 2"), "{error}");
        let error = Settings::read("[severity]\nV999 = \"off\"\n").unwrap_err();
        assert!(error.starts_with("there is no code \"V999\""), "{error}");
    }
}
