//! Types that nobody defines: where a template says nothing about its types, that is no news.

use crate::model::Model;
use crate::syntax::yaml::Yaml;
use crate::types::Collection;
use crate::types::completion::Fault;

/// Names of types that runtimes bring along.
const OF_RUNTIMES: &str = "unfurl.";

/// Whether the author defines types of this sort; who defines none leaves all of them to the runtime.
pub(super) fn are_defined(model: &Model, collection: Collection) -> bool {
    model.types().definitions(collection).any(|known| known.place.is_some())
}

/// Whether the fault that a type is not defined is worth telling: all files are at hand that could define it, and it is
/// none that a runtime brings along.
pub(super) fn is_told(model: &Model, fault: &Fault) -> bool {
    let name = model.sources().text(fault.span).trim_matches(['"', '\'']);
    !name.starts_with(OF_RUNTIMES) && !imports(model).any(is_elsewhere)
}

fn imports(model: &Model) -> impl Iterator<Item = Yaml<'_>> {
    let section = model.root().get("imports").into_iter();
    section.flat_map(|section| section.items().chain(section.entries().map(|(_, import)| import)))
}

/// Whether an imported file is not at hand.
fn is_elsewhere(import: Yaml<'_>) -> bool {
    let file = if import.is_scalar() { Some(import) } else { import.get("file") };
    import.get("repository").is_some() || file.is_none_or(|file| file.text().contains("://"))
}
