//! The server in a real editor, where there is one.

use std::process::{Command, Stdio};

use super::TEMPLATE;
use super::prerequisites::passed_over;
use crate::support::folder::folder;
use crate::support::program::PROGRAM;

#[test]
fn neovim_is_served() {
    let folder = folder(&[("shop.yaml", TEMPLATE)]);
    let script = format!("luafile {}/tests/lsp/neovim.lua", env!("CARGO_MANIFEST_DIR"));
    let mut editor = Command::new("nvim");
    editor.args(["--headless", "-u", "NONE", "-n", "-c", &script]).current_dir(folder.path());
    editor.env("VARISCOPE", PROGRAM).env("XDG_STATE_HOME", folder.path());
    let Ok(output) = editor.stdin(Stdio::null()).output() else {
        return passed_over("neovim", "what an editor is served");
    };
    let printed = std::fs::read_to_string(folder.path().join("said"));
    let printed = printed.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let expected = "diagnostics true\noutline 5 node_templates\nfolds true\ntokens true\nlens preset live: ok\nsymbols 2\n\
                    highlights 4\nhover **node `db`**\nrenamed true true\n";
    assert_eq!(printed, expected);
}
