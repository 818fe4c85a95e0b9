//! Words to a document.
//!
//! A line that is wrong is skipped together with what is indented below it, so that one run shows all that is wrong.

mod attributes;
mod causes;
mod expressions;
mod other_words;
mod tree;

use super::lexer::words;
use super::syntax::{Cardinality, GroupKind, Import, Spanned, UvlFile};
use super::token::{Quoting, SpannedToken, Symbol, Token};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{FileId, Span};
use causes::{Causes, blame_white_space};

/// Parts of files that this parser leaves at the first thing that is wrong.
type Parsed<T> = Result<T, Box<Diagnostic>>;

/// The document in `text`, as far as it can be read.
pub(super) fn parse(text: &str, file: FileId) -> (UvlFile, Vec<Diagnostic>) {
    let (words, diagnostics) = words(text, file);
    let mut parser = Parser { text, file, words, at: 0, document: UvlFile::default(), diagnostics: Vec::new() };
    parser.sections();
    parser.warn_of_bounds();
    let followed = std::mem::replace(&mut parser.diagnostics, diagnostics);
    if !followed.is_empty() {
        let causes = Causes::of(text, &parser.diagnostics);
        parser.diagnostics.extend(followed.into_iter().filter(|diagnostic| !causes.explain(diagnostic)));
    }
    blame_white_space(text, &mut parser.diagnostics);
    // Errors first, each in the order of its place.
    parser.diagnostics.sort_by_key(|diagnostic| !diagnostic.is_error());
    (parser.document, parser.diagnostics)
}

/// The one constraint in `text`, wherever its lines break: its document and its position there. Names between quotes may have
/// dots.
pub(super) fn parse_constraint(text: &str, file: FileId) -> Parsed<(UvlFile, usize)> {
    let (mut words, diagnostics) = words(text, file);
    words.retain(|word| !matches!(word.token, Token::Newline | Token::Indent | Token::Dedent));
    let mut parser = Parser { text, file, words, at: 0, document: UvlFile::default(), diagnostics: Vec::new() };
    if let Some(diagnostic) = diagnostics.into_iter().find(Diagnostic::is_error) {
        return Err(Box::new(diagnostic));
    }
    let root = parser.expression().map_err(|diagnostic| parser.help_with_operator(diagnostic))?;
    parser.end_line().map_err(|diagnostic| parser.help_with_operator(diagnostic))?;
    Ok((parser.document, root))
}

