//! A report of all variants as one page: numbers, findings, tables, a picture, and a configurator that counts by itself.
//!
//! Comes in: [`Variants`]. Goes out: HTML that loads nothing. Invariant: what comes from the template is data, as JSON,
//! and the page shows it as text; every number on the page is exact, or is not there.

mod data;

use serde_json::Value as Json;

use crate::picture::{Picture, svg};
use crate::question::{Limits, Strictness, Variants};

/// Parts of the page, by the name that stands for them in [`PAGE`].
const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPTS: [&str; 3] =
    [include_str!("page/circuit.js"), include_str!("page/choices.js"), include_str!("page/view.js")];

/// The page about the variants of the template that is known as `template`.
pub fn page(template: &str, variants: &Variants<'_>, limits: &Limits) -> String {
    let elements = variants.elements(limits);
    let findings = variants.check(limits, Strictness::default());
    let picture = svg(&Picture::of(variants, &elements)).unwrap_or_default();
    let data = data::of(template, variants, &elements, &findings, limits);
    fill(PAGE, |name| match name {
        "title" => escaped(template),
        "style" => STYLE.to_owned(),
        "picture" => picture.clone(),
        "version" => env!("CARGO_PKG_VERSION").to_owned(),
        "data" => embedded(&data),
        _ => SCRIPTS.concat(),
    })
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

/// Text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// JSON that ends no script and begins no comment.
fn embedded(data: &Json) -> String {
    data.to_string().replace('<', "\\u003c")
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
        assert_eq!(escaped("<a> & b"), "&lt;a&gt; &amp; b");
        let data = Json::from("</script><!--");
        assert!(!embedded(&data).contains('<'));
        assert_eq!(serde_json::from_str::<Json>(&embedded(&data)).unwrap(), data);
    }
}
