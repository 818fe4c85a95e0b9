//! Laws of completion over random types and values, and types that have no end.

use proptest::prelude::*;

use super::super::{Alternative, Origin, Schemas, TypeTable, TypesProfile, check_alternatives};
use super::*;
use crate::source::Sources;
use crate::source::diagnostic::Severity;
use crate::source::syntax::yaml::{Tree, YamlId};
use crate::tosca::types::View;

/// A document with its types.
struct World {
    tree: Tree,
    root: YamlId,
    types: TypeTable,
}

impl World {
    fn new(text: &str) -> Self {
        let (mut sources, mut tree, mut types) = (Sources::new(), Tree::new(), TypeTable::new());
        let file = sources.add("t.yaml", text);
        let root = tree.parse(&sources, file).0.unwrap();
        let _ = types.add_file(&tree, root, "t.yaml", Origin::Template);
        Self { tree, root, types }
    }

    fn root(&self) -> Yaml<'_> {
        self.tree.at(self.root)
    }

    fn schemas(&self) -> Schemas<'_> {
        Schemas::new(&self.types, &self.tree, None)
    }
}

/// As text that differs for any two values.
fn show(datum: &Datum<'_>) -> String {
    match datum.view() {
        View::Written(yaml) => format!("{:?}", yaml.scalar()),
        View::Text(text) => format!("{:?}", crate::source::syntax::yaml::Scalar::String(&text)),
        View::List(items) => format!("{:?}", items.iter().map(show).collect::<Vec<_>>()),
        View::Map(entries) => {
            format!("{:?}", entries.iter().map(|entry| (entry.key, show(&entry.value))).collect::<Vec<_>>())
        }
    }
}

fn value(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof!["[0-9]", "[a-c]", Just("true".to_owned()), Just("~".to_owned()), Just("{}".to_owned())];
    leaf.prop_recursive(depth, 12, 3, |inner| {
        let entry = ("[a-d]", inner.clone()).prop_map(|(key, value)| format!("{key}: {value}"));
        prop_oneof![
            proptest::collection::vec(inner, 0..3).prop_map(|items| format!("[{}]", items.join(", "))),
            proptest::collection::btree_map("[a-d]", entry, 0..3).prop_map(|entries| {
                let entries: Vec<String> =
                    entries.into_iter().map(|(key, entry)| format!("{key}{}", &entry[1..])).collect();
                format!("{{{}}}", entries.join(", "))
            }),
        ]
    })
    .boxed()
}

fn definition() -> impl Strategy<Value = String> {
    let types = prop_oneof![
        3 => Just("type: string"),
        1 => Just("type: integer"),
        1 => Just("type: T0"),
        1 => Just("type: T1"),
        1 => Just("type: T2"),
        1 => Just("type: list, entry_schema: T0"),
        1 => Just("type: map, entry_schema: {type: T1}"),
        1 => Just("description: any"),
    ];
    (types, any::<bool>(), proptest::option::of(value(2))).prop_map(|(type_name, is_required, default)| {
        let default = default.map_or_else(String::new, |default| format!(", default: {default}"));
        format!("{{{type_name}, required: {is_required}{default}}}")
    })
}

/// Random types, the definition of a value, and the value.
fn world(definitions: &[String], given: &str) -> World {
    let mut text = "data_types:\n".to_owned();
    for (name, fields) in ["T0", "T1", "T2"].iter().zip(definitions.chunks(3)) {
        text.extend([format!("  {name}: {{properties: {{a: {}, b: {}, c: {}}}}}\n", fields[0], fields[1], fields[2])]);
    }
    text.extend([format!("schema: {}\ngiven: {given}\nplaces: [0, 1, 2]\n", definitions[9])]);
    World::new(&text)
}

fn is_sound(faults: &[Fault]) -> bool {
    faults.iter().all(|fault| fault.code.entry().severity != Severity::Error)
}

