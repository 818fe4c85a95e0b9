//! What is written names its files: documents in other folders, and archives, are read again.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use variscope::source::Sources;
use variscope::source::syntax::yaml::{Tree, Yaml};
use zip::ZipArchive;

use support::program::run_in as run;

/// Files of a shop; `unused` and the tests are needed by no variant, what is in `big` only by some.
const FILES: &[(&str, &str)] = &[
    ("shop/lib/types.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [more/base.yaml]\n"),
    ("shop/lib/more/base.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {}\n"),
    ("shop/playbooks/create.yaml", "- hosts: all\n  tasks:\n    - template: {src: page.j2, dest: /tmp/page}\n"),
    ("shop/playbooks/templates/page.j2", "hello\n"),
    ("shop/big/run.sh", "#!/bin/sh\ntrue\n"),
    ("shop/big/unused.sh", "true\n"),
    ("shop/image.tar", "image"),
    ("shop/unused.yaml", "{}"),
    ("shop/tests/dev/test.yaml", "presets: []\n"),
];

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
imports:
  - lib/types.yaml
topology_template:
  variability:
    options: {mode: consistent-loose}
    inputs: {some: {type: boolean, default: true}, big: {type: boolean}}
  node_templates:
    db:
      type: tosca.nodes.Root
      conditions: {variability_input: some}
      artifacts:
        image: {type: tosca.artifacts.File, file: image.tar}
        remote: {type: tosca.artifacts.File, file: https://example.org/image.tar}
      properties: {path: image.tar}
      interfaces:
        Standard:
          operations:
            create: {implementation: ./playbooks/create.yaml, inputs: {source: image.tar}}
    app:
      type: tosca.nodes.Root
      conditions: {and: [{variability_input: some}, {variability_input: big}]}
      interfaces:
        Standard:
          operations:
            create: {implementation: {primary: big/run.sh, dependencies: [image.tar]}}
";

fn shop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES.iter().chain([&("shop/service-template.yaml", TEMPLATE)]) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn written(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The texts of a document by their path.
fn texts(document: &str) -> BTreeMap<String, String> {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("document", document.to_owned());
    let (root, _) = tree.parse(&sources, file);
    let mut found = BTreeMap::new();
    gather(tree.at(root.unwrap()), String::new(), &mut found);
    found
}

fn gather(yaml: Yaml<'_>, path: String, found: &mut BTreeMap<String, String>) {
    if let Some(text) = yaml.as_str() {
        found.insert(path, text.to_owned());
        return;
    }
    yaml.items().enumerate().for_each(|(number, item)| gather(item, format!("{path}/{number}"), found));
    yaml.entries().for_each(|(key, value)| gather(value, format!("{path}/{}", key.text()), found));
}

/// Of two documents in two folders, the texts that differ name the same files; how many these are.
fn assert_names_the_same(shop: &Path, original: &str, folder: &Path, moved: &str) -> usize {
    let (original, moved) = (texts(original), texts(moved));
    assert!(original.keys().eq(moved.keys()));
    let mut count = 0;
    for ((path, before), after) in original.iter().zip(moved.values()) {
        let names_file = !path.contains("/properties/") && !path.contains("/inputs/") && shop.join(before).is_file();
        assert_eq!(before != after, names_file, "{path}: {before}, {after}");
        if names_file {
            let real = |folder: &Path, name: &str| folder.join(name).canonicalize().unwrap();
            assert_eq!(real(folder, after), real(shop, before), "{path}");
            count += 1;
        }
    }
    count
}

#[test]
fn documents_elsewhere_name_the_same_files() {
    let folder = shop();
    let shop = folder.path().join("shop");
    fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    fs::create_dir_all(shop.join("inner")).unwrap();
    let original = written(folder.path(), &["resolve", "shop", "--input", "big=true"]);
    for place in ["", "deep/er", "shop/inner"] {
        let place = Path::new(place).join("out.yaml");
        let output = place.to_str().unwrap();
        written(folder.path(), &["resolve", "shop/service-template.yaml", "--input", "big=true", "-o", output]);
        let path = folder.path().join(place);
        let document = fs::read_to_string(&path).unwrap();
        assert_eq!(assert_names_the_same(&shop, &original, path.parent().unwrap(), &document), 5);
    }
}

#[test]
fn imports_from_above_are_named_from_elsewhere_and_lack_in_archives() {
    let folder = shop();
    let template = folder.path().join("shop/service-template.yaml");
    fs::write(folder.path().join("above.yaml"), "tosca_definitions_version: tosca_simple_yaml_1_3\n").unwrap();
    let imports = "imports: [../above.yaml]\ntopology_template: {node_templates: {a: {type: tosca.nodes.Root}}}\n";
    fs::write(&template, format!("tosca_definitions_version: tosca_variability_1_0\n{imports}")).unwrap();
    fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    written(folder.path(), &["resolve", "shop", "-o", "deep/er/out.yaml"]);
    let document = fs::read_to_string(folder.path().join("deep/er/out.yaml")).unwrap();
    assert!(document.contains("../../shop/../above.yaml"), "{document}");
    let output = run(folder.path(), &["resolve", "shop", "--allow-outside", "--csar", "out.zip"]);
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.contains("not in the archive: `../above.yaml`"), "{printed}");
    assert!(!output.status.success() && !folder.path().join("out.zip").exists());
}

#[test]
fn documents_beside_the_template_are_those_on_stdout() {
    let folder = shop();
    let original = written(folder.path(), &["resolve", "shop", "--input", "big=true"]);
    written(folder.path(), &["resolve", "shop", "--input", "big=true", "-o", "shop/out.yaml"]);
    assert_eq!(fs::read_to_string(folder.path().join("shop/out.yaml")).unwrap(), original);
}

#[test]
fn all_variants_elsewhere_name_the_same_files() {
    let folder = shop();
    written(folder.path(), &["list", "shop", "--write", "variants"]);
    let variants = folder.path().join("variants");
    let index: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(variants.join("index.json")).unwrap()).unwrap();
    let listed = index["variants"].as_array().unwrap();
    assert_eq!(listed.len(), 3);
    for variant in listed {
        let inputs = variant["configuration"].as_object().unwrap();
        let given: Vec<String> =
            inputs.iter().flat_map(|(name, value)| ["--input".to_owned(), format!("{name}={value}")]).collect();
        let arguments: Vec<&str> = ["resolve", "shop"].into_iter().chain(given.iter().map(String::as_str)).collect();
        let original = written(folder.path(), &arguments);
        let document = fs::read_to_string(variants.join(variant["file"].as_str().unwrap())).unwrap();
        assert!(assert_names_the_same(&folder.path().join("shop"), &original, &variants, &document) > 0);
    }
}

