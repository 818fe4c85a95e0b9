//! Explicit relationship templates as connections: where they make a type ambiguous, and which are used.

use std::collections::BTreeMap;

use super::Questions;
use super::explicit::ExplicitVariables;
use crate::analysis::question::PresenceCondition;
use crate::source::Span;
use crate::tosca::model::ElementId;
use crate::unfurl::connection::Connection;
use crate::unfurl::host_word::HostWord;

/// An explicit relationship template that meets another connection of its type.
pub(super) struct ConnectionConflict {
    /// Where the two are named.
    pub(super) spans: [Span; 2],
    /// The nodes whose tasks may have both.
    pub(super) nodes: Vec<ElementId>,
    /// The question where one does.
    pub(super) question: usize,
}

impl<'c> Questions<'_, 'c> {
    /// Asks where tasks have an explicit relationship template that is the default for nothing.
    pub(super) fn ask_about_leads(&mut self) {
        let contexts = self.contexts();
        let mut led: BTreeMap<Span, Vec<(Connection<'c>, Vec<PresenceCondition>)>> = BTreeMap::new();
        for (node, word, applies) in contexts {
            let Some(besides) = self.explicit.besides(node, &word) else { continue };
            for ((lead, _), &presence_condition) in besides.leads.iter().zip(&besides.around.leads) {
                if self.graph.connections().iter().any(|known| known.is_same(lead)) {
                    continue;
                }
                let (case, typed) =
                    (self.presence_conditions.all([applies, presence_condition]), led.entry(lead.span).or_default());
                match typed.iter_mut().find(|(known, _)| known.is_one(lead)) {
                    Some((_, cases)) => cases.push(case),
                    None => typed.push((lead.clone(), vec![case])),
                }
            }
        }
        for (lead, cases) in led.into_values().flatten() {
            let presence_condition = self.presence_conditions.any(cases);
            let question = self.put(presence_condition);
            self.led.push((lead, question));
        }
    }

    /// Asks where an explicit relationship template is available together with another connection of its type.
    pub(super) fn ask_about_meetings(&mut self) {
        let contexts = self.contexts();
        let mut met: BTreeMap<[Span; 2], (Vec<ElementId>, Vec<PresenceCondition>)> = BTreeMap::new();
        for (node, word, applies) in contexts {
            let Some(besides) = self.explicit.besides(node, &word) else { continue };
            for (spans, one, other) in self.encounters((node, &word), besides) {
                let (nodes, cases) = met.entry(spans).or_default();
                nodes.push(node);
                cases.push(self.presence_conditions.all([applies, one, other]));
            }
        }
        for (spans, (nodes, cases)) in met {
            let presence_condition = self.presence_conditions.any(cases);
            let question = self.put(presence_condition);
            self.meetings.push(ConnectionConflict { spans, nodes, question });
        }
    }

    /// Where explicit relationship templates matter: the node, where a task runs, and when one does.
    fn contexts(&mut self) -> Vec<(ElementId, HostWord, PresenceCondition)> {
        let contexts: Vec<_> = self.explicit.iter().map(|((node, word), _)| (node, word.clone())).collect();
        let mut applying = |(node, word): (ElementId, HostWord)| {
            let applies = self.applies(node, &word);
            (node, word, applies)
        };
        contexts.into_iter().map(&mut applying).collect()
    }

    /// Those of one type under different names: where they are named, and where each is available.
    fn encounters(
        &self,
        (node, word): (ElementId, &HostWord),
        besides: &ExplicitVariables<'_>,
    ) -> Vec<([Span; 2], PresenceCondition, PresenceCondition)> {
        let leads = besides.leads.iter().zip(&besides.around.leads);
        let leads: Vec<(&Connection<'_>, PresenceCondition)> =
            leads.map(|((it, _), &presence_condition)| (it, presence_condition)).collect();
        let known =
            self.graph.connections().iter().enumerate().map(|(place, connection)| {
                (connection, self.explicit.available(place, node, word, &self.availability))
            });
        let known: Vec<(&Connection<'_>, PresenceCondition)> = known.collect();
        let is_pair = |one: &Connection<'_>, other: &Connection<'_>| {
            one.name != other.name && !one.types.is_empty() && one.type_name() == other.type_name()
        };
        let mut encounters = Vec::new();
        for (number, &(lead, presence_condition)) in leads.iter().enumerate() {
            let others = known.iter().chain(&leads[..number]).filter(|(other, _)| is_pair(lead, other));
            encounters.extend(others.map(|&(other, is_there)| ([lead.span, other.span], presence_condition, is_there)));
        }
        encounters
    }

    /// By connection: where it is available because it leads to a node.
    pub(super) fn leading(&mut self) -> BTreeMap<usize, Vec<PresenceCondition>> {
        let contexts = self.contexts();
        let mut leading: BTreeMap<usize, Vec<PresenceCondition>> = BTreeMap::new();
        for (node, word, applies) in contexts {
            let Some(besides) = self.explicit.besides(node, &word) else { continue };
            for ((lead, _), &presence_condition) in besides.leads.iter().zip(&besides.around.leads) {
                let same = self.graph.connections().iter().position(|known| known.is_one(lead));
                let Some(place) = same else { continue };
                leading.entry(place).or_default().push(self.presence_conditions.all([applies, presence_condition]));
            }
        }
        leading
    }
}
