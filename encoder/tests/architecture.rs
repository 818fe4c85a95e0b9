//! The table in `src/ARCHITECTURE.md` is true: no module uses one that stands after it.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What is named at the top of the crate, and where it comes from.
const REEXPORTED: [(&str, &str); 28] = [
    ("Account", "budget"),
    ("Assignment", "formula"),
    ("Atom", "formula"),
    ("Backbone", "backbone"),
    ("Budget", "budget"),
    ("Circuit", "circuit"),
    ("ClauseParts", "tseitin"),
    ("Cnf", "cnf"),
    ("Count", "count"),
    ("Explainer", "explain"),
    ("Explanation", "explain"),
    ("FormulaId", "formula"),
    ("Formulas", "formula"),
    ("Ground", "explain"),
    ("Interrupted", "budget"),
    ("CountLimits", "count"),
    ("Lit", "lit"),
    ("Minimizer", "explain"),
    ("Problem", "problem"),
    ("Progress", "budget"),
    ("Reason", "explain"),
    ("Residual", "problem"),
    ("Role", "explain"),
    ("Rule", "problem"),
    ("RuleIndex", "problem"),
    ("SelfComposition", "problem"),
    ("Session", "session"),
    ("Var", "lit"),
];

#[test]
fn every_module_uses_only_those_before_it() {
    let map = fs::read_to_string("src/ARCHITECTURE.md").unwrap();
    let rows = map.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let places: BTreeMap<&str, usize> =
        rows.enumerate().map(|(place, module)| (module.trim_end_matches('/'), place)).collect();
    let mut modules = 0;
    for entry in fs::read_dir("src").unwrap() {
        let path = entry.unwrap().path();
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if !["lib", "ARCHITECTURE", "brute_force"].contains(&module.as_str()) {
            let place = *places.get(module.as_str()).unwrap_or_else(|| panic!("{module} is not in the map"));
            check(&path, &module, place, &places);
            modules += 1;
        }
    }
    assert_eq!(modules, places.len(), "the map has no other modules");
}

fn check(path: &Path, module: &str, place: usize, places: &BTreeMap<&str, usize>) {
    if path.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| check(&entry.unwrap().path(), module, place, places));
        return;
    }
    if ["tests.rs", "oracle.rs"].contains(&path.file_name().unwrap().to_str().unwrap()) {
        return;
    }
    let text = fs::read_to_string(path).unwrap();
    let product = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    for used in product.split("use crate::").skip(1).filter_map(|rest| rest.split(';').next()) {
        let is_list = used.starts_with('{');
        let names = used.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty());
        for name in names.take(if is_list { usize::MAX } else { 1 }) {
            let source = REEXPORTED.iter().find(|(known, _)| *known == name).map_or(name, |(_, module)| module);
            if source != module
                && let Some(used) = places.get(source)
            {
                assert!(*used < place, "{} uses {source}, which stands after {module}", path.display());
            }
        }
    }
}
