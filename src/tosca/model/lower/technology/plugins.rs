//! Plug-ins that choose technologies.

use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// Reports the plug-ins that `variability` lists and those in the folder `plugins/technology/`.
///
/// DEVIATION: plug-ins are JavaScript modules, which are not run. Leaving them out would give wrong technologies, so
/// they are errors.
pub(in crate::tosca::model::lower) fn unsupported_plugins(
    variability: Option<Yaml<'_>>,
    folder: &[String],
) -> Vec<Diagnostic> {
    let listed = variability
        .and_then(|variability| variability.get("plugins"))
        .and_then(|plugins| plugins.get("technology"))
        .filter(|technology| !technology.is_null());
    let listed =
        listed.into_iter().flat_map(|list| if list.is_sequence() { list.items().collect() } else { vec![list] });
    let listed =
        listed.map(|path| explained(Diagnostic::new(Code::UnsupportedPlugin, path.span(), headline(path.text()))));
    let found = folder.iter().map(|path| explained(Diagnostic::unplaced(Code::UnsupportedPlugin, headline(path))));
    listed.chain(found).collect()
}

fn headline(path: &str) -> String {
    format!("technology plug-in \"{path}\" is not run")
}

fn explained(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic
        .note("technology plug-ins are JavaScript programs; technologies that they would choose are missing here")
        .help("write what the plug-in knows as rules under `qualities`")
}
