//! Comparisons of values with each other: a set of features is a variant where values are found for it by trying.

use std::fmt;

use super::{check, check_typed, refused, typed};
use crate::source::diagnostic::Code;

#[test]
fn values_are_compared_with_each_other() {
    check_typed("x > y & y > x", |_| false);
    check_typed("x - y == 0 & x != 0", |[x, y, ..]| x && y);
    check_typed("x > y & y > 2 & x < 4", |[x, y, ..]| x && y);
    check_typed("2 * x - 4 * y == 1", |[_, y, ..]| y);
    check_typed("x - 2 * x == 1 - x - x", |[x, ..]| x);
    check_typed("x - 2 * x == 1 - x - a", |[_, _, _, a]| a);
    check_typed("x > y | a", |[x, y, _, a]| x || y || a);
    check_typed("x == len(t) & x > 1", |[x, _, t, _]| x && t);
    check_typed("x == len(t) & x < 0", |_| false);
    check_typed("len(t) == 3 & x == len(t) + 1 & x < 4", |_| false);
    check_typed("len(t) == x & t == 'four' & x != 4", |_| false);
    check_typed("len(t) == x & t != '' & x == 0", |_| false);
    for product in ["x * y > 1", "1 / x > 0", "x / y == 2"] {
        assert_eq!(refused(&typed(product)).0, Code::UnsupportedUvl, "{product}");
    }
}

#[test]
fn values_meet_what_is_selected() {
    check_typed("x == 2 * a - 1", |[x, ..]| x);
    check_typed("x + a > 0 & x < 1", |[_, _, _, a]| a);
    check_typed("x / (a + 1) == 0.5 & x < 2", |[x, _, _, a]| x && a);
    check_typed("x / a == 1", |[x, _, _, a]| x && a);
    check_typed("x * a == 3", |[x, _, _, a]| x && a);
    check_typed("x * 0 == 0 & !x", |[x, ..]| !x);
}

#[test]
fn numbers_are_rounded_and_added_up() {
    check_typed("floor(y) == 2 & y > 2.5 & y < 3", |[_, y, ..]| y);
    check_typed("floor(y) == 2 & y >= 3", |_| false);
    check_typed("ceil(y) == floor(y) & y > 0 & y < 1", |_| false);
    check_typed("ceil(y) - floor(y) == 1 & x == ceil(y)", |[_, y, ..]| y);
    check_typed("floor(x) == 2", |[x, ..]| x);
    check_typed("sum(x) > 3", |[x, ..]| x);
    check_typed("sum(x, y) == 0 & x == 1", |[x, y, ..]| x && y);
    check_typed("avg(x, y) == 1.5 & x >= 2 & y >= 2", |_| false);
    check_typed("avg(x, y) == 1.5", |[_, y, ..]| y);
    check_typed("avg(x, y) == 0 & (x != 0 | y != 0)", |[x, y, ..]| x && y);
    let text = "features\n\tr\n\t\toptional\n\t\t\tInteger x {cost 2}\n\t\t\tb {\"the price\" 3}\nconstraints\n\t";
    check(&format!("{text}avg(b.\"the price\") > 2 & sum(x.cost, b.\"the price\") == 5\n"), |on| {
        on("r") && on("x") && on("b")
    });
    check(&format!("{text}x == sum(cost) + 1\n"), |on| on("r") && on("x"));
    check(&format!("{text}x < 0 - sum(cost, x) & x > -3\n"), |_| false);
}

