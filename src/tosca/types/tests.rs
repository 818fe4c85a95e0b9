//! Inheritance against brute force over parent tables; reading against small files.

use proptest::prelude::*;

use super::{Collection, ENTITY_ROOT, Origin, TypeTable};
use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Tree;

/// The table after reading `files`, and what was wrong with them.
fn read(files: &[(Origin, &str)]) -> (TypeTable, Vec<Diagnostic>) {
    let (mut sources, mut tree, mut types) = (Sources::new(), Tree::new(), TypeTable::new());
    let mut faults = Vec::new();
    for (number, (origin, text)) in files.iter().enumerate() {
        let name = format!("{number}.yaml");
        let file = sources.add(&*name, *text);
        let (root, malformed) = tree.parse(&sources, file);
        assert!(malformed.is_empty(), "{malformed:?}");
        faults.extend(types.add_file(&tree, root.expect("not empty"), &name, *origin));
    }
    (types, faults)
}

fn template(text: &str) -> (TypeTable, Vec<Diagnostic>) {
    read(&[(Origin::Template, text)])
}

#[test]
fn normative_types_reach_the_root_of_their_collection() {
    let types = TypeTable::new();
    for collection in Collection::ALL {
        for definition in types.definitions(collection) {
            let parents = types.parents(collection, &definition.name).expect("all parents are defined");
            assert_eq!(parents[0], &*definition.name);
            let last = parents[parents.len() - 1];
            let is_primitive = collection == Collection::Data && !last.contains("tosca.");
            assert!(last == collection.root() || is_primitive, "{parents:?}");
        }
        assert!(types.definition(collection, collection.root()).is_some());
        assert!(types.definition(collection, ENTITY_ROOT).is_none());
    }
}

/// Each cycle is reported once, at its type that was read first, wherever it is entered.
#[test]
fn a_cycle_is_opened_by_its_first_type() {
    let types = "node_types: {into: {derived_from: b}, a: {derived_from: c}, b: {derived_from: a}, c: {derived_from: b}, \
                 own: {derived_from: own}, lost: {derived_from: nowhere}, behind: {derived_from: own}}";
    let (types, _) = template(types);
    let mut openers: Vec<&str> = types.cycle_openers(Collection::Node).into_iter().collect();
    openers.sort_unstable();
    assert_eq!(openers, ["a", "own"]);
    assert!(types.cycle_openers(Collection::Data).is_empty());
}

/// Types of dialects are known with their parents; who defines one of these names means another type.
#[test]
fn types_of_dialects_are_known() {
    for (collection, name, line) in [
        (
            Collection::Node,
            "cloudify.nodes.DBMS",
            &["cloudify.nodes.DBMS", "cloudify.nodes.SoftwareComponent", "cloudify.nodes.Root"][..],
        ),
        (
            Collection::Relationship,
            "unfurl.relationships.ConnectsTo.CloudAccount",
            &[
                "unfurl.relationships.ConnectsTo.CloudAccount",
                "unfurl.relationships.ConnectsTo.ComputeMachines",
                "tosca.relationships.ConnectsTo",
                "tosca.relationships.Root",
            ],
        ),
        (Collection::Data, "unfurl.datatypes.EnvVar", &["unfurl.datatypes.EnvVar", "string"]),
    ] {
        assert_eq!(TypeTable::new().parents(collection, name).as_deref(), Ok(line));
        for definition in super::OF_DIALECTS[collection as usize].values() {
            assert!(TypeTable::new().parents(collection, &definition.name).is_ok(), "{}", definition.name);
        }
    }
    let (types, faults) = template("node_types: {cloudify.nodes.Root: {derived_from: tosca.nodes.Database}}\n");
    assert_eq!(faults, []);
    assert_eq!(types.is_a(Collection::Node, "cloudify.nodes.DBMS", "tosca.nodes.Database"), Ok(true));
}

#[test]
fn compute_is_an_abstract_compute() {
    let types = TypeTable::new();
    let parents = types.parents(Collection::Node, "tosca.nodes.Compute").expect("defined");
    assert_eq!(parents, ["tosca.nodes.Compute", "tosca.nodes.Abstract.Compute", "tosca.nodes.Root"]);
    assert_eq!(types.is_a(Collection::Node, "tosca.nodes.Compute", "tosca.nodes.Abstract.Compute"), Ok(true));
    assert_eq!(types.is_a(Collection::Node, "tosca.nodes.Abstract.Compute", "tosca.nodes.Compute"), Ok(false));
}

/// What a generated type derives from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ParentOf {
    Nothing,
    Undefined,
    Type(usize),
}

