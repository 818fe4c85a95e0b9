//! Ensembles and projects of Unfurl: which files they consist of, and what their directives make of these.
//!
//! Comes in: a file that says that it is one of them, and the package around it. Goes out: an [`Ensemble`]: the document with
//! all that it includes, and the service template in it. Nothing here knows what the template means.

mod directive;
mod environments;
mod expand;
mod inclusion;
mod merge;
mod misspelt;
mod sections;
mod shape;

pub use expand::EnsembleReader;
pub use sections::environment_in;

use environments::DEFAULT;

use crate::Error;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::package::{PROJECT, Package, resolve};
use crate::source::syntax::yaml::{Shape, Tree, Yaml, YamlId};
use crate::source::{Sources, Span};

/// Where the ensemble of a project is, unless it says otherwise.
static ENSEMBLES: &[&str] = &["ensemble/ensemble.yaml", "ensemble.yaml"];

/// The definitions version of the templates in ensembles, whatever they say.
const VERSION: &str = "tosca_simple_unfurl_1_0_0";

/// An ensemble, put together.
#[derive(Clone, Copy, Debug)]
pub struct Ensemble {
    /// The document; its `environment` is the one that it is deployed in.
    pub root: YamlId,
    /// The service template in it.
    pub template: YamlId,
}

/// Whether a file is that of an ensemble, or of a project that has one, and no template.
pub fn is_of_unfurl(root: Yaml<'_>) -> bool {
    root.get("tosca_definitions_version").is_none() && (is_project(root) || is_ensemble(root))
}

fn is_ensemble(root: Yaml<'_>) -> bool {
    let has_template = root.get("spec").is_some_and(|spec| spec.get("service_template").is_some());
    has_template || root.get("kind").is_some_and(|kind| kind.text() == "Ensemble")
}

fn is_project(root: Yaml<'_>) -> bool {
    root.get("kind").is_some_and(|kind| kind.text() == "Project")
}