#[test]
fn texts_are_compared_with_each_other() {
    let texts = "features\n\tr\n\t\toptional\n\t\t\tString s\n\t\t\tString t\n\t\t\tString u\n\t\t\ta {name 'Ann'}\nconstraints\n\t";
    let check = |constraint: &str, holds: fn([bool; 4]) -> bool| {
        check(&format!("{texts}{constraint}\n"), |on| on("r") && holds(["s", "t", "u", "a"].map(on)));
    };
    check("len(s) == 3\n\tt == s\n\ts == 'Fun'\n\t'Fun' == t", |[s, t, ..]| s && t);
    check("len(s) == 4\n\tt == s\n\t'Fun' == t", |_| false);
    check("s == t & t == u & s != u", |_| false);
    check("s == t & t != ''", |[s, t, ..]| s && t);
    check("s != t", |[s, t, ..]| s || t);
    check("len(s) == 16\n\tlen(t) == 16\n\tlen(s) == len(t)", |[s, t, ..]| s && t);
    check("len(s) > len(t) & s == t", |_| false);
    check("len(s) == len(t) & s != t", |[s, t, ..]| s && t);
    check("len(s) + len(t) < 1 & s != t", |_| false);
    check("s == a.name & s != ''", |[s, _, _, a]| s && a);
    check("s == a.name & t == s & len(t) < 3", |[_, _, _, a]| !a);
}

#[test]
fn one_of_several_instances_is_meant() {
    let text = |constraint: &str| {
        format!(
            "features\n\tr\n\t\toptional\n\t\t\tInteger w cardinality [1..2] {{q 2}}\n\t\t\tString s cardinality [1..2]\n\t\t\ta\n\
             constraints\n\t{constraint}\n"
        )
    };
    let check = |constraint: &str, holds: fn([bool; 5]) -> bool| {
        check(&text(constraint), |on| {
            let [w, second, s, other, a] = ["w", "w[2]", "s", "s[2]", "a"].map(on);
            on("r") && (w || !second) && (s || !other) && holds([w, second, s, other, a])
        });
    };
    check("w > 2 & w < 2", |[_, second, ..]| second);
    check("w == 0 & w != 0", |[_, second, ..]| second);
    check("w > w", |_| false);
    check("sum(w) == 3", |[w, ..]| w);
    check("w.q == 2 & w == 2 * w.q + 1 & w == 2 * w.q", |[_, second, ..]| second);
    check("avg(w) == 0.5", |[_, second, ..]| second);
    check("s == 'one' & s == 'two' & a", |[_, _, _, other, a]| other && a);
    check("s != s | len(s) == 3 & len(s) == 4", |[_, _, _, other, _]| other);
    check("w == len(s) & !s & w != 0", |[_, second, s, ..]| second && !s);
}

/// With so many instances of A and B selected: what is read of any one of them, and what adds up all, twice as large.
#[test]
fn attributes_of_several_instances_are_what_trying_finds() {
    type Read = fn(i64, i64) -> i64;
    let terms: [(&str, Read); 7] = [
        ("A.p", |a, _| 5 * a.min(1)),
        ("B.p", |_, b| -4 * b.min(1)),
        ("floor(A.p) + ceil(A.p)", |a, _| 10 * a.min(1)),
        ("sum(A.p)", |a, _| 5 * a),
        ("sum(A.p, B.p)", |a, b| 5 * a - 4 * b),
        ("sum(p)", |a, b| 5 * a - 4 * b),
        ("avg(A.p)", |a, _| 5 * a.min(1)),
    ];
    let features = "A cardinality [1..2] {p 2.5}\n\t\t\tB cardinality [1..2] {p -2}";
    let holds = |constraint: &str, holds: &dyn Fn(i64, i64) -> bool| {
        check(&format!("features\n\tr\n\t\toptional\n\t\t\t{features}\nconstraints\n\t{constraint}\n"), |on| {
            let count = |first: &str, second: &str| i64::from(on(first)) + i64::from(on(second));
            let is_tree = on("r") && (on("A") || !on("A[2]")) && (on("B") || !on("B[2]"));
            is_tree && holds(count("A", "A[2]"), count("B", "B[2]"))
        });
    };
    for (one, left) in &terms {
        for by in ["==", "!=", "<", ">="] {
            for (other, right) in &terms {
                holds(&format!("{one} {by} {other}"), &|a, b| compared(left(a, b), by, right(a, b)));
            }
            holds(&format!("{one} {by} 2.5"), &|a, b| compared(left(a, b), by, 5));
        }
    }
}

