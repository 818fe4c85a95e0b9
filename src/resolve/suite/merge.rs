//! Deep merge of a document into another: the `merge` of a Variability Test.

use crate::analysis::value::{Entries, Value};
use std::sync::Arc;

/// `base` with all of `addition`: maps merge by key, lists item by item, anything else is replaced.
pub(super) fn merge(base: &Value, addition: &Value) -> Value {
    match (base, addition) {
        (Value::Map(base), Value::Map(addition)) => Value::Map(Arc::new(merge_maps(base, addition))),
        (Value::List(base), Value::List(addition)) => {
            let merged = base.iter().zip(addition.iter()).map(|(base, addition)| merge(base, addition));
            let longer = if base.len() > addition.len() { base } else { addition };
            let rest = longer.iter().skip(base.len().min(addition.len())).cloned();
            merged.chain(rest).collect::<Vec<_>>().into()
        }
        _ => addition.clone(),
    }
}

fn merge_maps(base: &Entries, addition: &Entries) -> Entries {
    let mut merged = base.clone();
    for (key, value) in addition {
        let value = merged.get(key).map_or_else(|| value.clone(), |base| merge(base, value));
        merged.insert(key.clone(), value);
    }
    merged
}
