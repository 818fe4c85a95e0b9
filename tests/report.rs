//! The page counts by itself what the program counts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod prerequisites;
mod support;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use prerequisites::passed_over;
use support::folder::File;
use support::program::stdout;

const SHOP: &str = "tests/csar/webshop";

/// The data of the page about a template.
fn data(template: &str) -> Json {
    data_of(&["report", template])
}

fn data_of(arguments: &[&str]) -> Json {
    let page = stdout(arguments);
    let (_, data) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// Every choice of one value: group, input, value, and the argument that says the same.
fn choices(data: &Json) -> Vec<(usize, usize, usize, String)> {
    let mut choices = Vec::new();
    for (group, found) in data["configurator"]["groups"].as_array().unwrap().iter().enumerate() {
        for (place, input) in found["inputs"].as_array().unwrap().iter().enumerate() {
            for (number, value) in input["values"].as_array().unwrap().iter().enumerate() {
                let argument = format!("{}={}", input["name"].as_str().unwrap(), value["value"]);
                choices.push((group, place, number, argument));
            }
        }
    }
    choices
}

/// What the page's own program counts under choices, where there is something to run it.
fn counted_by_page(data: &Json, choices: &[(usize, usize, usize)]) -> Option<Vec<(String, Vec<String>)>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/output/report/page");
    let script = ["circuit.js", "variety.js", "choices.js"]
        .map(|name| std::fs::read_to_string(page.join(name)).unwrap())
        .concat();
    let run = "
        const { data, choices } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
        const circuit = new Circuit(data.configurator);
        const some = new Choices(circuit, data.presets);
        console.log(JSON.stringify(choices.map((choice) => {
          const counts = some.count(some.with(...choice));
          return [counts.valid.toString(), counts.presences.map(String)];
        })));";
    let mut child =
        Command::new("node").args(["-e", &(script + run)]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let question = json!({ "data": data, "choices": choices }).to_string();
    child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn the_page_counts_what_the_program_counts() {
    let data = data(SHOP);
    assert_eq!(data["configurator"]["countsVariants"], true);
    let choices = choices(&data);
    assert!(choices.len() > 10);
    let places: Vec<(usize, usize, usize)> =
        choices.iter().map(|&(group, input, value, _)| (group, input, value)).collect();
    let Some(counted) = counted_by_page(&data, &places) else {
        return passed_over("node", "what the page counts");
    };
    for ((_, _, _, argument), (valid, presences)) in choices.iter().zip(counted) {
        let elements = stdout(&["elements", SHOP, "--format", "json", "--input", argument]);
        let elements: Json = serde_json::from_str(&elements).unwrap();
        assert_eq!(elements["variants"], valid, "{argument}");
        let expected: Vec<&str> =
            elements["elements"].as_array().unwrap().iter().map(|one| one["variants"].as_str().unwrap()).collect();
        assert_eq!(expected, presences, "{argument}");
    }
}

/// The diagram itself, by trying every combination of classes: no other program is needed.
#[test]
fn the_diagram_has_as_many_valid_classes_as_the_program_counts() {
    let data = data(SHOP);
    let configurator = &data["configurator"];
    let groups = configurator["groups"].as_array().unwrap();
    let mut places = vec![0; groups.len()];
    let mut valid = 0_u32;
    loop {
        let mut values = vec![false; configurator["variables"].as_u64().unwrap() as usize];
        for (group, &place) in groups.iter().zip(&places) {
            for (class, literal) in group["literals"].as_array().unwrap().iter().enumerate() {
                let (Some(variable), Some(value)) = (literal[0].as_u64(), literal[1].as_bool()) else { continue };
                let is_shared = group["literals"].as_array().unwrap().len() == 2;
                if class == place || !is_shared {
                    values[variable as usize] = (class == place) == value;
                }
            }
        }
        let mut follower = configurator["valid"].as_u64().unwrap();
        while follower >= 2 {
            let node = &configurator["nodes"][follower as usize - 2];
            let value = values[node[0].as_u64().unwrap() as usize];
            follower = node[if value { 2 } else { 1 }].as_u64().unwrap();
        }
        valid += follower as u32;
        let next = places
            .iter()
            .zip(groups)
            .position(|(&place, group)| place + 1 < group["literals"].as_array().unwrap().len());
        let Some(next) = next else { break };
        places[next] += 1;
        places[..next].fill(0);
    }
    let count: Json = serde_json::from_str(&stdout(&["count", SHOP, "--format", "json"])).unwrap();
    assert_eq!(count["classes"], valid.to_string());
}

/// The command line and the file that the page offers begin with it.
#[test]
fn the_page_knows_what_was_given() {
    let data = data_of(&["report", SHOP, "--preset", "dev", "--input", "replicas=2"]);
    let given = serde_json::json!({ "database": "sqlite", "environment": "dev", "replicas": 2 });
    assert_eq!(data["given"], given);
}

const PRESET: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {size: {type: integer, constraints: [{in_range: [1, 4]}]}, cache: {type: boolean}}
    presets: {large: {inputs: {size: 4}}}
    constraints: [{or: [{less: [{variability_input: size}, 3]}, {variability_input: cache}]}]
    options: {mode: semantic-loose}
  node_templates: {app: {type: tosca.nodes.Root, conditions: {variability_input: cache}}}
";

/// Together with the values that the preset gives, those of the finding show that it fails.
#[test]
fn findings_about_presets_choose_their_values_too() {
    let file = File::new("t.yaml", PRESET);
    let path = file.path();
    let data = data(path);
    let finding = data["findings"].as_array().unwrap().iter().find(|finding| finding["code"] == "V411").unwrap();
    assert_eq!(finding["witness"], serde_json::json!({ "size": 4, "cache": false }));
}

#[test]
fn the_page_loads_nothing() {
    let page = stdout(&["report", SHOP]);
    assert!(page.contains("default-src 'none'"));
    for word in ["http://", "https://", "src=", "@import", "url("] {
        let places = page.match_indices(word).filter(|(at, _)| !page[..*at].ends_with("xmlns=\""));
        assert_eq!(places.count(), 0, "{word}");
    }
}

#[test]
fn a_template_with_errors_gets_a_page_of_them() {
    let file = File::new("broken.yaml", "tosca_definitions_version: tosca_variability_1_0\ntopology_template: <b>\n");
    let path = file.path();
    let data = data(path);
    assert_eq!(data["findings"][0]["severity"], "error");
    assert!(data["elements"].as_array().unwrap().is_empty());
}

/// What the page may do is named by digests; one that is not right any more is replaced in `page.html` by the one that is
/// printed here.
#[test]
fn the_policy_names_the_styles_and_the_script() {
    let page = stdout(&["report", SHOP]);
    assert!(!page.contains("unsafe-inline"));
    let (_, policy) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").unwrap();
    let policy = policy.split_once('"').unwrap().0;
    let digests = |start: &str, end: &str| -> Vec<String> {
        let texts = page.split(start).skip(1).map(|rest| rest.split_once(end).unwrap().0.replace("\r\n", "\n"));
        texts.map(|text| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))).collect()
    };
    for (directive, digests) in
        [("style-src", digests("<style>", "</style>")), ("script-src", digests("<script>", "</script>"))]
    {
        let named = policy.split(';').find_map(|part| part.trim().strip_prefix(directive)).unwrap();
        assert_eq!(named.split_whitespace().collect::<Vec<_>>(), digests, "{directive}");
    }
}
