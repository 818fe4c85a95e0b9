//! The keywords that Variability4TOSCA adds to elements.

/// What may stand in an element beside the keys of TOSCA, in profile D; earlier profiles know some of them.
pub static ELEMENT_KEYWORDS: &[&str] = &[
    "conditions",
    "default_alternative",
    "default_condition",
    "default_consistency_condition",
    "default_semantic_condition",
    "default_condition_mode",
    "pruning",
    "consistency_pruning",
    "semantic_pruning",
    "implied",
    "implies",
    "anchor",
    "persistent",
    "managed",
    "weight",
    "technology",
];
