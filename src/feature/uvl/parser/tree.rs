//! The tree of features: features and groups in turn, each indented below the other.

use super::super::syntax::{FeatureKind, FeatureNode, GroupKind, GroupNode};
use super::super::token::{GROUP_KEYWORDS, Quoting, SECTION_KEYWORDS, Symbol, Token};
use super::{Parsed, Parser};
use crate::source::diagnostic::{Code, Diagnostic, Severity};

/// What the lines of a block are.
#[derive(Clone, Copy)]
enum Block {
    /// The one feature without a parent.
    Root,
    /// Groups of this feature.
    Groups(usize),
    /// Members of this group.
    Members(usize),
}

impl Parser<'_> {
    pub(super) fn features(&mut self) -> Parsed<()> {
        self.heading()?;
        if self.peek().token != Token::Indent {
            return Ok(());
        }
        self.advance();
        let mut blocks = vec![Block::Root];
        while let Some(&block) = blocks.last() {
            match self.peek().token {
                Token::End => return Ok(()),
                Token::Dedent => {
                    self.advance();
                    blocks.pop();
                }
                _ if matches!(block, Block::Root) && self.at_section() => {
                    let diagnostic =
                        self.fault_as(Code::MalformedUvl, self.peek(), "a section begins among the features");
                    self.diagnostics.push(diagnostic.help("write its keyword in the first column"));
                    self.skip_to_end_of_block();
                }
                _ => match self.tree_line(block) {
                    Ok(below) if self.peek().token == Token::Indent => {
                        self.advance();
                        blocks.push(below);
                    }
                    Ok(_) => {}
                    Err(diagnostic) => {
                        self.diagnostics.push(*diagnostic);
                        self.skip_line();
                    }
                },
            }
        }
        Ok(())
    }

    /// Whether the keyword of a section stands alone in its line.
    fn at_section(&self) -> bool {
        let is_keyword = self.keyword().is_some_and(|word| SECTION_KEYWORDS.contains(&word));
        is_keyword && !self.document.features.is_empty() && self.words[self.at + 1].token == Token::Newline
    }

    /// Goes to where the block that is being read ends.
    fn skip_to_end_of_block(&mut self) {
        while !matches!(self.peek().token, Token::Dedent | Token::End) {
            self.skip_line();
        }
    }

    /// Reads a line of a block; what the lines below it are.
    fn tree_line(&mut self, block: Block) -> Parsed<Block> {
        match block {
            Block::Root if !self.document.features.is_empty() => {
                let message = "there is a root already: all other features belong to groups below it";
                Err(self.fault_as(Code::MalformedUvl, self.peek(), message))
            }
            Block::Root => self.feature(None),
            Block::Members(group) => self.feature(Some(group)),
            Block::Groups(parent) => self.group(parent),
        }
    }

    fn group(&mut self, parent: usize) -> Parsed<Block> {
        let word = self.peek();
        let kind = match self.keyword() {
            Some("mandatory") => GroupKind::Mandatory,
            Some("optional") => GroupKind::Optional,
            Some("or") => GroupKind::Or,
            Some("alternative") => GroupKind::Alternative,
            _ if self.at_bracket() => GroupKind::Cardinality(self.cardinality()?.value),
            _ => {
                let diagnostic = self.expected("a group: `mandatory`, `optional`, `or`, `alternative` or `[n..m]`");
                return Err(self.help_with_group(diagnostic));
            }
        };
        if !matches!(kind, GroupKind::Cardinality(_)) {
            self.advance();
        }
        let mut span = self.span(word);
        span.end = self.words[self.at - 1].end as u32;
        self.end_line().map_err(|diagnostic| self.help_behind_group(diagnostic))?;
        if self.peek().token != Token::Indent {
            // The line was read: what follows is another one.
            let diagnostic = self.fault_as(Code::MalformedUvl, word, "this group has no features");
            self.diagnostics.push(*diagnostic);
        }
        self.document.groups.push(GroupNode { kind, span, parent, members: Vec::new() });
        Ok(Block::Members(self.document.groups.len() - 1))
    }

    fn feature(&mut self, group: Option<usize>) -> Parsed<Block> {
        self.refuse_group_among_features()?;
        let kind = self.feature_kind();
        let name = self.reference()?;
        let mut cardinality = None;
        if self.keyword() == Some("cardinality") {
            self.advance();
            let at_number = self.peek().token == Token::Number;
            cardinality =
                Some(self.cardinality().map_err(|diagnostic| {
                    if at_number { self.help_with_cardinality(diagnostic) } else { diagnostic }
                })?);
        }
        let attributes = if self.at_brace() { self.attributes()? } else { Vec::new() };
        self.end_line().map_err(|diagnostic| self.help_with_feature(diagnostic, &name))?;
        let index = self.document.features.len();
        self.document.features.push(FeatureNode { name, kind, group, cardinality, attributes });
        if let Some(group) = group {
            self.document.groups[group].members.push(index);
        }
        Ok(Block::Groups(index))
    }

    /// Refuses the keyword of a group alone on the line of a feature where features stand below it, and warns where nothing does
    /// that says that it is meant as a name.
    fn refuse_group_among_features(&mut self) -> Parsed<()> {
        let Some(keyword) = self.keyword().filter(|word| GROUP_KEYWORDS.contains(word)) else { return Ok(()) };
        let [newline, indent, below] = [1, 2, 3].map(|ahead| self.words.get(self.at + ahead).copied());
        if newline.is_some_and(|word| !matches!(word.token, Token::Newline | Token::Dedent | Token::End)) {
            return Ok(());
        }
        let message = format!("`{keyword}` is read as a feature here: groups stand below a feature");
        let help = format!(
            "indent it further than its feature, or write a feature of this name between quotes: `\"{keyword}\"`"
        );
        let diagnostic = self.fault_as(Code::MalformedUvl, self.peek(), &message).help(help);
        if indent.is_none_or(|word| word.token != Token::Indent) {
            self.diagnostics.push(Diagnostic { severity: Severity::Warning, ..diagnostic });
            return Ok(());
        }
        let is_group = below.is_some_and(|word| {
            let is_keyword = GROUP_KEYWORDS.contains(&&self.text[word.start..word.end]);
            word.token == Token::Symbol(Symbol::OpenBracket)
                || (word.token == Token::Name(Quoting::Plain) && is_keyword)
        });
        if is_group { Ok(()) } else { Err(Box::new(diagnostic)) }
    }

    /// A type is followed by a name; otherwise its word is the name.
    fn feature_kind(&mut self) -> FeatureKind {
        let kind = match self.keyword() {
            Some("Boolean") => FeatureKind::Boolean,
            Some("Integer") => FeatureKind::Integer,
            Some("Real") => FeatureKind::Real,
            Some("String") => FeatureKind::String,
            _ => return FeatureKind::Boolean,
        };
        let next = self.words[self.at + 1];
        let is_cardinality = &self.text[next.start..next.end] == "cardinality";
        if next.token == Token::Name(Quoting::Quoted) || (next.token == Token::Name(Quoting::Plain) && !is_cardinality)
        {
            self.advance();
            return kind;
        }
        FeatureKind::Boolean
    }
}
