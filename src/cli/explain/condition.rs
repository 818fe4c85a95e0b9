//! `variscope explain` of a condition: when it holds, and why.

use variscope::analysis::condition::text::{Phrase, PhraseMeaning};
use variscope::answer::Condition;
use variscope::output::export::certificate::template::{self as certificate, TemplateSubject};
use variscope::output::render::condition;
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;

use super::super::certify::{WantedCertificate, certify, write_answer};
use super::super::exit_status::ExitStatus;
use super::super::failure::Failure;
use super::super::output::{set_fallback_answer, shown};
use super::super::question::{QuestionRequest, TemplateQuestion, refuse_for_template, status};
use super::super::template::open;
use super::super::terminal::Terminal;
use super::Explain;

/// Whether what is to be explained is a condition and no name.
pub fn is_meant(text: &str) -> bool {
    let is_name = |phrase: &Phrase| matches!(phrase.says, PhraseMeaning::Name(_));
    match Phrase::parse(text) {
        Ok(phrase) => !is_name(&phrase),
        // A name has no spaces; what is wrong with a condition is to be said.
        Err(_) => text.contains([' ', '=', '<', '>']) && !text.contains('"'),
    }
}

/// Whether a text that is meant as a condition can be read as one; otherwise it may be a name with a space in it.
pub fn is_readable(text: &str) -> bool {
    Phrase::parse(text).is_ok()
}

/// Prints when the condition holds.
pub fn explain(
    arguments: &Explain,
    text: &str,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let question = &arguments.question;
    set_fallback_answer(question.format, Condition::unknown(text));
    refuse_for_template(&[("--project", question.feature_model.projection.is_some())])?;
    let template = &question.template;
    let asked = QuestionRequest::now(&question.scope).whether(text);
    let place = question.scope.conditions.len();
    let mut report = |diagnostics: &[Diagnostic], sources: &Sources| terminal.diagnose(diagnostics, sources);
    TemplateQuestion::new(&open(&template.path)?, template.profile, &asked, &mut report).run(|variants, limits, _| {
        let holding = terminal.work("explaining", || variants.holding(place, limits));
        let answer = Condition::of(variants.model(), text, &holding);
        write_answer(&shown(question.format, &answer, condition::text), certificates.as_deref())?;
        certify(certificates, &template.path, terminal, |to| {
            certificate::condition(to, TemplateSubject { variants, limits }, place, &holding.occurrence)
        })?;
        Ok(status(answer.exactness.exact))
    })
}