/// The numbers of the types on the way from `start`, and whether the way ends, breaks off or runs in a cycle.
fn walk(parents: &[ParentOf], start: usize) -> (Vec<usize>, Result<(), Code>) {
    let mut way = vec![start];
    loop {
        match parents[way[way.len() - 1]] {
            ParentOf::Nothing => return (way, Ok(())),
            ParentOf::Undefined => return (way, Err(Code::UndefinedType)),
            ParentOf::Type(next) if way.contains(&next) => return (way, Err(Code::InheritanceCycle)),
            ParentOf::Type(next) => way.push(next),
        }
    }
}

fn written(parents: &[ParentOf]) -> String {
    let line = |(number, parent): (usize, &ParentOf)| match parent {
        ParentOf::Nothing => format!("  t{number}:\n"),
        ParentOf::Undefined => format!("  t{number}: {{derived_from: missing}}\n"),
        ParentOf::Type(parent) => format!("  t{number}: {{derived_from: t{parent}}}\n"),
    };
    format!("policy_types:\n{}", parents.iter().enumerate().map(line).collect::<String>())
}

fn parent_tables() -> impl Strategy<Value = Vec<ParentOf>> {
    (1_usize..7).prop_flat_map(|count| {
        let parent = prop_oneof![
            2 => Just(ParentOf::Nothing),
            1 => Just(ParentOf::Undefined),
            7 => (0..count).prop_map(ParentOf::Type),
        ];
        prop::collection::vec(parent, count)
    })
}

