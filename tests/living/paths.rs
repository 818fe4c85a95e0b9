//! What is meant by a path, however it is spelt and wherever the command is run.

use std::fs;

use super::{FINE, TEMPLATE, codes, folder, output_of, run};

/// A CSAR of which something is found.
const CSAR: [(&str, &str); 2] =
    [("legacy/shop/service-template.yaml", TEMPLATE), ("legacy/fine/service-template.yaml", FINE)];

#[test]
fn a_baseline_knows_findings_from_every_folder() {
    let folder = folder(&CSAR);
    let absolute = folder.path().join("legacy/shop");
    let spellings = [
        ("", "legacy/shop", "known.json"),
        ("", "./legacy/shop", "known.json"),
        ("", "legacy/shop/service-template.yaml", "./known.json"),
        ("", absolute.to_str().unwrap(), "known.json"),
        ("legacy/shop", ".", "../../known.json"),
        ("legacy", "fine/../shop", "../known.json"),
    ];
    let mut written = Vec::new();
    for (from, path, baseline) in spellings {
        run(folder.path().join(from), &["check", path, "--write-baseline", baseline]);
        written.push(fs::read_to_string(folder.path().join("known.json")).unwrap());
        for (from, path, baseline) in spellings {
            let left = codes(&folder.path().join(from), &[path, "--baseline", baseline]);
            assert_eq!(left, Vec::<String>::new(), "{path} in {from:?}");
        }
    }
    assert!(written.iter().all(|text| *text == written[0] && text.contains("\"legacy/shop/service-template.yaml\"")));
}

