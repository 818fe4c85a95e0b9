//! Assembled configurations, source by source.

use super::{Assembly, Configuration, Provenance, check_defaults, check_given};
use crate::analysis::value::fixture::Fixture;
use crate::source::Sources;
use crate::source::diagnostic::{Code, Severity};
use crate::source::syntax::vocabulary::Profile;

/// What a test puts together.
#[derive(Clone, Copy, Default)]
struct TestConfiguration<'g> {
    presets: &'g [&'g str],
    environment: &'g [(&'g str, &'g str)],
    arguments: &'g [&'g str],
}

const PRESETS: &str = "
presets:
  one: {name: One, inputs: {a: 1, l: [1, 2, 3], m: {x: 1, y: 1}}}
  two: {inputs: {a: 2, l: [9], m: {y: 2}}}
  none: {name: None}
  bad: {inputs: [a]}
";

/// The configuration and its faults, the file being what stands behind `given`.
fn assemble(
    text: &str,
    given: TestConfiguration<'_>,
    profile: Profile,
) -> (Configuration, Vec<crate::source::diagnostic::Diagnostic>) {
    let fixture = Fixture::new(&format!("{PRESETS}{text}"));
    let language = fixture.language(profile);
    let environment = given.environment.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let assembly = Assembly::new(&language, fixture.root().get("presets"));
    let assembly = assembly.presets(given.presets.iter().copied()).environment(environment);
    given
        .arguments
        .iter()
        .fold(assembly.file(fixture.root().get("given")), |assembly, text| assembly.argument(text))
        .finish()
}

fn print(configuration: &Configuration) -> String {
    let given = configuration.iter().map(|(input, given)| format!("{input}={}", given.value.to_json()));
    given.collect::<Vec<_>>().join(" ")
}

