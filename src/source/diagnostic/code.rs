//! The table of diagnostic codes.
//!
//! A code keeps its number for ever, and its first digit says what it is about ([`CodeArea`]).

use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::rules::Page;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// There is something to know.
    Note,
    /// It is probably not what was meant.
    Warning,
    /// It is wrong.
    Error,
}

/// What codes are about; their numbers begin with the same digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeArea {
    /// Files and their YAML.
    Reading,
    /// The document and its names.
    Document,
    /// Expressions and variability inputs.
    Expressions,
    /// Presence, and checks of one variant.
    Variant,
    /// Findings about all variants.
    AllVariants,
    /// Values and their types, and how elements hang together.
    Values,
    /// Environments of a run.
    Environment,
    /// Feature models.
    FeatureModel,
    /// Variability Tests.
    Tests,
}

/// An entry of [`CODES`].
#[derive(Debug)]
pub struct CodeEntry {
    /// The code.
    pub code: Code,
    /// What it is about.
    pub area: CodeArea,
    /// Stable number as printed, such as `V301`.
    pub number: &'static str,
    /// Its severity unless configured otherwise.
    pub severity: Severity,
    /// What it means, in a few words.
    pub title: &'static str,
    /// What it means, why it matters, an example, how to repair it.
    pub page: Page,
}

macro_rules! codes {
    ($($area:ident { $($name:ident = $number:literal, $severity:ident, $title:literal;)* })*) => {
        /// What a diagnostic is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $title] $name,)*)*
        }

        /// All codes in order of their numbers.
        pub static CODES: &[CodeEntry] = &[
            $($(CodeEntry {
                code: Code::$name,
                area: CodeArea::$area,
                number: concat!("V", $number),
                severity: Severity::$severity,
                title: $title,
                page: Page { text: include_str!(concat!("../../../docs/src/rules/v", $number, ".md")) },
            },)*)*
        ];
    };
}

