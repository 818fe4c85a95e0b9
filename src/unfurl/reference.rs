//! References to job variables: `$connections::aws::KEY` in expressions, `connections.aws.KEY` in templates of Jinja.

use std::sync::Arc;

/// A job variable and a path into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    /// The name of the variable.
    pub(super) variable: Arc<str>,
    /// Keys and positions, from the outside in.
    pub(super) path: Vec<Arc<str>>,
}

/// What makes a segment of an expression more than a key: filters, "only the first", other variables.
const OPERATORS: [char; 4] = ['[', ']', '?', '$'];

impl Reference {
    /// Reads `$NAME::KEY::KEY`; none for expressions that are more than a path.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut segments = text.trim().strip_prefix('$')?.split("::");
        let variable = segments.next()?.into();
        Self::of_segments(variable, segments.map(Arc::from).collect())
    }

    /// A path of keys; none where one of them is no plain key.
    pub(super) fn of_segments(variable: Arc<str>, path: Vec<Arc<str>>) -> Option<Self> {
        let is_key = |segment: &Arc<str>| !segment.is_empty() && !segment.contains(OPERATORS);
        (is_key(&variable) && path.iter().all(is_key)).then_some(Self { variable, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_paths() {
        for (text, expected) in [
            ("$connections::aws::KEY", Some(("connections", "aws/KEY"))),
            (" $SELF::a b::0 ", Some(("SELF", "a b/0"))),
            ("$connections::*::.name", Some(("connections", "*/.name"))),
            ("$inputs", Some(("inputs", ""))),
            ("connections::aws", None),
            ("$connections::", None),
            ("$connections::::KEY", None),
            ("$connections::aws?::KEY", None),
            ("$connections::*[.type=x]::KEY", None),
            ("$", None),
            ("::app::port", None),
        ] {
            let found = Reference::parse(text).map(|it| (it.variable.to_string(), it.path.join("/")));
            assert_eq!(found, expected.map(|(name, path)| (name.to_owned(), path.to_owned())), "{text}");
        }
    }
}
