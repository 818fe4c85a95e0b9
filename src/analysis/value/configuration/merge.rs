//! How a later value meets an earlier one of the same input.

use std::sync::Arc;

use variscope_encoder::recursion::descend;

use crate::analysis::value::{Entries, Value};
use crate::source::syntax::vocabulary::Profile;

/// The value of an input that is given twice: in profiles A and B the later one, in C and D both merged: maps by
/// key and lists index by index, so that `[9]` over `[1, 2, 3]` is `[9, 2, 3]`.
pub(super) fn merge(earlier: &Value, later: Value, profile: Profile) -> Value {
    if profile.dialect().merges_inputs_deeply { merge_deeply(earlier, later) } else { later }
}

fn merge_deeply(earlier: &Value, later: Value) -> Value {
    descend(|| match (earlier, later) {
        (Value::Map(earlier), Value::Map(later)) => Value::Map(Arc::new(merge_entries(earlier, &later))),
        (Value::List(earlier), Value::List(later)) => {
            let rest = earlier.iter().skip(later.len()).cloned();
            let pairs = earlier.iter().zip(later.iter()).map(|(earlier, later)| merge_deeply(earlier, later.clone()));
            let further = later.iter().skip(earlier.len()).cloned();
            pairs.chain(rest).chain(further).collect::<Vec<_>>().into()
        }
        (_, later) => later,
    })
}

fn merge_entries(earlier: &Entries, later: &Entries) -> Entries {
    let mut merged = earlier.clone();
    for (key, value) in later {
        let value = match earlier.get(key) {
            Some(earlier) => merge_deeply(earlier, value.clone()),
            None => value.clone(),
        };
        merged.insert(key.clone(), value);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[i64]) -> Value {
        items.iter().copied().map(Value::integer).collect::<Vec<_>>().into()
    }

    fn map(entries: &[(&str, Value)]) -> Value {
        entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect()
    }

    #[test]
    fn only_the_newer_profiles_merge_inside_values() {
        let cases = [
            (list(&[1, 2, 3]), list(&[9]), list(&[9, 2, 3])),
            (list(&[1]), list(&[8, 9]), list(&[8, 9])),
            (
                map(&[("a", list(&[1, 2])), ("b", list(&[]))]),
                map(&[("a", list(&[3]))]),
                map(&[("a", list(&[3, 2])), ("b", list(&[]))]),
            ),
            (list(&[1]), Value::integer(2), Value::integer(2)),
            (Value::integer(2), list(&[1]), list(&[1])),
            (list(&[1]), map(&[]), map(&[])),
            (Value::integer(1), Value::Null, Value::Null),
        ];
        for (earlier, later, merged) in cases {
            for profile in Profile::ALL {
                let expected = if profile < Profile::C { &later } else { &merged };
                assert_eq!(&merge(&earlier, later.clone(), profile), expected, "{profile}");
            }
        }
    }
}
