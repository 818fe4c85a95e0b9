//! Pictures of the example templates: everything is there once, boxes lie in boxes, nothing overlaps.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use variscope::analysis::question::{Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::output::picture::{Mark, Picture, dot, mermaid, plantuml, svg};
use variscope::source::package::Package;
use variscope::tosca::model::{Kind, LoadOptions, Model};
use variscope_encoder::Budget;
use variscope_encoder::random::Congruential;

use support::model::model_as;

fn limits() -> Limits {
    Limits { budget: Budget::unlimited(), most_variants: None }
}

fn with_variants(path: &str, ask: impl FnOnce(&Variants<'_>)) {
    let package = Package::open(Path::new(path)).unwrap();
    let model = Model::load(&package, &LoadOptions::default()).unwrap().model.unwrap();
    let configuration = Configuration::new();
    ask(&Variants::of(&model, &configuration).unwrap());
}

fn template(nodes: &str) -> Picture {
    let head = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n      \
                env: {type: string}\n  node_templates:\n";
    let model = model_as(&format!("{head}{nodes}"), None);
    let configuration = Configuration::new();
    let variants = Variants::of(&model, &configuration).unwrap();
    Picture::of(&variants, &variants.elements(&limits()))
}

#[derive(Clone, Copy, Debug)]
struct Rect {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Rect {
    fn holds(self, x: f64, y: f64) -> bool {
        self.left < x && x < self.right && self.top < y && y < self.bottom
    }

    fn contains(self, other: Self) -> bool {
        self.left < other.left && other.right < self.right && self.top < other.top && other.bottom < self.bottom
    }

    fn overlaps(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// What an SVG document shows, by element.
#[derive(Default)]
struct Drawn {
    rects: BTreeMap<String, Rect>,
    hosting: Vec<String>,
    /// The numbers in the way of each arrow.
    ways: BTreeMap<String, String>,
    /// The words in the upper left corners of boxes that others are in, with the least that they cover.
    headings: Vec<(String, Rect)>,
}

/// The least that words with this lower left corner cover: no letter is drawn smaller.
fn covered(x: f64, y: f64, words: &str) -> Rect {
    let letters = u32::try_from(words.chars().count()).unwrap();
    Rect { left: x, top: y - 7.0, right: x + 4.0 * f64::from(letters), bottom: y }
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.attributes().map(Result::unwrap).find(|attribute| attribute.key.as_ref() == name)?;
    Some(quick_xml::escape::unescape(&attribute.value).unwrap().into_owned())
}

/// Reads an SVG document strictly.
fn read(svg: &str) -> Drawn {
    let mut reader = Reader::from_str(svg);
    reader.config_mut().check_end_names = true;
    let (mut drawn, mut element, mut heading) = (Drawn::default(), None, None);
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => return drawn,
            Event::Start(start) if start.name().as_ref() == "g" => {
                element = attribute(&start, "data-element");
                let hosting = attribute(&start, "data-hosting").unwrap_or_default();
                drawn.hosting.extend(hosting.split_whitespace().map(str::to_owned));
            }
            Event::Start(start) if start.name().as_ref() == "text" => {
                let number = |name: &str| attribute(&start, name).unwrap().parse::<f64>().unwrap();
                let is_heading = attribute(&start, "class").unwrap().split(' ').any(|word| word == "start");
                // The legend is no element.
                heading = (is_heading && element.is_some()).then(|| (number("x"), number("y")));
            }
            Event::Text(words) => {
                if let Some((x, y)) = heading.take() {
                    let words = words.into_inner().into_owned();
                    drawn.headings.push((words.clone(), covered(x, y, &words)));
                }
            }
            Event::Empty(shape) => {
                let Some(element) = &element else { continue };
                let number = |name: &str| attribute(&shape, name).unwrap().parse::<f64>().unwrap();
                match shape.name().as_ref() {
                    "rect" => {
                        let (left, top) = (number("x"), number("y"));
                        let (right, bottom) = (left + number("width"), top + number("height"));
                        let before = drawn.rects.insert(element.clone(), Rect { left, top, right, bottom });
                        assert!(before.is_none(), "{element} is drawn twice");
                    }
                    "path" => {
                        let before = drawn.ways.insert(element.clone(), attribute(&shape, "d").unwrap());
                        assert!(before.is_none(), "{element} is drawn twice");
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Points along a way of absolute `M`, `V` and `C` commands.
fn points(way: &str) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut rest = way;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|letter: char| letter.is_alphabetic()).map_or(rest.len(), |end| end + 1);
        let numbers: Vec<f64> = rest[1..end].split_whitespace().map(|number| number.parse().unwrap()).collect();
        rest = &rest[end..];
        let at = points.last().copied().unwrap_or_default();
        match (command, numbers.as_slice()) {
            ('M', &[x, y]) => points.push((x, y)),
            ('V', &[y]) => {
                let steps = ((y - at.1).abs() / 4.0).ceil().max(8.0);
                let numbers = (1..).map(f64::from).take_while(|&step| step <= steps);
                points.extend(numbers.map(|step| (at.0, at.1 + (y - at.1) * step / steps)));
            }
            ('C', &[x1, y1, x2, y2, x3, y3]) => points.extend((1..=16).map(|step| {
                let t = f64::from(step) / 16.0;
                let mix = |a: f64, b: f64, c: f64, d: f64| {
                    let u = 1.0 - t;
                    u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
                };
                (mix(at.0, x1, x2, x3), mix(at.1, y1, y2, y3))
            })),
            _ => panic!("{command} {numbers:?} in {way}"),
        }
    }
    points
}

/// The laws of pictures, for one.
fn hold_laws(picture: &Picture) {
    let text = svg(picture).unwrap();
    assert_eq!(text, svg(picture).unwrap());
    let drawn = read(&text);
    let nodes = picture.nodes();
    assert_eq!(drawn.rects.len(), nodes.len());
    assert_eq!(drawn.ways.len(), picture.edges().len());
    let rect = |place: usize| drawn.rects[&nodes[place].id];
    let around =
        |place: usize| -> Vec<usize> { std::iter::successors(nodes[place].host, |&host| nodes[host].host).collect() };
    for one in 0..nodes.len() {
        if let Some(host) = nodes[one].host {
            assert!(rect(host).contains(rect(one)), "{} in {}", nodes[one].id, nodes[host].id);
        }
        for other in (one + 1..nodes.len()).filter(|&other| nodes[other].host == nodes[one].host) {
            assert!(!rect(one).overlaps(rect(other)), "{} and {}", nodes[one].id, nodes[other].id);
        }
    }
    for edge in picture.edges().iter().filter(|edge| edge.source != edge.target) {
        let way = points(&drawn.ways[&edge.id]);
        for (end, &(x, y)) in [(edge.source, way.first().unwrap()), (edge.target, way.last().unwrap())] {
            let rect = rect(end);
            let on_border = (y - rect.top).abs() < 0.3 || (y - rect.bottom).abs() < 0.3;
            assert!(on_border && rect.left < x && x < rect.right, "{} at {}", edge.id, nodes[end].id);
        }
        let mut touched = around(edge.source);
        touched.extend(around(edge.target));
        touched.extend([edge.source, edge.target]);
        for other in (0..nodes.len()).filter(|other| !touched.contains(other)) {
            let crossing = way.iter().find(|(x, y)| rect(other).holds(*x, *y));
            assert!(crossing.is_none(), "{} runs through {}", edge.id, nodes[other].id);
        }
        for (words, rect) in &drawn.headings {
            assert!(!way.iter().any(|(x, y)| rect.holds(*x, *y)), "{} runs through the words {words:?}", edge.id);
        }
    }
}

#[test]
fn examples_hold_the_laws() {
    for example in ["webshop", "elastic-pipeline", "edge-analytics"] {
        with_variants(&format!("tests/csar/{example}"), |variants| {
            let picture = Picture::of(variants, &variants.elements(&limits()));
            hold_laws(&picture);
            hold_laws(&picture.only_possible());
            let drawn = read(&svg(&picture).unwrap());
            let shown: Vec<&String> = drawn.rects.keys().chain(drawn.ways.keys()).chain(&drawn.hosting).collect();
            let model = variants.model();
            let all: Vec<_> = model.of_kind(Kind::Node).chain(model.of_kind(Kind::Relation)).collect();
            assert_eq!(shown.len(), all.len());
            for id in all {
                assert!(shown.contains(&&model.path(id)), "{}", model.path(id));
            }
        });
    }
}

/// Two racks with two machines each, all of which talk to one hub, and one that does not.
const RACKS: &str = "
    hub: {type: x.Hub}
    left: {type: x.Rack}
    right: {type: x.Rack}
    spare:
      type: [{x.Rack: {conditions: {equal: [{variability_input: env}, big]}}}]
      conditions: {equal: [{variability_input: env}, big]}
    one: {type: x.Machine, requirements: [{host: left}, {link: hub}]}
    two: {type: x.Machine, requirements: [{host: left}, {link: hub}]}
    three: {type: x.Machine, requirements: [{host: right}, {link: hub}]}
    four: {type: x.Machine, requirements: [{host: right}, {uplink: hub}]}
    clock: {type: x.Clock, requirements: [{host: right}]}
";

fn names(picture: &Picture) -> Vec<&str> {
    picture.nodes().iter().map(|node| node.name.as_str()).collect()
}

#[test]
fn nodes_of_one_kind_are_drawn_as_one() {
    let picture = template(RACKS);
    let small = picture.collapsed();
    assert_eq!(names(&small), ["hub", "3 × Rack", "4 × Machine", "clock"]);
    let hosts: Vec<Option<usize>> = small.nodes().iter().map(|node| node.host).collect();
    assert_eq!(hosts, [None, None, Some(1), Some(1)]);
    let marks: Vec<Mark> = small.nodes().iter().map(|node| node.mark).collect();
    assert_eq!(marks, [Mark::Always, Mark::Conditional, Mark::Always, Mark::Always]);
    let edges: Vec<(&str, usize, usize)> =
        small.edges().iter().map(|edge| (edge.name.as_str(), edge.source, edge.target)).collect();
    assert_eq!(edges, [("3 × link", 2, 0), ("uplink", 2, 0)]);
    // All of it is drawn: each hosting relation, and what is drawn as one a second time stays as it is.
    let hosting = |picture: &Picture| picture.nodes().iter().map(|node| node.hosting.len()).sum::<usize>();
    assert_eq!((hosting(&small), hosting(&picture)), (5, 5));
    hold_laws(&small);
    for example in ["webshop", "elastic-pipeline", "edge-analytics", "notes"] {
        with_variants(&format!("tests/csar/{example}"), |variants| {
            let picture = Picture::of(variants, &variants.elements(&limits())).collapsed();
            hold_laws(&picture);
            assert_eq!(picture.collapsed(), picture);
        });
    }
}

#[test]
fn what_is_around_a_node_is_drawn_alone() {
    let picture = template(RACKS);
    let place = |name: &str| picture.place_of(name).unwrap();
    assert_eq!([place("clock"), place("node.clock"), place("node:clock")], [8; 3]);
    assert_eq!(picture.place_of("cloc"), None);
    let around = |name: &str, depth: usize| picture.around(place(name), depth);
    assert_eq!(names(&around("clock", 0)), ["clock"]);
    assert_eq!(names(&around("clock", 1)), ["right", "clock"]);
    assert_eq!(names(&around("clock", 2)), ["right", "three", "four", "clock"]);
    assert_eq!(names(&around("clock", 3)), ["hub", "right", "three", "four", "clock"]);
    assert_eq!(names(&around("spare", 9)), ["spare"]);
    assert_eq!(names(&around("hub", usize::MAX)).len(), 8);
    let hub = around("hub", 1);
    assert_eq!((hub.nodes().len(), hub.edges().len()), (5, 4));
    assert!(hub.nodes().iter().all(|node| node.host.is_none()));
    hold_laws(&hub);
}

#[test]
fn mermaid_says_how_to_lift_its_limits() {
    let many = |count: usize| {
        let relations: Vec<String> = (0..count).map(|number| format!("{{r{number}: b}}")).collect();
        mermaid(&template(&format!(
            "    a: {{type: t, requirements: [{}]}}\n    b: {{type: t}}\n",
            relations.join(", ")
        )))
    };
    assert!(many(500).starts_with("flowchart TB\n"));
    let output = many(501);
    assert!(
        output.starts_with("%% 501 arrows, where Mermaid takes 500: set maxEdges to 501 in mermaid.initialize"),
        "{output}"
    );
    let comments: Vec<&str> = output.lines().take_while(|line| line.starts_with("%% ")).collect();
    assert!(comments.len() == 2 && comments.iter().all(|line| !line.contains('{')), "{comments:?}");
    let long = many(3000);
    assert!(long.lines().nth(1).unwrap().contains("letters, where Mermaid takes 50000: set maxTextSize to "), "{long}");
}

/// Cycles of connections and of hosts, several hosts, and arrows between boxes and what is in them.
const SHAPES: &str = "
    app:
      type: t
      requirements: [{host: engine}, {peer: other}, {deep: inner}, {up: machine}, {self: app}]
    other: {type: t, requirements: [{peer: app}, {host: engine}, {host: machine}]}
    engine: {type: t, requirements: [{host: machine}, {down: app}]}
    inner: {type: t, requirements: [{host: engine}, {peer: other}, {peer: lonely}]}
    machine: {type: t, requirements: [{down: inner}]}
    lonely: {type: t}
    one: {type: t, requirements: [{host: two}]}
    two: {type: t, requirements: [{host: one}]}
    absent: {type: t, conditions: {equal: [{variability_input: env}, 1, 2]}, requirements: [{peer: app}]}
";

/// What formats would read as more than a name.
const HOSTILE: &str = "
    'a\"]<b>&; -->|x| {{y}} **z** \\n#quot;': {type: 't\"<i>\\', requirements: [{'r\"]:<>': b}]}
    b: {type: t}
";

#[test]
fn unusual_shapes_hold_the_laws() {
    let picture = template(SHAPES);
    hold_laws(&picture);
    hold_laws(&template(HOSTILE));
    let host = |name: &str| {
        let node = picture.nodes().iter().find(|node| node.name == name).unwrap();
        node.host.map(|host| picture.nodes()[host].name.as_str())
    };
    assert_eq!([host("app"), host("inner"), host("engine")], [Some("engine"), Some("engine"), Some("machine")]);
    // Two hosts are drawn as arrows; one of two nodes that host each other stands in no box.
    assert_eq!([host("other"), host("one"), host("two")], [None, None, Some("one")]);
}

#[test]
fn texts_have_every_element_once() {
    for picture in [template(SHAPES), template(HOSTILE)] {
        let (dot, mermaid, plantuml) = (dot(&picture), mermaid(&picture), plantuml(&picture));
        for place in 0..picture.nodes().len() {
            let count =
                |text: &str, words: &str| text.lines().filter(|line| line.trim_start().starts_with(words)).count();
            assert_eq!(count(&dot, &format!("n{place} [")), 1);
            let in_mermaid = count(&mermaid, &format!("n{place}[")) + count(&mermaid, &format!("subgraph n{place}["));
            assert_eq!(in_mermaid, 1);
            assert_eq!(plantuml.matches(&format!(" as n{place} ")).count(), 1);
        }
        let edges = picture.edges().len();
        assert_eq!(dot.matches(" -> n").count(), edges);
        assert_eq!(mermaid.lines().filter(|line| line.matches('|').count() == 2).count(), edges);
        assert_eq!(plantuml.lines().filter(|line| line.contains(" -[#")).count(), edges);
    }
}

#[test]
fn hostile_names_stay_names() {
    let picture = template(HOSTILE);
    for text in [mermaid(&picture), plantuml(&picture)] {
        assert!(text.lines().all(|line| line.matches('"').count() % 2 == 0), "{text}");
        assert!(!text.contains("<i>") && !text.contains("**"), "{text}");
    }
    let dot = dot(&picture).replace("\\\\", "").replace("\\\"", "");
    assert!(dot.lines().all(|line| line.matches('"').count() % 2 == 0), "{dot}");
}

/// Inputs of which constraints hold many together: there is much to count, and nothing is always or never there.
fn parities() -> String {
    let mut random = Congruential::new(1);
    let input = |input| format!("      i{input}: {{type: boolean}}\n");
    let inputs: String = (0..60).map(input).collect();
    let odd = |_| {
        let some: Vec<String> = (0..7).map(|_| format!("{{variability_input: i{}}}", random.below(60))).collect();
        format!("      - {{xor: [{}]}}\n", some.join(", "))
    };
    let constraints: String = (0..20).map(odd).collect();
    let node = |input| format!("    n{input}: {{type: t, conditions: {{variability_input: i{input}}}}}\n");
    let nodes: String = (0..60).map(node).collect();
    format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n{inputs}    \
         constraints:\n{constraints}    options: {{mode: semantic-strict}}\n  node_templates:\n{nodes}"
    )
}

#[test]
fn pictures_count_nothing() {
    let package = Package::of_text(parities());
    let model = Model::load(&package, &LoadOptions::default()).unwrap().model.unwrap();
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).unwrap();
    let limits = Limits { budget: Budget::unlimited().with_checks(500), ..Limits::default() };
    assert!(Picture::statuses(&variants, &limits).exactness.is_exact());
    assert!(!variants.elements(&limits).exactness.is_exact());
}
