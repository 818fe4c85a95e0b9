//! The parts of `resolve`, one by one, on templates of growing size.

use divan::{Bencher, black_box};
use variscope::analysis::question::Variants;
use variscope::analysis::value::{Assembly, Configuration};
use variscope::resolve::transform::{transform, yaml};
use variscope::source::Sources;
use variscope::source::package::Package;
use variscope::source::syntax::yaml::Tree;
use variscope::tosca::model::{LoadOptions, Model};
use variscope_benchmarks::blocks;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [10, 100, 1000];

fn model(size: usize) -> Model {
    let package = Package::of_text(blocks(size));
    Model::load(&package, &LoadOptions::default()).expect("nothing is read").model.expect("the template is sound")
}

fn configuration(model: &Model) -> Configuration {
    let (configuration, faults) = Assembly::new(&model.language(), None).argument("size=3").finish();
    assert!(faults.is_empty(), "{faults:?}");
    configuration
}

#[divan::bench(args = SIZES)]
fn parse(bencher: Bencher<'_, '_>, size: usize) {
    let text = blocks(size);
    bencher.counter(divan::counter::BytesCount::of_str(&text)).bench_local(|| {
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("blocks", text.as_str());
        black_box(tree.parse(&sources, file));
    });
}

#[divan::bench(args = SIZES)]
fn load(bencher: Bencher<'_, '_>, size: usize) {
    let package = Package::of_text(blocks(size));
    bencher.bench_local(|| Model::load(black_box(&package), &LoadOptions::default()));
}

#[divan::bench(args = SIZES)]
fn rules(bencher: Bencher<'_, '_>, size: usize) {
    let model = model(size);
    let configuration = configuration(&model);
    bencher.bench_local(|| Variants::of(black_box(&model), &configuration).map(|_| ()));
}

#[divan::bench(args = SIZES)]
fn resolve(bencher: Bencher<'_, '_>, size: usize) {
    let model = model(size);
    let configuration = configuration(&model);
    let variants = Variants::of(&model, &configuration).expect("the conditions are sound");
    bencher.bench_local(|| black_box(&variants).resolve());
}

#[divan::bench(args = SIZES)]
fn write(bencher: Bencher<'_, '_>, size: usize) {
    let model = model(size);
    let configuration = configuration(&model);
    let variant =
        Variants::of(&model, &configuration).and_then(|variants| variants.resolve()).expect("there is a variant");
    bencher.bench_local(|| {
        let document = transform(&model, &variant);
        yaml::write(model.tree(), &document)
    });
}