/// All ways into a value, and some that lead nowhere, each with what it leads to.
fn ways<'t>(value: Option<&Datum<'t>>, places: &[Datum<'t>], most: usize) -> Vec<(Vec<Datum<'t>>, Option<Datum<'t>>)> {
    let mut all = vec![(Vec::new(), value.cloned())];
    if most > 0 {
        let keys = ["a", "b", "d"].into_iter().map(|key| Datum::text(key, places[0].span()));
        for step in keys.chain(places.iter().cloned()) {
            let inner = value.and_then(|value| value.part(&step));
            for (mut way, found) in ways(inner.as_ref(), places, most - 1) {
                way.insert(0, step.clone());
                all.push((way, found));
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Completing a completed value in which nothing is wrong changes nothing.
    #[test]
    fn completion_is_idempotent(definitions in proptest::collection::vec(definition(), 10), given in value(3)) {
        let world = world(&definitions, &given);
        let schemas = world.schemas();
        let schema = Schema::read(world.root().get("schema").unwrap());
        let span = world.root().span();
        let path = Path::new("v");
        let mut first = Completer::new(&schemas, Opaque);
        let once = first.complete(&schema, world.root().get("given").map(Datum::from), &path, span);
        if let Some(once) = once.filter(|_| is_sound(&first.take_faults())) {
            let mut second = Completer::new(&schemas, Opaque);
            let twice = second.complete(&schema, Some(once.clone()), &path, span).unwrap();
            prop_assert_eq!(show(&once), show(&twice));
            prop_assert!(second.take_faults().is_empty());
        }
    }

    /// A part that is completed by itself is that of the completed value.
    #[test]
    fn parts_are_those_of_the_whole(definitions in proptest::collection::vec(definition(), 10), given in value(3)) {
        let world = world(&definitions, &given);
        let (schemas, span) = (world.schemas(), world.root().span());
        let schema = Schema::read(world.root().get("schema").unwrap());
        let given = || world.root().get("given").map(Datum::from);
        let mut completer = Completer::new(&schemas, Opaque);
        let whole = completer.complete(&schema, given(), &Path::new("v"), span);
        if is_sound(&completer.take_faults()) {
            let places: Vec<Datum<'_>> = world.root().get("places").unwrap().items().map(Datum::from).collect();
            for (way, found) in ways(whole.as_ref(), &places, 2) {
                let mut completer = Completer::new(&schemas, Opaque);
                let part = completer.complete_part(&schema, given(), &way, &Path::new("v"), span);
                let way: Vec<String> = way.iter().map(show).collect();
                prop_assert_eq!(part.as_ref().map(show), found.as_ref().map(show), "{:?}", way);
            }
        }
    }
}

/// Defaults that double with each of many types, and defaults that contain themselves.
#[test]
fn growth_has_a_limit() {
    let mut text =
        "data_types:\n  L: {properties: {next: {type: L, default: {}}}}\n  T0: {properties: {a: {default: 1}}}\n"
            .to_owned();
    for at in 1..60 {
        let before = at - 1;
        text.extend([format!("  T{at}: {{properties: {{a: {{type: T{before}}}, b: {{type: T{before}}}}}}}\n")]);
    }
    text.push_str("schemas: [{type: T59}, {type: L, default: {}}]\n");
    let world = World::new(&text);
    let schemas = world.schemas();
    for schema in world.root().get("schemas").unwrap().items() {
        let mut completer = Completer::new(&schemas, Opaque);
        completer.complete(&Schema::read(schema), None, &Path::new("v"), schema.span());
        let codes: Vec<Code> = completer.take_faults().into_iter().map(|fault| fault.code).collect();
        assert_eq!(codes, [Code::UnboundedValue]);
    }
}

/// Each alternative has its own faults; a missing value belongs to all of them.
#[test]
fn alternatives_are_checked_one_by_one() {
    let world = World::new(
        "node_types: {N: {properties: {p: {type: integer}, q: {type: string}}}}\nvalues: {p: x, r: 1}\nother: {p: 1}\n",
    );
    let schemas = world.schemas();
    let section = |name| world.root().get(name).unwrap().entries();
    let all: Vec<_> = section("values").chain(section("other")).enumerate().collect();
    let alternatives: Vec<Alternative<'_, usize>> = all
        .into_iter()
        .map(|(id, (key, value))| Alternative { id, property: key.text(), span: key.span(), value: Some(value) })
        .collect();
    let of = Collection::Node.named("N");
    let faults = check_alternatives(&schemas, Opaque, of, "n", world.root().span(), &alternatives);
    let of_values: Vec<_> = faults.of_values.iter().map(|(id, fault)| (*id, fault.code, fault.path.as_str())).collect();
    assert_eq!(of_values, [(0, Code::WrongType, "n.p"), (1, Code::UnexpectedProperty, "n.r")]);
    let of_absence: Vec<_> =
        faults.of_absence.iter().map(|(fault, ids)| (fault.path.as_str(), ids.as_slice())).collect();
    assert_eq!(of_absence, [("n.p", &[0, 2][..]), ("n.q", &[])]);
}

/// The rows of types and the members of the profile are about the same types, and nothing is wrong with them.
#[test]
fn profiles_are_sound() {
    for profile in [TypesProfile::Tosca13, TypesProfile::Xopera, TypesProfile::Radon] {
        assert_sound(profile);
    }
}

fn assert_sound(profile: TypesProfile) {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let root = profile.read(&mut sources, &mut tree).unwrap();
    let (types, root) = (TypeTable::new(), tree.at(root));
    let schemas = Schemas::new(&types, &tree, Some(root));
    let mut completer = Completer::new(&schemas, Opaque);
    for collection in Collection::ALL {
        for (name, body) in root.get(collection.key()).into_iter().flat_map(|section| section.entries()) {
            assert!(
                profile == TypesProfile::Radon || types.definition(collection, name.text()).is_some(),
                "{}",
                name.text()
            );
            assert!(!schemas.is_broken(collection, name.text()), "{}", name.text());
            for section in ["properties", "attributes"] {
                for (key, body) in body.get(section).into_iter().flat_map(|section| section.entries()) {
                    let schema = Schema::read(body);
                    completer.check_default(collection, &schema, &Path::new(key.text()));
                    let is_unknown = |name| completer.report_unknown_type(Collection::Data, name, &Path::new("t"));
                    assert!(!schema.type_name.is_some_and(is_unknown));
                }
            }
        }
    }
    assert_eq!(completer.take_faults(), []);
}
