//! Modes that prune along incoming relations and hosts need a node to start from.

use super::Builder;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::OptionStyle;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{DefaultMode, Element, Kind};

impl Builder<'_> {
    /// Asks for an anchor where the mode of nodes needs one.
    pub(super) fn check_anchor(&mut self, root: Yaml<'_>) {
        if self.lacks_anchor(&self.contents.options.default_condition_mode[Kind::Node]) {
            let message = "every node is pruned: no node is an anchor";
            let note = "nodes are kept only when something leads to them, so something has to be kept anyway";
            self.report_missing_anchor(root, message, note);
        }
    }

    /// Asks for an anchor where the mode that nodes of this version have without options needs one: the reference looks again when
    /// the option has done its work and is gone.
    pub(super) fn check_anchor_of_version(&mut self, root: Yaml<'_>) {
        let usual = DefaultMode::of_version(Kind::Node, self.contents.version);
        if self.lacks_anchor(&usual) && !self.lacks_anchor(&self.contents.options.default_condition_mode[Kind::Node]) {
            let message = "no node is an anchor, and this version of the language asks for one";
            let note = "its own mode counts here, whatever `node_default_condition_mode` says; `anchor_check: false` asks for none";
            self.report_missing_anchor(root, message, note);
        }
    }

    fn lacks_anchor(&self, mode: &DefaultMode) -> bool {
        let is_incoming = mode.words().any(|word| word.starts_with("incoming"));
        let is_host = mode.words().any(|word| word == "host");
        let is_checked = self.dialect().options == OptionStyle::Faceted && self.contents.options.anchor_check;
        let implied =
            |element: &Element| element.overrides.as_ref().is_some_and(|overrides| overrides.implied == Some(true));
        let has_anchor = || {
            self.contents.nodes.iter().any(|node| node.is_anchor)
                || self.contents.elements[Kind::Node].iter().any(implied)
        };
        is_checked && is_incoming && is_host && !has_anchor()
    }

    fn report_missing_anchor(&mut self, root: Yaml<'_>, message: &str, note: &str) {
        let first = self.contents.elements[Kind::Node].first();
        let span = first.map_or(root.span(), |node| node.span);
        let sentence = "Node default condition mode \"incoming(naive)-host\" requires at least one anchor or implied node template";
        let diagnostic = Diagnostic::new(Code::MissingAnchor, span, message)
            .note(note)
            .help("give the nodes that the deployment is about `anchor: true`")
            .reference(sentence);
        self.report(diagnostic);
    }
}