struct Parser<'t> {
    text: &'t str,
    file: FileId,
    /// The last one is [`Token::End`].
    words: Vec<SpannedToken>,
    at: usize,
    document: UvlFile,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn sections(&mut self) {
        while self.peek().token != Token::End {
            if let Err(diagnostic) = self.section() {
                self.diagnostics.push(*diagnostic);
                self.skip_line();
            }
        }
    }

    fn section(&mut self) -> Parsed<()> {
        match self.keyword() {
            Some("namespace") => self.namespace(),
            Some("include") => self.includes(),
            Some("imports") => self.imports(),
            Some("features") => self.features(),
            Some("constraints") => self.constraints(),
            _ => {
                let diagnostic = self.expected("`namespace`, `include`, `imports`, `features` or `constraints`");
                Err(self.help_with_section(diagnostic))
            }
        }
    }

    fn namespace(&mut self) -> Parsed<()> {
        self.advance();
        self.document.namespace = Some(self.reference()?);
        self.end_line()
    }

    fn imports(&mut self) -> Parsed<()> {
        self.heading()?;
        self.block(|parser| {
            let path = parser.reference()?;
            parser.refuse_separator(&path)?;
            let mut alias = path.value.clone();
            if parser.keyword() == Some("as") {
                parser.advance();
                alias = parser.reference()?.value;
            }
            parser.document.imports.push(Import { path, alias });
            parser.end_line()
        });
        Ok(())
    }

    /// Refuses a path of an import whose parts have no dots between them but what separates folders elsewhere.
    fn refuse_separator(&self, path: &Spanned<String>) -> Parsed<()> {
        let (start, behind) = (path.span.start as usize, path.span.end as usize);
        if self.peek().token != Token::Symbol(Symbol::Slash) && !path.value.contains('\\') {
            return Ok(());
        }
        let is_part = |letter: char| !letter.is_whitespace() && !matches!(letter, '"' | ',' | '{');
        let length = self.text[behind..].find(|letter| !is_part(letter)).unwrap_or(self.text.len() - behind);
        let end = behind + length;
        let written = &self.text[start..end];
        let message = format!("`{written}` is no path of names with dots between them");
        let diagnostic = Diagnostic::new(Code::UnsafePath, Span::new(self.file, start, end), message);
        let bare = written.strip_suffix(".uvl").unwrap_or(written).replace(['/', '\\'], ".");
        let is_inside = bare.split('.').all(|part| !part.is_empty());
        Err(Box::new(if is_inside { diagnostic.help(format!("write `{bare}`")) } else { diagnostic }))
    }

    /// The levels that a file says it uses; it may use all of them whatever it says.
    fn includes(&mut self) -> Parsed<()> {
        self.heading()?;
        self.block(Self::level);
        Ok(())
    }

    fn level(&mut self) -> Parsed<()> {
        if !matches!(self.keyword(), Some("Boolean" | "Arithmetic" | "Type")) {
            return Err(self.expected("a level: `Boolean`, `Arithmetic` or `Type`"));
        }
        self.advance();
        if self.take(Symbol::Dot) {
            self.minor_level()?;
        }
        self.end_line()
    }

    fn minor_level(&mut self) -> Parsed<()> {
        if self.take(Symbol::Star) {
            return Ok(());
        }
        let start = self.peek().start;
        while matches!(self.peek().token, Token::Name(_) | Token::Symbol(Symbol::Minus)) {
            self.advance();
        }
        let end = self.words[self.at - 1].end.max(start);
        match &self.text[start..end] {
            "group-cardinality"
            | "feature-cardinality"
            | "aggregate-function"
            | "string-constraints"
            | "numeric-constraints" => Ok(()),
            _ => Err(self.expected("a part of the level, such as `group-cardinality`")),
        }
    }

    fn constraints(&mut self) -> Parsed<()> {
        self.heading()?;
        self.block(|parser| {
            parser.refuse_comment()?;
            let root = parser.expression().map_err(|diagnostic| parser.help_with_operator(diagnostic))?;
            parser.document.constraints.push(root);
            parser.end_line().map_err(|diagnostic| parser.help_with_operator(diagnostic))
        });
        Ok(())
    }

    /// A keyword on a line of its own.
    fn heading(&mut self) -> Parsed<()> {
        self.advance();
        self.end_line()
    }

    /// Reads the lines of the block that begins here, if one does.
    fn block(&mut self, line: impl Fn(&mut Self) -> Parsed<()>) {
        if self.peek().token != Token::Indent {
            return;
        }
        self.advance();
        loop {
            let read = match self.peek().token {
                Token::Dedent => return self.advance(),
                Token::End => return,
                Token::Indent => {
                    let diagnostic = self.fault_as(Code::MalformedUvl, self.peek(), "this line is indented too far");
                    self.diagnostics.push(*diagnostic);
                    self.skip_block();
                    continue;
                }
                _ => line(self),
            };
            if let Err(diagnostic) = read {
                self.diagnostics.push(*diagnostic);
                self.skip_line();
            }
        }
    }

    /// A name, or several with dots between them.
    fn reference(&mut self) -> Parsed<Spanned<String>> {
        let first = self.name()?;
        let (mut value, mut span) = (first.value, first.span);
        while self.take(Symbol::Dot) {
            let next = self.name()?;
            value = value + "." + &next.value;
            span.end = next.span.end;
        }
        Ok(Spanned { value, span })
    }

    fn name(&mut self) -> Parsed<Spanned<String>> {
        let word = self.peek();
        if !matches!(word.token, Token::Name(_)) {
            return Err(self.expected("a name"));
        }
        self.advance();
        let name = &self.text[word.start..word.end];
        if name.contains('.') {
            let parts: Vec<String> = name.split('.').map(|part| format!("\"{part}\"")).collect();
            let path = parts.join(".");
            let message = format!("a name has no dots: they stand between the parts of a path, as in `{path}`");
            self.diagnostics.push(Diagnostic::new(
                Code::MalformedUvl,
                Span::new(self.file, word.start, word.end),
                message,
            ));
        }
        Ok(Spanned { value: name.to_owned(), span: self.span(word) })
    }

    /// `[2]`, `[1..3]`, `[0..*]`.
    fn cardinality(&mut self) -> Parsed<Spanned<Cardinality>> {
        let start = self.peek();
        self.require(Symbol::OpenBracket)?;
        let least = self.bound()?;
        let most = if self.take(Symbol::Range) { self.bound()? } else { least };
        let end = self.peek();
        self.require(Symbol::CloseBracket).map_err(|diagnostic| self.help_with_bounds(diagnostic, least))?;
        let span = Span::new(self.file, start.start, end.end);
        let cardinality = Cardinality { least: least.unwrap_or(0), most };
        if most.is_some_and(|most| most < cardinality.least) {
            let message = "the lower bound is above the upper bound";
            return Err(Box::new(Diagnostic::new(Code::MalformedUvl, span, message)));
        }
        Ok(Spanned { value: cardinality, span })
    }

    /// Warns of groups that ask for more features than they have, so that what they belong to is never selected.
    fn warn_of_bounds(&mut self) {
        for group in &self.document.groups {
            let GroupKind::Cardinality(Cardinality { least, .. }) = group.kind else { continue };
            let has_several = |&member: &usize| self.document.features[member].cardinality.is_some();
            let count = group.members.len();
            if count == 0 || least as usize <= count || group.members.iter().any(has_several) {
                continue;
            }
            let message = format!("this group asks for {least} of its {count} features, and can never have them");
            let warning = Diagnostic::new(Code::MalformedUvl, group.span, message);
            let help = "ask for no more than there are, or add what is missing";
            self.diagnostics.push(Diagnostic { severity: Severity::Warning, ..warning }.help(help));
        }
    }

    /// A number, or `*` for no limit.
    fn bound(&mut self) -> Parsed<Option<u32>> {
        if self.take(Symbol::Star) {
            return Ok(None);
        }
        let word = self.peek();
        let number = self.text[word.start..word.end].parse().ok().filter(|_| word.token == Token::Number);
        let number = number.ok_or_else(|| self.expected("a bound: a number or `*`"))?;
        self.advance();
        Ok(Some(number))
    }

    fn end_line(&mut self) -> Parsed<()> {
        match self.peek().token {
            Token::Newline => self.advance(),
            Token::End | Token::Dedent => {}
            _ => return Err(self.expected("the end of the line")),
        }
        Ok(())
    }

    /// Goes behind the current line and what is indented below it.
    fn skip_line(&mut self) {
        while !matches!(self.peek().token, Token::Newline | Token::End) {
            self.advance();
        }
        if self.peek().token == Token::Newline {
            self.advance();
        }
        self.skip_block();
    }

    /// Goes behind what is indented further from here on.
    fn skip_block(&mut self) {
        let mut depth = 0usize;
        while depth > 0 || self.peek().token == Token::Indent {
            match self.peek().token {
                Token::Indent => depth += 1,
                Token::Dedent => depth -= 1,
                Token::End => return,
                _ => {}
            }
            self.advance();
        }
    }

    fn peek(&self) -> SpannedToken {
        self.words[self.at]
    }

    /// Goes on to the next word; the last one stays.
    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.words.len() - 1);
    }

    /// The word, if it may be a keyword.
    fn keyword(&self) -> Option<&str> {
        let word = self.peek();
        (word.token == Token::Name(Quoting::Plain)).then(|| &self.text[word.start..word.end])
    }

    fn take(&mut self, symbol: Symbol) -> bool {
        let is_there = self.peek().token == Token::Symbol(symbol);
        if is_there {
            self.advance();
        }
        is_there
    }

    fn require(&mut self, symbol: Symbol) -> Parsed<()> {
        if self.take(symbol) {
            return Ok(());
        }
        let spelling = super::token::SYMBOLS.iter().find(|(_, known)| *known == symbol);
        Err(self.expected(&format!("`{}`", spelling.map_or("", |(spelling, _)| spelling))))
    }

    /// The bytes of a word, with its quotes if it has any.
    fn span(&self, word: SpannedToken) -> Span {
        let quote = usize::from(matches!(word.token, Token::Text | Token::Name(Quoting::Quoted)));
        // A quotation that is not closed has no quote at its end.
        let last = usize::from(quote > 0 && self.text[word.end..].starts_with(['"', '\'']));
        Span::new(self.file, word.start - quote, word.end + last)
    }

    fn expected(&self, what: &str) -> Box<Diagnostic> {
        self.fault_as(Code::MalformedUvl, self.peek(), &format!("expected {what}"))
    }

    fn fault_as(&self, code: Code, word: SpannedToken, message: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::new(code, self.span(word), message))
    }
}
