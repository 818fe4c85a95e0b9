//! What is done with the bytes of a fuzzer. Whatever they are, nothing panics; what is stopped is stopped by a number of
//! steps, never by time, so that each input does the same on every run.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use num_bigint::BigUint;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use variscope::analysis::condition::text::{Assertion, Phrase};
use variscope::analysis::question::{CheckOptions, CountDetail, Limits, Variants};
use variscope::analysis::settings::{Settings, read_assertions};
use variscope::analysis::value::Configuration;
use variscope::feature::{Format, Reading, SourceText};
use variscope::ide::page_server::{AccessToken, GivenValues, Refusal, ServedTemplate, answer_to};
use variscope::output::render::formats::Paths;
use variscope::resolve::resolution::{InputsFile, Request, Resolution};
use variscope::source::Sources;
use variscope::source::package::Package;
use variscope::source::syntax::yaml::Tree;
use variscope_encoder::Budget;

use crate::template::templates;
use crate::truth::{Truth, read};

/// A target by name.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("yaml", yaml),
    ("resolve", resolve),
    ("check", check),
    ("condition", condition),
    ("uvl", uvl),
    ("dimacs", dimacs),
    ("circuit", circuit),
    ("archive", archive),
    ("inputs", inputs),
    ("feature_ide", feature_ide),
    ("lsp", lsp),
    ("template", template),
    ("settings", settings),
    ("http", http),
];

/// Steps that a question may take.
const STEPS: u64 = 2_000;

/// The template beside which inputs are read.
const TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      flag: {type: boolean, default: false}
      size: {type: integer, default: 3, constraints: [{in_range: [1, 9]}]}
      name: {type: string, default: x}
    constraints:
      - less: [{variability_input: size}, 8]
  node_templates:
    a: {type: tosca.nodes.Root, conditions: {variability_input: flag}}
    b: {type: tosca.nodes.Root, conditions: {equal: [{variability_input: name}, x]}}
";

fn limits() -> Limits {
    Limits { budget: Budget::unlimited().with_checks(STEPS), most_variants: Some(100) }
}

fn with_text(bytes: &[u8], look: impl FnOnce(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        look(text);
    }
}

/// The parser of YAML.
pub fn yaml(bytes: &[u8]) {
    with_text(bytes, |text| {
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("fuzzed", text);
        let _ = tree.parse(&sources, file);
    });
}

/// A template, resolved as far as its inputs have defaults.
pub fn resolve(bytes: &[u8]) {
    with_text(bytes, |text| drop(Request::new(&Package::of_text(text), None).resolve()));
}

/// A template, checked in all variants, with recovery from what is wrong.
pub fn check(bytes: &[u8]) {
    with_text(bytes, |text| {
        let package = Package::of_text(text);
        let prepared = Request::new(&package, None).prepare_recovering();
        let Some((model, configuration)) = prepared.ok().and_then(|prepared| prepared.subject) else { return };
        let Ok(variants) = Variants::of(&model, &configuration) else { return };
        let limits = limits();
        drop(variants.all(&limits).check(CheckOptions::default()));
    });
}

/// A condition, and an assertion, as people type them: what was read is printed as text that means the same.
pub fn condition(bytes: &[u8]) {
    with_text(bytes, |text| {
        let _ = Assertion::parse(text);
        if let Ok(phrase) = Phrase::parse(text) {
            let printed = phrase.to_string();
            let again = Phrase::parse(&printed);
            assert!(again.is_ok_and(|again| again == phrase), "{text:?} is printed as {printed:?}");
        }
    });
}

fn model(format: Format, bytes: &[u8]) {
    let file = SourceText { name: "fuzzed".to_owned(), bytes: bytes.to_vec() };
    let Some(model) = Reading::of(format, file, None).model else { return };
    // What is large is slow to ask; the reader is what is fuzzed.
    if model.ids().len() <= 64 {
        let count = model.count(CountDetail::Total, &limits().budget);
        assert!(count.at_most.as_ref().is_none_or(|most| count.variants <= *most), "{count:?}");
    }
}

/// A feature model in UVL, and its number of variants.
pub fn uvl(bytes: &[u8]) {
    model(Format::Uvl, bytes);
}

/// A feature model in DIMACS, and its number of variants.
pub fn dimacs(bytes: &[u8]) {
    model(Format::Dimacs, bytes);
}

/// A circuit that was compiled before, and its number of variants.
pub fn circuit(bytes: &[u8]) {
    model(Format::Compiled, bytes);
}

/// An archive, and the template in it.
pub fn archive(bytes: &[u8]) {
    let Ok(file) = tempfile::Builder::new().suffix(".csar").tempfile() else { return };
    if std::fs::write(file.path(), bytes).is_ok()
        && let Ok(package) = Package::open(file.path())
    {
        let _ = Request::new(&package, None).resolve();
    }
}

fn with_inputs(name: &str, bytes: &[u8]) {
    with_text(bytes, |text| {
        let package = Package::of_text(TEMPLATE);
        let _ = Request::new(&package, None).inputs(InputsFile::new(name, text)).resolve();
    });
}

