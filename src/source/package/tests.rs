//! Packages of all kinds, benign and hostile; archives are made on the spot.

use std::fs;
use std::io::{Cursor, Write};
use std::path::PathBuf;

use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{Package, read_file};
use crate::Error;
use crate::source::diagnostic::{Code, Diagnostic};

const TEMPLATE: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\n";

/// A folder with these files; the path of one of them, or of the folder for `""`.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A file with these bytes, and the folder that keeps it.
fn file(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("package");
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn open_archive(bytes: &[u8]) -> Result<Package, Error> {
    let (_folder, path) = file(bytes);
    Package::open(&path)
}

/// The diagnostic of something that was refused.
fn refused<T: std::fmt::Debug>(result: Result<T, Error>) -> Diagnostic {
    match result.unwrap_err() {
        Error::Package(diagnostic) => *diagnostic,
        Error::Io { path, source } => panic!("{}: {source}", path.display()),
    }
}

/// Checks these files as a folder and as an archive.
fn both(files: &[(&str, &str)], check: impl Fn(&Package)) {
    let folder = folder(files);
    check(&Package::open(folder.path()).unwrap());
    check(&open_archive(&archive(files)).unwrap());
}

#[test]
fn a_file_is_a_template_with_companions_beside_it() {
    let folder = folder(&[("a.yaml", "a"), ("lib/b.yaml", "b"), ("lib/c/d.yaml", "d")]);
    let path = folder.path().join("a.yaml");
    let package = Package::open(&path).unwrap();
    assert_eq!(package.entry().unwrap(), "a.yaml");
    assert_eq!(package.read("a.yaml").unwrap().as_deref(), Some("a"));
    assert_eq!(package.read("./lib/../lib/b.yaml").unwrap().as_deref(), Some("b"));
    assert_eq!(package.list("lib").unwrap(), ["lib/b.yaml", "lib/c/d.yaml"]);
    assert_eq!(package.display("a.yaml"), path.display().to_string());
}

#[test]
fn stdin_has_no_companions() {
    let package = Package::of_text("\u{feff}a: b\n");
    let entry = package.entry().unwrap();
    assert_eq!(package.read(&entry).unwrap().as_deref(), Some("a: b\n"));
    assert_eq!(package.read("Cargo.toml").unwrap(), None);
    assert!(package.list("src").unwrap().is_empty());
    assert_eq!(package.display(&entry), "<stdin>");
}

#[test]
fn folders_and_archives_are_read_alike() {
    let files = [("template.yaml", TEMPLATE), ("lib/z.yaml", "z"), ("lib/a/b.yaml", "b"), ("library.yaml", "l")];
    both(&files, |package| {
        assert_eq!(package.entry().unwrap(), "template.yaml");
        assert_eq!(package.read("lib/z.yaml").unwrap().as_deref(), Some("z"));
        assert_eq!(package.list("lib").unwrap(), ["lib/a/b.yaml", "lib/z.yaml"]);
        assert_eq!(package.list("lib/").unwrap(), ["lib/a/b.yaml", "lib/z.yaml"]);
        assert_eq!(package.list("").unwrap().len(), 4);
        for absent in ["lib", "none.yaml", "lib/z.yaml/x", ""] {
            assert_eq!(package.read(absent).unwrap(), None, "{absent}");
        }
        assert!(package.list("none").unwrap().is_empty());
    });
}

#[test]
fn nothing_outside_is_read() {
    both(&[("template.yaml", TEMPLATE)], |package| {
        for name in ["../template.yaml", "/etc/passwd", "a/../../b"].into_iter().chain(cfg!(windows).then_some("C:\\x"))
        {
            assert_eq!(refused(package.read(name)).code, Code::UnsafePath, "{name}");
            assert_eq!(refused(package.list(name)).code, Code::UnsafePath, "{name}");
        }
    });
}

#[test]
#[cfg(unix)]
fn links_lead_out_only_where_that_is_allowed() {
    use std::os::unix::fs::symlink;
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(other.path().join("types.yaml"), TEMPLATE).unwrap();
    std::fs::write(folder.path().join("own.yaml"), TEMPLATE).unwrap();
    symlink(other.path().join("types.yaml"), folder.path().join("link.yaml")).unwrap();
    symlink(folder.path().join("own.yaml"), folder.path().join("inner.yaml")).unwrap();
    symlink("/dev/zero", folder.path().join("endless.yaml")).unwrap();
    let package = Package::open(folder.path()).unwrap();
    assert!(package.read("inner.yaml").unwrap().is_some());
    assert_eq!(refused(package.read("link.yaml")).code, Code::UnsafePath);
    let package = package.allowing_outside();
    assert!(package.read("link.yaml").unwrap().is_some());
    assert!(matches!(package.read("endless.yaml"), Err(Error::Io { .. })));
    // What the user names is read.
    assert!(Package::open(&folder.path().join("link.yaml")).unwrap().read("link.yaml").unwrap().is_some());
}

#[test]
fn metadata_names_the_template() {
    let metadata = "TOSCA-Meta-File-Version: 1.1\r\nEntry-Definitions: Definitions/shop.yaml\r\nOther: x\r\n";
    let name = "TOSCA-Metadata/TOSCA.meta";
    both(&[(name, metadata), ("Definitions/shop.yaml", TEMPLATE), ("template.yaml", TEMPLATE)], |package| {
        assert_eq!(package.entry().unwrap(), "Definitions/shop.yaml");
    });
    both(&[(name, metadata), ("template.yaml", TEMPLATE)], |package| {
        let diagnostic = refused(package.entry());
        assert!(diagnostic.message.contains("TOSCA.meta:2") && diagnostic.message.contains("Definitions/shop.yaml"));
    });
    both(&[(name, &metadata.replace("Definitions:", "Definition:")), ("template.yaml", TEMPLATE)], |package| {
        let diagnostic = refused(package.entry());
        assert!(diagnostic.message.contains("TOSCA.meta:2: there is no key \"Entry-Definition\""), "{diagnostic:?}");
    });
    for metadata in ["TOSCA-Meta-File-Version: 1.1\n", "Other-Definitions: a.yaml\nOther-Definition: b.yaml\n"] {
        both(&[(name, metadata), ("template.yaml", TEMPLATE)], |package| {
            assert_eq!(package.entry().unwrap(), "template.yaml");
        });
    }
}

#[test]
fn candidates_are_tried_in_order() {
    let mut names = vec!["template.yaml", "service-template.yaml", "variable-service-template.yaml", "vst.yaml"];
    while let Some(&expected) = names.last() {
        let files: Vec<(&str, &str)> =
            names.iter().map(|&name| (name, TEMPLATE)).chain([("a.yaml", TEMPLATE)]).collect();
        both(&files, |package| assert_eq!(package.entry().unwrap(), expected));
        names.pop();
    }
}

#[test]
fn the_only_definitions_file_is_the_template() {
    let types = ("types/a.yaml", TEMPLATE);
    both(&[("shop.yml", TEMPLATE), ("inputs.yaml", "a: 1\n"), types], |package| {
        assert_eq!(package.entry().unwrap(), "shop.yml");
    });
    both(&[("inputs.yaml", "a: 1\n"), types], |package| {
        let diagnostic = refused(package.entry());
        assert!(
            diagnostic.message.contains("contains no service template") && diagnostic.notes[0].contains("vst.yaml")
        );
    });
    both(&[("a.yaml", TEMPLATE), ("b.yaml", TEMPLATE)], |package| {
        assert!(refused(package.entry()).message.ends_with("several service templates: a.yaml, b.yaml"));
    });
    both(&[], |package| assert_eq!(refused(package.entry()).code, Code::UnreadableFile));
}

#[test]
fn text_is_utf8_without_byte_order_mark() {
    for (bytes, expected) in
        [(&b"\xEF\xBB\xBFa\r\n"[..], Ok("a\r\n")), (b"a\n\xE4\n", Err("byte 0xE4 at offset 2, in line 2"))]
    {
        let (_folder, path) = file(bytes);
        let package = Package::open(&path).unwrap();
        match expected {
            Ok(text) => assert_eq!(package.read("package").unwrap().as_deref(), Some(text)),
            Err(message) => assert!(refused(package.read("package")).message.ends_with(message)),
        }
        for alone in [read_file(&path), Package::piped("-", bytes).and_then(|piped| Ok(piped.read("-")?.unwrap()))] {
            match expected {
                Ok(text) => assert_eq!(&*alone.unwrap(), text),
                Err(message) => assert!(refused(alone).message.ends_with(message)),
            }
        }
    }
}

#[test]
fn failures_of_the_outside_world_are_errors() {
    let missing = Package::open(&PathBuf::from("/nonexistent/x.yaml")).unwrap_err();
    assert!(matches!(&missing, Error::Io { .. }) && missing.to_string().starts_with("/nonexistent/x.yaml: "));
}

#[test]
fn compression_and_comments_do_not_matter() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_directory("lib", SimpleFileOptions::default()).unwrap();
    for (name, method) in [("template.yaml", CompressionMethod::Stored), ("lib/ä.yaml", CompressionMethod::Deflated)] {
        zip.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(TEMPLATE.repeat(100).as_bytes()).unwrap();
    }
    zip.set_comment("PK").unwrap();
    let package = open_archive(&zip.finish().unwrap().into_inner()).unwrap();
    assert_eq!(package.list("").unwrap(), ["lib/ä.yaml", "template.yaml"]);
    for name in ["lib/ä.yaml", "template.yaml"] {
        assert_eq!(package.read(name).unwrap().as_deref(), Some(TEMPLATE.repeat(100).as_str()));
    }
}