codes! {
    Reading {
        UnreadableFile = "001", Error, "file cannot be read";
        MalformedYaml = "002", Error, "malformed YAML";
        DuplicateKey = "003", Error, "key given twice in one mapping";
        AliasBudget = "004", Error, "aliases expand to too many nodes";
        NestingDepth = "005", Error, "nested too deeply";
        UnsafePath = "006", Error, "path leaves the package";
        ArchiveLimit = "007", Error, "archive is too large or malformed";
        EmptyDocument = "008", Error, "document is empty";
        MalformedInputs = "009", Error, "inputs file cannot be used";
    }
    Document {
        UnsupportedVersion = "101", Error, "unsupported definitions version";
        WrongShape = "102", Error, "wrong kind of YAML value";
        UnknownKey = "103", Error, "unknown key";
        DuplicateName = "104", Error, "name defined twice";
        ReservedName = "105", Error, "reserved name";
        UndefinedElement = "106", Error, "reference to an element that does not exist";
        AmbiguousReference = "107", Error, "reference that several elements match";
        UnusedRelationship = "108", Error, "relationship template that no relation uses";
        SharedRelationship = "109", Error, "relationship template that several relations use";
        MultipleDefaults = "110", Error, "more than one default alternative";
        MissingValue = "111", Error, "property without a value";
        MissingType = "112", Error, "element without a type";
        InheritanceCycle = "113", Error, "type derived from itself";
        UndefinedType = "114", Error, "type that is not defined";
        DuplicateType = "115", Error, "type defined twice";
        BadWeight = "116", Error, "weight outside 0 to 1";
        BadOption = "117", Error, "option with a wrong value";
        UnknownOption = "118", Error, "unknown option";
        MissingAnchor = "119", Error, "pruning mode needs an anchor";
        MixedVocabulary = "120", Warning, "vocabulary of two revisions of the language";
        UnsupportedPlugin = "121", Error, "technology plug-in in JavaScript";
        NoTechnology = "122", Error, "node without technology candidates";
        ConditionalVariabilityGroup = "123", Error, "variability group with conditional types";
        HostingLimit = "124", Error, "too many ways to host a node";
        PlainProperty = "126", Warning, "keywords that are read as values of properties";
        RelationMember = "127", Note, "relation as a member that is left out of the document";
    }
    Expressions {
        UnknownOperator = "201", Error, "unknown operator";
        SeveralOperators = "202", Error, "several operators in one expression";
        WrongArity = "203", Error, "wrong number of operands";
        WrongOperand = "204", Error, "operand of the wrong type";
        NotACondition = "205", Error, "not a condition";
        UndefinedExpression = "206", Error, "undefined expression";
        CircularExpression = "207", Error, "circular expression";
        UndefinedInput = "208", Error, "undefined variability input";
        MissingInput = "209", Error, "variability input without a value";
        IllTypedInput = "210", Error, "value does not fit its variability input";
        UnknownPreset = "211", Error, "unknown preset";
        Arithmetic = "212", Error, "arithmetic without a result";
        NoContext = "213", Error, "keyword without a matching element";
        InputRule = "214", Error, "constraint between variability inputs violated";
        UndeclaredInput = "215", Error, "value for an input that is not declared";
        ShadowedKey = "216", Warning, "key that has no effect";
        BadCondition = "217", Error, "condition as text that cannot be used";
    }
    Variant {
        RelationSource = "301", Error, "relation source can be missing";
        RelationTarget = "302", Error, "relation target can be missing";
        ArtifactContainer = "303", Error, "container of artifact can be missing";
        AmbiguousArtifact = "304", Error, "several artifacts of one name";
        PropertyContainer = "305", Error, "container of property can be missing";
        AmbiguousProperty = "306", Error, "several properties of one name";
        TypeContainer = "307", Error, "container of type can be missing";
        AmbiguousType = "308", Error, "no type or several";
        AmbiguousHosting = "309", Error, "several hosting relations";
        ExpectedHosting = "310", Error, "hosting relation expected";
        ExpectedIncoming = "311", Error, "incoming relation expected";
        ExpectedArtifact = "312", Error, "deployment artifact expected";
        ExpectedTechnology = "313", Error, "technology expected";
        TechnologyContainer = "314", Error, "container of technology can be missing";
        AmbiguousTechnology = "315", Error, "several technologies";
        AmbiguousInput = "316", Error, "several inputs of one name";
        UnconsumedInput = "317", Error, "input is not consumed";
        AmbiguousOutput = "318", Error, "several outputs of one name";
        UnproducedOutput = "319", Error, "output is not produced";
        AmbiguousRelation = "320", Error, "several relations of one name";
        NoVariant = "321", Error, "no variant satisfies all rules";
        AmbiguousResult = "322", Error, "several best variants";
        NoPresentType = "323", Error, "no type or technology is present";
        DerivedVariabilityGroup = "324", Warning, "type derived from that of variability groups";
    }
    AllVariants {
        NoValidVariant = "401", Error, "no configuration gives a valid variant";
        DeadElement = "402", Warning, "element that no valid variant has";
        RedundantCondition = "403", Warning, "condition on an element that every valid variant has";
        FalseOptional = "404", Warning, "conditional element that is present whenever its container is";
        TautologicalCondition = "405", Warning, "condition that always holds";
        RedundantConstraint = "406", Warning, "constraint that follows from the rest";
        TautologicalConstraint = "407", Warning, "constraint that always holds";
        UnreadInput = "408", Warning, "variability input that nothing reads";
        ImpossibleValue = "409", Warning, "input value that no valid variant has";
        FailingPreset = "410", Error, "preset that gives no valid variant";
        PartlyFailingPreset = "411", Warning, "preset that fails for some values of other inputs";
        EqualPresets = "412", Warning, "presets that give the same variant";
        UnusedExpression = "413", Warning, "expression that nothing uses";
        Contradiction = "414", Error, "conditions that contradict each other under some configurations";
        BrokenAssertion = "415", Error, "assertion that some variant breaks";
        IdleAssertion = "416", Note, "assertion that can never fail";
        UnsatisfiableCondition = "420", Warning, "condition that never holds";
        IdleComparison = "421", Warning, "comparison with what an input never is";
        EmptyDeployment = "422", Warning, "deployment of nothing";
        PrunedNode = "423", Warning, "node without a condition that is pruned with its only consumer, or with its artifacts";
        UnknownIgnoredCode = "424", Warning, "comment that leaves nothing out";
        FailingDefaults = "425", Warning, "defaults that give no valid variant";
    }
    Values {
        MissingProperty = "501", Error, "required value is missing";
        UnexpectedProperty = "502", Error, "value that its type does not declare";
        WrongType = "503", Error, "value does not fit its type";
        ConstraintViolation = "504", Error, "value violates a constraint";
        MalformedConstraint = "505", Error, "constraint that cannot be applied";
        MissingTopologyInput = "506", Error, "topology input without a value";
        UndeclaredTopologyInput = "507", Warning, "value for a topology input that is not declared";
        CircularValue = "508", Error, "value that needs itself";
        UnboundedValue = "509", Error, "value grows without bound";
        AbsentInput = "510", Error, "topology input that is absent where it is read";
        IdleFault = "511", Note, "ill-typed value that no valid variant has";
        UncheckedConstraint = "512", Note, "constraint that is not checked";
        ConvertedScalar = "513", Note, "scalar that becomes a string";
        UndeclaredRequirement = "514", Error, "requirement that no type declares";
        RequirementOccurrences = "515", Warning, "requirement assigned too rarely or too often";
        UnfitTarget = "516", Error, "requirement that leads to a node without the capability";
        UndeclaredOperation = "517", Error, "interface or operation that looks misspelt";
        UnfitMember = "518", Error, "member or target that a group or policy does not take";
        UnknownMember = "519", Error, "function that does not exist, or reads what does not";
        UnreadImport = "520", Note, "import that is not read";
        UnfitSource = "521", Error, "capability that does not take the node which requires it";
        RepeatedProperty = "522", Warning, "properties of one name of which only the last is written";
        EngineDemand = "523", Error, "what an engine refuses";
        LeftOutForEngine = "524", Note, "part that an engine has no use for, left out of the document";
        HostingCycle = "525", Warning, "nodes that are hosted on each other";
    }
    Environment {
        BadRule = "601", Error, "rule about the environment that cannot be applied";
        LongText = "602", Error, "environment variable with too long a value";
        BadConnection = "603", Error, "connection that cannot be used";
        UnmatchedConnection = "604", Warning, "connection that matches nothing";
        AmbiguousConnection = "605", Warning, "several connections of one type";
        UselessRule = "606", Warning, "rule about the environment without effect";
        ShadowedRule = "607", Warning, "rule about the environment that a later one undoes";
        UnprovidedVariable = "608", Warning, "environment variable that nothing provides";
        PatternName = "609", Warning, "pattern that may become the name of an environment variable";
        ProtectedVariable = "610", Note, "protected environment variables that a pattern does not remove";
        BadSurroundings = "611", Error, "environment of an ensemble that cannot be used";
        UnknownHost = "612", Warning, "operation host that is no node";
        MissingConnection = "613", Warning, "connection that nodes lack in some variants";
        DeadConnection = "614", Warning, "connection that is available in no variant";
        UnfitConnection = "615", Note, "connection of a type that is for other nodes";
        AbsentEnsemble = "616", Note, "external ensemble whose connections only a run knows";
        UntypedConnection = "617", Warning, "connection without a type";
        UnknownConnectionType = "618", Warning, "connection of a type that is not defined";
        UnknownSection = "620", Warning, "unknown section of an ensemble, a project or an environment";
        BadEnsemble = "621", Error, "ensemble that cannot be put together";
    }
    FeatureModel {
        MalformedDimacs = "701", Error, "malformed DIMACS CNF";
        MalformedUvl = "702", Error, "malformed UVL";
        UndefinedFeature = "703", Error, "feature or attribute that does not exist";
        DuplicateFeature = "704", Error, "feature or attribute defined twice";
        UnsupportedUvl = "705", Error, "part of UVL that is not supported";
        IllTypedConstraint = "706", Error, "operand that does not fit its operator";
        MalformedCircuit = "707", Error, "compiled feature model that cannot be used";
        UnreadWeights = "708", Note, "weights of literals, which are not read";
    }
    Tests {
        FailedTest = "801", Error, "Variability Test fails";
    }
}

