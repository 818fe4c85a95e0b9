//! The page in a browser: what it shows after random choices is what the library says.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod chromium;
mod controls;
#[path = "../prerequisites/mod.rs"]
mod prerequisites;
mod served;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value as Json;
use variscope::analysis::question::{CountDetail, Limits, VariantCount, Variants};
use variscope::analysis::value::{Assembly, Configuration};
use variscope::source::package::Package;
use variscope::tosca::model::{LoadOptions, Model};

use chromium::Browser;
use support::program;

/// How many values are chosen on each page.
const STEPS: usize = 2;

/// Seconds after which a page does without a diagram; no example takes so long.
const LONGEST: &str = "60";

/// What a page shows: what was pressed, the number left, marks by button, and numbers by element.
const STATE: &str = r##"(() => {
  // Rows out of sight are drawn for paper.
  dispatchEvent(new Event("beforeprint"));
  const texts = (row) => [...row.children].map((cell) => cell.textContent);
  const buttons = [...document.querySelectorAll("#inputs button")];
  return {
    left: document.querySelector("#left").textContent.replace(/\s+/g, " ").trim(),
    buttons: buttons.map((one) => ({ place: one.dataset.place, isChosen: one.ariaPressed === "true",
      isImpossible: one.classList.contains("impossible"), isForced: one.classList.contains("forced"),
      isUnfound: one.classList.contains("unfound") })),
    elements: [...document.querySelectorAll("#elements tbody tr")].map(texts).map(([now, count, id]) => ({ now, count, id })),
    shapes: [...document.querySelectorAll("#canvas [data-element]")].map(({ dataset, classList }) => ({ id: dataset.element,
      marks: [...classList].filter((name) => ["always", "conditional", "never", "absent", "unknown"].includes(name)) })),
  };
})()"##;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct State {
    left: String,
    buttons: Vec<Button>,
    elements: Vec<Row>,
    shapes: Vec<Shape>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Button {
    place: String,
    is_chosen: bool,
    is_impossible: bool,
    is_forced: bool,
    is_unfound: bool,
}

#[derive(Debug, Deserialize)]
struct Row {
    now: String,
    count: String,
    id: String,
}

#[derive(Debug, Deserialize)]
struct Shape {
    id: String,
    marks: Vec<String>,
}

/// That the picture was drawn, if there is one.
const DRAWN: &str = "(document.querySelector('#canvas noscript')?.textContent ?? '') === ''";

/// The CSARs of this project, and those beside it where there are any.
fn templates() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let suites = fs::read_dir(root.join("../shared/conformance")).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = suites.map(|suite| suite.path().join("examples")).collect();
    folders.push(root.join("tests/csar"));
    let found = folders.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let mut found: Vec<PathBuf> = found.map(|entry| entry.path()).collect();
    found.sort();
    found
}