#[test]
fn malformed_archives_are_refused() {
    let sound = archive(&[("template.yaml", &TEMPLATE.repeat(50))]);
    for length in [4, 30, sound.len() / 2, sound.len() - 1] {
        assert_eq!(refused(open_archive(&sound[..length])).code, Code::ArchiveLimit, "{length}");
    }
    // Damaged content is found when it is read.
    let mut damaged = sound.clone();
    for byte in &mut damaged[45..60] {
        *byte ^= 0x55;
    }
    assert_eq!(
        refused(open_archive(&damaged).and_then(|package| package.read("template.yaml"))).code,
        Code::ArchiveLimit
    );
}

#[test]
fn links_and_paths_that_leave_the_archive_are_refused() {
    for name in ["../x.yaml", "/etc/x.yaml", "a/../../x.yaml", "C:\\x.yaml"] {
        assert_eq!(refused(open_archive(&archive(&[(name, "x")]))).code, Code::UnsafePath, "{name}");
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("template.yaml", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    assert_eq!(refused(open_archive(&zip.finish().unwrap().into_inner())).code, Code::UnsafePath);
    assert_eq!(refused(open_archive(&archive(&[("a/b", "x"), ("a/./b", "y")]))).code, Code::ArchiveLimit);
}

#[test]
fn bombs_are_refused_by_their_table_of_contents() {
    let zeros = vec![0; 2 << 20];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("template.yaml", SimpleFileOptions::default()).unwrap();
    zip.write_all(&zeros).unwrap();
    let diagnostic = refused(open_archive(&zip.finish().unwrap().into_inner()));
    assert!(diagnostic.code == Code::ArchiveLimit && diagnostic.message.contains("200 times"));

    let names: Vec<String> = (0..10_001).map(|i| i.to_string()).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert!(refused(open_archive(&archive(&files))).message.contains("10000 entries"));

    let long = "x".repeat(60_000);
    let names: Vec<String> = (0..150).map(|i| format!("{long}{i}")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert!(refused(open_archive(&archive(&files))).message.contains("table of contents"));
}

/// The sizes in the table of contents may lie; what counts is what comes out.
#[test]
fn declared_sizes_are_not_believed() {
    let mut bytes = archive(&[("template.yaml", &" ".repeat(70 << 20))]);
    let declared = u32::to_le_bytes(70 << 20);
    let places: Vec<usize> = (0..bytes.len() - 4).filter(|&at| bytes[at..at + 4] == declared).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + 4].copy_from_slice(&u32::to_le_bytes(100));
    }
    let read = open_archive(&bytes).and_then(|package| package.read("template.yaml"));
    assert_eq!(refused(read).code, Code::ArchiveLimit);
}

/// Content and not the name distinguishes an archive from a template.
#[test]
fn an_archive_may_have_any_name() {
    let (_folder, path) = file(&archive(&[("template.yaml", TEMPLATE)]));
    assert_eq!(Package::open(&path).unwrap().entry().unwrap(), "template.yaml");
    let (_folder, path) = file(b"PKG: not an archive\n");
    assert_eq!(Package::open(&path).unwrap().entry().unwrap(), "package");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    use std::os::fd::AsRawFd;

    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(TEMPLATE.as_bytes()).unwrap();
    drop(writer);
    let package = Package::open(&PathBuf::from(format!("/dev/fd/{}", reader.as_raw_fd()))).unwrap();
    let entry = package.entry().unwrap();
    for _ in 0..2 {
        assert_eq!(package.read(&entry).unwrap().as_deref(), Some(TEMPLATE));
    }
}

#[cfg(unix)]
#[test]
fn links_between_folders_do_not_trap() {
    let folder = folder(&[("lib/a.yaml", "a")]);
    std::os::unix::fs::symlink(folder.path(), folder.path().join("lib/loop")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("lib/a.yaml"), folder.path().join("lib/b.yaml")).unwrap();
    let package = Package::open(folder.path()).unwrap();
    assert_eq!(package.list("lib").unwrap(), ["lib/a.yaml", "lib/b.yaml"]);
}

#[test]
fn a_folder_around_everything_in_an_archive_is_named() {
    let files = [("shop/service-template.yaml", TEMPLATE), ("shop/lib/types.yaml", TEMPLATE)];
    let help = refused(open_archive(&archive(&files)).and_then(|package| package.entry())).help.unwrap();
    assert!(help.contains("is in the folder \"shop\"") && help.contains("`cd shop; zip -r ../shop.zip .`"), "{help}");
    let apart = [("shop/service-template.yaml", TEMPLATE), ("other/types.yaml", TEMPLATE)];
    let help = refused(open_archive(&archive(&apart)).and_then(|package| package.entry())).help.unwrap();
    assert!(help.starts_with("rename"), "{help}");
}
