//! Guessing the profile of a template from its words.
//!
//! Definitions versions that only profile D knows decide; then words that only D has; then words that only B
//! has; then relationships inside requirements, which B and C refuse; otherwise it is C. A is never guessed.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{OPERATORS, Profile, topology_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::yaml::{Shape, Yaml};

/// The first place at which words of each profile occur.
#[derive(Default)]
struct Evidence {
    early: Option<Span>,
    b: Option<Span>,
    late: Option<Span>,
    /// A relationship template inside a requirement, which profiles B and C refuse.
    has_inline_relationship: bool,
}

/// The profile that the words of a service template belong to, and a warning when they belong to several.
pub fn detect_profile(root: Yaml<'_>) -> (Profile, Vec<Diagnostic>) {
    let version = root.get("tosca_definitions_version").map_or("", |version| version.text());
    let evidence = evidence(root);
    let mut warnings = Vec::new();
    if let (Some(early), Some(late)) = (evidence.early.or(evidence.b), evidence.late) {
        let message = "words of an early and of the latest revision of the language are mixed";
        let warning = Diagnostic::new(Code::MixedVocabulary, early, message)
            .labelled("an early word")
            .and(late, "a word of the latest revision")
            .help("say which one is meant with --profile");
        warnings.push(warning);
    }
    let is_late_version = version.starts_with("tosca_variability_1_0_rc_") || version == "tosca_2_0";
    let profile = if is_late_version || evidence.late.is_some() {
        Profile::D
    } else if evidence.b.is_some() {
        Profile::B
    } else if evidence.has_inline_relationship && evidence.early.is_none() {
        Profile::D
    } else {
        Profile::C
    };
    (profile, warnings)
}

fn evidence(root: Yaml<'_>) -> Evidence {
    let mut evidence = Evidence::default();
    let Some(topology) = topology_of(root) else { return evidence };
    let options = topology.get("variability").and_then(|variability| variability.get("options"));
    for (key, _) in options.into_iter().flat_map(|options| options.entries()) {
        classify_option(key, &mut evidence);
    }
    for section in ["constraints", "qualities", "type_specific_conditions", "plugins"] {
        let entry = topology.get("variability").and_then(|variability| variability.entry(section));
        note(&mut evidence.late, entry.map(|(key, _)| key.span()));
    }
    // A stack of our own: templates may be nested deeper than the thread's stack allows.
    let mut open = vec![topology];
    while let Some(yaml) = open.pop() {
        match yaml.shape() {
            Shape::Sequence => open.extend(yaml.items()),
            Shape::Mapping => {
                for (key, value) in yaml.entries() {
                    evidence.has_inline_relationship |= key.text() == "relationship" && value.is_mapping();
                    classify_key(key, value, &mut evidence);
                    if key.text() == "properties" {
                        note(&mut evidence.b, default_value(value));
                    }
                    open.push(value);
                }
            }
            Shape::Plain | Shape::Quoted => {}
        }
    }
    evidence
}

fn classify_option(key: Yaml<'_>, evidence: &mut Evidence) {
    let name = key.text();
    let place = if name.starts_with("enable_") || name.starts_with("disable_") {
        &mut evidence.early
    } else if name.starts_with("prune") || name.starts_with("forcePrune") || name.starts_with("disable") {
        &mut evidence.b
    } else {
        &mut evidence.late
    };
    note(place, Some(key.span()));
}

fn classify_key(key: Yaml<'_>, value: Yaml<'_>, evidence: &mut Evidence) {
    let name = key.text();
    if CLAUSES.contains(&name) && value.is_scalar() {
        return;
    }
    let is_late = LATE_KEYWORDS.contains(&name) || name == "type" && value.is_sequence();
    let revision = if is_late { Some(Revision::Late) } else { REVISIONS.get(name).copied() };
    let place = match revision {
        Some(Revision::Late) => &mut evidence.late,
        Some(Revision::B) => &mut evidence.b,
        Some(Revision::Early) => &mut evidence.early,
        None => return,
    };
    note(place, Some(key.span()));
}

