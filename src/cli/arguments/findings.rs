//! How findings are written, and what decides how bad they are.

use clap::ValueEnum;
use variscope::output::render::formats::ReportFormat;
use variscope::source::diagnostic::Severity;
use variscope::tosca::types::engine::Engine;

words! {
    /// What documents are meant for.
    EngineName,
    /// The engine; none for all that keep to the profile.
    engine: Option<Engine>;
    /// xOpera 0.7.0; its types are built in
    Xopera => Some(Engine::Xopera),
    /// Unfurl 1.2.0
    Unfurl => Some(Engine::Unfurl),
    /// tosca-parser 2.15 of `OpenStack`
    ToscaParser => Some(Engine::ToscaParser),
    /// Whatever takes the TOSCA Simple Profile 1.3
    Plain => None,
}

words! {
    /// How bad a finding is.
    Level,
    /// The severity.
    severity: Severity;
    /// Worth knowing
    Note => Severity::Note,
    /// Probably not what the author wants
    Warning => Severity::Warning,
    /// The template, or some variant of it, is wrong
    Error => Severity::Error,
}

words! {
    /// How to write findings.
    FindingFormat,
    /// The format of reports that it is; none for text with the lines that are meant.
    of_reports: Option<ReportFormat>;
    /// Human-readable text, with the lines that are meant
    Text => None,
    /// Human-readable text, a line each: `file:line:column: severity[CODE] message`
    Concise => Some(ReportFormat::Concise),
    /// JSON, one document
    Json => Some(ReportFormat::Json),
    /// JSON, a document for each finding
    Jsonl => Some(ReportFormat::Jsonl),
    /// SARIF 2.1.0, for code scanning
    Sarif => Some(ReportFormat::Sarif),
    /// `JUnit` XML
    Junit => Some(ReportFormat::Junit),
    /// Annotations of GitHub Actions
    Github => Some(ReportFormat::Github),
    /// A Code Quality report of GitLab
    Gitlab => Some(ReportFormat::Gitlab),
}
