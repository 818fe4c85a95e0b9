//! One JSON document for each issue, a line each, so that issues can be read while they come.

use serde_json::json;

use super::Report;
use super::json::issue;

pub(super) fn write(report: &Report) -> String {
    let line = |(template, found): (&super::Checked, &super::Issue)| {
        let mut json = issue(found);
        json["schema"] = json!("variscope/finding/1");
        json["template"] = json!(template.path);
        format!("{json}\n")
    };
    report.issues().map(line).collect()
}
