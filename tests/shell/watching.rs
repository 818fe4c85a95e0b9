//! Changes that are noticed while the program watches.

use std::fs;
use std::io::{BufRead, BufReader};

use crate::support::program::variscope;
#[cfg(unix)]
use std::process::Command;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::TEMPLATE;

/// A child that does not outlive the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        self.0.wait().expect("the program can be ended");
    }
}

#[test]
fn changes_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    // What files of YAML are called is asked in one place.
    let path = folder.path().join("shop.Tosca");
    fs::write(&path, TEMPLATE).unwrap();
    let child =
        variscope(&[]).args(["check", "--watch"]).arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = Running(child.unwrap());
    let (findings, rest) = (child.0.stdout.take().unwrap(), child.0.stderr.take().unwrap());
    let (sender, reported) = mpsc::channel();
    let lines = BufReader::new(rest).lines().map_while(Result::ok);
    let of_findings = sender.clone();
    std::thread::spawn(move || lines.into_iter().try_for_each(|line| sender.send(line)));
    let lines = BufReader::new(findings).lines().map_while(Result::ok);
    std::thread::spawn(move || lines.into_iter().try_for_each(|line| of_findings.send(line)));
    // Both streams come in any order.
    let until = |words: &str| {
        let (mut is_said, mut is_watching) = (false, false);
        while !is_said || !is_watching {
            let line = reported.recv_timeout(Duration::from_secs(120)).expect("the program says more");
            is_said |= line.contains(words);
            is_watching |= line.contains("watching");
        }
    };
    until("no findings");
    fs::write(&path, format!("{TEMPLATE}    broken: [\n")).unwrap();
    until("error[V002]");
    fs::write(&path, TEMPLATE).unwrap();
    until("no findings");
    // What is imported from another folder is observed as well.
    let imports = folder.path().join("deep");
    fs::create_dir(&imports).unwrap();
    fs::write(imports.join("types.yaml"), "node_types: {}\n").unwrap();
    fs::write(&path, TEMPLATE.replacen("topology_template", "imports: [deep/types.yaml]\ntopology_template", 1))
        .unwrap();
    until("no findings");
    fs::write(imports.join("types.yaml"), "node_types: [\n").unwrap();
    until("error[V002]");
    // A folder that is deleted may come back.
    fs::remove_dir_all(folder.path()).unwrap();
    until("No such file");
    fs::create_dir(folder.path()).unwrap();
    fs::write(&path, TEMPLATE).unwrap();
    until("no findings");
    fs::write(&path, format!("{TEMPLATE}    broken: [\n")).unwrap();
    until("error[V002]");
    #[cfg(unix)]
    {
        assert!(Command::new("kill").args(["-INT", &child.0.id().to_string()]).status().unwrap().success());
        assert_eq!(child.0.wait().unwrap().code(), Some(0));
    }
}
