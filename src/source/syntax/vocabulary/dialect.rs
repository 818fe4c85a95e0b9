//! What the profiles do differently: a field for each question, a row for each profile.
//!
//! How a template is read, asked or written is asked of its dialect, and not of its profile. What the
//! profiles are for authors: `docs/src/revisions.md`.

use super::{ELEMENT_KEYWORDS, Profile};

/// How options of a template are named, and which there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionStyle {
    /// None is known, and none is refused.
    Unlisted,
    /// `pruneNodes`, `forcePruneNodes`, `disableConsistencyChecks`.
    Pruning,
    /// `enable_node_pruning`, `disable_consistency_checks`.
    Enabling,
    /// `node_pruning`, `checks`, and what turns on parts of these.
    Faceted,
}

/// How elements are named in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayStyle {
    /// `uses`.
    Name,
    /// `app.uses`, `port@0`.
    Short,
    /// `relation "uses@0" of node "app"`.
    Full,
}

/// The sentences of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentenceStyle {
    /// Names without quotes.
    Bare,
    /// Names in quotes, those of nodes as JSON.
    Quoted,
    /// Elements with their kinds and containers.
    Full,
}

impl SentenceStyle {
    /// What is said of an operand that is not there.
    pub fn missing_operand(self) -> &'static str {
        match self {
            Self::Bare | Self::Quoted => "Received condition that is undefined or null",
            Self::Full => "Received undefined condition",
        }
    }
}

/// What a profile does that another does not.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a table of questions, each of which a profile answers with yes or no"
)]
pub struct Dialect {
    /// Properties, artifacts, policies and topology inputs are elements; else they are written as they stand.
    pub parts_are_elements: bool,
    /// Types, outputs, imports and technologies are elements, too.
    pub types_are_elements: bool,
    /// Lists of nodes, groups and topology inputs are read; else they are written as they stand.
    pub reads_listed_sections: bool,
    /// Several topology inputs may have one name.
    pub inputs_share_names: bool,
    /// Nodes may not have the names of context words, `SELF` and `CONTAINER`, which stand for elements.
    pub has_context_words: bool,
    /// Any group with conditions gives them to its members; else its type says so.
    pub conditions_make_variability_groups: bool,
    /// Nothing may name a variability group, which is no element.
    pub hides_variability_groups: bool,
    /// Members and targets that do not exist are ignored; one name means all relations that have it.
    pub ignores_unknown_references: bool,
    /// Several relations may have one relationship template.
    pub shares_relationship_templates: bool,
    /// A relationship template inside of a requirement is refused.
    pub refuses_inline_relationships: bool,
    /// `host` may be one of the words of which the name of a hosting relation consists.
    pub has_compound_hosting_names: bool,

    /// Elements may have `default_alternative`.
    pub has_alternatives: bool,
    /// `default_alternative` was not called that yet, and may be called `default`.
    pub alternatives_are_called_default: bool,
    /// A property with `default: true` is written where no other of its name is.
    pub has_last_resorts: bool,
    /// What is no scalar in a list of properties is a wrapper, which may lack a value.
    pub wrappers_may_be_void: bool,
    /// Properties may have an expression in place of a value.
    pub has_property_expressions: bool,
    /// Default conditions and pruning call relations by their nodes and names, of which one node has each only once then.
    pub default_conditions_name_relations: bool,
    /// Elements may say otherwise than options.
    pub elements_override_options: bool,
    /// Elements imply others, and consume and produce inputs and outputs.
    pub has_implications: bool,
    /// Technologies, qualities and conditions of types come from files beside the template.
    pub has_companions: bool,
    /// Versions of the language after the first one are read.
    pub reads_later_versions: bool,
    /// The names of options.
    pub options: OptionStyle,
    /// A call may give options that stand for those of the template.
    pub takes_options_of_call: bool,
    /// All four kinds of checks that were there before D can be turned off.
    pub has_optional_checks: bool,

    /// Only declared variability inputs may be read and given.
    pub inputs_are_declared: bool,
    /// What is given for an input is a value, and no expression.
    pub inputs_are_values: bool,
    /// A list is a value as it stands; else its entries are evaluated.
    pub lists_are_values: bool,
    /// Inputs that are given twice are merged deeply.
    pub merges_inputs_deeply: bool,
    /// Names of features are taken as they stand.
    pub keeps_feature_names: bool,
    /// Values are conditions, and texts stand for variables.
    pub values_are_conditions: bool,
    /// A named expression whose body is null is not defined.
    pub ignores_null_expressions: bool,
    /// Every condition is evaluated, needed or not.
    pub evaluates_every_condition: bool,
    /// A property without a value vanishes from the document.
    pub valueless_properties_vanish: bool,
    /// Checks are made, and presences defined, in the order of elements.
    pub has_element_order: bool,
    /// What is inside of an absent node fails no check.
    pub absent_nodes_pass_checks: bool,

    /// How elements are named in messages.
    pub display: DisplayStyle,
    /// The sentences of the reference.
    pub sentences: SentenceStyle,
    /// A sentence that a Variability Test expects is the whole one.
    pub compares_whole_sentences: bool,

    /// Sections are written although nothing is left of them.
    pub keeps_empty_sections: bool,
    /// `inputs` is written although nothing is left of it.
    pub keeps_empty_inputs: bool,
    /// `requirements` is written although nothing is left of it.
    pub keeps_empty_requirements: bool,
    /// `{node: x}` is written as `x`, and an artifact as a mapping with a type.
    pub normalises: bool,
    /// The keys of elements that are never written.
    pub unwritten_keys: &'static [&'static str],
}

