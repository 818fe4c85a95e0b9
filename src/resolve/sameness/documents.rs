//! Documents compared for each class of configurations.

use super::plain::plain;
use crate::analysis::question::{
    Contrast, Limits, Representatives, Sameness, UndecidedReason, Variants, Witness, on_one_side,
};
use crate::analysis::value::Value;
use crate::resolve::comparison::{Difference, differences};
use crate::resolve::resolution::document;
use crate::source::Sources;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::yaml::{Tree, Yaml};

/// Classes of configurations that are looked at, each resolved twice.
const MAX_CLASSES: usize = 512;
/// Documents that are nested deeper are not compared.
const MAX_LEVELS: usize = 1_000;

/// What comparing two documents gave.
enum DocumentContrast {
    Same,
    /// What is different, in a few words.
    Different(String),
    /// They could not be compared.
    Unknown,
}

/// Whether the documents of all classes are the same, apart from how a profile writes what means the same.
pub(super) fn compare(before: &Variants<'_>, after: &Variants<'_>, limits: &Limits) -> Sameness {
    let Representatives { witnesses, doubt } = before.representatives(after, MAX_CLASSES);
    for witness in witnesses {
        if limits.budget.check().is_err() {
            return Sameness::Undecided(UndecidedReason::Interrupted);
        }
        match compared(resolved(before, &witness), resolved(after, &witness)) {
            DocumentContrast::Same => {}
            DocumentContrast::Different(what) => return Sameness::Differs(Contrast { witness, what }),
            DocumentContrast::Unknown => return Sameness::Undecided(UndecidedReason::Documents),
        }
    }
    doubt.map_or(Sameness::Same, Sameness::Undecided)
}

/// The document that a side gives, or what stands against it.
fn resolved(side: &Variants<'_>, witness: &Witness) -> Result<String, Vec<Diagnostic>> {
    document(&side.under(&side.completed(witness)?))
}

fn compared(before: Result<String, Vec<Diagnostic>>, after: Result<String, Vec<Diagnostic>>) -> DocumentContrast {
    match (before, after) {
        (Err(_), Err(_)) => DocumentContrast::Same,
        (Ok(_), Err(diagnostics)) => DocumentContrast::Different(on_one_side("before", "after", &diagnostics)),
        (Err(diagnostics), Ok(_)) => DocumentContrast::Different(on_one_side("after", "before", &diagnostics)),
        (Ok(before), Ok(after)) if before == after => DocumentContrast::Same,
        (Ok(before), Ok(after)) => match (parsed(&before), parsed(&after)) {
            (Some(before), Some(after)) => match differences(&plain(before), &plain(after)).first() {
                Some(found) => DocumentContrast::Different(in_words(found)),
                None => DocumentContrast::Same,
            },
            _ => DocumentContrast::Unknown,
        },
    }
}

/// The document as a value; none where it cannot be read, or is nested too deeply.
fn parsed(document: &str) -> Option<Value> {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("document", document);
    let root = tree.parse(&sources, file).0?;
    let root = tree.at(root);
    (!is_deep(root)).then(|| Value::from_yaml(root))
}

fn is_deep(root: Yaml<'_>) -> bool {
    let mut left = vec![(root, 0)];
    while let Some((yaml, level)) = left.pop() {
        if level > MAX_LEVELS {
            return true;
        }
        left.extend(yaml.items().map(|item| (item, level + 1)));
        left.extend(yaml.entries().map(|(_, value)| (value, level + 1)));
    }
    false
}

fn in_words(difference: &Difference) -> String {
    let path = &difference.path;
    match (&difference.expected, &difference.actual) {
        (Some(before), Some(after)) => {
            format!("`{path}` is {} before and {} after", before.to_json(), after.to_json())
        }
        (Some(_), None) => format!("`{path}` is in the document before, not after"),
        (None, _) => format!("`{path}` is in the document after, not before"),
    }
}