/// Where a list of properties declares a value as default, which only profile B does with this word.
fn default_value(properties: Yaml<'_>) -> Option<Span> {
    let bodies = properties.items().flat_map(|item| item.entries()).map(|(_, body)| body);
    let mut wrappers = bodies.filter(|body| body.get("value").is_some());
    wrappers.find_map(|body| {
        let (key, default) = body.entry("default")?;
        (default.as_bool() == Some(true)).then(|| key.span())
    })
}

/// Keywords of elements that only profile D has.
static LATE_KEYWORDS: &[&str] = &["implied", "implies", "anchor", "managed", "default_condition"];

/// Clauses of constraints on values that every TOSCA template may have. As operators, these words take two operands.
static CLAUSES: &[&str] = &["greater_than", "less_than"];

/// Which revisions a word tells apart.
#[derive(Clone, Copy)]
enum Revision {
    /// Profiles A to C, C among them.
    Early,
    /// Profiles A and B alone.
    B,
    /// Profile D alone.
    Late,
}

/// The operators whose names tell revisions apart.
static REVISIONS: LazyLock<FxHashMap<&str, Revision>> = LazyLock::new(|| {
    let early: FxHashSet<&str> = OPERATORS.iter().flat_map(|entry| &entry.names[..3]).copied().collect();
    let mut revisions = FxHashMap::default();
    for [_, b, c, d] in OPERATORS.iter().map(|entry| entry.names) {
        if !early.contains(d) {
            revisions.insert(d, Revision::Late);
        }
        if c != d {
            revisions.insert(c, Revision::Early);
        }
        if b != c {
            revisions.insert(b, Revision::B);
        }
    }
    // `xor` means something else in profile D, which also has the word.
    let late: FxHashSet<&str> = OPERATORS.iter().map(|entry| entry.names[3]).collect();
    revisions.retain(|word, revision| !word.is_empty() && (matches!(revision, Revision::Late) || !late.contains(word)));
    revisions
});

fn note(place: &mut Option<Span>, span: Option<Span>) {
    if place.is_none() {
        *place = span;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;
    use crate::syntax::yaml::Tree;

    fn detected(variability: &str, nodes: &str) -> (Profile, usize) {
        let text = format!("topology_template: {{variability: {variability}, node_templates: {nodes}}}");
        let mut sources = Sources::new();
        let file = sources.add("template.yaml", text);
        let mut tree = Tree::new();
        let root = tree.parse(&sources, file).0.unwrap();
        let (profile, warnings) = detect_profile(tree.at(root));
        (profile, warnings.len())
    }

    #[test]
    fn words_tell_profiles_and_clauses_of_constraints_do_not() {
        let conditional = |condition: &str| format!("{{a: {{type: t, conditions: {condition}}}}}");
        let bounded = "{inputs: {n: {type: integer, constraints: [{greater_than: 0}]}}}";
        assert_eq!(detected(bounded, &conditional("{variability_input: n}")), (Profile::D, 0));
        assert_eq!(detected(bounded, "{}"), (Profile::C, 0));
        assert_eq!(detected("{}", &conditional("{greater_than: [{get_variability_input: n}, 1]}")), (Profile::C, 0));
        assert_eq!(detected("{}", &conditional("{greater_than: [{variability_input: n}, 1]}")), (Profile::D, 1));
    }

    #[test]
    fn a_default_value_in_a_list_of_properties_is_a_word_of_b() {
        let properties = |properties: &str| detected("{}", &format!("{{a: {{type: t, properties: {properties}}}}}"));
        assert_eq!(properties("[k: {value: 1, default: true}]"), (Profile::B, 0));
        assert_eq!(properties("[k: {value: 1, default: true, implied: true}]"), (Profile::D, 1));
        for other in ["[k: {value: 1, default: false}]", "[k: {default: true}]", "{k: {value: 1, default: true}}"] {
            assert_eq!(properties(other), (Profile::C, 0), "{other}");
        }
    }
}
