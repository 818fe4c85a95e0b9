//! The words of the language.

/// Keywords of groups.
pub(super) static GROUP_KEYWORDS: [&str; 4] = ["mandatory", "optional", "or", "alternative"];
/// Keywords of sections.
pub(super) static SECTION_KEYWORDS: [&str; 5] = ["namespace", "include", "imports", "features", "constraints"];

/// A word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A name, without its quotes if it has any.
    Name(Quoting),
    /// Decimal digits, with a fraction or without.
    Number,
    /// A text between `'`.
    Text,
    Symbol(Symbol),
    /// The end of a line that is not empty.
    Newline,
    /// The next line is indented further.
    Indent,
    /// The next line is indented as one before the last [`Token::Indent`].
    Dedent,
    End,
}

/// Whether a name stands between `"`; only names that do not can be keywords.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quoting {
    Plain,
    Quoted,
}

/// Words that are no names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Dot,
    Range,
    Star,
    Plus,
    Minus,
    Slash,
    Not,
    And,
    Or,
    Implies,
    Equivalent,
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// How symbols are written; a longer one before those that it begins with.
pub(super) static SYMBOLS: &[(&str, Symbol)] = &[
    ("<=>", Symbol::Equivalent),
    ("..", Symbol::Range),
    ("=>", Symbol::Implies),
    ("==", Symbol::Equal),
    ("!=", Symbol::Different),
    ("<=", Symbol::LessOrEqual),
    (">=", Symbol::GreaterOrEqual),
    ("(", Symbol::OpenParenthesis),
    (")", Symbol::CloseParenthesis),
    ("[", Symbol::OpenBracket),
    ("]", Symbol::CloseBracket),
    ("{", Symbol::OpenBrace),
    ("}", Symbol::CloseBrace),
    (",", Symbol::Comma),
    (".", Symbol::Dot),
    ("*", Symbol::Star),
    ("+", Symbol::Plus),
    ("-", Symbol::Minus),
    ("/", Symbol::Slash),
    ("!", Symbol::Not),
    ("&", Symbol::And),
    ("|", Symbol::Or),
    ("<", Symbol::Less),
    (">", Symbol::Greater),
];

/// A word and the bytes where it stands, quotes left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpannedToken {
    pub token: Token,
    pub start: usize,
    pub end: usize,
}
