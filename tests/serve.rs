//! The server answers those who may ask, as the commands do, and no others.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "serve/server.rs"]
mod server;
mod support;

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use server::{Server, status};
use support::folder::File;
use support::program::{stdout, variscope};

const SHOP: &str = "tests/csar/webshop";

const SMALL: &str = "
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      env: {type: string, constraints: [{valid_values: [dev, prod]}]}
    options: {type_default_condition: true}
  node_templates:
    shop: {type: shop.Application}
    cache:
      type: shop.Cache
      conditions: {equal: [{variability_input: env}, prod]}
";

fn data(page: &str) -> Json {
    let (_, data) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn answers_are_those_of_the_commands() {
    let server = Server::start(&[SHOP]);
    let given = ["--input", "caching=true"];
    let inputs = json!({ "caching": true });
    let questions: [(&str, Json, Vec<&str>); 4] = [
        ("count", json!({ "inputs": inputs }), vec!["count", SHOP]),
        ("elements", json!({ "inputs": inputs }), vec!["elements", SHOP]),
        ("explain", json!({ "inputs": inputs, "element": "node:cache" }), vec!["explain", SHOP, "node:cache"]),
        ("explain", json!({ "inputs": inputs }), vec!["explain", SHOP]),
    ];
    for (path, body, command) in questions {
        let expected = stdout(&[&command[..], &given, &["--format", "json"]].concat());
        let (status, answer) = server.post(path, &body);
        assert_eq!((status, answer), (200, serde_json::from_str::<Json>(&expected).unwrap()), "{path} {body}");
    }
    let (_, resolved) = server.post("resolve", &json!({ "presets": ["prod"] }));
    assert_eq!(resolved["document"], stdout(&["resolve", SHOP, "--preset", "prod"]));
}

#[test]
fn values_are_possible_that_the_command_finds_variants_with() {
    let server = Server::start(&[SHOP]);
    let (status, answer) = server.post("values", &json!({ "inputs": { "replicas": 2 } }));
    assert_eq!((status, &answer["schema"]), (200, &json!("variscope/values/1")));
    let mut impossible = 0;
    for input in answer["inputs"].as_array().unwrap() {
        for value in input["values"].as_array().unwrap() {
            let argument = format!("{}={}", input["name"].as_str().unwrap(), value["value"]);
            let mut command = vec!["count", SHOP, "--format", "json", "--input", &argument];
            if input["name"] != "replicas" {
                command.extend(["--input", "replicas=2"]);
            }
            let counted: Json = serde_json::from_str(&stdout(&command)).unwrap();
            assert_eq!(value["possible"], counted["variants"] != "0", "{argument}");
            impossible += i32::from(value["possible"] == false);
        }
    }
    assert!(impossible > 0);
    // Null counts as not given.
    for path in ["values", "count"] {
        let open = json!({ "inputs": { "replicas": 2, "caching": null } });
        let asked = [open, json!({ "inputs": { "replicas": 2 } })].map(|body| server.post(path, &body));
        assert_eq!(asked[0], asked[1], "{path}");
    }
}

/// A template that is gone leaves nothing to resolve, and the answer has the same form.
#[test]
fn what_cannot_be_read_is_answered_in_the_form_of_the_question() {
    let file = File::new("gone.yaml", SMALL);
    let server = Server::start(&[file.path()]);
    fs::remove_file(file.path()).unwrap();
    for (path, schema) in [("count", "variscope/check/1"), ("resolve", "variscope/resolve/1")] {
        let (status, answer) = server.post(path, &json!({}));
        assert_eq!((status, &answer["schema"]), (422, &json!(schema)), "{answer}");
        let found = if path == "resolve" { &answer["diagnostics"] } else { &answer["templates"][0]["findings"] };
        assert_eq!(found[0]["severity"], "error", "{answer}");
        assert_eq!(answer.get("document"), (path == "resolve").then_some(&Json::Null));
    }
}

/// What a command ends with 3 for, whatever is asked.
#[test]
fn broken_values_and_templates_have_one_status() {
    let file = File::new("broken.yaml", "a: [");
    let broken = file.path();
    for (template, body) in [
        (SHOP, json!({ "inputs": { "environment": "x" } })),
        (SHOP, json!({ "inputs": { "absent": 1 } })),
        (SHOP, json!({ "presets": ["absent"] })),
        (broken, json!({})),
    ] {
        let server = Server::start(&[template]);
        for path in ["count", "elements", "explain", "values", "resolve"] {
            let (status, answer) = server.post(path, &body);
            assert_eq!(status, 422, "{path} {body}: {answer}");
            let found = if path == "resolve" { &answer["diagnostics"] } else { &answer["templates"][0]["findings"] };
            assert_eq!(found[0]["severity"], "error", "{path} {body}: {answer}");
        }
    }
}

#[test]
fn what_cannot_be_resolved_comes_back_as_diagnostics() {
    let server = Server::start(&[SHOP]);
    let (status, resolved) = server.post("resolve", &json!({}));
    assert_eq!((status, &resolved["document"]), (422, &Json::Null));
    let reported = variscope(&[]).args(["resolve", SHOP, "--format", "json"]).output().unwrap().stderr;
    let reported: Json = serde_json::from_slice(&reported).unwrap();
    assert_eq!(resolved["diagnostics"], reported["templates"][0]["findings"]);
    assert_eq!(resolved["diagnostics"][0]["severity"], "error");
    assert_eq!(server.post("explain", &json!({ "element": "node:absent" })).0, 400);
    assert_eq!(server.post("explain", &json!({ "elemnt": "node:cache" })).0, 400);
    assert_eq!(server.post("count", &json!({ "inputs": { "": 1 } })).0, 400);
    assert_eq!(server.post("count", &json!({ "inputs": { "a=b": 1 } })).0, 422, "no such input");
    assert_eq!(server.post("count", &json!([])).0, 400);
    for (path, body, reader) in [
        ("count", json!({ "element": "node:cache" }), "explain"),
        ("elements", json!({ "all": true }), "explain"),
        ("explain", json!({ "per_element": true }), "count"),
    ] {
        let (status, answer) = server.post(path, &body);
        assert!(status == 400 && answer.to_string().contains(&format!("by `{reader}` alone")), "{answer}");
    }
    for twice in [r#"{"inputs": {"a": 1, "a": 2}}"#, r#"{"inputs": {"a": {"b": 1, "b": 1}}}"#] {
        let (status, answer) = server.post_text("count", twice);
        assert!(status == 400 && answer.to_string().contains("is given twice"), "{answer}");
    }
    let (status, answer) = server.post("count", &json!({ "presets": ["absent"] }));
    assert_eq!((status, &answer["schema"]), (422, &json!("variscope/check/1")));
}

#[test]
fn only_those_who_may_are_answered() {
    let server = Server::start(&[SHOP]);
    let (token, address) = (&server.token, &server.address);
    let ask = |line: &str, headers: &str| status(&server.send(format!("{line}\r\n{headers}\r\n\r\n").as_bytes()));
    let host = format!("Host: {address}");
    let changes = format!("/{token}/changes/7");
    assert_eq!(ask(&format!("GET {changes} HTTP/1.1"), &host), 200);
    let port = address.rsplit_once(':').unwrap().1;
    assert_eq!(ask(&format!("GET {changes} HTTP/1.1"), &format!("Host: localhost:{port}")), 200);
    let refused = [
        (format!("GET {changes} HTTP/1.1"), "Host: evil.example".to_owned(), 421),
        (format!("GET {changes} HTTP/1.1"), "Accept: */*".to_owned(), 421),
        (format!("GET {changes} HTTP/1.1"), format!("{host}\r\nOrigin: https://evil.example"), 403),
        (format!("GET /{}/ HTTP/1.1", "0".repeat(32)), host.clone(), 403),
        ("GET / HTTP/1.1".to_owned(), host.clone(), 403),
        (format!("DELETE /{token}/ HTTP/1.1"), host.clone(), 405),
        (format!("GET /{token}/../../Cargo.toml HTTP/1.1"), host.clone(), 404),
        (format!("GET /{token}/service-template.yaml HTTP/1.1"), host.clone(), 404),
        (format!("GET /{token}/%2e%2e/Cargo.toml HTTP/1.1"), host.clone(), 404),
        (format!("POST /{token}/count HTTP/1.1"), host.clone(), 411),
        (format!("POST /{token}/count HTTP/1.1"), format!("{host}\r\nContent-Length: 18446744073709551615"), 413),
        (format!("POST /{token}/count HTTP/1.1"), format!("{host}\r\nContent-Length: 9"), 408),
        (format!("POST /{token}/nothing HTTP/1.1"), format!("{host}\r\nContent-Length: 0"), 404),
        (format!("GET /{} HTTP/1.1", "a".repeat(20_000)), host.clone(), 431),
        ("nonsense".to_owned(), host, 400),
    ];
    for (line, headers, expected) in refused {
        let line_start: String = line.chars().take(60).collect();
        assert_eq!(ask(&line, &headers), expected, "{line_start} {headers}");
    }
    let head = |path: &str| server.send(format!("HEAD {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes());
    for (path, expected) in [(format!("/{token}/"), 405), ("/".to_owned(), 403)] {
        let answer = head(&path);
        assert_eq!((status(&answer), answer.split_once("\r\n\r\n").unwrap().1), (expected, ""), "{path}");
    }
    assert_eq!(server.post("count", &json!({})).0, 200, "it goes on answering");
}

/// A connection that sends nothing, or half a request, makes place for those that ask.
#[test]
fn strangers_who_wait_lock_out_nobody() {
    let server = Server::start(&[SHOP]);
    let mut idle = Vec::new();
    for number in 0..100 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        if number % 2 == 1 {
            // The oldest ones are hung up on already.
            let _ = stream.write_all(b"GET /");
        }
        idle.push(stream);
        if number % 20 == 0 {
            assert_eq!(status(&server.get("changes/7")), 200, "{number} wait");
        }
    }
    assert_eq!(server.post("count", &json!({})).0, 200);
    assert_eq!(idle.len(), 100);
}

/// The page after one that is outdated: one change may be reported in several steps.
fn later(server: &Server, outdated: &Json, is_meant: impl Fn(&Json) -> bool) -> Json {
    let mut page = outdated.clone();
    for _ in 0..5 {
        server.get(&format!("changes/{}", page["served"]["revision"]));
        page = data(&server.get(""));
        if is_meant(&page) {
            break;
        }
    }
    assert!(is_meant(&page), "{page}");
    page
}

#[test]
fn pages_follow_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.yaml");
    fs::write(&path, SMALL).unwrap();
    let server = Server::start(&[path.to_str().unwrap()]);
    let first = data(&server.get(""));
    assert_eq!((&first["variants"], &first["served"]["revision"]), (&json!("2"), &json!(0)));
    fs::write(&path, SMALL.replace("[dev, prod]", "[dev]")).unwrap();
    let changed = later(&server, &first, |page| page["variants"] == "1");
    fs::write(&path, SMALL.replace("equal:", "equl:")).unwrap();
    let broken = later(&server, &changed, |page| page["variants"].is_null());
    assert_eq!(broken["findings"][0]["severity"], "error");
    assert!(broken["elements"].as_array().unwrap().is_empty());
    assert_eq!(server.post("count", &json!({})).0, 422);
}

#[test]
fn several_are_served_at_once() {
    let server = Server::start(&[SHOP]);
    let waiting = TcpStream::connect(&server.address).unwrap();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> =
            (0..6).map(|_| scope.spawn(|| server.post("explain", &json!({ "element": "node:cache" })).0)).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    assert_eq!(statuses, [200; 6]);
    drop(waiting);
}

/// Inputs of which three each are not all the same way, so many that a second is too short to count them.
fn hard() -> (TempDir, String) {
    let mut state = 7_u64;
    let mut below = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut literal = || {
        let input = format!("{{variability_input: i{}}}", below(170));
        if below(2) == 0 { input } else { format!("{{not: {input}}}") }
    };
    let mut clause = || format!("      - {{or: [{}, {}, {}]}}\n", literal(), literal(), literal());
    let constraints: String = (0..560).map(|_| clause()).collect();
    let input = |i| format!("      i{i}: {{type: boolean}}\n");
    let inputs: String = (0..170).map(input).collect();
    let node = |i| format!("    n{i}: {{type: Node, conditions: {{variability_input: i{i}}}}}\n");
    let nodes: String = (0..170).map(node).collect();
    let head = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n";
    let variability =
        format!("    inputs:\n{inputs}    constraints:\n{constraints}    options: {{mode: consistent-strict}}\n");
    let text = format!("{head}{variability}  node_templates:\n{nodes}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hard.yaml");
    fs::write(&path, text).unwrap();
    (folder, path.to_str().unwrap().to_owned())
}

#[test]
fn what_is_known_when_the_time_is_up_is_answered() {
    let (_folder, template) = hard();
    let server = Server::start(&[&template, "--timeout", "2"]);
    for question in ["count", "elements"] {
        let (status, answer) = server.post(question, &json!({}));
        assert_eq!((status, &answer["complete"]), (200, &json!(false)), "{question}: {answer}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn questions_stop_when_the_client_is_gone() {
    let (_folder, template) = hard();
    let server = Server::start(&[&template, "--timeout", "300"]);
    let worked = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", server.process.id())).unwrap();
        let fields: Vec<i64> = stat.rsplit(' ').rev().filter_map(|field| field.parse().ok()).collect();
        // Ticks in the program and in the system, of which a second has a hundred; the name and a letter are no numbers.
        fields[11] + fields[12]
    };
    let asked = server.ask("count", "{}");
    thread::sleep(Duration::from_secs(2));
    drop(asked);
    let works_for_half_a_second = || {
        let before = worked();
        thread::sleep(Duration::from_millis(500));
        worked() - before > 4
    };
    assert!((0..40).any(|_| !works_for_half_a_second()), "it works on what is not wanted any more");
}

#[test]
fn inputs_have_names_of_any_letters() {
    let file = File::new("names.yaml", SMALL.replace("      env:", "      a=b:").replace("_input: env", "_input: a=b"));
    let template = file.path();
    let (status, answer) = Server::start(&[template]).post("count", &json!({ "inputs": { "a=b": "prod" } }));
    assert_eq!((status, &answer["variants"]), (200, &json!("1")), "{answer}");
    // What is shown can be given.
    let shown = stdout(&["list", template]);
    assert!(shown.contains(r#"'"a=b"="prod"'"#), "{shown}");
    assert!(stdout(&["count", template, "--input", r#""a=b"="prod""#]).starts_with("variants        1\n"));
}

#[test]
fn what_cannot_be_served_is_said() {
    let run = |arguments: &[&str]| variscope(&[]).arg("serve").args(arguments).output().unwrap();
    let absent = run(&["tests/csar/absent"]);
    assert_eq!((absent.status.code(), absent.stdout.len()), (Some(3), 0));
    let server = Server::start(&[SHOP]);
    let port = server.address.rsplit_once(':').unwrap().1;
    let taken = run(&[SHOP, "--port", port]);
    assert_eq!(taken.status.code(), Some(2));
    assert!(String::from_utf8(taken.stderr).unwrap().contains("--port"));
}

#[cfg(unix)]
#[test]
fn questions_that_never_end_keep_neither_who_asks_nor_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let endless = folder.path().join("inputs.yaml");
    assert!(Command::new("mkfifo").arg(&endless).status().unwrap().success());
    let mut server = Server::start(&[SHOP, "--inputs", endless.to_str().unwrap(), "--timeout", "0.001"]);
    assert_eq!(server.post("count", &json!({})).0, 504);
    let id = server.process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
}
