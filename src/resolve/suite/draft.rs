//! New Variability Tests: a variant with its configuration as the files of a case.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::names::{META, TEMPLATES, TEST, TESTS, first_file};
use crate::analysis::value::{Configuration, Given, Value};
use crate::source::package::slashed;
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

/// The way from one folder to a file or folder, written with slashes.
fn relative(from: &Path, to: &Path) -> String {
    let common = from.components().zip(to.components()).take_while(|(from, to)| from == to).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to.components().skip(common)).collect();
    let way = slashed(&way);
    if way.is_empty() { ".".to_owned() } else { way }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_template_leads_there() {
        for (from, to, way) in [
            ("/a/b/case", "/a/t.yaml", "../../t.yaml"),
            ("/a", "/a/t.yaml", "t.yaml"),
            ("/a/b", "/c", "../../c"),
            ("/a", "/a", "."),
        ] {
            assert_eq!(relative(Path::new(from), Path::new(to)), way);
        }
    }
}
