//! The page with a server behind it: it follows the file, and asks what it does not know.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value as Json;

use crate::chromium::Browser;
use crate::support::program::variscope;
use crate::{OPEN, report, until};

/// A server that is ended with the test.
struct Server(std::process::Child, String);

impl Server {
    fn start(template: &Path) -> Self {
        let mut command = variscope(&["--quiet", "serve"]);
        command.arg(template).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self(process, url.trim().to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_served_page_follows_the_file_and_keeps_what_was_chosen() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join("open.yaml");
    fs::write(&template, OPEN).unwrap();
    let server = Server::start(&template);
    browser.open(&server.1);
    let chosen = "[...document.querySelectorAll('#inputs [aria-pressed=true]')].map((one) => one.textContent).join()";
    browser.value("document.querySelector('#inputs button').click()");
    assert_eq!(browser.value(chosen), "eu");
    browser.value("document.querySelector('#resolve').click()");
    until(&mut browser, "document.querySelector('#document pre')?.textContent.includes('shop.Cache') ?? false");
    browser.value("document.querySelector('#elements td button').click()");
    until(&mut browser, "document.querySelectorAll('#reason li').length > 0");
    fs::write(
        &template,
        OPEN.replace("shop: {type: shop.Application}", "shop: {type: shop.Application}\n    new: {type: shop.New}"),
    )
    .unwrap();
    until(&mut browser, "document.querySelector('#elements')?.textContent.includes('node.new') ?? false");
    until(&mut browser, &format!("{chosen} === 'eu'"));
    assert_eq!(browser.faults(), Vec::<&Json>::new());
    assert!(browser.requests().iter().all(|url| url.starts_with(&server.1)), "{:?}", browser.requests());
}

/// A template with more combinations of values than a page can hold.
fn large() -> String {
    let values: Vec<String> = (0..150).map(|number| format!("v{number}")).collect();
    let valid = format!("constraints: [{{valid_values: [{}]}}]", values.join(", "));
    format!(
        "
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      first: {{type: string, {valid}}}
      second: {{type: string, {valid}}}
      cached: {{type: boolean}}
      small: {{type: boolean}}
    options: {{mode: manual, checks: false}}
    constraints:
      - {{or: [{{not: {{variability_input: small}}}}, {{not: {{variability_input: cached}}}}]}}
      - {{or: [{{variability_input: small}}, {{node_presence: cache}}]}}
  node_templates:
    shop: {{type: Shop, conditions: {{equal: [{{variability_input: first}}, {{variability_input: second}}]}}}}
    cache: {{type: Cache, conditions: {{variability_input: cached}}}}
"
    )
}

#[test]
fn without_a_diagram_the_server_counts_and_marks() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (template, page) = (folder.path().join("large.yaml"), folder.path().join("page.html"));
    fs::write(&template, large()).unwrap();
    assert!(report(&template, &page)["configurator"].is_null());
    browser.open_file(&page);
    let shown = "document.querySelector('#without').textContent";
    assert!(browser.value(shown).as_str().unwrap().contains("`variscope serve` counts"));
    let server = Server::start(&template);
    browser.open(&server.1);
    let press = |input: &str, value: &str| {
        format!(
            "[...document.querySelectorAll('#inputs fieldset')].find((one) => one.textContent.startsWith('{input} '))
               .querySelectorAll('button').forEach((one) => {{ if (one.textContent.startsWith('{value}')) one.click(); }})"
        )
    };
    let marked = |kind: &str| {
        format!(
            "[...document.querySelectorAll('#inputs button.{kind}')].map((one) =>
               one.closest('fieldset').querySelector('legend').firstChild.textContent + one.firstChild.textContent).join()"
        )
    };
    let left = "document.querySelector('#left').textContent";
    until(&mut browser, &format!("{left} === '4 variants'"));
    browser.value(&press("small", "true"));
    until(&mut browser, &format!("{left} === '2 variants'"));
    until(
        &mut browser,
        &format!("{} === 'cachedtrue' && {} === 'cachedfalse'", marked("impossible"), marked("forced")),
    );
    browser.value(&press("first", "v7"));
    browser.value(&press("second", "v8"));
    until(&mut browser, &format!("{left} === '1 variant'"));
    assert_eq!(browser.faults(), Vec::<&Json>::new());
}
