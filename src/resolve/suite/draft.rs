//! New Variability Tests: a variant with its configuration as the files of a case.

use std::fs;
use std::io;
use std::path::Path;

use super::names::{META, TEMPLATES, TEST, TESTS, first_file};
use crate::analysis::value::{Configuration, Given, Value};
use crate::source::package::relative;
use crate::source::syntax::vocabulary::Profile;

/// The folder of a case with its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The name of the folder.
    pub name: String,
    /// Names and texts of the files.
    pub files: Vec<(&'static str, String)>,
}

impl Draft {
    /// A case that resolves the template with `configuration` and expects `document`.
    ///
    /// `template` says where the template lies as [`template_of`] does.
    pub fn new(
        name: String,
        profile: Profile,
        template: Option<&str>,
        configuration: &Configuration,
        document: String,
    ) -> Self {
        let mut test = format!("profile: {profile}\n");
        if let Some(template) = template {
            test.extend(["template: ", &Value::string(template).to_json(), "\n"]);
        }
        let mut files = vec![(TEST, test), ("expected.yaml", document)];
        if configuration.iter().len() > 0 {
            // YAML and no JSON, which has no dates.
            let entry = |(input, given): (&str, &Given)| {
                format!("    {}: {}", Value::string(input).to_json(), given.value.to_yaml())
            };
            let entries: Vec<String> = configuration.iter().map(entry).collect();
            files.push(("inputs.yaml", format!("{{\n{}\n}}\n", entries.join(",\n"))));
        }
        Self { name, files }
    }
}

/// What cases in the new folder `tests` have to say about where their template lies; nothing in the tests of its CSAR.
///
/// # Errors
/// When a path cannot be looked at.
pub fn template_of(tests: &Path, template: &Path) -> io::Result<Option<String>> {
    let parent = tests.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (parent, template) = (fs::canonicalize(parent)?, fs::canonicalize(template)?);
    let name = tests.file_name().unwrap_or_default();
    let is_csar = first_file(&parent, TEMPLATES).is_some() || parent.join(META).is_file();
    if name == TESTS && is_csar {
        return Ok((template != parent).then(|| relative(&parent, &template)));
    }
    Ok(Some(relative(&parent.join(name).join("case"), &template)))
}
