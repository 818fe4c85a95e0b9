//! The environment that an ensemble is deployed in: what its own file says, and what its project lays over that.

use super::expand::EnsembleReader;
use super::shape;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::source::syntax::yaml::{Shape, Yaml, YamlId};

/// Sections of an environment whose entries are taken from the last who says something about them, as a whole.
pub(super) static REPLACED: &[&str] =
    &["inputs", "secrets", "locals", "external", "connections", "variables", "repositories", "instances"];

/// The environment that goes under all others.
const DEFAULTS: &str = "defaults";

/// The section of a project that names the environment of all ensembles which do not name one themselves.
pub(super) const DEFAULT: &str = "default_environment";

impl EnsembleReader<'_> {
    /// The environment of an ensemble with what the environments of its project say: first the one for all, then the one of
    /// this name.
    pub(super) fn environment(&mut self, own: Option<YamlId>, project: YamlId, name: Option<&str>) -> Option<YamlId> {
        let environments = self.tree.at(project).get("environments");
        let named = |name: &str| environments.and_then(|all| all.get(name)).filter(|it| it.is_mapping()).map(Yaml::id);
        let layers = [named(DEFAULTS), name.filter(|&name| name != DEFAULTS).and_then(named)];
        let own = own.filter(|&own| !self.tree.at(own).is_null());
        // Nothing can be laid over what is no mapping: it is reported with all that is read of the environment.
        if own.is_some_and(|own| !self.tree.at(own).is_mapping()) {
            return own;
        }
        let layers: Vec<YamlId> = own.into_iter().chain(layers.into_iter().flatten()).collect();
        let (&lowest, upper) = layers.split_first()?;
        let mut merged = lowest;
        for &layer in upper {
            merged = self.merged(merged, layer, REPLACED);
        }
        let hidden = layers.iter().flat_map(|&layer| shape::hidden(self.tree.at(layer), self.tree.at(merged)));
        self.diagnostics.extend(hidden.collect::<Vec<_>>());
        Some(self.without_aliases(merged, project))
    }

    /// The environment where connections that are names of others are these.
    pub(super) fn without_aliases(&mut self, environment: YamlId, project: YamlId) -> YamlId {
        let section = self.tree.at(environment).get("connections").filter(|section| section.is_mapping());
        let Some(section) = section else { return environment };
        let place = section.span();
        let pairs: Vec<(YamlId, YamlId)> = section.entries().map(|(key, value)| (key.id(), value.id())).collect();
        let mut followed = Vec::with_capacity(2 * pairs.len());
        for &(key, value) in &pairs {
            let mut meant = self.tree.at(value);
            let mut left = pairs.len() + 1;
            while let Some(alias) = meant.as_str().filter(|_| left > 0) {
                left -= 1;
                let target = match alias.split_once(':') {
                    Some((environment, name)) => {
                        let environments = self.tree.at(project).get("environments");
                        environments.and_then(|all| all.get(environment)?.get("connections")?.get(name))
                    }
                    None => self.tree.at(environment).get("connections").and_then(|all| all.get(alias)),
                };
                let Some(target) = target else { break };
                meant = target;
            }
            if let Some(alias) = meant.as_str() {
                let message = format!("there is no connection \"{alias}\" that this one could be");
                let names = pairs.iter().map(|(key, _)| self.tree.at(*key).text());
                let close = did_you_mean(alias, names.filter(|name| *name != self.tree.at(key).text()));
                let diagnostic = Diagnostic::new(Code::BadEnsemble, meant.span(), message);
                let diagnostic = diagnostic.help("write the connection itself: its `type` and `properties`");
                self.diagnostics.push(diagnostic.meaning(close));
            }
            followed.extend([key, meant.id()]);
        }
        let section = self.tree.mapping(place, &followed);
        self.with_entry(environment, "connections", section)
    }

    /// The mapping with this entry, in place of one of the same key.
    pub(super) fn with_entry(&mut self, mapping: YamlId, key: &str, value: YamlId) -> YamlId {
        let place = self.tree.at(mapping).span();
        let entries = self.tree.at(mapping).entries().map(|(key, value)| (key.id(), value.id()));
        let entries: Vec<(YamlId, YamlId)> = entries.collect();
        let mut children = Vec::with_capacity(2 * entries.len() + 2);
        let mut is_known = false;
        for (name, old) in entries {
            let is_meant = self.tree.at(name).text() == key;
            is_known |= is_meant;
            children.extend([name, if is_meant { value } else { old }]);
        }
        if !is_known {
            let name = self.tree.scalar(Span { end: place.start, ..place }, Shape::Plain, key);
            children.splice(0..0, [name, value]);
        }
        self.tree.mapping(place, &children)
    }

    /// That the project has no environment of a name that it says itself: that of the ensemble, or that of all which name none.
    /// It may be one of the project at home, where this is not given.
    pub(super) fn check_usual_environments(&mut self, project: YamlId, named: Option<YamlId>) {
        let default = self.tree.at(project).get(DEFAULT).map(Yaml::id).filter(|&default| named != Some(default));
        let diagnostics: Vec<Diagnostic> = [(named, ", so that none is laid over the ensemble"), (default, "")]
            .into_iter()
            .filter_map(|(name, effect)| self.missing_environment(project, self.tree.at(name?), effect))
            .collect();
        self.diagnostics.extend(diagnostics);
    }

    fn missing_environment(&self, project: YamlId, named: Yaml<'_>, effect: &str) -> Option<Diagnostic> {
        let environments = self.tree.at(project).get("environments");
        let name = named.text();
        if name.is_empty() || name == DEFAULTS || environments.is_some_and(|all| all.get(name).is_some()) {
            return None;
        }
        let message = format!("the project has no environment \"{name}\"{effect}");
        let names = environments.into_iter().flat_map(Yaml::entries).map(|(key, _)| key.text());
        let diagnostic = Diagnostic::new(Code::BadEnsemble, named.span(), message)
            .help("write it in `environments`, or name the project that has it with `--unfurl-home`")
            .suggesting(name, names);
        let severity = if self.package.home().is_some() { diagnostic.severity } else { Severity::Warning };
        Some(Diagnostic { severity, ..diagnostic })
    }

    /// That the project has no environment of a name, unless it has.
    pub(super) fn check_environment(&mut self, project: Option<YamlId>, ensemble: Option<YamlId>, name: &str) {
        let environments = project.and_then(|project| self.tree.at(project).get("environments"));
        if name == DEFAULTS || environments.is_some_and(|all| all.get(name).is_some()) {
            return;
        }
        let around = project.or(ensemble).map(|around| self.tree.at(around).span());
        let place = environments.map(Yaml::span).or(around).map(|place| Span { end: place.start, ..place });
        let message = match project {
            Some(_) => format!("the project has no environment \"{name}\""),
            None => format!("there is neither a file \"{name}\" nor a project with an environment of this name"),
        };
        let names: Vec<&str> = environments.into_iter().flat_map(Yaml::entries).map(|(key, _)| key.text()).collect();
        let help = match names.as_slice() {
            [] => "name a file, or write `environments` in `unfurl.yaml`".to_owned(),
            names => format!("it has {}", names.join(", ")),
        };
        let diagnostic = Diagnostic::at(Code::BadEnsemble, place, message).help(help);
        self.diagnostics.push(diagnostic.meaning(did_you_mean(name, names.iter().copied())));
    }
}
