//! A file as its author wrote it, names not yet resolved.
//!
//! Everything lies in tables and refers to others by position, so that no depth of nesting is too deep.

use crate::analysis::question::Decimal;
use crate::source::Span;

/// What is said of a text that is written as a name.
pub(super) const TEXT_BETWEEN_DOUBLE_QUOTES: &str = "a text stands between single quotes, a name between double ones";

/// A name or anything else with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spanned<T> {
    pub value: T,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub(super) struct UvlFile {
    pub namespace: Option<Spanned<String>>,
    pub imports: Vec<Import>,
    pub unplaced: Vec<UnplacedImport>,
    /// Parents before children; the first is the root.
    pub features: Vec<FeatureNode>,
    pub groups: Vec<GroupNode>,
    /// Operands before operators.
    pub expressions: Vec<Spanned<Expression>>,
    /// Names of expressions that stand between quotes, ascending.
    pub quoted: Vec<Span>,
    /// Texts of attributes that stand between double quotes and can stand between single ones.
    pub double_quoted: Vec<Span>,
    /// Positions in `expressions`.
    pub constraints: Vec<usize>,
}

/// Another file, and what its features are called by.
#[derive(Clone, Debug)]
pub(super) struct Import {
    /// Folders and the file, with dots between them.
    pub path: Spanned<String>,
    pub alias: String,
}

/// An imported file whose root stands nowhere in the tree.
#[derive(Clone, Debug)]
pub(super) struct UnplacedImport {
    pub alias: String,
    /// What the root would be called.
    pub root: String,
    pub span: Span,
}

impl UnplacedImport {
    /// What to do about it.
    pub(super) fn help(&self) -> String {
        let Self { alias, root, .. } = self;
        format!("`{alias}` is imported, but its root `{root}` stands nowhere in the tree: write it below a group")
    }
}

#[derive(Clone, Debug)]
pub(super) struct FeatureNode {
    pub name: Spanned<String>,
    pub kind: FeatureKind,
    /// The group that the feature belongs to; `None` for the root.
    pub group: Option<usize>,
    /// How many instances there are where it is selected.
    pub cardinality: Option<Spanned<Cardinality>>,
    pub attributes: Vec<Attribute>,
}

/// What a feature has as its value, beside being selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FeatureKind {
    Boolean,
    Integer,
    Real,
    String,
}

#[derive(Clone, Debug)]
pub(super) struct GroupNode {
    pub kind: GroupKind,
    pub span: Span,
    /// The feature above.
    pub parent: usize,
    pub members: Vec<usize>,
}

impl GroupNode {
    /// Whether it demands each of its features: also where it asks for as many as there are.
    pub(super) fn demands_all(&self) -> bool {
        match self.kind {
            GroupKind::Mandatory => true,
            GroupKind::Optional => false,
            GroupKind::Or | GroupKind::Alternative => self.members.len() == 1,
            GroupKind::Cardinality(Cardinality { least, .. }) => least as usize >= self.members.len(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GroupKind {
    Mandatory,
    Optional,
    Or,
    Alternative,
    Cardinality(Cardinality),
}

/// At least, and at most, so many; `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cardinality {
    pub least: u32,
    pub most: Option<u32>,
}

/// A value that a feature comes with; of nested ones, the path of names with dots.
#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub name: Spanned<String>,
    pub value: AttributeValue,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum AttributeValue {
    Flag(bool),
    Number(Decimal),
    Text(String),
    /// Values that no constraint can use.
    Vector,
}

impl AttributeValue {
    /// What it is, in a few words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Flag(_) => "no number but true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::Vector => "a vector",
        }
    }
}

/// A constraint or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expression {
    /// A feature, an attribute of one, or a Boolean constant.
    Reference(String),
    Number(Decimal),
    Text(String),
    Not(usize),
    Negative(usize),
    Binary(Operator, usize, usize),
    Call(Function, Vec<Spanned<String>>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Equivalent,
    Implies,
    Or,
    And,
    Compare(ComparisonOperator),
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ComparisonOperator {
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    Sum,
    Average,
    Length,
    Floor,
    Ceiling,
}
