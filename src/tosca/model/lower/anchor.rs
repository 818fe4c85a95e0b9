//! Modes that prune along incoming relations and hosts need a node to start from.

use super::Builder;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::OptionStyle;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Element, Kind};

impl Builder<'_> {
    pub(super) fn check_anchor(&mut self, root: Yaml<'_>) {
        let options = &self.contents.options;
        let mode = &options.default_condition_mode[Kind::Node];
        let is_incoming = mode.words().any(|word| word.starts_with("incoming"));
        let is_host = mode.words().any(|word| word == "host");
        if !(self.dialect().options == OptionStyle::Faceted && options.anchor_check && is_incoming && is_host) {
            return;
        }
        let implied =
            |element: &Element| element.overrides.as_ref().is_some_and(|overrides| overrides.implied == Some(true));
        let has_anchor = self.contents.nodes.iter().any(|node| node.is_anchor)
            || self.contents.elements[Kind::Node].iter().any(implied);
        if has_anchor {
            return;
        }
        let first = self.contents.elements[Kind::Node].first();
        let span = first.map_or(root.span(), |node| node.span);
        let sentence = "Node default condition mode \"incoming(naive)-host\" requires at least one anchor or implied node template";
        let message = "every node is pruned: no node is an anchor";
        let diagnostic = Diagnostic::new(Code::MissingAnchor, span, message)
            .note("nodes are kept only when something leads to them, so something has to be kept anyway")
            .help("give the nodes that the deployment is about `anchor: true`")
            .reference(sentence);
        self.report(diagnostic);
    }
}
