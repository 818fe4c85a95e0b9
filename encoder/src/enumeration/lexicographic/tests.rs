use super::*;
use crate::random::Congruential;
use crate::search::oracle::{models, random_cnf, random_projection};

/// The projected models by trying, in lexicographic order.
fn expected(cnf: &Cnf, vars: &[Var]) -> Vec<Vec<Lit>> {
    let model = |bits: usize| vars.iter().map(|var| var.lit(bits >> var.index() & 1 == 1)).collect();
    let mut expected: Vec<Vec<Lit>> = models(cnf, Some(vars)).into_iter().map(model).collect();
    expected.sort_by_key(|model| model.iter().map(|lit| lit.is_positive()).collect::<Vec<bool>>());
    expected
}

fn rest(models: &mut Lexicographic) -> Vec<Vec<Lit>> {
    models.map(Result::unwrap).collect()
}

fn random_case(seed: u64) -> (Cnf, Vec<Var>) {
    let mut random = Congruential::new(seed);
    let cnf = random_cnf(&mut random, 9);
    let projection = random_projection(&mut random, &cnf);
    let vars = projection.unwrap_or_else(|| (0..cnf.var_count()).map(Var::new).collect());
    (cnf, vars)
}

#[test]
fn models_come_in_order_from_any_place() {
    for seed in 0..400 {
        let (cnf, vars) = random_case(seed);
        let expected = expected(&cnf, &vars);
        let mut models = Lexicographic::new(&cnf, Some(&vars), &Budget::unlimited()).unwrap();
        let mut places: Vec<ResumePoint> = Vec::new();
        for model in &expected {
            assert_eq!(models.next(), Some(Ok(model.clone())), "seed {seed}");
            places.extend(models.place());
        }
        assert_eq!(models.next(), None);
        assert!(places.is_sorted_by(|earlier, later| earlier < later), "seed {seed}");
        for (number, place) in places.iter().enumerate() {
            let place = place.to_string().parse().unwrap();
            models.start_at(&place).unwrap();
            assert_eq!(rest(&mut models), expected[number..], "seed {seed} {place}");
            models.start_after(&place).unwrap();
            assert_eq!(rest(&mut models), expected[number + 1..], "seed {seed} {place}");
        }
    }
}

#[test]
fn parts_follow_each_other_and_leave_nothing_out() {
    for seed in 0..200 {
        let (cnf, vars) = random_case(seed);
        let expected = expected(&cnf, &vars);
        for parts in [1, 2, 3, 8, 100] {
            let mut together = Vec::new();
            for number in 1..=parts {
                let mut models = Lexicographic::new(&cnf, Some(&vars), &Budget::unlimited()).unwrap();
                models.start_part(number, parts).unwrap();
                together.extend(rest(&mut models));
            }
            assert_eq!(together, expected, "seed {seed}, {parts} parts");
        }
    }
}

#[test]
fn parts_are_equal_where_nothing_is_constrained() {
    let cnf = Cnf::with_vars(6);
    let sizes = (1..=3).map(|number| {
        let mut models = Lexicographic::new(&cnf, None, &Budget::unlimited()).unwrap();
        models.start_part(number, 3).unwrap();
        models.count()
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [21, 21, 22]);
}

#[test]
fn places_are_read_as_they_are_written_only() {
    for text in ["@", "@1", "@3.17"] {
        assert_eq!(text.parse::<ResumePoint>().unwrap().to_string(), text);
    }
    for text in ["", "3", "@0", "@3.3", "@4.2", "@1.", "@.1", "@x", "@-1", "@1 2"] {
        assert!(text.parse::<ResumePoint>().is_err(), "{text}");
    }
}