impl Profile {
    /// What this profile does that others do not.
    pub fn dialect(self) -> &'static Dialect {
        match self {
            Self::A => &A,
            Self::B => &B,
            Self::C => &C,
            Self::D => &D,
        }
    }
}

/// What the profiles before D do for the most part; each of them says what it does differently.
const EARLIER: Dialect = Dialect {
    parts_are_elements: true,
    types_are_elements: false,
    reads_listed_sections: false,
    inputs_share_names: false,
    has_context_words: false,
    conditions_make_variability_groups: false,
    hides_variability_groups: false,
    ignores_unknown_references: false,
    shares_relationship_templates: false,
    refuses_inline_relationships: true,
    has_compound_hosting_names: false,
    has_alternatives: false,
    alternatives_are_called_default: true,
    has_last_resorts: false,
    wrappers_may_be_void: false,
    has_property_expressions: true,
    default_conditions_name_relations: true,
    elements_override_options: false,
    has_implications: false,
    has_companions: false,
    reads_later_versions: false,
    options: OptionStyle::Unlisted,
    takes_options_of_call: false,
    has_optional_checks: true,
    inputs_are_declared: false,
    inputs_are_values: false,
    lists_are_values: false,
    merges_inputs_deeply: false,
    keeps_feature_names: false,
    values_are_conditions: false,
    ignores_null_expressions: false,
    evaluates_every_condition: false,
    valueless_properties_vanish: true,
    has_element_order: false,
    absent_nodes_pass_checks: false,
    display: DisplayStyle::Short,
    sentences: SentenceStyle::Quoted,
    compares_whole_sentences: true,
    keeps_empty_sections: false,
    keeps_empty_inputs: true,
    keeps_empty_requirements: true,
    normalises: false,
    unwritten_keys: &["conditions"],
};

/// August 2022: nodes, relations and groups.
static A: Dialect = Dialect {
    parts_are_elements: false,
    conditions_make_variability_groups: true,
    ignores_unknown_references: true,
    shares_relationship_templates: true,
    refuses_inline_relationships: false,
    default_conditions_name_relations: false,
    has_optional_checks: false,
    display: DisplayStyle::Name,
    sentences: SentenceStyle::Bare,
    compares_whole_sentences: false,
    keeps_empty_sections: true,
    ..EARLIER
};

/// January 2023: parts of nodes, and values as last resorts.
static B: Dialect = Dialect {
    has_last_resorts: true,
    wrappers_may_be_void: true,
    has_property_expressions: false,
    options: OptionStyle::Pruning,
    takes_options_of_call: true,
    ..EARLIER
};

/// February 2023: default alternatives, options in the template.
static C: Dialect = Dialect {
    reads_listed_sections: true,
    has_alternatives: true,
    options: OptionStyle::Enabling,
    merges_inputs_deeply: true,
    keeps_empty_inputs: false,
    keeps_empty_requirements: false,
    unwritten_keys: &["conditions", "default_alternative"],
    ..EARLIER
};

/// July 2025: everything is an element, and presence is decided by SAT.
static D: Dialect = Dialect {
    types_are_elements: true,
    reads_listed_sections: true,
    inputs_share_names: true,
    has_context_words: true,
    hides_variability_groups: true,
    refuses_inline_relationships: false,
    has_compound_hosting_names: true,
    has_alternatives: true,
    alternatives_are_called_default: false,
    default_conditions_name_relations: false,
    elements_override_options: true,
    has_implications: true,
    has_companions: true,
    reads_later_versions: true,
    options: OptionStyle::Faceted,
    inputs_are_declared: true,
    inputs_are_values: true,
    lists_are_values: true,
    merges_inputs_deeply: true,
    keeps_feature_names: true,
    values_are_conditions: true,
    ignores_null_expressions: true,
    evaluates_every_condition: true,
    valueless_properties_vanish: false,
    has_element_order: true,
    absent_nodes_pass_checks: true,
    display: DisplayStyle::Full,
    sentences: SentenceStyle::Full,
    keeps_empty_inputs: false,
    keeps_empty_requirements: false,
    normalises: true,
    unwritten_keys: ELEMENT_KEYWORDS,
    ..EARLIER
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_profiles_are_those_of_the_table() {
        let only = |is_so: fn(&Dialect) -> bool| -> Vec<Profile> {
            Profile::ALL.into_iter().filter(|profile| is_so(profile.dialect())).collect()
        };
        assert_eq!(only(|dialect| dialect.takes_options_of_call), [Profile::WITH_OPTIONS_OF_CALL]);
        assert_eq!(only(|dialect| dialect.options == OptionStyle::Enabling), [Profile::WITH_ENABLING_OPTIONS]);
        assert_eq!(only(|dialect| dialect.reads_later_versions), [Profile::LATEST]);
    }

    /// What a revision has of the words for elements, it never writes.
    #[test]
    fn words_for_elements_are_not_written() {
        for profile in Profile::ALL {
            let dialect = profile.dialect();
            assert!(dialect.unwritten_keys.contains(&"conditions"), "{profile}");
            assert_eq!(dialect.unwritten_keys.contains(&"default_alternative"), dialect.has_alternatives, "{profile}");
            assert!(dialect.unwritten_keys.iter().all(|key| ELEMENT_KEYWORDS.contains(key)), "{profile}");
        }
    }
}
