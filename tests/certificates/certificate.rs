//! A certificate as the program writes it, and what holds of each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;
use tempfile::TempDir;

use super::drat;
use crate::support::program::run;

/// A certificate with what was said beside it.
pub struct Certificate {
    _outer: TempDir,
    pub folder: PathBuf,
    pub entries: Vec<Json>,
    pub status: Option<i32>,
    pub stderr: String,
}

pub fn certify(arguments: &[&str]) -> Certificate {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("certificate");
    let output = run(&[arguments, &["--certify", folder.to_str().unwrap()]].concat());
    let index = fs::read_to_string(folder.join("index.json")).unwrap_or_else(|_| panic!("{arguments:?}: {output:?}"));
    let index: Json = serde_json::from_str(&index).unwrap();
    assert_eq!(index["schema"], "variscope/certificate/1");
    let entries = index["entries"].as_array().unwrap().clone();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let certificate = Certificate { _outer: outer, folder, entries, status: output.status.code(), stderr };
    certificate.has_nothing_else();
    certificate
}

impl Certificate {
    pub fn claims(&self) -> BTreeSet<&str> {
        self.entries.iter().map(|entry| entry["claim"].as_str().unwrap()).collect()
    }

    pub fn text(&self, entry: &Json, key: &str) -> String {
        fs::read_to_string(self.folder.join(entry[key].as_str().unwrap())).unwrap()
    }

    /// The folder holds what the index names, and the folder around it nothing but that.
    fn has_nothing_else(&self) {
        let keys = ["cnf", "proof", "circuit"];
        let named = self.entries.iter().flat_map(|entry| keys.map(|key| entry[key].as_str())).flatten();
        let named: BTreeSet<String> = named.chain(["index.json"]).map(str::to_owned).collect();
        let names = |folder: &Path| -> BTreeSet<String> {
            let entries = fs::read_dir(folder).unwrap();
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
        };
        assert_eq!(names(&self.folder), named);
        assert_eq!(names(self.folder.parent().unwrap()).len(), 1);
    }

    /// Checks all proofs, and that they are none once the last clause, which says the contrary, is missing.
    pub fn check(&self) {
        for entry in self.entries.iter().filter(|entry| !entry["proof"].is_null()) {
            let (cnf, proof) = (self.text(entry, "cnf"), self.text(entry, "proof"));
            self.check_elsewhere(entry);
            let clauses = drat::clauses(&cnf).unwrap();
            assert_eq!(drat::check(&clauses, &proof), Ok(()), "{entry}");
            assert!(drat::check(&clauses, proof.strip_suffix("0\n").unwrap()).is_err(), "{entry}");
            let claim = entry["claim"].as_str().unwrap();
            if ["core ", "dead "].iter().any(|kind| claim.starts_with(kind)) {
                let (_, without_contrary) = clauses.split_last().unwrap();
                assert!(drat::check(without_contrary, &proof).is_err(), "{entry}");
            }
            let name = entry["element"].as_str().filter(|_| !claim.starts_with("preset"));
            assert!(name.is_none_or(|name| cnf.contains(&format!(" {name}\n"))), "{entry}");
        }
    }

    /// Lets the program that `VARISCOPE_DRAT_CHECKER` names check a proof, if it names one.
    fn check_elsewhere(&self, entry: &Json) {
        let Some(checker) = std::env::var_os("VARISCOPE_DRAT_CHECKER") else { return };
        let file = |key: &str| self.folder.join(entry[key].as_str().unwrap());
        let output = Command::new(checker).args([file("cnf"), file("proof")]).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && printed.lines().any(|line| line == "s VERIFIED"), "{entry}: {output:?}");
    }

    pub fn certified(arguments: &[&str]) -> Self {
        let certificate = certify(arguments);
        certificate.check();
        assert!(certificate.entries.iter().all(|entry| entry["uncertified"].is_null()), "{:?}", certificate.entries);
        certificate
    }
}