/// Writes the page; its data.
fn report(template: &Path, page: &Path) -> Json {
    let mut command = program::variscope(&["--quiet", "report", "--timeout", LONGEST, "--output"]);
    command.arg(page).arg(template);
    assert!(command.status().unwrap().success(), "{}", template.display());
    let page = fs::read_to_string(page).unwrap();
    let (_, data) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// The argument that says what a button says.
fn argument(data: &Json, button: &Button) -> String {
    let place: Vec<usize> = button.place.split('.').map(|part| part.parse().unwrap()).collect();
    let input = &data["configurator"]["groups"][place[0]]["inputs"][place[1]];
    format!("{}={}", input["name"].as_str().unwrap(), input["values"][place[2]]["value"])
}

/// Whether the input of a button has more values than those with buttons.
fn is_sampled(data: &Json, button: &Button) -> bool {
    let place: Vec<usize> = button.place.split('.').map(|part| part.parse().unwrap()).collect();
    data["configurator"]["groups"][place[0]]["inputs"][place[1]]["isSampled"] == true
}

fn count(model: &Model, arguments: &[String], detail: CountDetail) -> VariantCount {
    let configuration = configuration(model, arguments);
    Variants::of(model, &configuration).unwrap().count(&Limits::default(), detail)
}

fn configuration(model: &Model, arguments: &[String]) -> Configuration {
    let language = model.language();
    let assembly = Assembly::new(&language, None);
    let assembly = arguments.iter().fold(assembly, |assembly, argument| assembly.argument(argument));
    let (configuration, faults) = assembly.finish();
    assert!(faults.is_empty(), "{arguments:?}");
    configuration
}

/// Compares what is shown with what the library counts under the same values.
fn compare(model: &Model, data: &Json, state: &State, what: &str) {
    let chosen = || state.buttons.iter().filter(|button| button.is_chosen).map(|button| argument(data, button));
    let counted = count(model, &chosen().collect::<Vec<_>>(), CountDetail::PerElement);
    assert_eq!(state.left.starts_with("at least"), !counted.exactness.is_exact(), "{what}");
    assert!(state.left.ends_with("variants left"), "{what}: {}", state.left);
    let shown: String = state.left.split(" of ").next().unwrap().chars().filter(char::is_ascii_digit).collect();
    assert_eq!(shown, counted.variants.to_string(), "{what}");
    let per_element = counted.per_element.as_ref().unwrap();
    assert_eq!(state.elements.len(), counted.elements.len(), "{what}");
    for ((row, &id), number) in state.elements.iter().zip(&counted.elements).zip(per_element) {
        let now = match number {
            number if *number != 0_u32.into() && *number != counted.variants => "sometimes",
            _ if !counted.exactness.is_exact() => "unknown",
            number if *number == 0_u32.into() => "never",
            _ => "always",
        };
        assert_eq!((&*row.id, &*row.now), (&*model.path(id), now), "{what}");
        let shown: String = row.count.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(shown, number.to_string(), "{what}: {}", row.id);
    }
}

/// Every value is marked as impossible exactly when no variant has it, and as forced when all others are impossible;
/// where only some values of other inputs were looked at, none may have been found.
fn compare_marks(model: &Model, data: &Json, state: &State, what: &str) {
    let input = |button: &Button| button.place.rsplit_once('.').unwrap().0.to_owned();
    for button in &state.buttons {
        let others = state.buttons.iter().filter(|other| other.is_chosen && input(other) != input(button));
        let arguments: Vec<String> = others.chain([button]).map(|button| argument(data, button)).collect();
        let counted = count(model, &arguments, CountDetail::Total);
        let is_found = counted.variants != 0_u32.into();
        let marks = (button.is_impossible, button.is_unfound);
        assert_eq!(
            marks,
            (!is_found && counted.exactness.is_exact(), !is_found && !counted.exactness.is_exact()),
            "{what}: {arguments:?}"
        );
        let same: Vec<&Button> = state.buttons.iter().filter(|other| input(other) == input(button)).collect();
        let is_only_one = same.iter().filter(|other| !other.is_impossible).count() == 1;
        let is_forced = is_only_one && is_found && !same.iter().any(|other| other.is_chosen);
        assert_eq!(button.is_forced, is_forced && !is_sampled(data, button), "{what}: {arguments:?}");
    }
}

/// Numbers that differ from run to run in nothing (Marsaglia 2003).
/// The picture marks what the table says.
fn compare_picture(state: &State, what: &str) {
    let now: BTreeMap<&str, &str> = state.elements.iter().map(|row| (&*row.id, &*row.now)).collect();
    for shape in state.shapes.iter().filter(|shape| now.contains_key(&*shape.id)) {
        let expected: &[&str] = match now[&*shape.id] {
            "always" => &["always"],
            "sometimes" => &["conditional"],
            "never" => &["never", "absent"],
            _ => &["unknown"],
        };
        let [mark] = &shape.marks[..] else { panic!("{what}: {shape:?}") };
        assert!(expected.contains(&&**mark), "{what}: {shape:?} is {}", now[&*shape.id]);
    }
}

fn shuffled(seed: &mut u32) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    *seed as usize
}

fn walk(browser: &mut Browser, template: &Path, data: &Json) {
    let package = Package::open(template).unwrap();
    let model = Model::load(&package, &LoadOptions::default()).unwrap().model.unwrap();
    let what = template.display().to_string();
    let mut seed = 2_463_534_242;
    until(browser, DRAWN);
    for step in 0..=STEPS {
        let state: State = serde_json::from_value(browser.value(STATE)).unwrap();
        compare(&model, data, &state, &what);
        compare_picture(&state, &what);
        if step == 1 {
            compare_marks(&model, data, &state, &what);
        }
        let open: Vec<&Button> = state.buttons.iter().filter(|one| !one.is_impossible && !one.is_chosen).collect();
        if open.is_empty() {
            return;
        }
        let place = &open[shuffled(&mut seed) % open.len()].place;
        browser.value(&format!("document.querySelector('[data-place=\"{place}\"]').click()"));
    }
}

#[test]
fn random_choices_leave_what_the_library_counts() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    for template in templates() {
        let data = report(&template, &page);
        browser.open_file(&page);
        assert!(!data["configurator"].is_null(), "{} has a diagram", template.display());
        walk(&mut browser, &template, &data);
        assert_eq!(browser.faults(), Vec::<&Json>::new(), "{}", template.display());
        assert_eq!(browser.requests().len(), 1, "{}: {:?}", template.display(), browser.requests());
    }
}

/// A template with an input whose texts are not listed.
const OPEN: &str = "
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      region: {type: string}
    options: {type_default_condition: true}
  node_templates:
    shop: {type: shop.Application}
    cache:
      type: shop.Cache
      conditions: {equal: [{variability_input: region}, eu]}
";

/// Waits until an expression is true, through reloads of the page.
fn until(browser: &mut Browser, expression: &str) {
    for _ in 0..200 {
        if browser.holds(expression) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{expression}");
}