#[test]
fn an_earlier_baseline_knows_paths_as_they_were_spelt() {
    let folder = folder(&CSAR);
    run(folder.path(), &["check", "legacy/shop", "--write-baseline", "known.json"]);
    let path = folder.path().join("known.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("baseline/2", "baseline/1").replace("legacy/shop/", "./legacy/shop/")).unwrap();
    assert_eq!(codes(folder.path(), &["./legacy/shop", "--baseline", "known.json"]), Vec::<String>::new());
    assert_ne!(codes(folder.path(), &["legacy/shop", "--baseline", "known.json"]), Vec::<String>::new());
}

#[test]
fn codes_are_left_out_by_path_for_a_csar_and_for_its_template() {
    for pattern in ["legacy/shop", "legacy/shop/*", "*.yaml", "legacy/shop/service-template.yaml"] {
        let settings = format!("[per-path]\n\"{pattern}\" = [\"V40\"]\n");
        let folder = folder(&[&CSAR[..], &[("variscope.toml", &settings), (".git/HEAD", "")]].concat());
        for path in [".", "legacy/shop", "legacy/shop/service-template.yaml"] {
            let found = codes(folder.path(), &[path]);
            assert!(!found.iter().any(|code| code.starts_with("V40")), "{pattern} for {path}: {found:?}");
        }
    }
    // Another template in a folder with a CSAR is not it.
    let settings = ("variscope.toml", "[per-path]\n\"legacy/shop\" = [\"V40\"]\n");
    let folder = folder(&[&CSAR[..], &[settings, ("legacy/shop/other.yaml", TEMPLATE), (".git/HEAD", "")]].concat());
    assert!(codes(folder.path(), &["legacy/shop/other.yaml"]).contains(&"V402".to_owned()));
}

#[test]
fn a_folder_of_which_everything_is_excluded_is_fine() {
    let folder = folder(&[&CSAR[..], &[("variscope.toml", "exclude = [\"legacy\"]\n"), (".git/HEAD", "")]].concat());
    let output = run(folder.path(), &["check", "."]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        output_of(&output).contains("nothing to check in `.`: `exclude` in variscope.toml leaves out all"),
        "{}",
        output_of(&output)
    );
    // What is named is checked.
    assert!(codes(folder.path(), &["legacy/shop"]).contains(&"V402".to_owned()));
    // Where nothing is, that is what is said.
    fs::create_dir(folder.path().join("empty")).unwrap();
    let output = run(folder.path(), &["check", "empty", "--format", "concise"]);
    assert!(
        output_of(&output).starts_with("empty:1:1: error[V001] \"empty\" contains no service template"),
        "{}",
        output_of(&output)
    );
}

#[test]
fn a_quiet_check_shows_what_makes_it_fail() {
    let folder = folder(&[("t.yaml", TEMPLATE)]);
    let quiet = run(folder.path(), &["check", "t.yaml", "--quiet"]);
    assert_eq!((quiet.status.code(), output_of(&quiet).as_str()), (Some(0), ""));
    let failing = run(folder.path(), &["check", "t.yaml", "--quiet", "--fail-on", "warning"]);
    assert_eq!(failing.status.code(), Some(1));
    assert!(
        output_of(&failing).contains("V402") && !output_of(&failing).contains("warnings;"),
        "{}",
        output_of(&failing)
    );
    for format in ["concise", "json", "jsonl", "sarif", "junit", "github", "gitlab"] {
        let arguments = ["check", "t.yaml", "--quiet", "--format", format];
        let output = String::from_utf8(run(folder.path(), &arguments).stdout).unwrap();
        assert!(!output.contains("V402"), "{format}: {output}");
        let failing = run(folder.path(), &[&arguments[..], &["--fail-on", "warning"]].concat());
        assert!(String::from_utf8(failing.stdout).unwrap().contains("V402"), "{format}");
    }
}

/// Elsewhere than on Windows a backslash and a colon are letters, on the command line; what a template names is read alike
/// everywhere.
#[cfg(unix)]
#[test]
fn a_path_on_the_command_line_is_what_it_is() {
    let other = FINE.replace("topology_template:", "imports: ['types\\web.yaml']\ntopology_template:");
    let files = [
        ("a\\b.yaml", TEMPLATE),
        ("a/b.yaml", FINE),
        ("c:d.yaml", TEMPLATE),
        ("\\e.yaml", TEMPLATE),
        ("f\\g.yaml", &*other),
        ("types/web.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n"),
    ];
    let folder = folder(&files);
    for path in ["a\\b.yaml", "c:d.yaml", "./\\e.yaml"] {
        assert!(codes(folder.path(), &[path]).contains(&"V402".to_owned()), "{path}");
    }
    let of = |path: &str| codes(folder.path(), &[path]);
    assert_eq!((of("a/b.yaml"), of("f\\g.yaml")), (Vec::<String>::new(), Vec::new()));
    let repaired = run(folder.path(), &["check", "a\\b.yaml", "--fix"]);
    assert!(!output_of(&repaired).contains("a/b.yaml"), "{}", output_of(&repaired));
}

/// An import through a link, and a template in `lib/` that is one, are refused alike in all formats, at files and with the help.
#[cfg(unix)]
#[test]
fn links_that_lead_out_are_reported_alike_in_all_formats() {
    let imports = FINE.replace("topology_template:", "imports: [local.yaml, shared/web.yaml]\ntopology_template:");
    let version = "tosca_definitions_version: tosca_variability_1_0\n";
    let files = [
        ("apps/pay/service-template.yaml", &*imports),
        ("apps/pay/local.yaml", version),
        ("apps/web/service-template.yaml", FINE),
        ("types/web.yaml", version),
    ];
    let folder = folder(&files);
    std::os::unix::fs::symlink("../../types", folder.path().join("apps/pay/shared")).unwrap();
    std::fs::create_dir(folder.path().join("apps/web/lib")).unwrap();
    std::os::unix::fs::symlink("../../../types/web.yaml", folder.path().join("apps/web/lib/web.yaml")).unwrap();
    for (path, place) in
        [("apps/pay", "apps/pay/service-template.yaml"), ("apps/web", "apps/web/service-template.yaml")]
    {
        for format in ["text", "github", "sarif"] {
            let printed = output_of(&run(folder.path(), &["check", path, "--format", format]));
            assert!(
                ["V006", "leads out of the package", "--allow-outside"].iter().all(|it| printed.contains(it)),
                "{printed}"
            );
            assert!(printed.contains(place) || path == "apps/web" && format == "text", "{printed}");
        }
    }
    let output = output_of(&run(folder.path(), &["check", ".", "--format", "concise"]));
    assert!(output.contains("apps/pay/service-template.yaml:2:23: error[V006]"), "{output}");
    assert!(output.contains("apps/web/service-template.yaml:1:1: error[V006]"), "{output}");
}

#[test]
fn imports_from_above_are_read_where_that_is_allowed() {
    let imports = FINE.replace("topology_template:", "imports: [local.yaml, ../../types/web.yaml]\ntopology_template:");
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [base.yaml]\nnode_types:\n  my.Web: \
                 {derived_from: my.Absent}\n";
    let version = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
    let files = [
        ("apps/pay/t.yaml", &*imports),
        ("apps/pay/local.yaml", version),
        ("types/web.yaml", types),
        ("types/base.yaml", version),
    ];
    let folder = folder(&files);
    let check = |switches: &[&str]| {
        output_of(&run(folder.path(), &[&["check", "apps/pay/t.yaml", "--format", "concise"], switches].concat()))
    };
    let unread = check(&[]);
    assert!(unread.contains("V520") && !unread.contains("types/web.yaml:"), "{unread}");
    let text = output_of(&run(folder.path(), &["check", "apps/pay/t.yaml"]));
    assert!(text.contains("or trust it with `--allow-outside`"), "{text}");
    let read = check(&["--allow-outside"]);
    assert!(!read.contains("V520") && read.contains("types/web.yaml:4:") && read.contains("my.Absent"), "{read}");
    assert!(!read.contains(".."), "{read}");
}

#[test]
fn an_import_that_is_not_there_is_named_as_it_was_looked_for() {
    let imports = FINE.replace("topology_template:", "imports: [shared/../types/base.yaml]\ntopology_template:");
    let folder = folder(&[("apps/pay/t.yaml", &*imports)]);
    let output = output_of(&run(folder.path(), &["check", "apps/pay/t.yaml"]));
    assert!(output.contains("it was looked for at `apps/pay/types/base.yaml`"), "{output}");
    let output = output_of(&run(folder.path().join("apps/pay"), &["check", "t.yaml"]));
    assert!(output.contains("\"types/base.yaml\" does not exist") && !output.contains("looked for"), "{output}");
}
