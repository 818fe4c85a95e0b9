//! Reads patterns.

use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::ast::{
    AssertionKind, Ast, ClassBracketed, ClassPerl, ClassPerlKind, ClassSet, ClassSetItem, Group, GroupKind,
    RepetitionKind, RepetitionRange,
};

/// Groups within each other, at most.
const MAX_DEPTH: u32 = 100;

/// The other end of a repetition without one.
pub(super) const ENDLESS: usize = usize::MAX;

/// Parts in a row.
pub(super) type Sequence = Vec<Repeated>;

/// Letters from the first to the last, both included.
type LetterRange = (char, char);

/// A part, and how often it is written.
#[derive(Clone, Debug)]
pub(super) struct Repeated {
    pub(super) part: Part,
    pub(super) least: usize,
    pub(super) most: usize,
}

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// One of the letters in these ranges.
    Letter(Vec<LetterRange>),
    /// Any letter but those in these ranges.
    Other(Vec<LetterRange>),
    /// One of several sequences.
    Group(Vec<Sequence>),
    /// The start or the end of the text.
    Anchor,
}

/// The alternatives of a pattern; none where something is not understood.
pub(super) fn parse(pattern: &str) -> Option<Vec<Sequence>> {
    let ast = ParserBuilder::new().nest_limit(MAX_DEPTH).build().parse(pattern).ok()?;
    alternatives(&ast)
}

fn alternatives(ast: &Ast) -> Option<Vec<Sequence>> {
    match ast {
        Ast::Alternation(all) => all.asts.iter().map(sequence).collect(),
        one => Some(vec![sequence(one)?]),
    }
}

fn sequence(ast: &Ast) -> Option<Sequence> {
    match ast {
        Ast::Empty(_) => Some(Vec::new()),
        Ast::Concat(parts) => parts.asts.iter().map(repeated).collect(),
        one => Some(vec![repeated(one)?]),
    }
}

fn repeated(ast: &Ast) -> Option<Repeated> {
    let Ast::Repetition(repetition) = ast else { return Some(Repeated { part: part(ast)?, least: 1, most: 1 }) };
    let (least, most) = match &repetition.op.kind {
        RepetitionKind::ZeroOrOne => (0, 1),
        RepetitionKind::ZeroOrMore => (0, ENDLESS),
        RepetitionKind::OneOrMore => (1, ENDLESS),
        RepetitionKind::Range(RepetitionRange::Exactly(times)) => (times_of(*times)?, times_of(*times)?),
        RepetitionKind::Range(RepetitionRange::AtLeast(least)) => (times_of(*least)?, ENDLESS),
        RepetitionKind::Range(RepetitionRange::Bounded(least, most)) => (times_of(*least)?, times_of(*most)?),
    };
    let part = part(&repetition.ast)?;
    // However often it is repeated, an anchor makes no text longer.
    (!matches!(part, Part::Anchor)).then_some(Repeated { part, least, most })
}

fn times_of(number: u32) -> Option<usize> {
    usize::try_from(number).ok()
}

fn part(ast: &Ast) -> Option<Part> {
    match ast {
        Ast::Literal(literal) => Some(Part::Letter(vec![(literal.c, literal.c)])),
        // Without a flag, a dot is no line break.
        Ast::Dot(_) => Some(Part::Other(vec![('\n', '\n')])),
        Ast::Assertion(assertion) => match assertion.kind {
            AssertionKind::StartLine | AssertionKind::EndLine | AssertionKind::StartText | AssertionKind::EndText => {
                Some(Part::Anchor)
            }
            _ => None,
        },
        Ast::ClassPerl(class) => Some(if class.negated { Part::Other(perl(class)) } else { Part::Letter(perl(class)) }),
        Ast::ClassBracketed(class) => bracketed(class),
        Ast::Group(group) if has_flags(group) => None,
        Ast::Group(group) => Some(Part::Group(alternatives(&group.ast)?)),
        Ast::Empty(_) | Ast::Repetition(_) | Ast::Alternation(_) | Ast::Concat(_) => {
            Some(Part::Group(alternatives(ast)?))
        }
        Ast::Flags(_) | Ast::ClassUnicode(_) => None,
    }
}

fn has_flags(group: &Group) -> bool {
    matches!(&group.kind, GroupKind::NonCapturing(flags) if !flags.items.is_empty())
}

/// The letters that such a class has, or all others where it is negated.
fn perl(class: &ClassPerl) -> Vec<LetterRange> {
    match class.kind {
        ClassPerlKind::Digit => vec![('0', '9')],
        ClassPerlKind::Space => vec![(' ', ' '), ('\t', '\r')],
        ClassPerlKind::Word => vec![('a', 'z'), ('0', '9'), ('A', 'Z'), ('_', '_')],
    }
}

fn bracketed(class: &ClassBracketed) -> Option<Part> {
    let ClassSet::Item(item) = &class.kind else { return None };
    let mut ranges = Vec::new();
    match item {
        ClassSetItem::Union(items) => items.items.iter().try_for_each(|item| letters(item, &mut ranges))?,
        item => letters(item, &mut ranges)?,
    }
    Some(if class.negated { Part::Other(ranges) } else { Part::Letter(ranges) })
}

/// Adds the letters of an item of a class; none where it is a class of its own.
fn letters(item: &ClassSetItem, ranges: &mut Vec<LetterRange>) -> Option<()> {
    match item {
        ClassSetItem::Literal(literal) => ranges.push((literal.c, literal.c)),
        ClassSetItem::Range(range) => ranges.push((range.start.c, range.end.c)),
        ClassSetItem::Perl(class) if !class.negated => ranges.extend(perl(class)),
        _ => return None,
    }
    Some(())
}
