//! Where the Variability Tests of a template name its presets and inputs, and inputs files beside it do.

use std::collections::BTreeSet;
use std::path::Path;

use super::names::{EXPECTED, INPUTS, TEST, TESTS};
use crate::Error;
use crate::source::package::Package;
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
    /// Reads the tests of `package`, and what lies beside its template; each file once.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of(package: &Package) -> Result<Self, Error> {
        let mut found = Self::default();
        let is = |name: &String, wanted: &str| name.rsplit('/').next() == Some(wanted);
        let listed: Vec<String> =
            package.list(TESTS)?.into_iter().chain([TEST.to_owned(), INPUTS[0].to_owned()]).collect();
        let mut documents: BTreeSet<String> =
            listed.iter().filter(|name| EXPECTED.iter().any(|wanted| is(name, wanted))).cloned().collect();
        let (tests, others): (Vec<String>, Vec<String>) = listed.into_iter().partition(|name| is(name, TEST));
        let mut inputs: BTreeSet<String> = others.into_iter().filter(|name| is(name, INPUTS[0])).collect();
        for name in tests {
            let folder = name.strip_suffix(TEST).unwrap_or_default();
            found.read(package, &name, |found, test| {
                let chosen = ["preset", "presets"].into_iter().filter_map(|key| test.get(key));
                let chosen = chosen.flat_map(|chosen| chosen.items().chain(Some(chosen).filter(|it| it.is_scalar())));
                found.presets.extend(chosen.map(|preset| (preset.text().to_owned(), preset.span())));
                inputs.extend(test.get("inputs").map(|file| format!("{folder}{}", file.text())));
                documents.extend(test.get("expected").map(|file| format!("{folder}{}", file.text())));
                // It is about another template.
                if test.get("template").is_some() {
                    documents.retain(|name| !name.starts_with(folder));
                }
            })?;
        }
        for name in inputs.iter().filter(|name| Path::new(name).extension().is_none_or(|ending| ending != "xml")) {
            found.read(package, name, |found, file| {
                found.inputs.extend(file.entries().map(|(input, _)| (input.text().to_owned(), input.span())));
            })?;
        }
        for name in documents {
            found.read(package, &name, |found, file| found.documents.push(file.span().file))?;
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

fn named<'m>(mentions: &'m [(String, Span)], name: &str) -> impl Iterator<Item = Span> + use<'m> {
    let name = name.to_owned();
    mentions.iter().filter(move |(own, _)| *own == name).map(|(_, span)| *span)
}