proptest! {
    #[test]
    fn parents_are_what_a_walk_meets(parents in parent_tables()) {
        let (types, _) = template(&written(&parents));
        for start in 0..parents.len() {
            let (way, outcome) = walk(&parents, start);
            let found = types.parents(Collection::Policy, &format!("t{start}"));
            prop_assert_eq!(found.as_ref().map(|_| ()).map_err(|fault| fault.code), outcome);
            let Ok(found) = found else { continue };
            let mut expected: Vec<String> = way.iter().map(|number| format!("t{number}")).collect();
            expected.push(Collection::Policy.root().to_owned());
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn deriving_is_an_order(parents in parent_tables()) {
        let (types, _) = template(&written(&parents));
        let is_a = |left: usize, right: usize| types.is_a(Collection::Policy, &format!("t{left}"), &format!("t{right}")) == Ok(true);
        let ends = |start: usize| walk(&parents, start).1.is_ok();
        for (left, right) in (0..parents.len()).flat_map(|left| (0..parents.len()).map(move |right| (left, right))) {
            prop_assert!(is_a(left, left) == ends(left));
            prop_assert!(left == right || !(is_a(left, right) && is_a(right, left)));
            for third in 0..parents.len() {
                prop_assert!(!(is_a(left, right) && is_a(right, third)) || is_a(left, third));
            }
        }
    }

    #[test]
    fn a_cycle_is_named_as_a_whole(parents in parent_tables()) {
        let (types, _) = template(&written(&parents));
        for start in 0..parents.len() {
            let (way, outcome) = walk(&parents, start);
            if outcome != Err(Code::InheritanceCycle) {
                continue;
            }
            let ParentOf::Type(entry) = parents[way[way.len() - 1]] else { unreachable!("cycles consist of types") };
            let length = way.len() - way.iter().position(|&number| number == entry).expect("the cycle is on the way");
            let fault = types.parents(Collection::Policy, &format!("t{start}")).expect_err("cyclic");
            prop_assert_eq!(fault.labels.len(), length);
            for number in &way[way.len() - length..] {
                prop_assert!(fault.message.contains(&format!("\"t{number}\"")), "{}", fault.message);
            }
        }
    }
}

#[test]
fn a_missing_type_is_reported_with_the_sentences_of_the_reference() {
    let (types, faults) = template("node_types: {application: {derived_from: componnet}, component: }\n");
    assert_eq!(faults, []);
    let start = types.parents(Collection::Node, "aplication").expect_err("not defined");
    assert_eq!(start.sentence(), "starting node_types \"aplication\" has no definition");
    assert_eq!(start.help.as_deref(), Some("did you mean \"application\"?"));
    let parent = types.parents(Collection::Node, "application").expect_err("parent not defined");
    assert_eq!(parent.sentence(), "node_types \"componnet\" has no definition");
    assert_eq!(parent.labels.len(), 1);
    assert_eq!(parent.help.as_deref(), Some("did you mean \"component\"?"));
}

#[test]
fn collections_are_separate() {
    let (types, _) =
        template("node_types: {shared: }\nartifact_types: {shared: {derived_from: tosca.artifacts.File}}\n");
    assert_eq!(types.parents(Collection::Node, "shared"), Ok(vec!["shared", "tosca.nodes.Root"]));
    assert_eq!(
        types.parents(Collection::Artifact, "shared"),
        Ok(vec!["shared", "tosca.artifacts.File", "tosca.artifacts.Root"])
    );
    assert!(types.definition(Collection::Data, "shared").is_none());
}

#[test]
fn roots_may_name_the_entity_root() {
    let (types, faults) = template(&format!("node_types: {{mine: {{derived_from: {ENTITY_ROOT}}}}}\n"));
    assert_eq!(faults, []);
    assert_eq!(types.parents(Collection::Node, "mine"), Ok(vec!["mine"]));
}

#[test]
fn a_type_derived_from_itself_is_reported_on_reading() {
    let (_, faults) = template("group_types: {loop: {derived_from: loop}}\n");
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert_eq!(fault.code, Code::InheritanceCycle);
    assert_eq!(fault.sentence(), "group_types \"loop\" is derived from itself...");
}

#[test]
fn the_first_definition_of_a_type_stays() {
    let first = (Origin::Template, "node_types: {twice: {derived_from: tosca.nodes.Compute}}\n");
    let second =
        "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {twice: {derived_from: tosca.nodes.Database}}\n";
    for origin in [Origin::Library, Origin::Import] {
        let (types, faults) = read(&[first, (origin, second)]);
        assert_eq!(types.is_a(Collection::Node, "twice", "tosca.nodes.Compute"), Ok(true));
        let sentences: Vec<&str> = faults.iter().map(Diagnostic::sentence).collect();
        match origin {
            Origin::Import => assert_eq!(sentences, [""; 0]),
            Origin::Template | Origin::Library => {
                assert_eq!(sentences, ["node_types \"twice\" duplicated in service template \"1.yaml\""]);
                assert_eq!(faults[0].labels.len(), 2);
            }
        }
    }
}

#[test]
fn normative_types_cannot_be_redefined() {
    let (types, faults) = template("node_types: {tosca.nodes.Compute: {derived_from: tosca.nodes.Database}}\n");
    assert_eq!(faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), [Code::DuplicateType]);
    assert_eq!(types.is_a(Collection::Node, "tosca.nodes.Compute", "tosca.nodes.Database"), Ok(false));
}

#[test]
fn types_that_are_named_for_information_may_be_spelt_out() {
    let own = "group_types: {variability.groups.ConditionalMembers: {derived_from: tosca.groups.Root}}\n";
    let (types, faults) = template(own);
    assert_eq!(faults, []);
    let members = "variability.groups.ConditionalMembers";
    assert_eq!(types.parents(Collection::Group, members), Ok(vec![members, "tosca.groups.Root"]));
    let (types, _) = template("node_types: {}\n");
    assert_eq!(types.is_a(Collection::Group, members, "variability.groups.Root"), Ok(true));
}

#[test]
fn library_files_have_one_version() {
    let text = "tosca_definitions_version: tosca_variability_1_0\nnode_types: {lost: }\n";
    let (types, faults) = read(&[(Origin::Library, text)]);
    assert_eq!(faults[0].sentence(), "TOSCA definitions version \"tosca_variability_1_0\" not supported");
    assert!(types.definition(Collection::Node, "lost").is_none());
    let (types, faults) = read(&[(Origin::Template, text)]);
    assert_eq!(faults, []);
    assert!(types.definition(Collection::Node, "lost").is_some());
}

#[test]
fn abstract_types_are_marked_in_their_own_metadata() {
    let (types, _) = template(
        "node_types:\n  base: {metadata: {vintner_abstract: 'true'}}\n  leaf: {derived_from: base}\n  other: {metadata: {vintner_abstract: 'false'}}\n",
    );
    let is_abstract = |name| types.definition(Collection::Node, name).expect("defined").is_abstract;
    assert_eq!([is_abstract("base"), is_abstract("leaf"), is_abstract("other")], [true, false, false]);
}

#[test]
fn sections_and_definitions_are_mappings() {
    let (_, faults) = template("node_types: [a]\ndata_types: {b: 1, c: }\n");
    assert_eq!(faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), [Code::WrongShape; 2]);
}

#[test]
fn normative_types_are_known_by_their_qualified_names() {
    let types = TypeTable::new();
    for (collection, name, full) in [
        (Collection::Node, "tosca:Compute", Some("tosca.nodes.Compute")),
        (Collection::Node, "tosca:ObjectStorage", Some("tosca.nodes.Storage.ObjectStorage")),
        (Collection::Node, "tosca:Network", Some("tosca.nodes.network.Network")),
        (Collection::Node, "Compute", None),
        (Collection::Data, "json", Some("tosca.datatypes.json")),
        (Collection::Data, "tosca:PortSpec", Some("tosca.datatypes.network.PortSpec")),
        (Collection::Data, "Root", None),
    ] {
        assert_eq!(types.definition(collection, name).map(|found| &*found.name), full, "{name}");
    }
}
