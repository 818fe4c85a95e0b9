//! Features with a cardinality, and constraints about what is below them.

use super::{check, refused};
use crate::source::diagnostic::Code;

/// Whether instances of `w` have what is above them, and the features `x` and `y` below them, too.
fn is_ordered(on: &dyn Fn(&str) -> bool) -> bool {
    let below = |above: &str| [".x", ".y"].iter().all(|name| !on(&format!("{above}{name}")) || on(above));
    let first = ["x", "y"].iter().all(|name| !on(name) || on("w"));
    on("r") && first && (!on("w[2]") || on("w")) && below("w[2]")
}

/// One or two instances of `w` with `x` and `y` below them, perhaps `z` beside them, and a constraint.
fn wheels(cardinality: &str, constraint: &str) -> String {
    format!(
        "features\n\tr\n\t\toptional\n\t\t\tw cardinality {cardinality} {{price 3}}\n\t\t\t\toptional\n\t\t\t\t\tx \
         {{price 1}}\n\t\t\t\t\ty\n\t\t\tz\nconstraints\n\t{constraint}\n"
    )
}

#[test]
fn instances_need_the_ones_before() {
    check("features\n\tr\n\t\tmandatory\n\t\t\tw cardinality [2..3]\n\t\t\tv cardinality [0..1]\n", |on| {
        on("r") && on("w") && on("w[2]")
    });
}

#[test]
fn constraints_hold_in_each_instance() {
    let each = |constraint: &str, holds: &dyn Fn([bool; 2], bool) -> bool| {
        check(&wheels("[1..2]", constraint), |on| {
            let second = !on("w[2]") || holds([on("w[2].x"), on("w[2].y")], on("z"));
            is_ordered(on) && (!on("w") || holds([on("x"), on("y")], on("z"))) && second
        });
    };
    each("x => y", &|[x, y], _| !x || y);
    each("!(x & y)", &|[x, y], _| !(x && y));
    each("x | y", &|[x, y], _| x || y);
    each("x", &|[x, _], _| x);
    each("z => x", &|[x, _], z| !z || x);
    each("x + z == 1", &|[x, _], z| x != z);
    each("x.price >= 1 <=> y", &|[x, y], _| x == y);
}

#[test]
fn sums_and_the_features_themselves_mean_all_instances() {
    check(&wheels("[1..2]", "z => w"), |on| is_ordered(on) && (!on("z") || on("w")));
    check(&wheels("[1..2]", "sum(price) <= 6 | y"), |on| {
        let price = [("w", 3), ("w[2]", 3), ("x", 1), ("w[2].x", 1)];
        let sum: i32 = price.iter().map(|&(name, price)| if on(name) { price } else { 0 }).sum();
        is_ordered(on) && (sum <= 6 || ((!on("w") || on("y")) && (!on("w[2]") || on("w[2].y"))))
    });
}

#[test]
fn instances_in_instances_have_constraints_of_their_own() {
    let text = "features\n\tr\n\t\toptional\n\t\t\tw cardinality [1..2]\n\t\t\t\toptional\n\t\t\t\t\tx\n\t\t\t\t\tv \
                cardinality [1..2]\n\t\t\t\t\t\toptional\n\t\t\t\t\t\t\ty\nconstraints\n\ty => x\n";
    check(text, |on| {
        let inner = |prefix: &str, above: bool, has_x: bool| {
            let [v, other] = ["v", "v[2]"].map(|name| format!("{prefix}{name}"));
            let first = on(&format!("{prefix}y"));
            let second = on(&format!("{other}.y"));
            let order = (!on(&v) || above) && (!on(&other) || on(&v)) && (!first || on(&v)) && (!second || on(&other));
            order && (!first && !second || has_x)
        };
        let outer = on("r") && (!on("w[2]") || on("w")) && (!on("x") || on("w")) && (!on("w[2].x") || on("w[2]"));
        outer && inner("", on("w"), on("x")) && inner("w[2].", on("w[2]"), on("w[2].x"))
    });
}

#[test]
fn constraints_over_too_many_instances_are_refused() {
    let many = "features\n\tr\n\t\toptional\n\t\t\tv cardinality [0..300]\n\t\t\t\toptional\n\t\t\t\t\tx\n\t\t\tw cardinality \
                [0..300]\n\t\t\t\toptional\n\t\t\t\t\ty\nconstraints\n\tx => y\n";
    assert_eq!(refused(many), (Code::UnsupportedUvl, 11, 2));
}
