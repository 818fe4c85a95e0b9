//! A report of all variants as one page: numbers, findings, tables, a picture, and a configurator that counts by itself.
//!
//! Comes in: [`Variants`], or what is wrong with a template. Goes out: HTML that loads nothing. Invariant: what comes
//! from the template is data, as JSON, and the page shows it as text; every number on the page is exact, or is said to
//! be a bound, or is not there.

mod data;
mod folds;

use std::path::Path;

use data::{PageData, Served};

use crate::analysis::question::{CheckOptions, Limits, Variants};
use crate::answer::{Elements, Exactness, Finding, json_line};
use crate::output::picture::{Picture, escape, svg};

/// The page. What it does and how it looks is known before a template is: its policy names the digests (SHA-256) of both
/// styles and of the script, so that nothing else is ever run, whatever gets into the page. A test says what they are.
const PAGE: &str = include_str!("page/page.html");
/// How it looks; `{{style}}` stands for it in [`PAGE`].
const STYLE: &str = include_str!("page/style.css");
/// What the page does; each file may use those before it.
const SCRIPTS: [&str; 16] = [
    include_str!("page/circuit.js"),
    include_str!("page/variety.js"),
    include_str!("page/choices.js"),
    include_str!("page/wishes.js"),
    include_str!("page/numbers.js"),
    include_str!("page/words.js"),
    include_str!("page/dom.js"),
    include_str!("page/inputs.js"),
    include_str!("page/elements.js"),
    include_str!("page/variants.js"),
    include_str!("page/findings.js"),
    include_str!("page/picture.js"),
    include_str!("page/folds.js"),
    include_str!("page/server.js"),
    include_str!("page/configurator.js"),
    include_str!("page/view.js"),
];

/// Nodes of a picture whose words can be read when it is seen as a whole.
const MAX_READABLE_NODES: usize = 60;
/// Nodes of a picture that is drawn at all; more are folded.
const MAX_DRAWN_NODES: usize = 150;

/// A report, wherever it is going to be shown.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    picture: String,
    /// Whether the picture is so large that its words cannot be read when it is seen as a whole.
    is_overview: bool,
    data: PageData,
    exactness: Exactness,
}

/// Where a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// In a file, alone.
    File,
    /// With a server that answers what the page cannot.
    Server {
        /// What the page is asked to be outdated by.
        revision: u64,
    },
}

impl Page {
    /// The report about the variants of the template that is known as `template`.
    pub fn of(template: &str, variants: &Variants<'_>, limits: &Limits) -> Self {
        let all = variants.all(limits);
        let (elements, findings) = (all.elements(), all.check(CheckOptions::default()));
        let picture = Picture::of(variants, &elements);
        let count = picture.nodes().len();
        let is_overview = count > MAX_READABLE_NODES;
        let model = all.model();
        let elements = Elements::of_template(model, &elements);
        let exactness = elements.exactness.clone().and(Exactness::of(model, &findings.exactness));
        let mut data = PageData::of(template, &all, elements, &findings);
        data.fold(&picture, is_overview);
        let picture = if count > MAX_DRAWN_NODES { String::new() } else { svg(&picture).unwrap_or_default() };
        Self { title: title(template), picture, is_overview, data, exactness }
    }

    /// The report about a template that has no variants to speak of, because of errors.
    pub fn of_broken(template: &str, findings: &[Finding]) -> Self {
        let data = PageData::of_broken(template, findings);
        let exactness = Exactness::unfinished();
        Self { title: title(template), picture: String::new(), is_overview: false, data, exactness }
    }

    /// The report that says why there is none.
    pub fn of_refused(template: &str, message: &str) -> Self {
        let mut page = Self::of_broken(template, &[]);
        page.data.without = Some(message.to_owned());
        page
    }

    /// How far what it shows can be relied on.
    pub fn exactness(&self) -> &Exactness {
        &self.exactness
    }

    /// The page.
    pub fn html(mut self, host: Host) -> String {
        let connect = match host {
            Host::File => "",
            Host::Server { revision } => {
                self.data.served = Some(Served { revision });
                " connect-src 'self';"
            }
        };
        fill(PAGE, |name| match name {
            "title" => escape(&self.title),
            "connect" => connect.to_owned(),
            "style" => STYLE.to_owned(),
            "canvas" => if self.is_overview { "overview" } else { "" }.to_owned(),
            "picture" => self.picture.clone(),
            "version" => env!("CARGO_PKG_VERSION").to_owned(),
            "data" => embedded(json_line(&self.data).trim_end()),
            _ => script(),
        })
    }
}

/// All that the page does.
fn script() -> String {
    format!("\n(() => {{\n\"use strict\";\n{}\n}})();\n", SCRIPTS.concat())
}

/// The name of a template without the way to it: that of its file, or of its folder where files in all folders are called so.
fn title(template: &str) -> String {
    let path = Path::new(template);
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let is_usual = path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("service-template"));
    let folder = path.parent().filter(|_| is_usual).and_then(name);
    folder.or_else(|| name(path)).unwrap_or_else(|| template.to_owned())
}

/// The text with every `{{name}}` replaced, in one pass: what is put in is not looked at again.
fn fill(text: &str, part: impl Fn(&str) -> String) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, (name, behind))) =
        rest.split_once("{{").and_then(|(before, behind)| Some((before, behind.split_once("}}")?)))
    {
        filled.push_str(before);
        filled.push_str(&part(name));
        rest = behind;
    }
    filled + rest
}

/// JSON that ends no script and begins no comment.
fn embedded(data: &str) -> String {
    data.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_looked_at_again() {
        let part = |name: &str| if name == "a" { "{{b}}".to_owned() } else { name.to_uppercase() };
        assert_eq!(fill("x{{a}}y{{b}}z{{", part), "x{{b}}yBz{{");
    }

    #[test]
    fn names_cannot_leave_their_place() {
        assert_eq!(escape("<a> & \"b\""), "&lt;a&gt; &amp; &quot;b&quot;");
        let data = "</script><!--";
        let text = embedded(&serde_json::to_string(data).unwrap());
        assert!(!text.contains('<'));
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), data);
    }

    #[test]
    fn titles_are_names() {
        for (template, expected) in [
            ("/home/me/shops/shop", "shop"),
            ("/home/me/shops/shop/variable-service-template.yaml", "shop"),
            ("service-template.yaml", "service-template.yaml"),
            ("../shop.yaml", "shop.yaml"),
            ("/tmp/shop.csar", "shop.csar"),
            ("-", "-"),
            ("..", ".."),
        ] {
            assert_eq!(title(template), expected);
        }
        assert!(Page::of_refused("/a/b/c.yaml", "no").html(Host::File).contains("<title>c.yaml</title>"));
    }

    #[test]
    fn only_a_served_page_connects() {
        let page = Page::of_refused("a", "no");
        assert!(!page.clone().html(Host::File).contains("connect-src"));
        assert!(page.html(Host::Server { revision: 1 }).contains("connect-src 'self'"));
    }

    #[test]
    fn the_page_is_small() {
        assert!(Page::of_refused("a", "no").html(Host::File).len() < 100_000);
    }
}
