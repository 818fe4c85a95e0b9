//! The data of the page, as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::folds::Folds;

use crate::analysis::question::{
    self, AllVariants, ChoiceGroup, ChoiceInput, ChoiceValue, Configurator, Findings, InputOverview, input_overviews,
    preset_overviews,
};
use crate::answer::{Answer, Caveat, Element, Elements, Exactness, Finding, Number, Place, Preset, Values, Written};
use crate::output::picture::Picture;
use crate::output::render::findings::what_is_open;
use crate::output::render::formats::Paths;
use crate::output::render::ranges::ranges;
use crate::source::diagnostic::{Code, Severity};

/// Everything that the page shows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PageData {
    template: String,
    profile: Option<String>,
    variants: Option<Number>,
    exact: bool,
    caveats: Vec<Caveat>,
    elements: Vec<ShownElement>,
    findings: Vec<ShownFinding>,
    /// What is not known of findings.
    open: Vec<String>,
    inputs: Vec<ShownInput>,
    /// What was given with the question: it holds whatever is chosen.
    given: Values,
    presets: Vec<Preset>,
    configurator: Option<Choices>,
    /// The topology, where it is folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    folds: Option<Folds>,
    /// What is said in place of a configurator.
    pub(super) without: Option<String>,
    /// By whom the page is served, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) served: Option<Served>,
}

/// By whom the page is served.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(super) struct Served {
    /// What the page is asked to be outdated by.
    pub(super) revision: u64,
}

/// What the page shows of an element; a large template has thousands of them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ShownElement {
    id: String,
    line: Option<u32>,
    /// The file of that line, where it is not the template.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    presence: Option<String>,
    variants: Option<Number>,
}

/// What the page shows of a finding.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ShownFinding {
    severity: Severity,
    #[schemars(with = "String")]
    code: Code,
    line: Option<u32>,
    message: String,
    because: Vec<Place>,
    help: Option<String>,
    witness: Option<Values>,
}

/// An input that values are chosen of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ShownInput {
    name: String,
    #[serde(rename = "type")]
    type_name: Option<String>,
    description: Option<String>,
    values: Vec<Written>,
    is_open: bool,
}

/// What the page needs to count by itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Choices {
    counts_variants: bool,
    variables: usize,
    nodes: Vec<[usize; 3]>,
    valid: usize,
    presences: Vec<usize>,
    presets: Vec<Vec<(usize, usize, usize)>>,
    groups: Vec<Group>,
}

/// Inputs that are read together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Group {
    inputs: Vec<GroupInput>,
    combinations: Vec<u32>,
    literals: Vec<Option<(usize, bool)>>,
}

/// An input to choose a value of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GroupInput {
    name: String,
    values: Vec<GroupValue>,
    is_sampled: bool,
}

/// A value to choose, for itself or for many.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GroupValue {
    value: Written,
    size: Option<Number>,
    is_other: bool,
    /// The numbers that it stands for, in words.
    range: Option<String>,
}

impl Answer for PageData {
    const NAME: &'static str = "report";
    const VERSION: u32 = 1;
}

impl PageData {
    /// About a template.
    pub(super) fn of(template: &str, all: &AllVariants<'_, '_>, elements: Elements, findings: &Findings) -> Self {
        let model = all.model();
        let presets = preset_overviews(model);
        let configurator = all.configurator(&presets);
        let chosen = all.variants.preset_configurations();
        let shown = |finding: &question::Finding| {
            let shown = ShownFinding::from(&Finding::found(finding, model, &Paths::default()));
            let preset = chosen.iter().find(|preset| Some(preset.span) == finding.diagnostic.span());
            let preset = preset.filter(|_| finding.diagnostic.code == Code::PartlyFailingPreset);
            let witness = preset.zip(finding.witness.as_ref()).map(|(preset, witness)| {
                let values = witness.complete(&preset.configuration);
                let open = values.iter().filter(|(name, _)| all.given().value(name).is_none());
                open.map(|(name, given)| (name.to_owned(), given.value.clone())).collect()
            });
            ShownFinding { witness: witness.or(shown.witness), ..shown }
        };
        let without = without(&elements, configurator.is_some());
        let Elements { variants, exactness: Exactness { exact, caveats, .. }, elements, .. } = elements;
        Self {
            template: template.to_owned(),
            profile: Some(model.profile().to_string()),
            variants,
            exact,
            caveats,
            elements: elements.into_iter().map(ShownElement::from).collect(),
            findings: findings.findings.iter().map(shown).collect(),
            open: what_is_open(model, findings).lines().map(str::to_owned).collect(),
            inputs: input_overviews(model).iter().map(ShownInput::from).collect(),
            given: Values::from(all.given()),
            presets: presets.iter().map(Preset::from).collect(),
            configurator: configurator.as_ref().map(Choices::from),
            folds: None,
            without,
            served: None,
        }
    }

