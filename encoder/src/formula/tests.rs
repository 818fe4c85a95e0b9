use super::*;

fn atom(index: usize) -> FormulaId {
    Atom::new(index).into()
}

/// Every list of up to `longest` operands drawn from constants and literals of two atoms.
fn operand_lists(longest: usize) -> Vec<Vec<FormulaId>> {
    let choices = [FormulaId::TRUE, FormulaId::FALSE, atom(0), !atom(0), atom(1), !atom(1)];
    let mut lists = vec![Vec::new()];
    let mut last = lists.clone();
    for _ in 0..longest {
        last = last.iter().flat_map(|list| choices.map(|choice| [list.as_slice(), &[choice]].concat())).collect();
        lists.extend(last.clone());
    }
    lists
}

type Build = fn(&mut Formulas, Vec<FormulaId>) -> FormulaId;
type Meaning = fn(usize, usize) -> bool;

/// Constructors with what they mean for a number of true operands among all.
const CONSTRUCTORS: [(Build, Meaning); 5] = [
    (|f, o| f.and(o), |trues, all| trues == all),
    (|f, o| f.or(o), |trues, _| trues > 0),
    (|f, o| f.xor(o), |trues, _| trues % 2 == 1),
    (|f, o| f.at_most_one(o), |trues, _| trues <= 1),
    (|f, o| f.exactly_one(o), |trues, _| trues == 1),
];

#[test]
fn constructors_mean_what_they_say_for_every_short_operand_list() {
    for operands in operand_lists(4) {
        for (build, meaning) in CONSTRUCTORS {
            let mut formulas = Formulas::new();
            let id = build(&mut formulas, operands.clone());
            for bits in 0..4usize {
                let assignment = |atom: Atom| bits >> atom.index() & 1 == 1;
                let trues = formulas.evaluate_all(&operands, assignment).into_iter().filter(|value| *value).count();
                let expected = meaning(trues, operands.len());
                assert_eq!(formulas.evaluate(id, assignment), expected, "{operands:?} {:?}", formulas.node(id));
            }
        }
    }
}

#[test]
fn formulas_without_atoms_fold_to_constants() {
    for operands in operand_lists(3) {
        let is_constant = operands.iter().all(|operand| operand.as_constant().is_some());
        for (build, _) in CONSTRUCTORS {
            let id = build(&mut Formulas::new(), operands.clone());
            assert!(!is_constant || id.as_constant().is_some(), "{operands:?}");
        }
    }
}

#[test]
fn small_cases_have_their_normal_form() {
    let mut f = Formulas::new();
    let (a, b) = (atom(0), atom(1));
    assert_eq!(f.and([]), FormulaId::TRUE);
    assert_eq!(f.or([]), FormulaId::FALSE);
    assert_eq!(f.xor([]), FormulaId::FALSE);
    assert_eq!(f.at_most_one([]), FormulaId::TRUE);
    assert_eq!(f.exactly_one([]), FormulaId::FALSE);
    assert_eq!(f.at_most_one([a, a]), !a);
    assert_eq!(f.exactly_one([a, a]), FormulaId::FALSE);
    assert_eq!(f.exactly_one([a, a, b]), f.and([!a, b]));
    assert_eq!(f.xor([a, a, b]), b);
    assert_eq!(f.and([a, b, a]), f.and([b, a]));
    assert_eq!(f.and([a, !a]), FormulaId::FALSE);
    assert_eq!(f.or([a, !a]), FormulaId::TRUE);
    assert_eq!(f.iff(a, !b), !f.iff(b, a));
    assert_eq!(f.implies(a, a), FormulaId::TRUE);
}

#[test]
fn equal_formulas_are_one_node_and_nodes_show_their_operands() {
    let mut f = Formulas::new();
    let [a, b, c] = [0, 1, 2].map(atom);
    let group = f.exactly_one([c, a, b]);
    let before = f.node_count();
    assert_eq!(f.exactly_one([a, b, c]), group);
    assert_eq!(f.node_count(), before);
    assert_eq!(f.node(group), Node::ExactlyOne(&[a, b, c]));
    assert_eq!(f.node(!group), Node::Not(group));
    assert_eq!(f.node(a), Node::Atom(Atom::new(0)));
    assert_eq!(f.node(FormulaId::FALSE), Node::Const(false));
    let same = f.iff(a, b);
    assert_eq!(f.node(same), Node::Iff(a, b));
    assert_eq!(f.atoms(!group), [0, 1, 2].map(Atom::new));
}

#[test]
fn substitution_is_evaluation_under_the_replaced_values() {
    let mut f = Formulas::new();
    let [a, b, c] = [0, 1, 2].map(atom);
    let choice = f.at_most_one([a, !b, c]);
    let parity = f.xor([choice, a, c]);
    let id = f.or([parity, !choice]);
    let swap = f.and([b, !c]);
    let replaced = f.substitute(id, |atom| (atom.index() == 0).then_some(swap));
    for bits in 0..8usize {
        let value = |atom: Atom| bits >> atom.index() & 1 == 1;
        let swapped = f.evaluate(swap, value);
        let expected = f.evaluate(id, |atom| if atom.index() == 0 { swapped } else { value(atom) });
        assert_eq!(f.evaluate(replaced, value), expected);
    }
}

#[test]
fn depth_is_no_obstacle() {
    let mut f = Formulas::new();
    let mut id = atom(0);
    for step in 1..=100_000 {
        id = if step % 2 == 0 { f.and([id, atom(step)]) } else { f.or([!id, atom(step)]) };
    }
    assert_eq!(f.atoms(id).len(), 100_001);
    assert!(f.evaluate(id, |_| true));
    let folded = f.substitute(id, |_| Some(FormulaId::TRUE));
    assert_eq!(folded, FormulaId::TRUE);
}

#[test]
fn an_imported_formula_means_the_same_over_the_images_of_its_atoms() {
    for (build, _) in CONSTRUCTORS {
        let (mut own, mut other) = (Formulas::new(), Formulas::new());
        let inner = other.or([atom(0), !atom(2)]);
        let formula = build(&mut other, vec![inner, !atom(1), atom(2), atom(3)]);
        // Whatever stands there already, and an atom that becomes the negation of another.
        own.and([atom(5), atom(6)]);
        let image = |atom: Atom| {
            if atom.index() == 3 { !FormulaId::from(Atom::new(4)) } else { Atom::new(atom.index() + 4).into() }
        };
        let imported = own.import(&other, &[formula, !formula], image);
        assert_eq!(imported[0], !imported[1]);
        for bits in 0..16usize {
            let holds = |index: usize| bits >> index & 1 == 1;
            let before =
                other.evaluate(formula, |atom| if atom.index() == 3 { !holds(0) } else { holds(atom.index()) });
            assert_eq!(own.evaluate(imported[0], |atom| holds(atom.index() - 4)), before);
        }
    }
}

#[test]
fn numbers_are_at_most_the_greatest() {
    for greatest in 0_u32..16 {
        let mut formulas = Formulas::new();
        let bits: Vec<FormulaId> = (0..4).map(atom).collect();
        let formula = formulas.at_most(&bits, &greatest.into());
        for number in 0_u32..16 {
            let holds = formulas.evaluate(formula, |atom| number >> atom.index() & 1 == 1);
            assert_eq!(holds, number <= greatest, "{number} to {greatest}");
        }
    }
}
