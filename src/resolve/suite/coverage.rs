//! What cases show of the variants of their templates.
//!
//! Invariant: a case counts for what it resolves to, whatever it expects; whether it passes is another question.

use std::path::PathBuf;

use indexmap::IndexMap;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::Case;
use super::run::{open, request};
use super::specification::Specification;
use crate::analysis::question::{Coverage, Limits, NoSamples, Variant, Variants};
use crate::analysis::value::Configuration;
use crate::source::diagnostic::Diagnostic;
use crate::source::package::Package;
use crate::source::syntax::vocabulary::Profile;
use crate::tosca::model::{LoadOptions, Model};

/// What the cases of one template show.
#[derive(Debug)]
pub struct TemplateCoverage {
    /// The path of the template.
    pub template: String,
    /// How many cases it has.
    pub cases: usize,
    /// How many of them give a variant.
    pub resolved: usize,
    /// The template, and what its cases show of it; none when it cannot be read.
    pub subject: Option<(Model, Result<Coverage, NoSamples>)>,
}

/// What distinguishes templates: where they are, and how they are read.
type TemplateKey = (PathBuf, Option<Profile>, Option<String>);

/// What `cases` show, by template, in the order of the first case of each. Cases that name no profile are read with
/// `profile`; those whose `test.yaml` is broken belong to no template.
pub fn coverage(cases: &[Case], profile: Option<Profile>, limits: &Limits) -> Vec<TemplateCoverage> {
    let mut templates: IndexMap<TemplateKey, Vec<(&Case, Specification)>, FxBuildHasher> = IndexMap::default();
    for case in cases {
        let Ok(specification) = Specification::read(case) else { continue };
        let path = specification.template.canonicalize().unwrap_or_else(|_| specification.template.clone());
        let key = (path, specification.effective_profile(profile), specification.options.clone());
        templates.entry(key).or_default().push((case, specification));
    }
    let templates: Vec<(TemplateKey, Vec<(&Case, Specification)>)> = templates.into_iter().collect();
    templates.par_iter().map(|(key, cases)| of_template(key, cases, limits)).collect()
}

fn of_template(
    (_, profile, options): &TemplateKey,
    cases: &[(&Case, Specification)],
    limits: &Limits,
) -> TemplateCoverage {
    let (first, specification) = &cases[0];
    let mut covered = TemplateCoverage {
        template: first.shown(&specification.template),
        cases: cases.len(),
        resolved: 0,
        subject: None,
    };
    let Ok(package) = open(first, specification) else { return covered };
    let options = options.clone().filter(|_| profile.is_some_and(|profile| profile.dialect().takes_options_of_call));
    let loaded = Model::load(&package, &LoadOptions { profile: *profile, options });
    let Some(model) = loaded.ok().filter(|loaded| !has_error(&loaded.diagnostics)).and_then(|loaded| loaded.model)
    else {
        return covered;
    };
    let nothing = Configuration::new();
    let Ok(variants) = Variants::of(&model, &nothing) else { return covered };
    let shown: Vec<Variant> = cases
        .iter()
        .filter_map(|(_, specification)| {
            variants.under(&configuration(specification, &package, *profile)?).resolve().ok()
        })
        .collect();
    covered.resolved = shown.len();
    let coverage = variants.coverage(&shown, limits);
    covered.subject = Some((model, coverage));
    covered
}

/// The values that a case gives, unless something is wrong with them.
fn configuration(specification: &Specification, package: &Package, profile: Option<Profile>) -> Option<Configuration> {
    let prepared = request(specification, package, profile).ok()?.prepare().ok()?;
    prepared.subject.map(|(_, configuration)| configuration)
}

fn has_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}
