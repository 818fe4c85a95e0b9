//! Claims whose clauses are written down by hand.

use variscope_encoder::proof;

use super::*;
use crate::output::export::Clauses;

/// Three features: the first has to be there, the third must not.
fn clauses() -> Clauses {
    let [one, two, three] = [0, 1, 2].map(Var::new);
    let mut cnf = variscope_encoder::Cnf::with_vars(3);
    [[one.positive(), two.positive()], [one.positive(), two.negative()], [three.negative(), three.negative()]]
        .iter()
        .for_each(|clause| cnf.add(clause));
    Clauses {
        cnf,
        names: [one, two, three].into_iter().zip(["one", "two", "three"].map(str::to_owned)).collect(),
        meaning: None,
    }
}

fn claims() -> Vec<(Claim, Lit)> {
    let core = (Claim::Core("one".to_owned()), Var::new(0).positive());
    vec![core, (Claim::Dead("three".to_owned()), Var::new(2).negative())]
}

fn holds(folder: &Path, name: &str) -> bool {
    let read = |extension: &str| std::fs::read(folder.join(format!("{name}.{extension}"))).unwrap();
    let cnf = variscope_encoder::dimacs::read_within(read("cnf").as_slice(), &Budget::unlimited()).unwrap().cnf;
    proof::check(&cnf, read("drat").as_slice(), &Budget::unlimited()).is_ok()
}

fn index(folder: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(folder.join(index::FILE)).unwrap()).unwrap()
}

#[test]
fn claims_share_a_refutation_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let (mut certificates, budget) = (Certificates::new(folder.path()), Budget::unlimited());
    certificates.imply(&claims(), &clauses(), &budget).unwrap();
    certificates.imply_together(&claims(), &clauses(), &budget).unwrap();
    assert_eq!(certificates.finish().unwrap(), []);
    assert!(["core-one", "dead-three", "together"].iter().all(|name| holds(folder.path(), name)));
    let index = index(folder.path());
    assert_eq!(index["entries"].as_array().unwrap().len(), 4);
    assert_eq!(
        (&index["entries"][2]["cnf"], &index["entries"][3]["cnf"]),
        (&"together.cnf".into(), &"together.cnf".into())
    );
}

#[test]
fn what_is_wrong_is_not_certified() {
    let folder = tempfile::tempdir().unwrap();
    let (mut certificates, budget) = (Certificates::new(folder.path()), Budget::unlimited());
    let mut wrong = claims();
    wrong.push((Claim::Core("two".to_owned()), Var::new(1).positive()));
    certificates.imply_together(&wrong, &clauses(), &budget).unwrap();
    certificates.refute(&Claim::NoVariant, &clauses(), &budget).unwrap();
    certificates.count(&BigUint::from(3_u8), &clauses(), &budget).unwrap();
    certificates.count(&BigUint::from(2_u8), &clauses(), &budget).unwrap();
    let late = budget.with_time(std::time::Duration::ZERO);
    certificates.imply(&claims(), &clauses(), &late).unwrap();
    let gaps = certificates.finish().unwrap();
    let claimed: Vec<usize> = gaps.iter().map(|gap| gap.claims.len()).collect();
    assert_eq!(claimed, [4, 1, 2], "{gaps:?}");
    let names: std::collections::BTreeSet<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["count.cnf", "count.nnf", index::FILE].map(Into::into).into());
}