#[test]
fn what_is_too_much_is_refused() {
    let names: Vec<String> = (0..30).map(|number| format!("Integer v{number}")).collect();
    let pairs: Vec<String> =
        (0..29).map(|number| format!("v{number} * 2 != v{} | v{number} > {number}", number + 1)).collect();
    let text = format!(
        "features\n\tr\n\t\toptional\n\t\t\t{}\nconstraints\n\t{}\n",
        names.join("\n\t\t\t"),
        pairs.join("\n\t")
    );
    assert_eq!(refused(&text), (Code::UnsupportedUvl, 35, 2));
}

/// A constraint over three features, of which the last has no value.
enum Tree {
    Selected(usize),
    Compare(Vec<(i64, usize)>, &'static str, i64),
    Same(usize, usize),
    Is(usize, &'static str),
    Lengths(Vec<(i64, usize)>, &'static str, i64),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

const NAMES: [&str; 3] = ["x", "y", "z"];

impl fmt::Display for Tree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |terms: &[(i64, usize)], name: fn(usize) -> String| {
            terms.iter().map(|(by, of)| format!("{by} * {}", name(*of))).collect::<Vec<_>>().join(" + ")
        };
        match self {
            Self::Selected(of) => write!(out, "{}", NAMES[*of]),
            Self::Compare(terms, by, with) => write!(out, "{} {by} {with}", sum(terms, |of| NAMES[of].to_owned())),
            Self::Same(one, other) => write!(out, "{} == {}", NAMES[*one], NAMES[*other]),
            Self::Is(of, text) => write!(out, "{} == '{text}'", NAMES[*of]),
            Self::Lengths(terms, by, with) => {
                write!(out, "{} {by} {with}", sum(terms, |of| format!("len({})", NAMES[of])))
            }
            Self::Not(tree) => write!(out, "!({tree})"),
            Self::And(one, other) => write!(out, "({one} & {other})"),
            Self::Or(one, other) => write!(out, "({one} | {other})"),
        }
    }
}

fn compared(value: i64, by: &str, with: i64) -> bool {
    match by {
        "==" => value == with,
        "!=" => value != with,
        "<" => value < with,
        "<=" => value <= with,
        ">" => value > with,
        _ => value >= with,
    }
}

impl Tree {
    /// Whether it holds. Numbers come `scale` times too large.
    fn holds(&self, on: [bool; 3], numbers: [i64; 3], texts: [&str; 3], scale: i64) -> bool {
        let sum = |terms: &[(i64, usize)]| terms.iter().map(|(by, of)| by * numbers[*of]).sum::<i64>();
        let rest = |tree: &Self| tree.holds(on, numbers, texts, scale);
        match self {
            Self::Selected(of) => on[*of],
            Self::Compare(terms, by, with) => compared(sum(terms), by, with * scale),
            Self::Same(one, other) => texts[*one] == texts[*other],
            Self::Is(of, text) => texts[*of] == *text,
            Self::Lengths(terms, by, with) => {
                compared(terms.iter().map(|(by, of)| by * i64::try_from(texts[*of].len()).unwrap()).sum(), by, *with)
            }
            Self::Not(tree) => !rest(tree),
            Self::And(one, other) => rest(one) && rest(other),
            Self::Or(one, other) => rest(one) || rest(other),
        }
    }
}

struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn number(&mut self, limit: usize) -> i64 {
        i64::try_from(self.below(limit)).unwrap()
    }

    fn comparison(&mut self) -> &'static str {
        ["==", "!=", "<", "<=", ">", ">="][self.below(6)]
    }

    /// A constraint with so many comparisons.
    fn tree(&mut self, leaves: usize, leaf: &mut dyn FnMut(&mut Self) -> Tree) -> Tree {
        if leaves == 1 {
            return leaf(self);
        }
        let left = 1 + self.below(leaves - 1);
        let (one, other) = (Box::new(self.tree(left, leaf)), Box::new(self.tree(leaves - left, leaf)));
        match self.below(5) {
            0 | 1 => Tree::Or(one, other),
            2 => Tree::And(Box::new(Tree::Not(one)), other),
            _ => Tree::And(one, other),
        }
    }
}