/// The files of an archive, and whether each is a script to be run.
fn unpacked(path: &Path) -> BTreeMap<String, (Vec<u8>, bool)> {
    let mut archive = ZipArchive::new(Cursor::new(fs::read(path).unwrap())).unwrap();
    let count = archive.len();
    let read = |number| {
        let mut file = archive.by_index(number).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), (bytes, file.unix_mode().unwrap() & 0o111 != 0))
    };
    (0..count).map(read).collect()
}

#[test]
fn archives_hold_what_a_variant_needs_and_no_more() {
    let small =
        ["image.tar", "lib/more/base.yaml", "lib/types.yaml", "playbooks/create.yaml", "playbooks/templates/page.j2"];
    let big = [&["big/run.sh"][..], &small].concat();
    let folder = shop();
    for (inputs, files) in [(["big=true", "some=true"], &big[..]), (["big=false", "some=true"], &small)] {
        let given = ["--input", inputs[0], "--input", inputs[1]];
        written(folder.path(), &[&["resolve", "shop", "--csar", "out.zip"][..], &given].concat());
        let mut found = unpacked(&folder.path().join("out.zip"));
        let (metadata, _) = found.remove("TOSCA-Metadata/TOSCA.meta").unwrap();
        assert!(String::from_utf8(metadata).unwrap().contains("\nEntry-Definitions: service-template.yaml\n"));
        let (document, _) = found.remove("service-template.yaml").unwrap();
        let document = String::from_utf8(document).unwrap();
        assert_eq!(document, written(folder.path(), &[&["resolve", "shop"][..], &given].concat()));
        assert_eq!(document, written(folder.path(), &["resolve", "out.zip"]), "the variant of a variant is itself");
        assert!(found.keys().eq(files), "{:?}", found.keys());
        for (name, (bytes, is_script)) in found {
            assert_eq!(bytes, fs::read(folder.path().join("shop").join(&name)).unwrap());
            assert_eq!(is_script, bytes.starts_with(b"#!"), "{name}");
        }
    }
}