#[test]
fn sources_have_their_priority() {
    let preset = TestConfiguration { presets: &["one"], ..TestConfiguration::default() };
    let environment = [("VARISCOPE_INPUT_A", "3")];
    let vintner = [("OPENTOSCA_VINTNER_VARIABILITY_INPUT_A", "4"), ("VARISCOPE_INPUT_A", "3")];
    let cases: &[(&str, TestConfiguration<'_>, &str)] = &[
        ("", preset, "a=1 l=[1,2,3] m={\"x\":1,\"y\":1}"),
        ("", TestConfiguration { presets: &["one", "two"], ..preset }, "a=2 l=[9,2,3] m={\"x\":1,\"y\":2}"),
        ("", TestConfiguration { presets: &["two", "one"], ..preset }, "a=1 l=[1,2,3] m={\"y\":1,\"x\":1}"),
        ("", TestConfiguration { environment: &environment, presets: &["two"], ..preset }, "a=3 l=[9] m={\"y\":2}"),
        (
            "given: {a: 5}",
            TestConfiguration { environment: &environment, presets: &["two"], ..preset },
            "a=5 l=[9] m={\"y\":2}",
        ),
        (
            "given: {a: 5, l: [7]}",
            TestConfiguration { arguments: &["a=6", "l=[8]"], ..preset },
            "a=6 l=[8] m={\"x\":1,\"y\":1}",
        ),
        ("", TestConfiguration { environment: &vintner, ..TestConfiguration::default() }, "a=3"),
        (
            "",
            TestConfiguration { environment: &[("VARISCOPE_PRESETS", "[\"two\"]")], ..TestConfiguration::default() },
            "a=2 l=[9] m={\"y\":2}",
        ),
        (
            "",
            TestConfiguration {
                environment: &[("OPENTOSCA_VINTNER_VARIABILITY_PRESETS", "none,two")],
                ..TestConfiguration::default()
            },
            "a=2 l=[9] m={\"y\":2}",
        ),
        (
            "",
            TestConfiguration { environment: &[("VARISCOPE_PRESETS", "two")], ..preset },
            "a=1 l=[1,2,3] m={\"x\":1,\"y\":1}",
        ),
        ("given:", TestConfiguration { presets: &["none"], ..preset }, ""),
    ];
    for (text, given, expected) in cases {
        let (configuration, diagnostics) = assemble(text, *given, Profile::D);
        assert_eq!((print(&configuration).as_str(), diagnostics.len()), (*expected, 0), "{text}");
    }
}

#[test]
fn old_profiles_replace_values() {
    let given = TestConfiguration { presets: &["one", "two"], ..TestConfiguration::default() };
    assert_eq!(print(&assemble("", given, Profile::B).0), "a=2 l=[9] m={\"y\":2}");
}

#[test]
fn unknown_presets_are_listed() {
    let sentences = [
        "Did not find variability set ones",
        "Did not find variability set \"ones\"",
        "Did not find variability set \"ones\"",
        "Did not find variability preset \"ones\"",
    ];
    for (profile, sentence) in Profile::ALL.into_iter().zip(sentences) {
        let (configuration, diagnostics) =
            assemble("", TestConfiguration { presets: &["two", "ones"], ..TestConfiguration::default() }, profile);
        assert_eq!((diagnostics[0].code, diagnostics[0].sentence()), (Code::UnknownPreset, sentence));
        assert_eq!(diagnostics[0].help.as_deref(), Some("did you mean \"one\"?"));
        assert_eq!(diagnostics[0].notes, ["presets of the template: one, two, none, bad"]);
        assert_eq!(configuration.value("a").unwrap().to_json(), "2");
    }
}

#[test]
fn what_is_no_mapping_is_refused() {
    for (text, given) in [
        ("given: [a, b]", TestConfiguration::default()),
        ("given: 5", TestConfiguration::default()),
        ("", TestConfiguration { presets: &["bad"], ..TestConfiguration::default() }),
        ("", TestConfiguration { arguments: &["a"], ..TestConfiguration::default() }),
        ("", TestConfiguration { arguments: &["=1"], ..TestConfiguration::default() }),
        ("", TestConfiguration { arguments: &["a=[1"], ..TestConfiguration::default() }),
    ] {
        let (configuration, diagnostics) = assemble(text, given, Profile::D);
        assert_eq!(
            (diagnostics[0].code, configuration.len()),
            (Code::MalformedInputs, 0),
            "{text} {:?}",
            given.arguments
        );
    }
}

#[test]
fn arguments_are_yaml() {
    let arguments = ["a=true", "b='1'", "c=", "d=x=y", "e=123456789012345678901234567890", "f={g: [1]}"];
    let (configuration, diagnostics) =
        assemble("", TestConfiguration { arguments: &arguments, ..TestConfiguration::default() }, Profile::D);
    assert_eq!(diagnostics, []);
    let expected = "a=true b=\"1\" c=\"\" d=\"x=y\" e=123456789012345678901234567890 f={\"g\":[1]}";
    assert_eq!(print(&configuration), expected);
}

#[test]
fn names_of_arguments_may_stand_between_quotes() {
    let arguments = ["\"a=b\"=true", "\"-x\" = 1", "\" \"="];
    let (configuration, diagnostics) =
        assemble("", TestConfiguration { arguments: &arguments, ..TestConfiguration::default() }, Profile::D);
    assert_eq!(diagnostics, []);
    assert_eq!(print(&configuration), "a=b=true -x=1  =\"\"");
}

#[test]
fn variables_mean_declared_inputs_and_hold_json_or_text() {
    let environment = [
        ("HOME", "/"),
        ("VARISCOPE_INPUT_", "1"),
        ("VARISCOPE_INPUT_DB_SIZE", "[1, 2]"),
        ("VARISCOPE_INPUT_OTHER", "a: b"),
        ("VARISCOPE_INPUT_REPLICAS", "12"),
        ("VARISCOPE_INPUT_ÜBER_GRÖßE", "3"),
    ];
    let text = "inputs: {db-size: {}, Replicas: {}, Über-größe: {}}";
    let (configuration, _) =
        assemble(text, TestConfiguration { environment: &environment, ..TestConfiguration::default() }, Profile::D);
    assert_eq!(print(&configuration), "db-size=[1,2] other=\"a: b\" Replicas=12 Über-größe=3");
}

#[test]
fn every_value_knows_where_it_came_from() {
    let fixture = Fixture::new("presets: {prod: {inputs: {a: 1}}}\ngiven:\n  b: 2\n");
    let language = fixture.language(Profile::D);
    let environment = [("VARISCOPE_INPUT_C".to_owned(), "3".to_owned())];
    let assembly = Assembly::new(&language, fixture.root().get("presets")).presets(["prod"]).environment(environment);
    let (mut configuration, _) = assembly.file(fixture.root().get("given")).argument("d=4").finish();
    let assumed = super::Given { value: true.into(), provenance: Provenance::Assumed };
    configuration.set("e", assumed);
    let places: Vec<_> =
        configuration.iter().map(|(_, given)| given.provenance.place(&fixture.sources).to_string()).collect();
    assert_eq!(
        places,
        ["preset \"prod\", case.yaml:1:30", "$VARISCOPE_INPUT_C", "case.yaml:3:6", "--input d=4", "assumed"]
    );
}

#[test]
fn given_values_are_held_against_their_declarations() {
    use Severity::{Error, Warning};
    type Case = (&'static str, &'static str, Option<(Code, Severity)>);
    let cases: &[Case] = &[
        ("{type: string}", "dev", None),
        ("{type: string}", "2023-01-01", None),
        ("{type: string}", "5", Some((Code::IllTypedInput, Warning))),
        ("{type: string}", "[1]", Some((Code::IllTypedInput, Error))),
        ("{type: string}", "null", None),
        ("{type: integer}", "5", None),
        ("{type: integer}", "5.0", None),
        ("{type: integer}", "5.5", Some((Code::IllTypedInput, Error))),
        ("{type: integer}", "five", Some((Code::IllTypedInput, Error))),
        ("{type: integer}", "{a: 1}", Some((Code::IllTypedInput, Error))),
        ("{type: float}", "5", None),
        ("{type: number}", "'5'", Some((Code::IllTypedInput, Error))),
        ("{type: number}", "true", Some((Code::IllTypedInput, Warning))),
        ("{type: boolean}", "true", None),
        ("{type: boolean}", "True", None),
        ("{type: boolean}", "'true'", Some((Code::IllTypedInput, Error))),
        ("{type: boolean}", "no", Some((Code::IllTypedInput, Error))),
        ("{type: boolean}", "maybe", Some((Code::IllTypedInput, Error))),
        ("{type: boolean}", "''", Some((Code::IllTypedInput, Error))),
        ("{type: boolean}", "0", Some((Code::IllTypedInput, Error))),
        ("{type: boolean}", "2023-01-01T00:00:00Z", Some((Code::IllTypedInput, Error))),
        ("{type: boolean}", "[true]", Some((Code::IllTypedInput, Error))),
        ("{type: boolean}", "null", None),
        ("{type: list}", "[1]", None),
        ("{type: list}", "1", Some((Code::IllTypedInput, Warning))),
        ("{type: map}", "{a: 1}", None),
        ("{type: string, constraints: [{valid_values: ['80']}]}", "80", Some((Code::IllTypedInput, Error))),
        ("{type: string, constraints: [{valid_values: [80]}]}", "80", Some((Code::IllTypedInput, Warning))),
        ("{type: string, constraints: [{max_length: 3}]}", "12345", Some((Code::IllTypedInput, Error))),
        ("{type: string, constraints: [{max_length: 3}]}", "123", Some((Code::IllTypedInput, Warning))),
        ("{type: string, constraints: [{pattern: 'v.*'}]}", "true", Some((Code::IllTypedInput, Error))),
        ("{type: timestamp, valid_values: ['2024-01-31']}", "2024-01-31", Some((Code::IllTypedInput, Error))),
        ("{type: timestamp, valid_values: ['2024-01-31']}", "'2024-01-31'", None),
        ("{type: acme.Size}", "[1]", None),
        ("{}", "anything", None),
        ("{valid_values: [a, b]}", "a", None),
        ("{valid_values: [a, b]}", "c", Some((Code::IllTypedInput, Error))),
        ("{constraints: [{greater_or_equal: 1}, {less_than: 5}]}", "1", None),
        ("{constraints: [{greater_or_equal: 1}, {less_than: 5}]}", "5", Some((Code::IllTypedInput, Error))),
        ("{constraints: [{in_range: [1, UNBOUNDED]}]}", "99", None),
        ("{constraints: [{in_range: [1, UNBOUNDED]}]}", "0", Some((Code::IllTypedInput, Error))),
        ("{constraints: [{max_length: 2}]}", "[1, 2, 3]", Some((Code::IllTypedInput, Error))),
        ("{constraints: [{min_length: 2}]}", "abc", None),
        ("{constraints: [{equal: 2}]}", "3", Some((Code::IllTypedInput, Error))),
        ("{constraints: [{greater_than: 2}]}", "2", Some((Code::IllTypedInput, Error))),
        ("{constraints: [{less_or_equal: 2}]}", "2", None),
        ("{constraints: [{length: 1}]}", "ab", Some((Code::IllTypedInput, Error))),
        ("{constraints: [{pattern: 'x+'}]}", "xx", None),
        ("{constraints: [{pattern: 'x+'}]}", "xy", Some((Code::IllTypedInput, Error))),
        ("{constraints: [{pattern: '(?=x)'}]}", "y", None),
    ];
    for (declaration, given, expected) in cases {
        let fixture = Fixture::new(&format!("inputs: {{n: {declaration}}}\ngiven: {{n: {given}}}"));
        let language = fixture.language(Profile::D);
        let found = check_given(&language, &fixture.configuration(&language));
        let found: Vec<_> = found.iter().map(|diagnostic| (diagnostic.code, diagnostic.severity)).collect();
        assert_eq!(found, expected.iter().copied().collect::<Vec<_>>(), "{declaration} {given}");
    }
}

#[test]
fn what_is_in_quotes_and_should_not_be_is_reported_and_the_other_way_round() {
    let messages = |declaration: &str, argument: &str| {
        let fixture = Fixture::new(&format!("inputs: {{n: {declaration}}}"));
        let language = fixture.language(Profile::D);
        let (configuration, _) = Assembly::new(&language, None).argument(argument).finish();
        let diagnostic = check_given(&language, &configuration).remove(0);
        (diagnostic.message, diagnostic.help.unwrap_or_default())
    };
    let listed = messages("{type: string, valid_values: ['80', '1.10']}", "n=1.10");
    let message = "input \"n\" is declared as string, but is given 1.1";
    assert_eq!(listed, (message.to_owned(), "write `--input 'n=\"1.10\"'` for a text".to_owned()));
    assert_eq!(messages("{type: string, valid_values: [dev]}", "n=3").1, "");
    assert_eq!(messages("{type: integer}", "n=1_000").1, "write 1000");
    let (message, help) = messages("{type: timestamp, valid_values: ['2024-01-31']}", "n=2024-01-31");
    assert_eq!(message, "input \"n\" must not be the date 2024-01-31");
    assert_eq!(help, "the constraint names texts: write its dates without quotes");
    let (_, help) = messages("{type: timestamp, valid_values: [2024-01-31, '1999-12-12']}", "n='2024-01-31'");
    assert_eq!(help, "the constraint names dates: give the date without quotes");
}

/// What stands against a value for the boolean input `on_call`: message, notes and help.
fn messages_of_boolean(declaration: &str, given: TestConfiguration<'_>, text: &str) -> Vec<String> {
    let fixture = Fixture::new(&format!("inputs: {{on_call: {declaration}}}\n{PRESETS}{text}"));
    let language = fixture.language(Profile::D);
    let environment = given.environment.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let assembly = Assembly::new(&language, fixture.root().get("presets"));
    let assembly = assembly.presets(given.presets.iter().copied()).environment(environment);
    let assembly = assembly.file(fixture.root().get("given"));
    let (configuration, _) = given.arguments.iter().fold(assembly, |assembly, text| assembly.argument(text)).finish();
    let diagnostics =
        check_given(&language, &configuration).into_iter().chain(check_defaults(&language, &configuration));
    let messages = |diagnostic: crate::source::diagnostic::Diagnostic| {
        assert!(diagnostic.is_error());
        [vec![diagnostic.message], diagnostic.notes, diagnostic.help.into_iter().collect()].concat()
    };
    diagnostics.flat_map(messages).collect()
}

#[test]
fn a_boolean_input_takes_nothing_but_true_and_false_from_any_source() {
    let (plain, nothing) = ("{type: boolean}", TestConfiguration::default());
    let message = "input \"on_call\" is true or false, not \"no\"";
    let yaml = "`no` is false in YAML 1.1, and a string since YAML 1.2";
    let argument = messages_of_boolean(plain, TestConfiguration { arguments: &["on_call=no"], ..nothing }, "");
    assert_eq!(argument, [message, "given by `--input on_call=no`", yaml, "write `--input on_call=false`"]);
    let environment = [("VARISCOPE_INPUT_ON_CALL", "no")];
    let environment = messages_of_boolean(plain, TestConfiguration { environment: &environment, ..nothing }, "");
    assert_eq!(environment[3], "write `VARISCOPE_INPUT_ON_CALL=false`");
    assert_eq!(messages_of_boolean(plain, nothing, "given: {on_call: no}"), [message, yaml, "write `false`"]);
    let preset = messages_of_boolean(
        plain,
        TestConfiguration { presets: &["late"], ..nothing },
        "  late: {inputs: {on_call: no}}",
    );
    assert_eq!(preset, [message, "given by preset \"late\"", yaml, "write `false`"]);
    for default in ["{type: boolean, default: no}", "{type: boolean, default_expression: no}"] {
        assert_eq!(messages_of_boolean(default, nothing, ""), [message, yaml, "write `false`"]);
        assert_eq!(messages_of_boolean(default, nothing, "given: {on_call: true}"), Vec::<String>::new());
    }
}

#[test]
fn what_a_text_may_mean_is_said() {
    let messages = |value: &str| {
        messages_of_boolean("{type: boolean}", TestConfiguration::default(), &format!("given: {{on_call: {value}}}"))
    };
    for (value, note, help) in [
        ("Yes", "`Yes` is true in YAML 1.1, and a string since YAML 1.2", "write `true`"),
        ("OFF", "`OFF` is false in YAML 1.1, and a string since YAML 1.2", "write `false`"),
        ("'true'", "in quotes it is a string", "write `true`"),
        ("'FALSE'", "in quotes it is a string", "write `false`"),
    ] {
        assert_eq!(messages(value)[1..], [note, help], "{value}");
    }
    for value in ["maybe", "1", "yEs", "[true]", "''"] {
        assert_eq!(messages(value)[1..], ["write `true` or `false`"], "{value}");
    }
    let environment = [("VARISCOPE_INPUT_ON_CALL", "True")];
    let given = TestConfiguration { environment: &environment, ..TestConfiguration::default() };
    let notes = messages_of_boolean("{type: boolean}", given, "");
    assert!(notes.contains(&"what is no JSON is a string in an environment variable".to_owned()), "{notes:?}");
}

#[test]
fn defaults_that_are_computed_are_not_held_against_their_declaration() {
    let default = "{type: boolean, default: {not: {variability_input: other}}}";
    assert_eq!(messages_of_boolean(default, TestConfiguration::default(), ""), Vec::<String>::new());
}

const XML: &str = r#"<?xml version="1.0"?>
<extendedConfiguration>
  <feature automatic="selected" name="Web Shop"><attribute name="Max Users" value="10"/><attribute name="tag" value="a&amp;b"/></feature>
  <feature manual="selected" name="x"><attribute name="__name" value="Data Base"/>
    <attribute name="__full_name_size" value="DB Size"/><attribute name="size" value="{&quot;a&quot;: [1]}"/>
    <attribute name="__name_kind" value="Type"/><attribute name="kind" value="sql"/></feature>
  <feature name="off" automatic="unselected"/>
</extendedConfiguration>"#;

fn feature_ide(text: &str, profile: Profile) -> (Configuration, Vec<crate::source::diagnostic::Diagnostic>) {
    let mut sources = Sources::new();
    let file = sources.add("inputs.xml", text);
    let language = crate::analysis::value::Language::new(profile);
    Assembly::new(&language, None).feature_ide(file, text).finish()
}

#[test]
fn features_and_attributes_are_inputs() {
    let (configuration, diagnostics) = feature_ide(XML, Profile::B);
    assert_eq!(diagnostics, []);
    let expected = "web_shop=true web_shop_max_users=10 web_shop_tag=\"a&b\" data_base=true db_size={\"a\":[1]} data_base_type=\"sql\" off=false";
    assert_eq!(print(&configuration), expected);
}

#[test]
fn profile_d_takes_the_name_of_a_feature_as_it_is() {
    assert!(feature_ide(XML, Profile::D).0.value("Data Base").is_some());
}

#[test]
fn malformed_xml_is_located() {
    let cases = [
        ("<extendedConfiguration><b></extendedConfiguration>", 26),
        ("<a><b></a>", 0),
        ("<foo/>", 0),
        ("", 0),
        ("<extendedConfiguration>", 23),
        ("<extendedConfiguration><feature/></extendedConfiguration>", 23),
        ("<extendedConfiguration><feature name=\"&bomb;\"/></extendedConfiguration>", 23),
        ("<extendedConfiguration></extendedConfiguration></x>", 47),
        (
            "<!DOCTYPE x [<!ENTITY a \"&b;&b;\">]><extendedConfiguration><feature name=\"&a;\"/></extendedConfiguration>",
            58,
        ),
    ];
    for (text, start) in cases {
        let (configuration, diagnostics) = feature_ide(text, Profile::D);
        assert_eq!(
            (diagnostics.len(), diagnostics[0].code, configuration.len()),
            (1, Code::MalformedInputs, 0),
            "{text}"
        );
        assert_eq!(diagnostics[0].span().unwrap().start, start, "{text}");
    }
}
