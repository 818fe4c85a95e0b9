//! Files that a text names: imports, artifacts, implementations of operations.

use super::draft::Draft;
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Kind;
use crate::tosca::types::operations_in;

/// A place that names a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLink {
    /// The place.
    pub span: Span,
    /// The file, as it is named there.
    pub file: String,
}

/// The files that are named in the text itself, ascending; whether they are there is not looked at.
pub fn links(draft: &Draft) -> Vec<FileLink> {
    let Some(model) = draft.model() else { return Vec::new() };
    let mut named: Vec<Yaml<'_>> = Vec::new();
    let imports = model.root().get("imports").into_iter().flat_map(Yaml::items);
    named.extend(imports.filter_map(|import| {
        file_of(import.entries().next().map_or(import, |(key, body)| {
            if key.text() == "file" || !(body.is_mapping() || import.len() == 1) { import } else { body }
        }))
    }));
    for id in model.of_kind(Kind::Artifact) {
        named.extend(model.element(id).body.and_then(|body| file_of(model.yaml(body))));
    }
    for id in model.of_kind(Kind::Node) {
        let body = model.element(id).body.map(|body| model.yaml(body));
        let interfaces = body.and_then(|body| body.get("interfaces")).into_iter().flat_map(Yaml::entries);
        for (_, operation) in interfaces.flat_map(|(_, interface)| operations_in(interface)) {
            let given = operation.get("implementation").unwrap_or(operation);
            named.extend(Some(given.get("primary").unwrap_or(given)).filter(|file| file.is_scalar()));
        }
    }
    let link = |file: Yaml<'_>| FileLink { span: file.span(), file: file.text().to_owned() };
    let own = named.into_iter().filter(|file| draft.is_own(file.span()) && !file.text().is_empty());
    let mut links: Vec<FileLink> = own.map(link).collect();
    links.sort_by_key(|link| link.span);
    links.dedup();
    links
}

/// A scalar, or what stands behind `file`.
fn file_of(body: Yaml<'_>) -> Option<Yaml<'_>> {
    let file = if body.is_scalar() { Some(body) } else { body.get("file") };
    file.filter(|file| file.is_scalar() && !file.is_null())
}