    /// Folds the topology where that is needed.
    pub(super) fn fold(&mut self, picture: &Picture, is_needed: bool) {
        let elements = self.elements.iter().map(|element| element.id.as_str());
        self.folds = is_needed.then(|| Folds::of(picture, elements));
    }

    /// What is wrong with a template; everything else is missing.
    pub(super) fn of_broken(template: &str, findings: &[Finding]) -> Self {
        Self {
            template: template.to_owned(),
            profile: None,
            variants: None,
            exact: false,
            caveats: Vec::new(),
            elements: Vec::new(),
            findings: findings.iter().map(ShownFinding::from).collect(),
            open: Vec::new(),
            inputs: Vec::new(),
            given: Values::default(),
            presets: Vec::new(),
            configurator: None,
            folds: None,
            without: Some("The template has errors, and no variants before they are mended.".to_owned()),
            served: None,
        }
    }
}

/// What is said in place of a configurator.
fn without(elements: &Elements, has_configurator: bool) -> Option<String> {
    let variants = match (&elements.variants, elements.exactness.exact) {
        _ if has_configurator => return None,
        (Some(variants), true) => format!("{variants} variants."),
        (Some(variants), false) => format!("At least {variants} variants."),
        (None, _) => "Variants were not counted.".to_owned(),
    };
    Some(format!("{variants} What choices leave cannot be counted on this page."))
}

impl From<Element> for ShownElement {
    fn from(element: Element) -> Self {
        let Element { id, line, file, presence, variants, .. } = element;
        Self { id, line, file, presence, variants }
    }
}

impl From<&Finding> for ShownFinding {
    fn from(finding: &Finding) -> Self {
        let Finding { severity, code, line, message, because, help, witness, .. } = finding.clone();
        Self { severity, code, line, message, because, help, witness }
    }
}

impl From<&InputOverview> for ShownInput {
    fn from(input: &InputOverview) -> Self {
        Self {
            name: input.name.clone(),
            type_name: input.type_name.clone(),
            description: input.description.clone(),
            values: input.mentioned().iter().map(Written::of).collect(),
            is_open: input.is_open(),
        }
    }
}

impl From<&Configurator> for Choices {
    fn from(configurator: &Configurator) -> Self {
        Self {
            counts_variants: configurator.distinguishes_variants,
            variables: configurator.variables,
            nodes: configurator.nodes.clone(),
            valid: configurator.valid,
            presences: configurator.presences.iter().map(|&(_, root)| root).collect(),
            presets: configurator.presets.clone(),
            groups: configurator.groups.iter().map(Group::from).collect(),
        }
    }
}

impl From<&ChoiceGroup> for Group {
    fn from(group: &ChoiceGroup) -> Self {
        Self {
            inputs: group.inputs.iter().map(GroupInput::from).collect(),
            combinations: group.combinations.clone(),
            literals: group.literals.clone(),
        }
    }
}

impl From<&ChoiceInput> for GroupInput {
    fn from(input: &ChoiceInput) -> Self {
        let value = |(value, range): (&ChoiceValue, Option<String>)| GroupValue {
            value: Written::of(&value.value),
            size: value.size.clone().map(Number::from),
            is_other: value.is_unmentioned,
            range,
        };
        Self {
            name: input.name.to_string(),
            values: input.values.iter().zip(ranges(input)).map(value).collect(),
            is_sampled: input.is_sampled,
        }
    }
}