impl Code {
    /// Whether an error with it may be the cause of others, which name what it hides: a file that cannot be read, a key that is given
    /// twice, is misspelt, or is not read where it stands.
    pub fn hides_names(self) -> bool {
        self == Self::UnknownKey || self.entry().number.starts_with("V0")
    }

    /// The codes whose numbers begin like this (`V404`, `V5`), in any case; none where it is not the beginning of one.
    pub fn beginning(prefix: &str) -> Vec<Self> {
        let prefix = prefix.trim().to_ascii_uppercase();
        let is_meant = |entry: &&CodeEntry| prefix.starts_with('V') && entry.number.starts_with(&prefix);
        CODES.iter().filter(is_meant).map(|entry| entry.code).collect()
    }

    /// Whether it is more than that the author's rules exclude a configuration.
    pub fn is_defect(self) -> bool {
        !matches!(self, Self::NoVariant | Self::InputRule)
    }

    /// What it is about.
    pub fn area(self) -> CodeArea {
        self.entry().area
    }

    /// The page of this code.
    pub fn page(self) -> Page {
        self.entry().page
    }

    /// The entry of this code.
    pub fn entry(self) -> &'static CodeEntry {
        &CODES[self as usize]
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().number)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_where_their_code_says() {
        for entry in CODES {
            assert_eq!(entry.code.entry().number, entry.number);
        }
        assert!(CODES.windows(2).all(|pair| pair[0].number < pair[1].number));
    }

    #[test]
    fn the_first_digit_names_the_area() {
        for entry in CODES {
            assert_eq!(entry.number.as_bytes()[1] - b'0', entry.area as u8, "{}", entry.number);
        }
    }
}
