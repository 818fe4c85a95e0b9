//! The whole way from a package and the sources of a configuration to a document.
//!
//! Comes in: a [`Request`]. Goes out: a [`Resolution`]: the text of the document, or everything that stands against
//! it. Invariant: there is a document exactly when no diagnostic is an error, unless the budget did not last so long.

mod completion;
mod engine;
mod inputs;
mod output_folder;
mod warnings;

use std::sync::Arc;

pub use completion::{Completion, EffectiveTopologyInput};
pub use engine::TargetEngine;
pub use inputs::InputsFile;
pub use output_folder::{OutputFolder, document, document_in_folder};
use variscope_encoder::Budget;

use crate::Error;
use crate::analysis::question::{Unresolved, Variant, Variants};
use crate::analysis::recovery;
use crate::analysis::value::{
    Assembly, Configuration, Given, Language, Provenance, Value, check_defaults, check_given, input_diagnostics,
};
use crate::resolve::transform::{relations_as_members, transform, written_for, yaml};
use crate::source::Sources;
use crate::source::diagnostic::{Diagnostic, Severity};
use crate::source::package::Package;
use crate::source::syntax::vocabulary::{Detected, Profile};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{LoadOptions, Loaded, Model};
use inputs::InputsFiles;
use warnings::{deploys_nothing, reads_of_absent, unevaluated_in};

/// What to resolve, and under which configuration.
#[derive(Debug)]
pub struct Request<'p> {
    package: &'p Package,
    load: LoadOptions,
    presets: Vec<String>,
    inputs: Vec<InputsFile>,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    completion: Option<Completion>,
    audience: Option<TargetEngine>,
    /// The path from where the document will be to the folder of the template.
    from_output: Option<String>,
    budget: Budget,
}

/// How a document is written.
#[derive(Clone, Copy)]
struct DocumentForm<'a> {
    /// Where it will be, if that is elsewhere than the template.
    folder: Option<&'a OutputFolder<'a>>,
    /// Whom it is for.
    audience: Option<TargetEngine>,
    /// How the values in it are completed.
    completion: Option<&'a Completion>,
}

/// What came of a request.
#[derive(Debug)]
pub struct Resolution {
    sources: Arc<Sources>,
    profile: Option<Profile>,
    inputs: Vec<EffectiveInput>,
    diagnostics: Vec<Diagnostic>,
    document: Option<String>,
    topology_inputs: Vec<EffectiveTopologyInput>,
    is_stopped: bool,
}

/// What questions about all variants are asked about.
#[derive(Debug)]
pub struct Prepared {
    /// The files that diagnostics point into.
    pub sources: Arc<Sources>,
    /// The profile that the template is read with, and why; none where it is no mapping.
    pub detected: Option<Detected>,
    /// Everything that was said.
    pub diagnostics: Vec<Diagnostic>,
    /// The template and the given values; none where nothing can be asked.
    pub subject: Option<(Model, Configuration)>,
}

/// An input with the value that it has.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectiveInput {
    /// The name.
    pub name: String,
    /// The given value, else the declared default unless it is computed.
    pub given: Option<Given>,
    /// Whether its value is computed when none is given.
    pub has_default_expression: bool,
}

impl<'p> Request<'p> {
    /// To resolve the template of `package`, read with `profile` or with the one that its vocabulary belongs to.
    pub fn new(package: &'p Package, profile: Option<Profile>) -> Self {
        Self {
            package,
            load: LoadOptions { profile, options: None },
            presets: Vec::new(),
            inputs: Vec::new(),
            arguments: Vec::new(),
            environment: Vec::new(),
            completion: None,
            audience: None,
            from_output: None,
            budget: Budget::unlimited(),
        }
    }

    /// Names imports, artifacts and implementations as they are called from where the document will be; the path
    /// `from_output` leads from there to the folder of the template, with `/` between its parts: `../shop`.
    #[must_use]
    pub fn written_elsewhere(mut self, from_output: Option<String>) -> Self {
        self.from_output = from_output;
        self
    }

    /// Replaces the options of the template by others, in YAML.
    #[must_use]
    pub fn options(mut self, options: String) -> Self {
        self.load.options = Some(options);
        self
    }

    /// Chooses presets, the later over the earlier.
    #[must_use]
    pub fn presets(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.presets.extend(names);
        self
    }

    /// Adds an inputs file, over those before.
    #[must_use]
    pub fn inputs(mut self, file: InputsFile) -> Self {
        self.inputs.push(file);
        self
    }

