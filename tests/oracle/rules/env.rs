//! Each row of the table of environment rules, substitution, and the order of the steps.

use super::super::Case;

/// What is ruled, the sections that are applied, and the environment after them; none when a rule is refused.
type Row = (&'static str, &'static str, Option<&'static str>);

/// Variables of which some are protected.
const PROCESS: &str = "process_env: {A: a, AB: ab, B: b, LANG: de, LANGUAGE: d, PATH: /p, ASDF_DATA_DIR: /t}";

pub fn cases() -> Vec<Case> {
    let protected = PROTECTED.iter().map(|&(rule, section, after)| {
        let (input, expected) = (format!("{PROCESS}\noperation: {section}\n"), format!("environment: {after}"));
        case(rule, &input, Some(&expected))
    });
    let others = ROWS.iter().map(|&(rule, input, after)| {
        let expected = after.map(|after| format!("environment: {after}"));
        case(rule, &input.replace("; ", "\n"), expected.as_deref())
    });
    let returned = RETURNED.iter().map(|&(rule, input, after, added)| {
        let expected = format!("environment: {after}\nto_env: {added}");
        case(rule, &input.replace("; ", "\n"), Some(&expected))
    });
    protected.chain(others).chain(returned).collect()
}

fn case(rule: &str, input: &str, expected: Option<&str>) -> Case {
    let expected = expected.map_or("outcome: invalid".to_owned(), |expected| format!("outcome: ok\n{expected}"));
    Case { name: rule.to_owned(), input: input.to_owned(), expected }
}

/// Rules that remove, in [`PROCESS`].
#[rustfmt::skip] // A row is a line.
const PROTECTED: &[(&str, &str, &str)] = &[
    ("a protected name is removed by its name", "{-PATH: }", "{A: a, AB: ab, B: b, LANG: de, LANGUAGE: d, ASDF_DATA_DIR: /t}"),
    ("and by no pattern", "{-*A*: }", "{B: b, LANG: de, LANGUAGE: d, PATH: /p, ASDF_DATA_DIR: /t}"),
    ("all but a name", "{-!A: }", "{A: a, LANG: de, LANGUAGE: d, PATH: /p, ASDF_DATA_DIR: /t}"),
    ("all but a pattern", "{-!A*: }", "{A: a, AB: ab, LANG: de, LANGUAGE: d, PATH: /p, ASDF_DATA_DIR: /t}"),
    ("all but a protected name: the others are not spared", "{-!PATH: }", "{PATH: /p}"),
    ("a protected name that a rule set is spared as well", "{LANG: en, -*: }", "{LANG: en, LANGUAGE: d, PATH: /p, ASDF_DATA_DIR: /t}"),
    ("what is removed is what rules made", "{C: c, -C: , -A: , -AB: , -B: x}", "{LANG: de, LANGUAGE: d, PATH: /p, ASDF_DATA_DIR: /t}"),
    ("a sign alone is about nothing", "{-: x, +: , ^: }", "{A: a, AB: ab, B: b, LANG: de, LANGUAGE: d, PATH: /p, ASDF_DATA_DIR: /t}"),
];

/// Sections, in the order of application.
#[rustfmt::skip] // A row is a line.
const ROWS: &[Row] = &[
    ("a name without a value", "process_env: {A: a}; operation: {A: , B: ~}", Some("{A: a}")),
    ("a name with a value", "process_env: {A: a}; operation: {A: x, B: y}", Some("{A: x, B: y}")),
    ("a pattern as a plain name", "process_env: {A: a}; operation: {A*: x}", Some("{A: a, A*: x}")),
    ("names are case-sensitive", "process_env: {a: x, A: y}; operation: {-A: , -?b: }", Some("{a: x}")),
    ("copying undoes a set", "process_env: {A: a}; operation: {A: x, +A: y}", Some("{A: a}")),
    ("copying undoes a removal", "process_env: {A: a, B: b}; operation: {-*: , +A: }", Some("{A: a}")),
    ("copying what is absent", "operation: {+A: }", Some("{}")),
    ("copying what is absent, with a value", "operation: {+A: x, +B: false}", Some("{A: x, B: ''}")),
    ("copying a pattern", "process_env: {AX: x, AY: y, B: b}; operation: {-*: , +A?: d}", Some("{AX: x, AY: y}")),
    ("copying a pattern that matches nothing", "process_env: {B: b}; operation: {+A?: d, +C*: }", Some("{B: b, A?: d}")),
    ("copying all others", "process_env: {A: a, B: b}; operation: {-*: , +!A: }", Some("{B: b}")),
    ("copying all others of a pattern", "process_env: {A: a, AB: b, C: c}; operation: {-*: , +!A*: }", Some("{C: c}")),
    ("copying all others where there are none", "process_env: {A: a}; operation: {-A: , +!A: x}", Some("{A: x}")),
    ("prepending", "process_env: {P: /p}; operation: {^P: /q}", Some("{P: '/q:/p'}")),
    ("prepending to an empty text", "process_env: {P: ''}; operation: {^P: /q}", Some("{P: '/q:'}")),
    ("prepending forgets a set", "process_env: {P: /p}; operation: {P: /x, ^P: /q}", Some("{P: '/q:/p'}")),
    ("prepending null copies", "process_env: {P: /p}; operation: {P: /x, ^P: }", Some("{P: /p}")),
    ("prepending nothing copies", "process_env: {P: /p}; operation: {P: /x, ^P: ''}", Some("{P: /p}")),
    ("false is nothing", "process_env: {P: /p}; operation: {^P: false}", Some("{P: /p}")),
    ("prepended values are converted", "process_env: {P: /p, Q: /q}; operation: {^P: 5, ^Q: true}", Some("{P: '5:/p', Q: 'true:/q'}")),
    ("prepended values are substituted", "process_env: {P: /p, H: /h}; operation: {^P: '${H}/bin'}", Some("{P: '/h/bin:/p', H: /h}")),
    ("prepending to what is absent", "operation: {^P: /q, ^Q: , ^R: ''}", Some("{P: /q, R: ''}")),
    ("prepending to a pattern", "process_env: {PA: a, PB: b, C: c}; operation: {^P?: x}", Some("{PA: 'x:a', PB: 'x:b', C: c}")),
    ("prepending to all others", "process_env: {PA: a, C: c}; operation: {^!P?: x}", Some("{PA: a, C: 'x:c'}")),
    ("prepending twice starts again", "process_env: {PA: a}; operation: {^PA: x, ^P?: y}", Some("{PA: 'y:a'}")),
    ("sets of characters", "process_env: {A1: x, A2: y, AB: z}; operation: {'-A[0-9]': }", Some("{AB: z}")),
    ("sets of other characters", "process_env: {A1: x, A2: y, AB: z}; operation: {'-A[!0-9]': }", Some("{A1: x, A2: y}")),
    ("true, false, numbers", "operation: {T: true, F: false, I: -7, G: 1.0, H: 0.5, N: 12345678901234567890}", Some("{T: 'true', F: '', I: '-7', G: '1.0', H: '0.5', N: '12345678901234567890'}")),
    ("texts that look like others", "operation: {T: 'false', N: 'null', Z: '007'}", Some("{T: 'false', N: 'null', Z: '007'}")),
    ("substitution", "process_env: {A: a}; operation: {X: '<${A}>', Y: '${B}', Z: '${B:d e}'}", Some("{A: a, X: <a>, Y: '', Z: d e}")),
    ("an empty text is a value", "process_env: {A: ''}; operation: {X: '${A:d}'}", Some("{A: '', X: ''}")),
    ("an earlier rule goes first", "process_env: {A: a}; operation: {A: x, Y: '${A}', A2: '${Z}', Z: z}", Some("{A: x, Y: x, A2: '', Z: z}")),
    ("a rule sees what it replaces", "process_env: {A: a}; operation: {A: '${A}${A}'}", Some("{A: aa}")),
    ("a removed name still resolves", "process_env: {A: a}; operation: {-A: , Y: '${A:d}'}", Some("{Y: a}")),
    ("of several names the first that is set", "process_env: {B: b, C: c}; operation: {X: '${A|B|C}', Y: '${A|Z:d}', Z: '${A|Z}'}", Some("{B: b, C: c, X: b, Y: d, Z: ''}")),
    ("defaults have a character", "operation: {X: '${N:}', Y: '${N:}x}', Z: '${N:}'}", Some("{X: '${N:}', Y: '}x', Z: '${N:}'}")),
    ("patterns are not nested", "process_env: {A: a}; operation: {X: '${N:${A}}'}", Some("{A: a, X: '${A}'}")),
    ("one pass", "process_env: {A: '${B}', B: b}; operation: {X: '${A}'}", Some("{A: '${B}', B: b, X: '${B}'}")),
    ("what is no pattern stays", "process_env: {A: a}; operation: {V: $A, W: '${A', X: '${A-B}', Y: '${}', Z: '${ A }'}", Some("{A: a, V: $A, W: '${A', X: '${A-B}', Y: '${}', Z: '${ A }'}")),
    ("backslashes", "process_env: {A: a}; operation: {X: '\\${A}', Y: '\\\\${A}', Z: '\\\\\\${A}', W: '\\${N:d}'}", Some("{A: a, X: '${A}', Y: '\\${A}', Z: '\\${A}', W: '${N:d}'}")),
    ("a name is needed", "operation: {'': x}", None),
    ("a name is needed behind a sign with a value", "operation: {+: x}", None),
    ("a list is no text", "operation: {A: [x]}", None),
    ("a map is no text", "operation: {A: {b: c}}", None),
    ("rules are a map", "operation: [A]", None),
    ("each step starts from the one before", "process_env: {A: a}; variables: {-A: , B: b}; operation: {+A: , B: x, +B: }", Some("{B: b}")),
    ("connections come between", "process_env: {A: a}; variables: {A: v, B: v}; connections: [{name: c, env: {A: c}}]; operation: {^A: o}", Some("{A: 'o:c', B: v}")),
    ("what connections set", "connections: [{name: c, env: {T: true, F: false, N: ~, I: 3, S: '${T}'}}]", Some("{T: 'true', F: '', I: '3', S: '${T}'}")),
];

/// Sections, what they leave, and what `to_env` returns.
#[rustfmt::skip] // A row is a line.
const RETURNED: &[(&str, &str, &str, &str)] = &[
    ("only additions", "process_env: {A: a, P: /p}; to_env: {B: b, -A: , +P: , N: }", "{A: a, P: /p}", "{B: b, P: /p}"),
    ("of all steps", "process_env: {A: a}; variables: {A: v}; operation: {A: o}; to_env: {+A: , ^A: t}", "{A: o}", "{A: 't:o'}"),
    ("removes its own", "process_env: {A: a}; to_env: {AX: x, AY: y, -AX: }", "{A: a}", "{AY: y}"),
    ("substitutes its own first", "process_env: {A: a}; to_env: {A: x, X: '${A}'}", "{A: a}", "{A: x, X: x}"),
    ("an earlier name is set later", "process_env: {A: a}; to_env: {X: '${B|A}', B: b, Y: '${B|A}'}", "{A: a}", "{X: a, B: b, Y: b}"),
];