/// An inputs file in YAML.
pub fn inputs(bytes: &[u8]) {
    with_inputs("fuzzed.yaml", bytes);
}

/// An inputs file that FeatureIDE writes.
pub fn feature_ide(bytes: &[u8]) {
    with_inputs("fuzzed.xml", bytes);
}

/// `variscope.toml`, and the same bytes as a file of assertions in YAML.
pub fn settings(bytes: &[u8]) {
    with_text(bytes, |text| {
        if let Ok(settings) = Settings::read(text, Path::new("variscope.toml")) {
            for assertion in settings.assertions() {
                let _ = Assertion::parse(&assertion.condition);
            }
        }
        let text = Arc::from(text);
        for name in ["assertions.toml", "assertions.yaml"] {
            for assertion in read_assertions(&text, Path::new(name)).unwrap_or_default() {
                let quoted = text.get(assertion.start..assertion.end);
                assert!(quoted.is_some(), "{name}: {assertion:?} stands in the file");
            }
        }
    });
}

/// The template that is served.
struct Served;

impl Served {
    fn request<'p>(package: &'p Package, given: &GivenValues) -> Request<'p> {
        Request::new(package, None).presets(given.presets.clone()).arguments(given.arguments.clone())
    }
}

impl ServedTemplate for Served {
    fn name(&self) -> String {
        "fuzzed".to_owned()
    }

    fn paths(&self) -> Paths {
        Paths::default()
    }

    fn patience(&self) -> Option<Duration> {
        None
    }

    fn ask(&self, given: &GivenValues, ask: &mut dyn FnMut(&Variants<'_>, &Limits)) -> Result<(), Refusal> {
        let package = Package::of_text(TEMPLATE);
        let unreadable = |error: variscope::Error| Refusal::Usage(error.to_string());
        let prepared = Self::request(&package, given).prepare().map_err(unreadable)?;
        let Some((model, configuration)) = prepared.subject else { return Err(Refusal::Broken(Vec::new())) };
        let variants = Variants::of(&model, &configuration).map_err(|_| Refusal::Broken(Vec::new()))?;
        ask(&variants, &limits());
        Ok(())
    }

    fn resolve(&self, given: &GivenValues) -> Result<Resolution, Refusal> {
        let package = Package::of_text(TEMPLATE);
        Self::request(&package, given).resolve().map_err(|error| Refusal::Usage(error.to_string()))
    }
}

/// The port by which the server is called.
const PORT: u16 = 4000;

/// A request to `variscope serve`, in which `TOKEN` stands for the token of the address. A browser ends lines with two bytes
/// where a text has one.
pub fn http(bytes: &[u8]) {
    static KNOWN: LazyLock<Option<AccessToken>> = LazyLock::new(|| AccessToken::random().ok());
    let Some(token) = &*KNOWN else { return };
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
    let request = format!("{}\r\n\r\n{body}", head.replace('\n', "\r\n").replace("TOKEN", &token.to_string()));
    for request in [bytes, request.as_bytes()] {
        let answer = answer_to(request, token, PORT, &Served);
        assert!(answer.starts_with(b"HTTP/1.1 "), "an answer has a status");
    }
}

/// Longer than an analysis of anything that a fuzzer writes takes.
const LONGEST: Duration = Duration::from_secs(20);

/// What an editor says to the language server, a message in each line.
pub fn lsp(bytes: &[u8]) {
    with_text(bytes, |text| {
        let messages = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let (server, client) = lsp_server::Connection::memory();
        let asked: Vec<lsp_server::Message> = messages.take(32).collect();
        let serving = std::thread::spawn(move || {
            drop(variscope::ide::lsp::serve(&server, |_| Box::new(|_, severity| Some(severity)), LONGEST));
        });
        let sending = std::thread::spawn(move || {
            for message in asked {
                if client.sender.send(message).is_err() {
                    break;
                }
            }
            drop(client.sender);
            client.receiver.iter().for_each(drop);
        });
        let _ = sending.join();
        assert!(serving.join().is_ok(), "the server ends by itself");
    });
}

/// Configurations that are resolved for the count of a template to be held against.
const MOST_CONFIGURATIONS: usize = 64;

/// A template that can be read, drawn with the first 32 bytes as the seed: it has as many variants as are found when each of
/// its configurations is resolved.
pub fn template(bytes: &[u8]) {
    let mut seed = [0; 32];
    seed.iter_mut().zip(bytes).for_each(|(seed, byte)| *seed = *byte);
    let chance = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut drawing = TestRunner::new_with_rng(Config::default(), chance);
    let Ok(drawn) = templates().new_tree(&mut drawing) else { return };
    let template = drawn.current();
    let (model, nothing) = (read(&template), Configuration::new());
    let Ok(variants) = Variants::of(&model, &nothing) else { return };
    let count = variants.count(&limits(), CountDetail::PerElement);
    let truth = Truth::of(&variants, template.configurations(MOST_CONFIGURATIONS));
    let known = BigUint::from(truth.variants().len());
    assert!(count.variants >= known || !count.exactness.is_exact(), "{count:?} of {template:?}");
    if truth.is_complete && count.exactness.is_exact() {
        assert_eq!(count.variants, known, "{template:?}");
    }
}
