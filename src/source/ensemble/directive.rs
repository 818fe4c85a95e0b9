//! Keys that stand for something else: what another file says, or another place of the same document.
//!
//! Unfurl calls them include and merge directives: `+include: FILE`, `+?include: FILE`, `+/path/from/the/root:`,
//! `+./path/from/here:`. Keys like `+HOME` and `+*`, the rules of environments, are none.

/// What the key of a directive that includes a file begins with, after its `+`.
pub(super) const INCLUDE: &str = "include";

/// What a key of a mapping stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    /// What a file says.
    Include {
        /// Whether the file may be missing.
        is_optional: bool,
    },
    /// What another place of the document says.
    Place {
        /// Whether the place may be missing.
        is_optional: bool,
        /// How many levels up it starts, 1 being the mapping itself; none from the root of the document.
        up: Option<usize>,
        /// Keys and positions from there.
        path: Vec<String>,
    },
    /// What a YAML anchor names.
    Anchor(String),
}

impl Directive {
    /// What `key` stands for; none where it is a key like others.
    pub(super) fn parse(key: &str) -> Option<Self> {
        let rest = key.strip_prefix('+')?;
        if rest.starts_with('%') {
            return None;
        }
        let (first, pointer) = rest.split_once('/').map_or((rest, None), |(first, pointer)| (first, Some(pointer)));
        let (is_optional, word) = first.strip_prefix('?').map_or((false, first), |word| (true, word));
        if let Some(suffix) = word.strip_prefix(INCLUDE) {
            let is_suffix = suffix.chars().all(|letter| letter.is_alphanumeric() || "_-".contains(letter));
            return is_suffix.then_some(Self::Include { is_optional });
        }
        if let Some(anchor) = word.strip_prefix('*').filter(|anchor| !anchor.is_empty()) {
            return Some(Self::Anchor(anchor.to_owned()));
        }
        let dots = word.len();
        if !word.chars().all(|letter| letter == '.') || (dots == 0 && !is_optional && pointer.is_none()) {
            return None;
        }
        let segments = pointer.into_iter().flat_map(|pointer| pointer.split('/'));
        let path = segments.map(|segment| segment.replace("~1", "/").replace("~0", "~")).collect();
        Some(Self::Place { is_optional, up: (dots > 0).then_some(dots), path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_distinguished_from_rules() {
        let place = |is_optional, up, path: &[&str]| {
            Some(Directive::Place { is_optional, up, path: path.iter().map(|&part| part.to_owned()).collect() })
        };
        for (key, expected) in [
            ("+include", Some(Directive::Include { is_optional: false })),
            ("+?include-local", Some(Directive::Include { is_optional: true })),
            ("+/a/b~1c", place(false, None, &["a", "b/c"])),
            ("+?/a", place(true, None, &["a"])),
            ("+./a", place(false, Some(1), &["a"])),
            ("+../a/0", place(false, Some(2), &["a", "0"])),
            ("+*name", Some(Directive::Anchor("name".to_owned()))),
            ("+*", None),
            ("+HOME", None),
            ("+!HOME", None),
            ("+%", None),
            ("+", None),
            ("include", None),
        ] {
            assert_eq!(Directive::parse(key), expected, "{key}");
        }
    }
}
