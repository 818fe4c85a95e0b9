//! Archives that unpack to more than they are, or to where they should not.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Refusal, one, template};

const META: &str = "TOSCA-Metadata/TOSCA.meta";

fn meta(entry: &str) -> String {
    format!("TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: x\nEntry-Definitions: {entry}\n")
}

/// An archive of these files, each as often as its text is repeated.
fn archive(files: &[(&str, &str, usize)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text, times) in files {
        archive.start_file(*name, SimpleFileOptions::default().large_file(true)).unwrap();
        (0..*times).for_each(|_| archive.write_all(text.as_bytes()).unwrap());
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn archives_that_mean_no_good() {
    let (text, check) = (template(""), &["check"][..]);
    let (upward, meta_here) = (template("imports: [../u.yaml]\n"), meta("t.yaml"));
    let spaces = " ".repeat(1 << 20);
    let whole = archive(&[(META, &meta_here, 1), ("t.yaml", &text, 1)]);
    let many: Vec<String> = (0..20_000).map(|at| format!("f{at}")).collect();
    let mut full: Vec<(&str, &str, usize)> = many.iter().map(|name| (name.as_str(), "", 1)).collect();
    full.push(("t.yaml", &text, 1));
    let cases = [
        (
            "a bomb",
            archive(&[(META, &meta_here, 1), ("t.yaml", &text, 1), ("b", &spaces, 900)]),
            Refusal("V007", "larger than 256 MiB"),
        ),
        ("many files", archive(&full), Refusal("V007", "more than 10000 entries")),
        (
            "a way out in the index",
            archive(&[(META, &meta("../../../../etc/passwd"), 1)]),
            Refusal("V001", "TOSCA.meta:4"),
        ),
        (
            "a way out in a name",
            archive(&[("t.yaml", &upward, 1), ("../u.yaml", "a: 1", 1)]),
            Refusal("V006", "leaves the package"),
        ),
        ("a name of the system", archive(&[("/t.yaml", &text, 1)]), Refusal("V006", "leaves the package")),
        ("a cut one", whole[..whole.len() - 10].to_vec(), Refusal("V007", "malformed")),
        ("an empty one", archive(&[]), Refusal("V001", "no service template")),
    ];
    for (name, bytes, wanted) in cases {
        one(name, "t.csar", bytes, check, &wanted);
    }
    // A wrong length in the list of entries promises four gibibytes.
    let mut lying = whole.clone();
    let list = lying.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").unwrap();
    lying[list + 24..list + 28].copy_from_slice(&[0xff, 0xff, 0xff, 0xfe]);
    one("a wrong length", "t.csar", lying, check, &Refusal("V007", "archive"));
}