    /// Adds arguments `name=value`, over all files.
    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = String>) -> Self {
        self.arguments.extend(arguments);
        self
    }

    /// Adds environment variables; those that are not meant for variscope are passed over.
    #[must_use]
    pub fn environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        self.environment.extend(variables);
        self
    }

    /// Looks for the variant as long as the budget lasts.
    #[must_use]
    pub fn within(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Completes the values of the variant, and checks them.
    #[must_use]
    pub fn complete(mut self, completion: Completion) -> Self {
        self.completion = Some(completion);
        self
    }

    /// Writes the document as an engine takes it.
    #[must_use]
    pub fn written_for(mut self, audience: Option<TargetEngine>) -> Self {
        self.audience = audience;
        self
    }

    /// Resolves.
    ///
    /// # Errors
    /// When a file of the package cannot be read.
    pub fn resolve(mut self) -> Result<Resolution, Error> {
        let (completion, audience, from_output) = (self.completion.take(), self.audience, self.from_output.take());
        let budget = self.budget.clone();
        let package = self.package;
        let (model, _, mut resolution) = self.load()?;
        if let Some(model) = model {
            resolution.profile = Some(model.profile());
            let configuration = self.configuration(&model, &mut resolution, input_diagnostics);
            resolution.diagnostics.extend(check_defaults(&model.language(), &configuration));
            resolution.inputs = effective_inputs(&model.language(), &configuration);
            // What an ensemble includes may stand in other folders than the document.
            let from_output = from_output.or_else(|| model.ensemble().map(|_| String::new()));
            let folder = from_output.map(|path| OutputFolder::new(package, path));
            let form = DocumentForm { folder: folder.as_ref(), audience, completion: completion.as_ref() };
            resolution.finish(&model, &configuration, form, &budget);
        }
        Ok(resolution)
    }

    /// Loads the template and puts the given values together, for questions about all their completions.
    ///
    /// # Errors
    /// When a file of the package cannot be read.
    pub fn prepare(self) -> Result<Prepared, Error> {
        let (model, detected, mut resolution) = self.load()?;
        let mut subject = None;
        if let Some(model) = model {
            let configuration = self.configuration(&model, &mut resolution, check_given);
            let model = model.among(Arc::clone(&resolution.sources));
            subject = Some((model, configuration)).filter(|_| resolution.exit_error().is_none());
        }
        Ok(Prepared { sources: resolution.sources, detected, diagnostics: resolution.diagnostics, subject })
    }

    /// [`Request::prepare`], whatever is wrong: a template with errors is recovered ([`recovery::load`]), and given values that
    /// cannot be used are left out.
    ///
    /// # Errors
    /// When a file of the package cannot be read.
    pub fn prepare_recovering(self) -> Result<Prepared, Error> {
        let (model, detected, mut resolution) = Self::opened(recovery::load(self.package, &self.load)?, &self.load);
        let mut subject = None;
        if let Some(model) = model {
            let before = resolution.diagnostics.len();
            let configuration = self.configuration(&model, &mut resolution, check_given);
            let is_usable = !resolution.diagnostics[before..].iter().any(Diagnostic::is_error);
            let model = model.among(Arc::clone(&resolution.sources));
            subject = Some((model, if is_usable { configuration } else { Configuration::new() }));
        }
        Ok(Prepared { sources: resolution.sources, detected, diagnostics: resolution.diagnostics, subject })
    }

    /// The model and its profile, and a resolution that says what came up while it was loaded.
    fn load(&self) -> Result<(Option<Model>, Option<Detected>, Resolution), Error> {
        Ok(Self::opened(Model::load(self.package, &self.load)?, &self.load))
    }

    fn opened(loaded: Loaded, load: &LoadOptions) -> (Option<Model>, Option<Detected>, Resolution) {
        let Loaded { sources, model, detected, diagnostics } = loaded;
        let resolution = Resolution {
            sources,
            profile: load.profile,
            inputs: Vec::new(),
            diagnostics,
            document: None,
            topology_inputs: Vec::new(),
            is_stopped: false,
        };
        (model, detected, resolution)
    }

    /// What is given and has an effect; what is wrong with it is reported by `check`.
    fn configuration(self, model: &Model, resolution: &mut Resolution, check: ValueCheck) -> Configuration {
        let language = model.language();
        let mut inputs = InputsFiles::default();
        // The files of the template keep their numbers in the copy, so that places in both can be quoted.
        let mut sources = Sources::clone(&resolution.sources);
        inputs.read(&self.inputs, &mut sources, &mut resolution.diagnostics);
        let presets = model.variability().and_then(|variability| variability.get("presets"));
        let assembly = Assembly::new(&language, presets).presets(self.presets).environment(self.environment);
        let assembly = inputs.add_to(assembly);
        let assembly = self.arguments.iter().fold(assembly, |assembly, argument| assembly.argument(argument));
        let (configuration, diagnostics) = assembly.finish();
        resolution.sources = Arc::new(sources);
        resolution.diagnostics.extend(diagnostics.into_iter().chain(check(&language, &configuration)));
        configuration.without_undeclared(&language)
    }
}

