//! What is wrong with the environment of an ensemble, among the findings about its template.

use variscope::analysis::question::{Finding, Findings, Limits, Variants};
use variscope::source::Sources;
use variscope::source::diagnostic::{Code, Diagnostic, Severity, is_ignored};
use variscope::source::ensemble::project_environment;
use variscope::source::package::Package;
use variscope::source::syntax::yaml::Tree;
use variscope::tosca::model::Model;
use variscope::tosca::types::engine::Engine;
use variscope::unfurl::EnvironmentDiagnostics;

/// What Unfurl refuses of connections.
static REFUSED: &[Code] = &[Code::UntypedConnection, Code::UnknownConnectionType, Code::UnexpectedProperty];

/// What is wrong with the name of an environment where a template is no part of an ensemble: nothing says what is deployed there,
/// but there has to be such an environment.
pub fn unknown(package: &Package, model: &Model) -> Vec<Diagnostic> {
    let Some(name) = package.environment().filter(|_| model.ensemble().is_none()) else { return Vec::new() };
    let (mut tree, mut sources, mut diagnostics) = (Tree::new(), Sources::clone(model.sources()), Vec::new());
    if let Err(error) = project_environment(package, name, &mut tree, &mut sources, &mut diagnostics) {
        diagnostics.push(Diagnostic::unplaced(Code::UnreadableFile, error.to_string()));
    }
    // The files of the project are none of those that findings point into.
    let diagnostics = diagnostics.into_iter().filter(Diagnostic::is_error);
    diagnostics.map(|diagnostic| Diagnostic { labels: Vec::new(), ..diagnostic }).collect()
}

/// Adds what is wrong with the environment that an ensemble is deployed in, unless it was found before.
/// Unfurl refuses some of what is doubtful otherwise.
pub fn add(findings: &mut Findings, variants: &Variants<'_>, limits: &Limits, engine: Option<Engine>) {
    let model = variants.model();
    if model.recovery().is_some() {
        return;
    }
    let Some(EnvironmentDiagnostics { diagnostics, is_complete }) = EnvironmentDiagnostics::of(variants, limits) else {
        return;
    };
    findings.exactness.is_complete &= is_complete;
    for (mut diagnostic, witness) in diagnostics {
        if engine == Some(Engine::Unfurl) && REFUSED.contains(&diagnostic.code) {
            diagnostic.severity = Severity::Error;
        }
        let is_same =
            |known: &Finding| (known.diagnostic.code, known.diagnostic.span()) == (diagnostic.code, diagnostic.span());
        if findings.findings.iter().any(is_same) {
            continue;
        }
        if is_ignored(&diagnostic, model.sources()) {
            findings.ignored += 1;
            continue;
        }
        findings.findings.push(Finding { witness, ..Finding::of(diagnostic) });
    }
    let place = |diagnostic: &Diagnostic| (diagnostic.span(), diagnostic.code);
    findings.findings.sort_by_key(|finding| place(&finding.diagnostic));
}
