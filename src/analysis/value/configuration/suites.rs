//! Everything that the reference suites give for inputs fits our checks; the suites lie beside the project or
//! nowhere.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Assembly, InputRules, check_given};
use crate::analysis::value::Language;
use crate::source::Sources;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::vocabulary::Profile;
use crate::source::syntax::yaml::corpus::prerequisites;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};

/// A template with all inputs files and presets that belong to it.
struct Suite {
    profile: Profile,
    tree: Tree,
    sources: Sources,
}

impl Suite {
    fn parse(&mut self, path: &Path) -> Option<YamlId> {
        let file = self.sources.add(path.display().to_string(), fs::read_to_string(path).ok()?);
        self.tree.parse(&self.sources, file).0
    }

    /// The faults of every preset and inputs file, with the file they are from.
    fn diagnostics(&mut self, template: &Path) -> Vec<(Diagnostic, String)> {
        let Some(root) = self.parse(template) else { return Vec::new() };
        let folder = template.parent().expect("a file lies in a folder");
        let files: Vec<_> =
            files_below(folder, &|name| name == "inputs.yaml").iter().map(|path| self.parse(path)).collect();
        let Some(variability) =
            self.tree.at(root).get("topology_template").and_then(|topology| topology.get("variability"))
        else {
            return Vec::new();
        };
        let language = Language::new(self.profile);
        let language = variability.get("inputs").into_iter().fold(language, Language::with_inputs);
        let presets = variability.get("presets");
        let names: Vec<_> = presets.into_iter().flat_map(Yaml::entries).map(|(name, _)| name.text()).collect();
        let with_files =
            files.into_iter().map(|file| Assembly::new(&language, presets).file(file.map(|file| self.tree.at(file))));
        let with_presets = names.iter().map(|name| Assembly::new(&language, presets).presets([*name]));
        let checked = with_files.chain(with_presets).flat_map(|assembly| {
            let (configuration, diagnostics) = assembly.finish();
            diagnostics.into_iter().chain(check_given(&language, &configuration)).collect::<Vec<_>>()
        });
        checked.map(|diagnostic| (diagnostic, template.display().to_string())).collect()
    }
}

/// All files below a folder with a name that `is_wanted`, sorted.
fn files_below(folder: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_below(&path, is_wanted));
        } else if is_wanted(&entry.file_name().to_string_lossy()) {
            found.push(path);
        }
    }
    found.sort_unstable();
    found
}

/// All templates below a folder of the recorded data; none where these are missing.
fn templates(folder: &str) -> Vec<(Profile, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(folder);
    let is_template = |name: &str| name.ends_with("template.yaml");
    let found = files_below(&root, &is_template);
    if found.is_empty() {
        prerequisites::passed_over("conformance", "what recorded cases give for inputs");
    }
    found.into_iter().map(|path| (profile_of(&path), path)).collect()
}

/// The suites are named after their profile; recorded cases are all of D.
fn profile_of(path: &Path) -> Profile {
    let mut folders = path.components().filter_map(|folder| folder.as_os_str().to_str());
    folders.find_map(|folder| folder.split_once("-20")?.0.parse().ok()).unwrap_or(Profile::D)
}

fn diagnostics_in(folder: &str) -> Vec<(Diagnostic, String)> {
    let suites = templates(folder).into_iter().map(|(profile, path)| {
        let mut suite = Suite { profile, tree: Tree::new(), sources: Sources::new() };
        suite.diagnostics(&path)
    });
    suites.flatten().collect()
}

#[test]
fn given_values_of_the_suites_fit_their_declarations() {
    for folder in ["conformance", "differential"] {
        let diagnostics: Vec<_> = diagnostics_in(folder)
            .into_iter()
            .map(|(diagnostic, file)| format!("{file}: {}", diagnostic.message))
            .collect();
        assert_eq!(diagnostics, Vec::<String>::new());
    }
}

#[test]
fn rules_between_inputs_give_the_recorded_sentences() {
    let recorded =
        templates("conformance/D-2025-07/variability-inputs").into_iter().chain(templates("differential/resolve"));
    for (profile, template) in recorded {
        let mut suite = Suite { profile, tree: Tree::new(), sources: Sources::new() };
        let folder = template.parent().expect("a file lies in a folder");
        let (Some(root), test) = (suite.parse(&template), suite.parse(&folder.join("test.yaml"))) else { continue };
        let file = suite.parse(&folder.join("inputs.yaml"));
        let Some(variability) =
            suite.tree.at(root).get("topology_template").and_then(|topology| topology.get("variability"))
        else {
            continue;
        };
        let language = Language::new(profile);
        let language = variability.get("inputs").into_iter().fold(language, Language::with_inputs);
        let test = test.map(|test| suite.tree.at(test));
        let chosen = test.and_then(|test| test.get("presets"));
        let chosen = chosen
            .into_iter()
            .flat_map(|presets| if presets.is_scalar() { vec![presets] } else { presets.items().collect() });
        let assembly = Assembly::new(&language, variability.get("presets")).presets(chosen.map(Yaml::text));
        let (configuration, diagnostics) = assembly.file(file.map(|file| suite.tree.at(file))).finish();
        let rules = InputRules::new(&language).check(&configuration);
        let ours = diagnostics.iter().chain(&rules).find(|diagnostic| diagnostic.is_error()).map(Diagnostic::sentence);
        let recorded = test.and_then(|test| test.get("error")).map(Yaml::text);
        let is_about_inputs = |sentence: &&str| {
            sentence.starts_with("Variability inputs")
                || sentence.contains("is not targeted")
                || sentence.contains("variability preset")
        };
        assert_eq!(ours.filter(is_about_inputs), recorded.filter(is_about_inputs), "{}", template.display());
    }
}
