//! Where the Variability Tests of a template name its presets and inputs, and inputs files beside it do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::names::{EXPECTED, INPUTS, TEMPLATES, TEST, TESTS};
use crate::Error;
use crate::source::package::{Package, resolve};
use crate::source::syntax::yaml::{Tree, Yaml};
use crate::source::{FileId, Sources, Span};

/// Names in files that belong to the tests of a template.
#[derive(Debug, Default)]
pub struct Mentions {
    sources: Sources,
    presets: Vec<(String, Span)>,
    inputs: Vec<(String, Span)>,
    /// What is expected of variants.
    documents: Vec<FileId>,
}

impl Mentions {
    /// Reads the tests that `package` has of its template, and what lies beside that; each file once.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of(package: &Package) -> Result<Self, Error> {
        let entry = package.entry()?;
        // A CSAR tests one template, whatever others lie beside it, unless a test names one of these.
        let is_tested = TEMPLATES.iter().find(|name| package.has(name)).is_none_or(|name| *name == entry);
        let beside = [TEST, INPUTS[0]].into_iter().chain(EXPECTED.iter().copied()).map(ToOwned::to_owned);
        let listed: Vec<String> = package.list(TESTS)?.into_iter().chain(beside).collect();
        let called = |wanted: &'static [&str]| listed.iter().filter(move |name| wanted.contains(&split(name).1));
        let mut found = Self::default();
        let (mut own, mut named) = (BTreeMap::new(), (BTreeSet::new(), BTreeSet::new()));
        for name in called(std::slice::from_ref(&TEST)) {
            let folder = split(name).0;
            found.read(package, name, |found, test| {
                let template = test.get("template").map(|file| resolve("", file.text()).ok());
                let is_own = template.map_or(is_tested, |template| template.as_ref() == Some(&entry));
                own.insert(folder, is_own);
                if is_own {
                    let chosen = ["preset", "presets"].into_iter().filter_map(|key| test.get(key));
                    let chosen = chosen.flat_map(|it| it.items().chain(Some(it).filter(|it| it.is_scalar())));
                    found.presets.extend(chosen.map(|preset| (preset.text().to_owned(), preset.span())));
                    let file = |key| Some(format!("{folder}{}", test.get(key)?.text()));
                    named.0.extend(file("inputs"));
                    named.1.extend(file("expected"));
                }
            })?;
        }
        let is_own = |name: &&String| own.get(split(name).0).copied().unwrap_or(is_tested);
        let (mut inputs, mut documents) = named;
        inputs.extend(called(&INPUTS[..1]).filter(|name| *name == INPUTS[0] || is_own(name)).cloned());
        documents.extend(called(EXPECTED).filter(is_own).cloned());
        for name in inputs.iter().filter(|name| Path::new(name).extension().is_none_or(|ending| ending != "xml")) {
            found.read(package, name, |found, file| {
                found.inputs.extend(file.entries().map(|(input, _)| (input.text().to_owned(), input.span())));
            })?;
        }
        for name in &documents {
            found.read(package, name, |found, file| found.documents.push(file.span().file))?;
        }
        Ok(found)
    }

    /// What is in a file of the package, if there is one and it is a mapping.
    fn read(&mut self, package: &Package, name: &str, look: impl FnOnce(&mut Self, Yaml<'_>)) -> Result<(), Error> {
        let Some(text) = package.read(name)? else { return Ok(()) };
        let mut tree = Tree::new();
        let file = self.sources.add(package.display(name), text);
        if let Some(root) = tree.parse(&self.sources, file).0.map(|root| tree.at(root)) {
            look(self, root);
        }
        Ok(())
    }

    /// The files.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The documents that tests of the template expect.
    pub fn documents(&self) -> impl Iterator<Item = FileId> + use<'_> {
        self.documents.iter().copied()
    }

    /// Where a preset is chosen.
    pub fn of_preset(&self, name: &str) -> impl Iterator<Item = Span> + use<'_> {
        named(&self.presets, name)
    }

    /// Where a variability input is given a value.
    pub fn of_input(&self, name: &str) -> impl Iterator<Item = Span> + use<'_> {
        named(&self.inputs, name)
    }
}

/// The folder of a file, with `/` at its end, and the name of the file.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.rfind('/').map_or(0, |before| before + 1))
}

fn named<'m>(mentions: &'m [(String, Span)], name: &str) -> impl Iterator<Item = Span> + use<'m> {
    let name = name.to_owned();
    mentions.iter().filter(move |(own, _)| *own == name).map(|(_, span)| *span)
}
