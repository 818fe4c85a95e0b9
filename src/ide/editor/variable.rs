//! Texts that are the id of an element: `relation.host@0.node.app` mentions a relation and a node.

use super::occurrences::Collector;
use super::symbol::{Role, Symbol};
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;

impl<'m> Collector<'m> {
    /// A condition, or a list of them, that may be ids of elements themselves.
    pub(super) fn conditions(&mut self, conditions: Yaml<'m>) {
        if self.model.dialect().values_are_conditions {
            self.variable(conditions);
            conditions.items().for_each(|condition| self.variable(condition));
        }
    }

    /// The names inside the id of an element, which may stand behind `-`, for absent, and `manual.`, for its own conditions.
    pub(super) fn variable(&mut self, text: Yaml<'m>) {
        let Some(variable) = text.as_str() else { return };
        let path = variable.strip_prefix('-').unwrap_or(variable);
        let path = path.strip_prefix("manual.").filter(|_| self.model.by_path(path).is_none()).unwrap_or(path);
        let Some(mut id) = self.model.by_path(path) else { return };
        let Some(quote) = quote_length(text) else { return };
        let mut start = text.span().start as usize + quote + variable.len() - path.len();
        loop {
            let element = self.model.element(id);
            let name_start = start + id.kind().word().len() + 1;
            if let Some(symbol) = Symbol::of(self.model, id) {
                let span = Span::new(text.span().file, name_start, name_start + element.name.len());
                self.push(symbol, span, Role::Reference);
            }
            let index = if id.kind().is_indexed() { element.index.to_string().len() + 1 } else { 0 };
            start = name_start + element.name.len() + index + 1;
            let Some(container) = element.container else { return };
            id = container;
        }
    }
}

/// How many bytes stand before the text of a scalar; none when its bytes are not those of the text.
fn quote_length(scalar: Yaml<'_>) -> Option<usize> {
    let (text, written) = (scalar.text(), scalar.written());
    if written == text {
        return Some(0);
    }
    let inner = written.get(1..written.len().checked_sub(1)?)?;
    (inner == text && written.starts_with(['"', '\''])).then_some(1)
}