/// What is wrong with given values.
type ValueCheck = fn(&Language<'_>, &Configuration) -> Vec<Diagnostic>;

fn effective_inputs(language: &Language<'_>, configuration: &Configuration) -> Vec<EffectiveInput> {
    let declared = language.inputs().map(|(name, declaration)| EffectiveInput {
        name: name.to_owned(),
        given: configuration.get(name).cloned().or_else(|| default(language, declaration)),
        has_default_expression: language.computed_default(declaration).is_some(),
    });
    let others = configuration.iter().filter(|(name, _)| language.input(name).is_none()).map(|(name, given)| {
        EffectiveInput { name: name.to_owned(), given: Some(given.clone()), has_default_expression: false }
    });
    declared.chain(others).collect()
}

/// The default of an input as it is declared; none where it is computed.
fn default(language: &Language<'_>, declaration: Yaml<'_>) -> Option<Given> {
    if language.computed_default(declaration).is_some() {
        return None;
    }
    let default = declaration.get("default").filter(|default| !default.is_null())?;
    Some(Given { value: Value::from_yaml(default), provenance: Provenance::Default(default.span()) })
}

impl Resolution {
    /// What came of a package that could not even be opened.
    pub fn refused(diagnostic: Diagnostic) -> Self {
        Self {
            sources: Arc::default(),
            profile: None,
            inputs: Vec::new(),
            diagnostics: vec![diagnostic],
            document: None,
            topology_inputs: Vec::new(),
            is_stopped: false,
        }
    }

    /// The document, unless something stands against it.
    pub fn document(&self) -> Option<&str> {
        self.document.as_deref()
    }

    /// Everything that was said, in the order in which the reference would meet it.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The error with which the reference stops.
    pub fn exit_error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.is_error())
    }

    /// Whether the budget was used up before the variant was known.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The files that diagnostics and the configuration point into.
    pub fn sources(&self) -> &Arc<Sources> {
        &self.sources
    }

    /// The profile that the template was read with, when that was found out.
    pub fn profile(&self) -> Option<Profile> {
        self.profile
    }

    /// The declared inputs in the order of the template, then others that were given.
    pub fn inputs(&self) -> &[EffectiveInput] {
        &self.inputs
    }

    /// The inputs of the topology with their values, when values were to be completed.
    pub fn topology_inputs(&self) -> &[EffectiveTopologyInput] {
        &self.topology_inputs
    }

    fn finish(&mut self, model: &Model, configuration: &Configuration, form: DocumentForm<'_>, budget: &Budget) {
        match Variants::of_one(model, configuration) {
            Err(diagnostics) => self.diagnostics.extend(diagnostics),
            Ok(_) if self.exit_error().is_some() => {}
            Ok(variants) => {
                self.diagnostics.extend_from_slice(variants.warnings());
                match variants.resolve_within(budget) {
                    Ok(variant) => self.document = self.text(model, &variant, form),
                    Err(Unresolved::Refused(diagnostics)) => self.diagnostics.extend(diagnostics),
                    Err(Unresolved::Interrupted) => self.is_stopped = true,
                }
            }
        }
    }

    fn text(&mut self, model: &Model, variant: &Variant, form: DocumentForm<'_>) -> Option<String> {
        let DocumentForm { folder, audience, completion } = form;
        let mut output = transform(model, variant);
        if let Some(audience) = audience {
            let mut sources = Sources::clone(&self.sources);
            self.diagnostics.extend(audience.refused(model, variant, &mut sources));
            self.sources = Arc::new(sources);
            let (written, left_out) = written_for(model.tree(), output, audience.engine);
            self.diagnostics.extend(left_out);
            output = written;
            self.diagnostics.extend(folder.and_then(|folder| audience.files_above(model, folder, &output)));
        }
        let output = folder.iter().fold(output, |output, folder| folder.document(model, output));
        self.diagnostics.extend(relations_as_members(model, variant));
        self.diagnostics.extend(deploys_nothing(model, variant));
        let severity = if completion.is_some() { Severity::Error } else { Severity::Warning };
        let absent = reads_of_absent(model, variant, severity, &self.diagnostics);
        self.diagnostics.extend(absent);
        let Some(completion) = completion else {
            let document = self.exit_error().is_none().then(|| yaml::write(model.tree(), &output));
            self.diagnostics
                .extend(document.as_deref().map(|text| unevaluated_in(model, output, text)).into_iter().flatten());
            return document;
        };
        let mut sources = Sources::clone(&self.sources);
        let completed = completion::completed(model, variant, &output, completion, &mut sources);
        self.sources = Arc::new(sources);
        self.diagnostics.extend(completed.diagnostics);
        self.topology_inputs = completed.inputs;
        self.exit_error().is_none().then_some(completed.document)
    }
}