#[test]
fn archives_of_one_variant_are_the_same_from_folders_and_archives() {
    let folder = shop();
    let bytes = |template: &str, archive: &str| {
        written(folder.path(), &["resolve", template, "--input", "big=true", "--csar", archive]);
        fs::read(folder.path().join(archive)).unwrap()
    };
    let first = bytes("shop", "a.zip");
    assert_eq!(bytes("shop/service-template.yaml", "b.zip"), first);
    written(folder.path(), &["resolve", "a.zip", "--csar", "c.zip"]);
    assert_eq!(fs::read(folder.path().join("c.zip")).unwrap(), first);
}

#[test]
fn documents_out_of_archives_that_leave_files_behind_say_so() {
    let folder = shop();
    let packed = ["resolve", "shop", "--input", "big=true", "--csar", "shop.zip"];
    written(folder.path(), &packed);
    let printed = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let out = ["resolve", "shop.zip", "--output", "out/variant.yaml"];
    fs::create_dir(folder.path().join("out")).unwrap();
    let warning = "warning: the document names big/run.sh and 3 more files, which are not beside it: unpack the archive there, \
        or write an archive with `resolve --csar FILE.zip`\n";
    assert_eq!(printed(&out), warning);
    assert_eq!(printed(&["list", "shop.zip", "--write", "all"]), warning);
    assert_eq!(printed(&[&out[..], &["--quiet"]].concat()), "");
    assert_eq!(printed(&["resolve", "shop.zip"]), "", "nobody knows where that goes");
    // Where the archive is unpacked, nothing is left behind; a folder is named from where the document is.
    assert_eq!(printed(&["resolve", "shop.zip", "--output", "shop/variant.yaml"]), "");
    assert_eq!(printed(&["resolve", "shop", "--input", "big=true", "--output", "out/variant.yaml"]), "");
    fs::remove_file(folder.path().join("shop/image.tar")).unwrap();
    let one = printed(&["resolve", "shop.zip", "--output", "shop/variant.yaml"]);
    assert!(one.starts_with("warning: the document names image.tar, which is not beside it: "), "{one}");
}

/// xOpera refuses paths that lead up from the folder of the document.
#[test]
fn documents_for_engines_that_look_down_only_go_beside_the_template_or_above() {
    let folder = shop();
    fs::create_dir(folder.path().join("out")).unwrap();
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    db:\n      \
                    type: tosca.nodes.Root\n      interfaces: {Standard: {operations: {create: playbooks/create.yaml}}}\n";
    fs::write(folder.path().join("shop/plain.yaml"), template).unwrap();
    let to = |engine: &str, output: &str| {
        run(folder.path(), &["resolve", "shop/plain.yaml", "--for", engine, "--output", output])
    };
    let refused = to("xopera", "out/plain.yaml");
    assert_eq!(refused.status.code(), Some(3), "{refused:?}");
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(text.contains("error[V523]: xOpera refuses paths that lead up from the folder of the document"), "{text}");
    assert!(text.contains("`../shop/playbooks/create.yaml`") && text.contains("--csar FILE.zip"), "{text}");
    assert!(text.contains("plain.yaml:6:52"), "{text}");
    assert!(!folder.path().join("out/plain.yaml").exists());
    for (engine, output) in [("xopera", "shop/out.yaml"), ("xopera", "out.yaml"), ("unfurl", "out/plain.yaml")] {
        assert_eq!(to(engine, output).status.code(), Some(0), "{engine} {output}");
    }
}

