//! The path of an imported file, while it is typed.

use std::ops::Range;

use super::context::{Context, Position, Step};

/// The path of an import up to some offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedPath {
    /// The folder that is typed already, with `/` at its end; empty for that of the template.
    pub folder: String,
    /// The bytes of what is typed of a name in it.
    pub name: Range<usize>,
}

/// The path of an import that is typed at `offset`.
pub fn typed_import(text: &str, offset: usize) -> Option<TypedPath> {
    let context = Context::at(text, offset);
    let is_import = match context.path.as_slice() {
        [Step::Key(imports), Step::Item(_)] => imports == "imports",
        [Step::Key(imports), Step::Item(_), Step::Key(file)] => imports == "imports" && file == "file",
        _ => false,
    };
    let name = context.typed.clone();
    let start = text[..name.start].rfind([' ', '"', '\'', '[', ',', '\n']).map_or(0, |before| before + 1);
    let folder = &text[start..name.start];
    let is_begun = folder.ends_with('/') || folder.is_empty() && context.position != Position::Rest;
    (is_import && is_begun).then(|| TypedPath { folder: folder.to_owned(), name })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder that is typed at `|`, and what of a name in it.
    fn typed(text: &str) -> Option<(String, String)> {
        let offset = text.find('|').expect("a mark");
        let text = text.replacen('|', "", 1);
        let TypedPath { folder, name } = typed_import(&text, offset)?;
        Some((folder, text[name].to_owned()))
    }

    #[test]
    fn paths_of_imports_are_found_in_either_style() {
        for (text, folder, name) in [
            ("imports:\n  - |", "", ""),
            ("imports:\n  - li|", "", "li"),
            ("imports:\n  - lib/ty|", "lib/", "ty"),
            ("imports: [a.yaml, lib/|", "lib/", ""),
            ("imports:\n  - file: \"lib/a/|\"", "lib/a/", ""),
        ] {
            assert_eq!(typed(text), Some((folder.to_owned(), name.to_owned())), "{text}");
        }
        for text in ["imports:\n  - namespace_prefix: a/|", "a: lib/|", "imports:\n  - a b|"] {
            assert_eq!(typed(text), None, "{text}");
        }
    }
}
