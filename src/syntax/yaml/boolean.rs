//! What older YAML reads as true or false, and today's does not.

/// Words that YAML 1.1 reads as booleans, in lower case; it takes them in lower case, in capitals and capitalised.
const WORDS: [(&str, bool); 8] = [
    ("y", true),
    ("yes", true),
    ("true", true),
    ("on", true),
    ("n", false),
    ("no", false),
    ("false", false),
    ("off", false),
];

/// What a text says in YAML 1.1, if it is a boolean there.
pub fn boolean_in_yaml_1_1(text: &str) -> Option<bool> {
    let rest = text.chars().skip(1);
    let is_even =
        rest.clone().all(|letter| letter.is_ascii_lowercase()) || text.chars().all(|c| c.is_ascii_uppercase());
    let lower = text.to_ascii_lowercase();
    WORDS.iter().find(|(word, _)| is_even && *word == lower).map(|&(_, meaning)| meaning)
}
