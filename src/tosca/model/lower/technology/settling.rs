//! From authored technologies and rules to the technologies of the model.

use super::candidates::{Candidate, Choice, TechnologyDraft};
use super::matching::Matcher;
use super::rule::Rules;
use super::scenario::Scenario;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::lower::Builder;
use crate::tosca::model::{Constraint, ElementId, Kind};

/// What a node gets.
struct Settled {
    managed: Option<bool>,
    technologies: Vec<TechnologyDraft>,
}

impl<'t> Builder<'t> {
    /// Replaces authored technologies by what rules know about them, and offers technologies to nodes without. Gives back
    /// what is wrong with types of which only constraints ask: the reference meets it after all that is wrong with elements.
    pub(in crate::tosca::model::lower) fn settle_technologies(
        &mut self,
        qualities: Option<Yaml<'t>>,
    ) -> Vec<Diagnostic> {
        if !self.dialect().types_are_elements {
            return Vec::new();
        }
        let (rules, diagnostics) = qualities.map_or_else(Default::default, Rules::read);
        self.diagnostics.extend(diagnostics);
        let mut settler = Settler { matcher: Matcher::new(self), rules: &rules };
        let nodes: Vec<ElementId> =
            (0..self.contents.nodes.len()).map(|place| ElementId::new(Kind::Node, place)).collect();
        let managed: Vec<Option<bool>> = nodes.iter().map(|&node| settler.managed(node)).collect();
        let is_early = self.contents.options.enrich_technologies || settler.implements();
        let late = if is_early { Vec::new() } else { std::mem::take(&mut settler.matcher.diagnostics) };
        let settled = settler.settle(&nodes, managed);
        let undefined = settler.matcher.undefined_types(&rules);
        let mut diagnostics = settler.matcher.diagnostics;
        diagnostics.extend(undefined);
        self.diagnostics.extend(diagnostics);
        self.replace_technologies(settled);
        late
    }

    fn replace_technologies(&mut self, settled: Vec<Settled>) {
        self.contents.elements[Kind::Technology].clear();
        self.contents.technologies.clear();
        for (place, settled) in settled.into_iter().enumerate() {
            let mut ids = Vec::with_capacity(settled.technologies.len());
            for made in settled.technologies {
                ids.push(self.add(Kind::Technology, made.element));
                self.contents.technologies.push(made.technology);
            }
            let node = &mut self.contents.nodes[place];
            (node.technologies, node.managed) = (ids, settled.managed);
        }
    }
}

struct Settler<'b, 'r, 't> {
    matcher: Matcher<'b, 't>,
    rules: &'r Rules<'t>,
}

impl<'t> Settler<'_, '_, 't> {
    /// As the reference does, all that was authored goes before what is offered.
    fn settle(&mut self, nodes: &[ElementId], managed: Vec<Option<bool>>) -> Vec<Settled> {
        let technologies = |id: ElementId| self.matcher.builder.contents.nodes[id.place()].technologies.as_slice();
        let authored: Vec<&[ElementId]> = nodes.iter().map(|&node| technologies(node)).collect();
        let mut settled = Vec::with_capacity(nodes.len());
        for ((&node, authored), managed) in nodes.iter().zip(&authored).zip(managed) {
            let technologies = if self.implements() && managed != Some(false) && !authored.is_empty() {
                self.implemented(node, authored)
            } else {
                authored.iter().map(|&id| self.kept(node, id)).collect()
            };
            settled.push(Settled { managed, technologies });
        }
        for ((&node, authored), settled) in nodes.iter().zip(&authored).zip(&mut settled) {
            if authored.is_empty() && settled.managed == Some(true) {
                settled.technologies = self.offered(node);
            }
        }
        settled
    }

    /// Whether rules say how technologies that were authored are implemented.
    fn implements(&self) -> bool {
        self.matcher.builder.contents.options.enrich_implementations && !self.rules.is_empty()
    }

    /// Whether `node` is managed, as far as anything asks. A node of which that is unknown counts as not managed.
    fn managed(&mut self, node: ElementId) -> Option<bool> {
        let builder = self.matcher.builder;
        if !builder.asks_for_managed() {
            return builder.contents.nodes[node.place()].managed;
        }
        Some(builder.is_managed(node).unwrap_or_else(|diagnostic| {
            self.matcher.diagnostics.push(*diagnostic);
            false
        }))
    }

