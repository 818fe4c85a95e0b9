//! The table of diagnostic codes.
//!
//! A code keeps its number for ever, and its first digit tells what it is about ([`CodeArea`]).

use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

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
                number: $number,
                severity: Severity::$severity,
                title: $title,
            },)*)*
        ];
    };
}

codes! {
    Reading {
        UnreadableFile = "V001", Error, "file cannot be read";
        MalformedYaml = "V002", Error, "malformed YAML";
        DuplicateKey = "V003", Error, "key given twice in one mapping";
        AliasBudget = "V004", Error, "aliases expand to too many nodes";
        NestingDepth = "V005", Error, "nested too deeply";
        UnsafePath = "V006", Error, "path leaves the package";
        ArchiveLimit = "V007", Error, "archive is too large or malformed";
        EmptyDocument = "V008", Error, "document is empty";
        MalformedInputs = "V009", Error, "inputs file cannot be used";
    }
    Document {
        UnsupportedVersion = "V101", Error, "unsupported definitions version";
        WrongShape = "V102", Error, "wrong kind of YAML value";
        UnknownKey = "V103", Error, "unknown key";
        DuplicateName = "V104", Error, "name defined twice";
        ReservedName = "V105", Error, "reserved name";
        UndefinedElement = "V106", Error, "reference to an element that does not exist";
        AmbiguousReference = "V107", Error, "reference that several elements match";
        UnusedRelationship = "V108", Error, "relationship template that no relation uses";
        SharedRelationship = "V109", Error, "relationship template that several relations use";
        MultipleDefaults = "V110", Error, "more than one default alternative";
        MissingValue = "V111", Error, "property without a value";
        MissingType = "V112", Error, "element without a type";
        InheritanceCycle = "V113", Error, "type derived from itself";
        UndefinedType = "V114", Error, "type that is not defined";
        DuplicateType = "V115", Error, "type defined twice";
        BadWeight = "V116", Error, "weight outside 0 to 1";
        BadOption = "V117", Error, "option with a wrong value";
        UnknownOption = "V118", Error, "unknown option";
        MissingAnchor = "V119", Error, "pruning mode needs an anchor";
        MixedVocabulary = "V120", Warning, "vocabulary of two revisions of the language";
        UnsupportedPlugin = "V121", Error, "technology plug-in in JavaScript";
        NoTechnology = "V122", Error, "node without technology candidates";
        ConditionalVariabilityGroup = "V123", Error, "variability group with conditional types";
        HostingLimit = "V124", Error, "too many ways to host a node";
        PlainProperty = "V126", Warning, "keywords that are read as values of properties";
        RelationMember = "V127", Note, "relation as a member that is left out of the document";
    }
    Expressions {
        UnknownOperator = "V201", Error, "unknown operator";
        SeveralOperators = "V202", Error, "several operators in one expression";
        WrongArity = "V203", Error, "wrong number of operands";
        WrongOperand = "V204", Error, "operand of the wrong type";
        NotACondition = "V205", Error, "not a condition";
        UndefinedExpression = "V206", Error, "undefined expression";
        CircularExpression = "V207", Error, "circular expression";
        UndefinedInput = "V208", Error, "undefined variability input";
        MissingInput = "V209", Error, "variability input without a value";
        IllTypedInput = "V210", Error, "value does not fit its variability input";
        UnknownPreset = "V211", Error, "unknown preset";
        Arithmetic = "V212", Error, "arithmetic without a result";
        NoContext = "V213", Error, "keyword without a matching element";
        InputRule = "V214", Error, "constraint between variability inputs violated";
        UndeclaredInput = "V215", Error, "value for an input that is not declared";
        ShadowedKey = "V216", Warning, "key that has no effect";
        BadCondition = "V217", Error, "condition as text that cannot be used";
    }
    Variant {
        RelationSource = "V301", Error, "relation source can be missing";
        RelationTarget = "V302", Error, "relation target can be missing";
        ArtifactContainer = "V303", Error, "container of artifact can be missing";
        AmbiguousArtifact = "V304", Error, "several artifacts of one name";
        PropertyContainer = "V305", Error, "container of property can be missing";
        AmbiguousProperty = "V306", Error, "several properties of one name";
        TypeContainer = "V307", Error, "container of type can be missing";
        AmbiguousType = "V308", Error, "no type or several";
        AmbiguousHosting = "V309", Error, "several hosting relations";
        ExpectedHosting = "V310", Error, "hosting relation expected";
        ExpectedIncoming = "V311", Error, "incoming relation expected";
        ExpectedArtifact = "V312", Error, "deployment artifact expected";
        ExpectedTechnology = "V313", Error, "technology expected";
        TechnologyContainer = "V314", Error, "container of technology can be missing";
        AmbiguousTechnology = "V315", Error, "several technologies";
        AmbiguousInput = "V316", Error, "several inputs of one name";
        UnconsumedInput = "V317", Error, "input is not consumed";
        AmbiguousOutput = "V318", Error, "several outputs of one name";
        UnproducedOutput = "V319", Error, "output is not produced";
        AmbiguousRelation = "V320", Error, "several relations of one name";
        NoVariant = "V321", Error, "no variant satisfies all rules";
        AmbiguousResult = "V322", Error, "several best variants";
        NoPresentType = "V323", Error, "no type or technology is present";
        DerivedVariabilityGroup = "V324", Warning, "type derived from that of variability groups";
    }
    AllVariants {
        NoValidVariant = "V401", Error, "no configuration gives a valid variant";
        DeadElement = "V402", Warning, "element that no valid variant has";
        IdleCondition = "V403", Warning, "condition on an element that every valid variant has";
        FalseOptional = "V404", Warning, "conditional element that is present whenever its container is";
        TrueCondition = "V405", Warning, "condition that always holds";
        IdleConstraint = "V406", Warning, "constraint that follows from the rest";
        TrueConstraint = "V407", Warning, "constraint that always holds";
        UnreadInput = "V408", Warning, "variability input that nothing reads";
        ImpossibleValue = "V409", Warning, "input value that no valid variant has";
        FailingPreset = "V410", Error, "preset that gives no valid variant";
        PartlyFailingPreset = "V411", Warning, "preset that fails for some values of other inputs";
        EqualPresets = "V412", Warning, "presets that give the same variant";
        UnusedExpression = "V413", Warning, "expression that nothing uses";
        Contradiction = "V414", Error, "conditions that contradict each other under some configurations";
        BrokenAssertion = "V415", Error, "assertion that some variant breaks";
        IdleAssertion = "V416", Note, "assertion that can never fail";
        FalseCondition = "V420", Warning, "condition that never holds";
        IdleComparison = "V421", Warning, "comparison with what an input never is";
        EmptyDeployment = "V422", Warning, "deployment of nothing";
        PrunedNode = "V423", Warning, "node without a condition that is pruned with its only consumer";
        UnknownIgnoredCode = "V424", Warning, "comment that leaves nothing out";
    }
    Values {
        MissingProperty = "V501", Error, "required value is missing";
        UnexpectedProperty = "V502", Error, "value that its type does not declare";
        WrongType = "V503", Error, "value does not fit its type";
        ConstraintViolation = "V504", Error, "value violates a constraint";
        MalformedConstraint = "V505", Error, "constraint that cannot be applied";
        MissingTopologyInput = "V506", Error, "topology input without a value";
        UndeclaredTopologyInput = "V507", Warning, "value for a topology input that is not declared";
        CircularValue = "V508", Error, "value that needs itself";
        UnboundedValue = "V509", Error, "value grows without bound";
        AbsentInput = "V510", Error, "topology input that is absent where it is read";
        IdleFault = "V511", Note, "ill-typed value that no valid variant has";
        UncheckedConstraint = "V512", Note, "constraint that is not checked";
        ConvertedScalar = "V513", Note, "scalar that becomes a string";
        UndeclaredRequirement = "V514", Error, "requirement that no type declares";
        RequirementOccurrences = "V515", Warning, "requirement assigned too rarely or too often";
        UnfitTarget = "V516", Error, "requirement that leads to a node without the capability";
        UndeclaredOperation = "V517", Error, "interface or operation that looks misspelt";
        UnfitMember = "V518", Error, "member or target that a group or policy does not take";
        UnknownMember = "V519", Error, "function that does not exist, or reads what does not";
        UnreadImport = "V520", Note, "import that is not read";
        UnfitSource = "V521", Error, "capability that does not take the node which requires it";
        RepeatedProperty = "V522", Warning, "properties of one name of which only the last is written";
        EngineDemand = "V523", Error, "what an engine refuses";
        LeftOutForEngine = "V524", Note, "part that an engine has no use for, left out of the document";
        HostingCircle = "V525", Warning, "nodes that are hosted on each other";
    }
    Environment {
        BadRule = "V601", Error, "rule about the environment that cannot be applied";
        LongText = "V602", Error, "environment variable with too long a value";
        BadConnection = "V603", Error, "connection that cannot be used";
        UnmatchedConnection = "V604", Warning, "connection that matches nothing";
        AmbiguousConnection = "V605", Warning, "several connections of one type";
        UselessRule = "V606", Warning, "rule about the environment without effect";
        ShadowedRule = "V607", Warning, "rule about the environment that a later one undoes";
        UnprovidedVariable = "V608", Warning, "environment variable that nothing provides";
        PatternName = "V609", Warning, "pattern that may become the name of an environment variable";
        ProtectedVariable = "V610", Note, "protected environment variables that a pattern does not remove";
        BadSurroundings = "V611", Error, "environment of an ensemble that cannot be used";
        UnknownHost = "V612", Warning, "operation host that is no node";
        MissingConnection = "V613", Warning, "connection that nodes lack in some variants";
        DeadConnection = "V614", Warning, "connection that is available in no variant";
        UnfitConnection = "V615", Note, "connection of a type that is for other nodes";
        AbsentEnsemble = "V616", Note, "external ensemble whose connections only a run knows";
        UntypedConnection = "V617", Warning, "connection without a type";
        UnknownConnectionType = "V618", Warning, "connection of a type that is not defined";
        UnknownSection = "V620", Error, "unknown section of an ensemble, a project or an environment";
        BadEnsemble = "V621", Error, "ensemble that cannot be put together";
    }
    FeatureModel {
        MalformedDimacs = "V701", Error, "malformed DIMACS CNF";
        MalformedUvl = "V702", Error, "malformed UVL";
        UndefinedFeature = "V703", Error, "feature or attribute that does not exist";
        DuplicateFeature = "V704", Error, "feature or attribute defined twice";
        UnsupportedUvl = "V705", Error, "part of UVL that is not supported";
        IllTypedConstraint = "V706", Error, "operand that does not fit its operator";
        MalformedCircuit = "V707", Error, "compiled feature model that cannot be used";
        UnreadWeights = "V708", Note, "weights of literals, which are not read";
    }
    Tests {
        FailedTest = "V801", Error, "Variability Test fails";
    }
}

impl Code {
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
    fn the_first_digit_tells_the_area() {
        for entry in CODES {
            assert_eq!(entry.number.as_bytes()[1] - b'0', entry.area as u8, "{}", entry.number);
        }
    }
}