/// What a file says that is an ensemble, or an environment by itself: its root, directives followed.
///
/// # Errors
/// When a file cannot be read.
pub fn environment_file(
    package: &Package,
    tree: &mut Tree,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<YamlId>, Error> {
    let name = package.entry()?;
    let mut reader = EnsembleReader { package, sources, tree, diagnostics, read: Vec::new() };
    let Some(root) = reader.parse(&name)? else { return Ok(None) };
    let yaml = reader.tree.at(root);
    if is_ensemble(yaml) && yaml.get("tosca_definitions_version").is_none() {
        return reader.surroundings(&name, root, package.environment());
    }
    reader.expanded(&name, root).map(Some)
}

/// What the environment of this name in the project of a package says.
///
/// # Errors
/// When a file cannot be read.
pub fn project_environment(
    package: &Package,
    name: &str,
    tree: &mut Tree,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<YamlId>, Error> {
    EnsembleReader { package, sources, tree, diagnostics, read: Vec::new() }.environment_named(name)
}

impl EnsembleReader<'_> {
    /// Puts the ensemble in the file `name`, or of the project there, together; `environment` is the name of the one that it
    /// is deployed in, unless the project says which. None where something stands against it.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn ensemble(&mut self, name: &str, root: YamlId, environment: Option<&str>) -> Result<Option<Ensemble>, Error> {
        let before = self.errors();
        let Some(root) = self.surroundings(name, root, environment)? else { return Ok(None) };
        let template = self.template(root);
        Ok(template.filter(|_| self.errors() == before).map(|template| Ensemble { root, template }))
    }

    /// [`EnsembleReader::ensemble`] without asking for a template: the document, whose `environment` is what project and ensemble
    /// say together.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn surroundings(&mut self, name: &str, root: YamlId, environment: Option<&str>) -> Result<Option<YamlId>, Error> {
        let (project, found) = if is_project(self.tree.at(root)) {
            let project = self.project_file(name, root)?;
            (Some(self.above_home(project)?), self.ensemble_of(project)?)
        } else {
            (self.project()?, Some((name.to_owned(), root)))
        };
        let Some((name, root)) = found else { return Ok(None) };
        let root = self.expanded(&name, root)?;
        self.diagnostics.extend(misspelt::in_ensemble(self.tree.at(root)));
        if let Some(chosen) = environment {
            self.check_environment(project, Some(root), chosen);
        }
        let own = self.tree.at(root).get("environment").map(Yaml::id);
        let usual = project.and_then(|project| self.usual_environment(&name, project));
        if let (Some(project), None) = (project, environment) {
            self.check_usual_environments(project, usual);
        }
        let usual = usual.map(|usual| self.tree.at(usual).text().to_owned());
        let merged = match project {
            Some(project) => self.environment(own, project, environment.or(usual.as_deref())),
            None => own.map(|own| self.without_aliases(own, root)),
        };
        Ok(Some(merged.map_or(root, |merged| self.with_entry(root, "environment", merged))))
    }

    /// An environment of the project, for what is no ensemble.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn environment_named(&mut self, name: &str) -> Result<Option<YamlId>, Error> {
        let project = self.project()?;
        self.check_environment(project, None, name);
        Ok(project.and_then(|project| self.environment(None, project, Some(name))))
    }

    /// The project around, if there is one; without it, the environments at home, of which nothing says which is meant.
    fn project(&mut self) -> Result<Option<YamlId>, Error> {
        let project = match self.parse(PROJECT)? {
            Some(file) => self.project_file(PROJECT, file)?,
            None => match self.home()? {
                Some(home) => {
                    let place = start(self.tree.at(home).span());
                    self.tree.mapping(place, &[])
                }
                None => return Ok(None),
            },
        };
        self.above_home(project).map(Some)
    }

    /// The file of a project, directives followed; says what is misspelt or misshapen in it.
    fn project_file(&mut self, name: &str, root: YamlId) -> Result<YamlId, Error> {
        let project = self.expanded(name, root)?;
        let yaml = self.tree.at(project);
        self.diagnostics.extend(misspelt::in_project(yaml).into_iter().chain(shape::in_project(yaml)));
        Ok(project)
    }

    /// The project at home, if one is given.
    fn home(&mut self) -> Result<Option<YamlId>, Error> {
        let Some(home) = self.package.home() else { return Ok(None) };
        let mut reader = EnsembleReader {
            package: home,
            sources: self.sources,
            tree: self.tree,
            diagnostics: self.diagnostics,
            read: Vec::new(),
        };
        let project = reader.project()?;
        if project.is_none() {
            let message = format!("there is no project at home: `{}` is missing", home.display(PROJECT));
            self.diagnostics.push(Diagnostic::unplaced(Code::BadEnsemble, message));
        }
        Ok(project)
    }

    /// The project, whose environments go over those of the project at home.
    fn above_home(&mut self, project: YamlId) -> Result<YamlId, Error> {
        let Some(home) = self.home()? else { return Ok(project) };
        let environments = |reader: &Self, project: YamlId| {
            let found = reader.tree.at(project).get("environments");
            found.filter(|environments| environments.is_mapping()).map(Yaml::id)
        };
        let merged = match (environments(self, home), environments(self, project)) {
            (None, _) => return Ok(project),
            (Some(lower), None) => lower,
            (Some(lower), Some(upper)) => self.merged(lower, upper, environments::REPLACED),
        };
        Ok(self.with_entry(project, "environments", merged))
    }

    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count()
    }

    /// The file of the ensemble of a project, and its root.
    fn ensemble_of(&mut self, project: YamlId) -> Result<Option<(String, YamlId)>, Error> {
        let listed: Vec<Yaml<'_>> = self.tree.at(project).get("ensembles").into_iter().flat_map(Yaml::items).collect();
        let is_default = |it: &&Yaml<'_>| it.get("default").and_then(Yaml::as_bool) == Some(true);
        let chosen = if listed.len() == 1 { listed.first() } else { listed.iter().find(is_default) };
        let file = chosen.and_then(|chosen| chosen.get("file"));
        if let Some((file, place)) = file.map(|file| (file.text().to_owned(), file.span())) {
            let name = match resolve(PROJECT, &file) {
                Ok(name) => name,
                Err(diagnostic) => {
                    self.diagnostics.push(diagnostic.and(place, ""));
                    return Ok(None);
                }
            };
            if let Some(root) = self.parse(&name)? {
                return Ok(Some((name, root)));
            }
            let message = format!("the ensemble \"{file}\" does not exist");
            self.diagnostics
                .push(Diagnostic::new(Code::BadEnsemble, place, message).help("name a file of the project"));
            return Ok(None);
        }
        for name in ENSEMBLES {
            if let Some(root) = self.parse(name)? {
                return Ok(Some(((*name).to_owned(), root)));
            }
        }
        // What is wrong with the list was reported where the file was read.
        if !shape::ensembles(self.tree.at(project)).is_empty() {
            return Ok(None);
        }
        let place = self.tree.at(project).span();
        let diagnostic = Diagnostic::new(Code::BadEnsemble, start(place), "the project has no ensemble");
        let help =
            format!("write it to {}, or name its file in `ensembles`; one of several is `default: true`", ENSEMBLES[0]);
        self.diagnostics.push(diagnostic.help(help));
        Ok(None)
    }

    /// The name of the environment that the project says an ensemble is deployed in.
    fn usual_environment(&self, name: &str, project: YamlId) -> Option<YamlId> {
        let project = self.tree.at(project);
        let listed = project.get("ensembles").into_iter().flat_map(Yaml::items);
        let is_meant =
            |it: &Yaml<'_>| it.get("file").and_then(|file| resolve(PROJECT, file.text()).ok()).as_deref() == Some(name);
        let own = listed.filter(is_meant).find_map(|it| it.get("environment"));
        own.or_else(|| project.get(DEFAULT)).map(Yaml::id)
    }

    /// The service template of an ensemble, which has a version.
    fn template(&mut self, root: YamlId) -> Option<YamlId> {
        let yaml = self.tree.at(root);
        let spec = yaml.get("spec");
        let template = spec.and_then(|spec| spec.get("service_template").or_else(|| spec.get("tosca")));
        let Some(template) = template.filter(|template| template.is_mapping() && !template.is_empty()) else {
            let place = template.or(spec).map_or_else(|| start(yaml.span()), Yaml::span);
            let diagnostic = Diagnostic::new(Code::BadEnsemble, place, "the ensemble has no service template");
            self.diagnostics.push(diagnostic.help("write it below `spec.service_template`, or include its file there"));
            return None;
        };
        if template.get("tosca_definitions_version").is_some() {
            return Some(template.id());
        }
        let (id, place) = (template.id(), template.span());
        let version = self.tree.scalar(start(place), Shape::Plain, VERSION);
        Some(self.with_entry(id, "tosca_definitions_version", version))
    }
}

fn start(place: Span) -> Span {
    Span { end: place.start, ..place }
}