/// A repository that is a folder is that folder, wherever the document goes.
#[test]
fn repositories_that_are_folders_are_named_from_other_folders() {
    let folder = shop();
    fs::create_dir(folder.path().join("out")).unwrap();
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3\nrepositories:\n  here: {url: 'file:.'}\n  \
                    lib: 'file:lib#main:'\n  all: {url: 'file:///srv/lib'}\n  far: https://example.org/lib\nimports:\n- \
                    {file: lib/types.yaml, repository: here}\n- {file: missing.yaml, repository: here}\n- {file: x.yaml, \
                    repository: far}\ntopology_template: {}\n";
    fs::write(folder.path().join("shop/plain.yaml"), template).unwrap();
    written(folder.path(), &["resolve", "shop/plain.yaml", "--output", "out/plain.yaml"]);
    let document = fs::read_to_string(folder.path().join("out/plain.yaml")).unwrap();
    let (sources, file, mut tree) = {
        let mut sources = Sources::new();
        let file = sources.add("plain.yaml", document.as_str());
        (sources, file, Tree::new())
    };
    let (root, _) = tree.parse(&sources, file);
    let root = tree.at(root.unwrap());
    let repositories = root.get("repositories").unwrap();
    let url = |name: &str| {
        let repository = repositories.get(name).unwrap();
        repository.get("url").unwrap_or(repository).text().to_owned()
    };
    let urls = ["here", "lib", "all", "far"].map(url);
    assert_eq!(urls, ["file:../shop", "file:../shop/lib#main:", "file:///srv/lib", "https://example.org/lib"]);
    let text = |import: Yaml<'_>, key: &str| import.get(key).map(|value| value.text().to_owned()).unwrap_or_default();
    let imports = root.get("imports").unwrap().items();
    let imports: Vec<_> = imports.map(|import| (text(import, "file"), text(import, "repository"))).collect();
    let expected = [("../shop/lib/types.yaml", ""), ("missing.yaml", "here"), ("x.yaml", "far")];
    assert_eq!(imports, expected.map(|(file, repository)| (file.to_owned(), repository.to_owned())));
}

#[cfg(unix)]
#[test]
fn archives_take_no_file_from_elsewhere() {
    let folder = shop();
    let secret = folder.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    let image = folder.path().join("shop/image.tar");
    fs::remove_file(&image).unwrap();
    std::os::unix::fs::symlink(&secret, &image).unwrap();
    let output = run(folder.path(), &["resolve", "shop", "--input", "big=true", "--csar", "out.zip"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("V006"), "{output:?}");
    assert!(!folder.path().join("out.zip").exists());
}

#[test]
fn a_topology_without_elements_keeps_its_section() {
    let folder = shop();
    let document = written(folder.path(), &["resolve", "shop", "--input", "some=false", "--input", "big=false"]);
    assert_eq!(document.matches("\ntopology_template: {}").count(), 1, "{document}");
}

#[test]
fn relations_are_left_out_of_groups_in_each_profile() {
    let folder = tempfile::tempdir().unwrap();
    let template = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_templates:
    db: {type: tosca.nodes.Root}
    app: {type: tosca.nodes.Root, requirements: [dependency: db]}
  groups:
    data: {type: tosca.groups.Root, members: [db, [app, dependency]]}
    app: {type: tosca.groups.Root, members: [app]}
";
    fs::write(folder.path().join("template.yaml"), template).unwrap();
    for profile in ["A", "B", "C"] {
        let output = run(folder.path(), &["resolve", "template.yaml", "--profile", profile]);
        let document = texts(&String::from_utf8(output.stdout).unwrap());
        let members = document.iter().filter(|(path, _)| path.contains("/members/"));
        let members: Vec<(&str, &str)> = members.map(|(path, name)| (path.as_str(), name.as_str())).collect();
        let path = |group: &str| format!("/topology_template/groups/{group}/members/0");
        assert_eq!(members, [(path("app").as_str(), "app"), (path("data").as_str(), "db")], "{profile}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).matches("note[V127]").count(), 1, "{profile}");
    }
}