/// The numbers of what is selected are tried; all others are zero.
fn check_numbers(kinds: [&str; 2], tree: &Tree, values: [&[i64]; 2], scale: i64) {
    let features = format!("{} x\n\t\t\t{} y\n\t\t\tz", kinds[0], kinds[1]);
    let text = format!("features\n\tr\n\t\toptional\n\t\t\t{features}\nconstraints\n\t{tree}\n");
    check(&text, |selected| {
        let on = NAMES.map(selected);
        let tried = |of: usize| if on[of] { values[of] } else { &[0] };
        selected("r") && tried(0).iter().any(|&x| tried(1).iter().any(|&y| tree.holds(on, [x, y, 0], [""; 3], scale)))
    });
}

#[test]
fn sums_of_integers_are_what_trying_finds() {
    let mut random = Draws(1);
    let values: Vec<i64> = (-15..=15).collect();
    for round in 0..150 {
        let tree = random.tree(2 + round % 3, &mut |random| match random.below(6) {
            0 => Tree::Selected(random.below(3)),
            kind => {
                let factors = [1, -1, 2, -2, 3];
                let mut terms = vec![(factors[random.below(5)], 0), (factors[random.below(5)], 1)];
                if kind == 1 {
                    terms.remove(random.below(2));
                }
                Tree::Compare(terms, random.comparison(), random.number(6) - 2)
            }
        });
        check_numbers(["Integer"; 2], &tree, [&values, &values], 1);
    }
}

#[test]
fn sums_with_fractions_are_what_trying_finds() {
    let mut random = Draws(2);
    // Twelfths, so that there are some between any two bounds.
    let (integers, reals): (Vec<i64>, Vec<i64>) = ((-9..=9).map(|x| 12 * x).collect(), (-100..=100).collect());
    for round in 0..60 {
        let tree = random.tree(2 + round % 2, &mut |random| {
            let factor = [1, -1, 2][random.below(3)];
            let terms = match random.below(4) {
                0 => vec![(1, 1)],
                1 => vec![(factor, 0)],
                _ => vec![(factor, 0), (1, 1)],
            };
            Tree::Compare(terms, random.comparison(), random.number(4) - 1)
        });
        check_numbers(["Integer", "Real"], &tree, [&integers, &reals], 12);
    }
}

#[test]
fn texts_and_lengths_are_what_trying_finds() {
    let mut random = Draws(3);
    let pool =
        ["", "a", "b", "c", "d", "ab", "cd", "ef", "gh", "abc", "def", "ghi", "abcd", "efgh", "ijkl", "abcde", "fghij"];
    for round in 0..80 {
        let mut leaf = |random: &mut Draws| {
            let (one, other) = (random.below(3), random.below(3));
            match random.below(8) {
                0 => Tree::Selected(one),
                1 | 2 => Tree::Same(one, other),
                3 | 4 => Tree::Is(one, ["a", "ab", ""][random.below(3)]),
                5 => Tree::Lengths(vec![(1, one)], random.comparison(), random.number(3)),
                6 => Tree::Lengths(vec![(1, one), (-1, other)], random.comparison(), random.number(2)),
                _ => Tree::Lengths(vec![(1, one), (1, other)], random.comparison(), random.number(4)),
            }
        };
        let tree = random.tree(2 + round % 3, &mut leaf);
        let text = format!(
            "features\n\tr\n\t\toptional\n\t\t\tString x\n\t\t\tString y\n\t\t\tString z\nconstraints\n\t{tree}\n"
        );
        check(&text, |selected| {
            let on = NAMES.map(selected);
            let tried = |of: usize| if on[of] { &pool[..] } else { &[""] };
            let found =
                |x: &&str| tried(1).iter().any(|y| tried(2).iter().any(|z| tree.holds(on, [0; 3], [*x, *y, *z], 1)));
            selected("r") && tried(0).iter().any(found)
        });
    }
}
