//! What is said about a value that is wrong.

use super::{Completer, Fault, Functions, Path, RuntimeResponse, meant};
use crate::source::Span;
use crate::source::diagnostic::{Code, Fix, did_you_mean, or_meant};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::simple::scalar_text;
use crate::tosca::types::{Collection, Datum, Entry, Schema};

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    pub(super) fn report_type(&mut self, schema: &Schema<'t>, wanted: &str, found: &Datum<'t>, path: &Path<'_>) {
        let message = format!("\"{path}\" is of type \"{wanted}\", which this {} does not fit", found.kind());
        let span = schema.type_name.map_or(schema.span, |name| name.span());
        let is_written_there = found.written().is_some_and(|yaml| yaml.span() == found.span());
        let help = if is_written_there { meant::of_type(wanted, found) } else { Some(meant::by_function(found)) };
        let because = Some((span, "its type".to_owned()));
        let scalar = meant::scalar_of_type(wanted, found).filter(|_| is_written_there);
        let fix = help.clone().zip(scalar).map(|(help, scalar)| Fix::replace(help, found.span(), scalar));
        self.faults.push(Fault { because, help, fix, ..Fault::new(Code::WrongType, path, found.span(), message) });
    }

    pub(super) fn report_conversion(&mut self, found: &Datum<'t>, text: &str, path: &Path<'_>) {
        let message = format!("\"{path}\" is a string, for which the {} {text} is taken as \"{text}\"", found.kind());
        self.report(Code::ConvertedScalar, path, found.span(), message, None);
    }

    /// Of a number, programs that read YAML do not see how it was written.
    pub(super) fn report_version(&mut self, text: &str, found: &Datum<'t>, path: &Path<'_>) {
        let message = format!("\"{path}\" is a version, for which programs may read the number {text}");
        let help = scalar_text(found).map(|written| format!("write `\"{written}\"`"));
        self.faults.push(Fault { help, ..Fault::new(Code::ConvertedScalar, path, found.span(), message) });
    }

    /// Of digits that readers of YAML 1.1 take for something else than this number.
    pub(super) fn report_zeros(&mut self, (decimal, older): &(String, String), found: &Datum<'t>, path: &Path<'_>) {
        let message = format!("\"{path}\" is the number {decimal}, which programs that read YAML 1.1 take for {older}");
        let help = Some(format!("write `{decimal}`, or the number that is meant, without zeros in front"));
        self.faults.push(Fault { help, ..Fault::new(Code::ConvertedScalar, path, found.span(), message) });
    }

    pub(super) fn report_missing(&mut self, schema: &Schema<'t>, path: &Path<'_>, span: Span) {
        let message = format!("\"{path}\" has no value, but is required");
        let because = Some((schema.span, "declared here without a default".to_owned()));
        self.report(Code::MissingProperty, path, span, message, because);
    }

    pub(super) fn report(
        &mut self,
        code: Code,
        path: &Path<'_>,
        span: Span,
        message: String,
        because: Option<(Span, String)>,
    ) {
        self.faults.push(Fault { because, ..Fault::new(code, path, span, message) });
    }

    /// Reports a value that is not declared: neither `of`, nor what that derives from.
    pub(in crate::tosca::types) fn report_unexpected<'n>(
        &mut self,
        entry: &Entry<'t>,
        path: &Path<'_>,
        declared: impl Iterator<Item = &'n str>,
        (of, response): (&str, RuntimeResponse),
    ) {
        let close = or_meant(did_you_mean(entry.key, declared));
        let message = format!("\"{path}\" is not declared by \"{of}\"{close}");
        let help = (entry.key == "conditions").then(|| "`conditions` of an element stand beside its type".to_owned());
        self.faults.push(Fault { response, help, ..Fault::new(Code::UnexpectedProperty, path, entry.span, message) });
    }

    /// Reports the name of a type that is not defined, and says whether it did.
    pub(in crate::tosca::types) fn report_unknown_type(
        &mut self,
        collection: Collection,
        name: Yaml<'t>,
        path: &Path<'_>,
    ) -> bool {
        let fault = self.schemas.unknown_type(collection, name.text(), name.span(), path);
        self.report_if(fault)
    }

    /// [`Completer::report_unknown_type`] for the type of an element, an input or an output.
    pub(in crate::tosca::types) fn report_unknown_type_of_element(
        &mut self,
        collection: Collection,
        name: Yaml<'t>,
        path: &Path<'_>,
    ) -> bool {
        let fault = self.schemas.unknown_type_of_element(collection, name.text(), name.span(), path);
        self.report_if(fault)
    }

    fn report_if(&mut self, fault: Option<Fault>) -> bool {
        let is_fault = fault.is_some();
        self.faults.extend(fault);
        is_fault
    }
}
