//! Values that may be anything.

use variscope_encoder::recursion::descend;

use super::{Completer, Functions, MAX_DEPTH, Path};
use crate::tosca::types::{Datum, Entry, View};

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    /// A value that may be anything: functions in it are called.
    pub(super) fn untyped(&mut self, value: Datum<'t>, path: &Path<'_>) -> Datum<'t> {
        if path.depth() > MAX_DEPTH {
            return value;
        }
        let inner = |completer: &mut Self, value: &Datum<'t>, path: &Path<'_>| match completer.called(value, None, path)
        {
            Some(called) => descend(|| completer.untyped(called, path)),
            None => value.clone(),
        };
        match value.view() {
            View::Written(_) | View::Text(_) => value,
            View::List(items) => {
                let items = items.iter().enumerate().map(|(at, item)| inner(self, item, &path.item(at))).collect();
                Datum::list(items, value.span())
            }
            View::Map(entries) => {
                let entry =
                    |entry: Entry<'t>| Entry { value: inner(self, &entry.value, &path.name(entry.key)), ..entry };
                Datum::map(entries.into_iter().map(entry).collect(), value.span())
            }
        }
    }
}
