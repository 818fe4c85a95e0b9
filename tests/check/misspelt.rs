//! Files of artifacts whose names look misspelt.

use std::fs;
use std::path::Path;

use super::*;

fn reported(folder: &Path, file: &str) -> Vec<String> {
    let text = format!(
        "{HEAD}    options: {{type_default_condition: true, artifact_default_condition: true}}
  node_templates:
    app: {{type: t, artifacts: [image: {{file: {file}, type: t}}]}}
"
    );
    fs::write(folder.join("template.yaml"), text).expect("a file");
    let package = Package::open(&folder.join("template.yaml")).expect("a package");
    let options = LoadOptions { profile: Some(Profile::D), options: None };
    let model = Model::load(&package, &options).expect("all is there").model.expect("the template can be read");
    let found = check(&model).findings.into_iter().map(|finding| finding.diagnostic);
    found.filter(|found| found.code == Code::UnreadableFile).map(|found| found.message).collect()
}

#[test]
fn files_that_are_almost_called_so_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("images")).expect("a folder");
    fs::write(folder.path().join("images/shop.dockerfile"), "").expect("a file");
    let reported = |file: &str| reported(folder.path(), file);
    let message = "there is no file \"images/shpo.dockerfile\"; did you mean \"images/shop.dockerfile\"?";
    assert_eq!(reported("images/shpo.dockerfile"), [message]);
    for fine in ["images/shop.dockerfile", "library/nginx:1.27", "images/other", "https://host/images/shpo.dockerfile"]
    {
        assert_eq!(reported(fine), [""; 0], "{fine}");
    }
}
