//! Reading a file into the tree.

use granit_parser::{Options, Parser, options};

use super::build::{Builder, MAX_DEPTH, Stop};
use super::sections;
use super::syntax_error::SyntaxError;
use super::{Tree, YamlId};
use crate::source::diagnostic::Diagnostic;
use crate::source::{FileId, Sources};

impl Tree {
    /// Reads the one document of a file. The root is `None` when the document is empty, malformed, or exceeds a limit.
    ///
    /// # Panics
    /// When `file` comes from other sources.
    pub fn parse(&mut self, sources: &Sources, file: FileId) -> (Option<YamlId>, Vec<Diagnostic>) {
        let is_first = self.is_empty();
        let (root, errors) = self.read(sources, file);
        self.set_sound(root.filter(|_| is_first && errors.is_empty()).or(self.sound()));
        (root, errors)
    }

    fn read(&mut self, sources: &Sources, file: FileId) -> (Option<YamlId>, Vec<Diagnostic>) {
        let text = sources.file(file).text();
        self.add_text(file, text.clone());
        let mut builder = Builder::new(self, file, text);
        for event in Parser::new_from_str_with_options(text, parser_options()) {
            match event {
                Ok((event, span)) => match builder.read(event, span) {
                    Ok(()) => {}
                    Err(Stop) => return builder.abandon(),
                },
                Err(error) => {
                    let first = SyntaxError::new(text, 0, &error, builder.last_event(), builder.open());
                    let opened = builder.innermost_bracket().filter(|_| first.is_between_brackets());
                    let diagnostic = first.diagnostic(file);
                    builder.report(match opened {
                        Some(opened) => diagnostic.and(opened, "opened here"),
                        None => diagnostic,
                    });
                    for later in sections::errors(text, &first) {
                        builder.report(later.diagnostic(file));
                    }
                    return builder.abandon();
                }
            }
        }
        builder.finish()
    }
}

/// Whatever the parser can report instead of giving up, it shall.
pub(super) fn parser_options() -> Options {
    let mut options = options! {
        emit_unresolved_aliases: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    options.set_emit_comments(false);
    options
}
