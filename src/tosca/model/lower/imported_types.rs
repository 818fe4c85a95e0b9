//! The types of a template, of its library and of the files that it imports.

use super::load::TemplateReader;
use crate::source::FileId;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::yaml::YamlId;
use crate::tosca::types::{ContestedType, Origin, TypeTable};

/// A file with its root.
type Read = (FileId, YamlId);

/// A file that is imported.
pub(super) struct Import {
    pub(super) name: String,
    pub(super) file: FileId,
    pub(super) root: YamlId,
    /// What stands in front of the names of its types, for each import that says so.
    prefixes: Vec<String>,
    /// Whether some import says nothing of a prefix.
    is_plain: bool,
    /// Whether it is imported in some variants only.
    is_conditional: bool,
}

impl Import {
    pub(super) fn new(name: String, (file, root): Read, prefix: Option<String>, is_conditional: bool) -> Self {
        Self { name, file, root, is_plain: prefix.is_none(), prefixes: prefix.into_iter().collect(), is_conditional }
    }

    /// Notes that another import brings it in, too.
    pub(super) fn import_again(&mut self, prefix: Option<String>, is_conditional: bool) {
        self.is_plain |= prefix.is_none();
        self.prefixes.extend(prefix);
        self.is_conditional &= is_conditional;
    }
}

impl TemplateReader<'_> {
    /// All types there are, whatever the profile: the earlier ones do not look at types, but engines do.
    pub(super) fn types(&mut self, template: Read, library: &[Read], imports: &[Import]) -> TypeTable {
        let template = [(template, Origin::Template)];
        let in_library = library.iter().map(|&read| (read, Origin::Library));
        let is_other = |import: &&Import| !library.contains(&(import.file, import.root));
        let (plain, prefixed): (Vec<&Import>, Vec<&Import>) =
            imports.iter().filter(is_other).partition(|import| import.is_plain);
        let imported = plain.iter().map(|import| ((import.file, import.root), Origin::Import));
        let mut types = TypeTable::new();
        for ((file, root), origin) in template.into_iter().chain(in_library).chain(imported) {
            self.diagnostics.extend(types.add_file(&self.tree, root, self.sources.file(file).name(), origin));
        }
        // Behind their prefixes; in these files themselves types are named without.
        for import in &prefixed {
            let name = self.sources.file(import.file).name();
            self.diagnostics.extend(types.add_undefined(&self.tree, import.root, name));
        }
        for import in imports {
            import.prefixes.iter().for_each(|prefix| types.add_prefix(&self.tree, import.root, prefix));
        }
        let conditional: Vec<FileId> =
            plain.iter().filter(|import| import.is_conditional).map(|import| import.file).collect();
        self.diagnostics.extend(types.contested().filter_map(|contested| warning(&contested, &conditional)));
        types
    }
}

/// That a type has another definition elsewhere. Of files that are imported in some variants only, each variant may have one; then it
/// is said where the definitions may decide which variants there are.
fn warning(contested: &ContestedType<'_>, conditional: &[FileId]) -> Option<Diagnostic> {
    let ContestedType { collection, first, further, may_change_variants } = contested;
    let place = first.place?;
    let is_conditional = further.iter().chain([&place]).any(|site| conditional.contains(&site.span.file));
    if is_conditional && !may_change_variants {
        return None;
    }
    let last = further.last()?;
    let message = format!("{} \"{}\" is defined differently in two files", collection.noun(), first.name);
    let diagnostic =
        Diagnostic { severity: Severity::Warning, ..Diagnostic::new(Code::DuplicateType, last.span, message) };
    let diagnostic = diagnostic.and(place.span, "this definition counts");
    let help = if is_conditional {
        "which variants there are is looked at with this definition only: give the types names of their own"
    } else {
        "give the types names of their own, or import one of the files with a `namespace_prefix`"
    };
    Some(diagnostic.help(help))
}