    /// What rules offer for a managed node without technologies.
    fn offered(&mut self, node: ElementId) -> Vec<TechnologyDraft> {
        let options = &self.matcher.builder.contents.options;
        if !options.enrich_technologies {
            return Vec::new();
        }
        let choice = if options.enrich_technologies_best_only { Choice::Best } else { Choice::All };
        let candidates = Candidate::all(&mut self.matcher, node, self.rules, choice);
        let is_required = options.required_technology_check || options.requires(Constraint::RequiredTechnology);
        if is_required && candidates.as_ref().is_some_and(Vec::is_empty) {
            self.report_no_candidates(node);
        }
        let candidates = candidates.unwrap_or_default().into_iter().enumerate();
        candidates.map(|(index, candidate)| candidate.make(&mut self.matcher, node, index, None)).collect()
    }

    /// The rules for the technologies that the author gave to a node.
    fn implemented(&mut self, node: ElementId, authored: &[ElementId]) -> Vec<TechnologyDraft> {
        let Some(candidates) = Candidate::all(&mut self.matcher, node, self.rules, Choice::All) else {
            return Vec::new();
        };
        let mut made = Vec::new();
        for &id in authored {
            let element = self.matcher.builder.element(id);
            let before = made.len();
            for candidate in candidates.iter().filter(|candidate| *candidate.rule.technology == *element.name) {
                made.push(candidate.clone().make(&mut self.matcher, node, made.len(), Some(element)));
            }
            if made.len() == before {
                let known: Vec<&str> = candidates.iter().map(|candidate| candidate.rule.technology).collect();
                self.report_no_implementation(node, id, &known);
            }
        }
        made
    }

    /// A technology as the author gave it; it may bring the scenario that it was chosen for.
    fn kept(&mut self, node: ElementId, id: ElementId) -> TechnologyDraft {
        let builder = self.matcher.builder;
        let element = builder.element(id).clone();
        let mut technology = builder.contents.technologies[id.place()].clone();
        let body = element.body.map(|body| builder.tree.at(body));
        if let Some(scenario) = body.and_then(|body| body.get("scenario")).and_then(Scenario::read) {
            let found = self.matcher.matches(node, &scenario);
            technology.matches = Some(found.map_or_else(Vec::new, |found| found.elements));
            technology.artifact_type = scenario.artifact.map(Into::into);
        }
        TechnologyDraft { element, technology }
    }

    fn report_no_candidates(&mut self, node: ElementId) {
        let builder = self.matcher.builder;
        let is_checked = builder.contents.options.required_technology_check;
        // Without rules there is one cause for all nodes, and their types do not matter.
        let is_reported = if self.rules.is_empty() {
            !is_checked
        } else {
            self.matcher.misspelt_types(node, self.rules) || self.matcher.has_given_up()
        };
        if is_reported {
            return;
        }
        let display = builder.display(node);
        let mut diagnostic = Diagnostic::new(
            Code::NoTechnology,
            builder.element(node).span,
            format!("{display} has no technology candidates"),
        );
        for scenario in self.scenarios_of_type(node) {
            diagnostic = diagnostic.note(self.matcher.misfit(node, &scenario));
        }
        if is_checked {
            let title = self.matcher.builder.title(node);
            diagnostic = diagnostic.reference(format!("{title} has no technology candidates"));
        } else {
            let note = "it can be in no variant: `required_technology_constraint` demands one of each managed node";
            diagnostic = Diagnostic { severity: Severity::Warning, ..diagnostic }.note(note);
        }
        let help = "add a rule for its type to `qualities`, give it a `technology`, or say `managed: false`";
        self.matcher.diagnostics.push(diagnostic.help(help));
    }

    /// `known` are the technologies of the rules that apply.
    fn report_no_implementation(&mut self, node: ElementId, technology: ElementId, known: &[&str]) {
        if self.matcher.has_given_up() {
            return;
        }
        let builder = self.matcher.builder;
        let (owner, wanted) = (builder.display(node), builder.display(technology));
        let message = format!("no rule of \"qualities\" implements {wanted}");
        let mut diagnostic = Diagnostic::new(Code::NoTechnology, builder.element(technology).span, message)
            .reference(format!("{} has no implementation for {wanted}", builder.title(node)));
        for scenario in self.scenarios_of_type(node) {
            diagnostic = diagnostic.note(format!("there are rules for \"{}\"", scenario.key()));
        }
        let help = format!("add a rule for {owner}, or switch off `enrich_implementations`");
        let name = &builder.element(technology).name;
        self.matcher.diagnostics.push(diagnostic.help(help).suggesting(name, known.iter().copied()));
    }

    /// The scenarios for a node's type, whether they apply or not.
    fn scenarios_of_type(&mut self, node: ElementId) -> Vec<Scenario<'t>> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let line = self.matcher.line_of(crate::tosca::types::Collection::Node, node).unwrap_or_default();
        self.rules.of_types(&line).map(|rules| rules[0].scenario.clone()).collect()
    }
}
