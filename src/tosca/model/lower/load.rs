//! Reading a template and everything that belongs to it.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Builder;
use super::entry::Entry;
use super::idle_type_specific::TypeSpecificSection;
use super::imported_topology::unread_topology;
use super::imported_types::Import;
use super::imports::{ImportedFile, files_of_imports, missing_import};
use super::input_types::check_input_types;
use super::technology::unsupported_plugins;
use super::type_specific::type_specific_conditions;
use crate::Error;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::package::{Package, is_yaml};
use crate::source::syntax::vocabulary::{
    Detected, Profile, check_keys, check_type_keys, check_variability, detect_profile, too_deep, topology_of,
};
use crate::source::syntax::yaml::{ParseCache, Tree, Yaml, YamlId};
use crate::source::{FileId, Sources, Span};
use crate::tosca::model::{
    Check, Model, ModelSource, Options, Recovery, UnreadImport, UnreadReason, VERSIONS, Version, misspelt_version,
    option_names,
};

/// How a template is read.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The revision of the language; guessed from the vocabulary when not given.
    pub profile: Option<Profile>,
    /// Options in YAML that replace those of the template in profile B, which took them on the command line. The other
    /// profiles ignore them.
    pub options: Option<String>,
}

/// What reading gave.
#[derive(Debug)]
pub struct Loaded {
    /// The files that were read.
    pub sources: Arc<Sources>,
    /// The model, unless there is not enough to make one of.
    pub model: Option<Model>,
    /// The profile that the template is read with, and why; none where it is no mapping.
    pub detected: Option<Detected>,
    /// Whatever is wrong, in the order in which the reference would meet it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Model {
    /// Reads the template of `package`.
    ///
    /// # Errors
    /// When a file cannot be read. What is wrong inside files is in [`Loaded::diagnostics`].
    pub fn load(package: &Package, options: &LoadOptions) -> Result<Loaded, Error> {
        TemplateReader::new(package, options, None).load()
    }

    /// [`Model::load_again`] of a template with errors, as `recovery` would have it.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn load_recovering(
        package: &Package,
        options: &LoadOptions,
        recovery: &Recovery,
        earlier: Option<&Self>,
    ) -> Result<Loaded, Error> {
        let (earlier, recovery) = (earlier.map(Self::tree), Some(recovery));
        TemplateReader { earlier, recovery, ..TemplateReader::new(package, options, None) }.load()
    }

    /// [`Model::load`], which parses files beside the template only when they changed since they were put into `cache`, and of the
    /// template what is not as in the `earlier` model.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn load_again(
        package: &Package,
        options: &LoadOptions,
        cache: Option<&ParseCache>,
        earlier: Option<&Self>,
    ) -> Result<Loaded, Error> {
        TemplateReader { earlier: earlier.map(Self::tree), ..TemplateReader::new(package, options, cache) }.load()
    }
}

pub(super) struct TemplateReader<'p> {
    pub(super) package: &'p Package,
    options: &'p LoadOptions,
    /// Where files beside the template may be already.
    cache: Option<&'p ParseCache>,
    /// What an earlier text of the template was.
    earlier: Option<&'p Tree>,
    pub(super) recovery: Option<&'p Recovery>,
    pub(super) sources: Sources,
    pub(super) tree: Tree,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The files of an ensemble, by their names in the package.
    pub(super) parts: Vec<(FileId, String)>,
    /// What is imported and not read.
    pub(super) unread: Vec<UnreadImport>,
}

/// Files beside the template, each with its root.
#[derive(Default)]
struct Companions {
    library: Vec<(FileId, YamlId)>,
    imports: Vec<Import>,
    type_specific: Option<YamlId>,
    qualities: Option<YamlId>,
}

impl Companions {
    /// The imported files that are not part of the library.
    fn others(&self) -> impl Iterator<Item = (FileId, YamlId)> + '_ {
        let imports = self.imports.iter().map(|import| (import.file, import.root));
        imports.filter(|import| !self.library.contains(import))
    }
}

/// Where the rules for technologies are when the template does not say.
static QUALITIES: &[&str] = &["qualities.yaml", "lib/qualities.yaml"];

impl<'p> TemplateReader<'p> {
    fn new(package: &'p Package, options: &'p LoadOptions, cache: Option<&'p ParseCache>) -> Self {
        Self {
            package,
            options,
            cache,
            earlier: None,
            recovery: None,
            sources: Sources::new(),
            tree: Tree::new(),
            diagnostics: Vec::new(),
            parts: Vec::new(),
            unread: Vec::new(),
        }
    }

    fn load(mut self) -> Result<Loaded, Error> {
        let entry = self.package.entry()?;
        let Some(Entry { file, root, around }) = self.template(&entry)? else { return Ok(self.without_model()) };
        let overriding = self.overriding_options();
        let detected = self.profile(root);
        let profile = detected.profile;
        let Some(version) = self.version(file, root, profile) else {
            return Ok(Loaded { detected: Some(detected), ..self.without_model() });
        };
        let companions = self.companions(&entry, root, profile)?;
        let given = overriding.filter(|_| profile.dialect().takes_options_of_call).map(|id| self.tree.at(id));
        let written = variability(self.tree.at(root)).and_then(|variability| variability.get("options"));
        let (options, faults) = Options::read(given.or(written), profile, version);
        self.diagnostics.extend(faults);
        self.diagnostics.extend(check_variability(self.tree.at(root), &option_names(profile)));
        let too_deep = self.check_keys(root, &companions, profile);
        let types = self.types((file, root), &companions.library, &companions.imports);
        self.diagnostics.extend(types.cycles());
        self.diagnostics.extend(check_input_types(self.tree.at(root), &types, !self.unread.is_empty()));
        let mut builder = Builder::new(&self.tree, profile, version, options, types);
        builder.contents.type_specific = type_specific_conditions(&self.tree, companions.type_specific);
        builder.contents.unread_imports = self.unread;
        let files: Vec<_> = companions.imports.iter().map(|it| (it.name.as_str(), it.file, it.root)).collect();
        builder.contents.import_files = files_of_imports(&self.tree, root, &entry, &files);
        builder.contents.imported_files = companions.imports.iter().map(|it| (it.name.clone(), it.root)).collect();
        (builder.qualities, builder.too_deep) = (companions.qualities, too_deep);
        builder.type_specific = companions.type_specific.map(|body| {
            let is_own = self.tree.at(body).span().file == file;
            TypeSpecificSection { body, is_own }
        });
        if self.recovery.is_some_and(Recovery::has_lost_relations) {
            builder.contents.options.leave_out(Check::ExpectedIncoming);
        }
        builder.build(self.tree.at(root));
        let (contents, faults) = builder.finish();
        self.diagnostics.extend(faults);
        let sources = Arc::new(self.sources);
        let model = Model {
            reading: ModelSource { package: self.package.clone(), load: self.options.clone() },
            recovery: self.recovery.cloned(),
            sources: Arc::clone(&sources),
            tree: self.tree,
            root,
            around,
            parts: self.parts,
            contents,
        };
        Ok(Loaded { sources, model: Some(model), detected: Some(detected), diagnostics: self.diagnostics })
    }

    /// Keys that are not defined, in the template and in what it imports. The keys of the template that are indented too far.
    fn check_keys(&mut self, root: YamlId, companions: &Companions, profile: Profile) -> FxHashSet<YamlId> {
        // What is said of the sections around follows from what is indented too far in them.
        let too_deep = too_deep(self.tree.at(root), profile);
        let explains = |diagnostic: &Diagnostic| {
            let is_moved = self.recovery.is_some_and(|recovery| recovery.explains(&self.tree, diagnostic));
            is_moved || too_deep.iter().any(|entry| entry.explains(diagnostic))
        };
        self.diagnostics.retain(|reported| !explains(reported));
        self.diagnostics.extend(check_keys(self.tree.at(root), profile));
        for (_, root) in companions.library.iter().copied().chain(companions.others()) {
            self.diagnostics.extend(check_type_keys(self.tree.at(root), profile));
        }
        let unread = companions.imports.iter().filter_map(|import| unread_topology(self.tree.at(import.root)));
        self.diagnostics.extend(unread);
        too_deep.iter().map(|entry| entry.key.id()).collect()
    }

    fn without_model(self) -> Loaded {
        Loaded { sources: Arc::new(self.sources), model: None, detected: None, diagnostics: self.diagnostics }
    }

    /// Reads a file of the package; `None` when it is no mapping.
    fn read(&mut self, name: &str) -> Result<Option<(FileId, YamlId)>, Error> {
        let Some((file, root)) = self.parse(name)? else { return Ok(None) };
        Ok(self.is_mapping(root).then_some((file, root)))
    }

    /// Whether the root of a file is that of a template; says so otherwise.
    pub(super) fn is_mapping(&mut self, root: YamlId) -> bool {
        let yaml = self.tree.at(root);
        if !yaml.is_mapping() {
            let message = format!("a service template is a mapping, not a {}", yaml.kind());
            self.diagnostics.push(Diagnostic::new(Code::WrongShape, yaml.span(), message));
        }
        self.tree.at(root).is_mapping()
    }

    /// Reads a file of the package, whatever it contains.
    pub(super) fn parse(&mut self, name: &str) -> Result<Option<(FileId, YamlId)>, Error> {
        let Some(text) = self.package.read(name)? else {
            self.diagnostics
                .push(Diagnostic::unplaced(Code::UnreadableFile, format!("file \"{name}\" does not exist")));
            return Ok(None);
        };
        let file = self.sources.add(self.package.display(name), text);
        let earlier = self.earlier.filter(|_| file.is_first());
        let (root, diagnostics) = match earlier.and_then(|earlier| self.tree.parse_change(&self.sources, file, earlier))
        {
            Some(root) => (Some(root), Vec::new()),
            None => self.tree.parse(&self.sources, file),
        };
        self.diagnostics.extend(diagnostics);
        if let Some((recovery, root)) = self.recovery.zip(root).filter(|_| !file.is_first()) {
            recovery.apply(&mut self.tree, root, false);
        }
        Ok(root.map(|root| (file, root)))
    }

    fn overriding_options(&mut self) -> Option<YamlId> {
        let text = self.options.options.clone()?;
        let file = self.sources.add("options", text);
        let (root, diagnostics) = self.tree.parse(&self.sources, file);
        self.diagnostics.extend(diagnostics);
        root
    }

    fn profile(&mut self, root: YamlId) -> Detected {
        if let Some(asked) = self.options.profile {
            return Detected::asked(asked);
        }
        let (detected, warning) = detect_profile(self.tree.at(root));
        self.diagnostics.extend(warning);
        detected
    }

    fn version(&mut self, file: FileId, root: YamlId, profile: Profile) -> Option<Version> {
        let given = self.tree.at(root).get("tosca_definitions_version");
        let text = given.map_or("", |given| given.text());
        let takes = |name: &str| profile.dialect().reads_later_versions || Version::is_early(name);
        let version = Version::parse(text).filter(|_| takes(text));
        if let Some(misspelt) = misspelt_version(self.tree.at(root)) {
            self.diagnostics.push(misspelt);
        } else if version.is_none() {
            let known: Vec<&str> = VERSIONS.iter().map(|&(name, _)| name).filter(|name| takes(name)).collect();
            let message = match given {
                Some(_) => format!("unsupported definitions version \"{text}\""),
                None => "tosca_definitions_version is missing".to_owned(),
            };
            let span = given.map_or(Span::start_of(file), |given| given.span());
            let diagnostic = Diagnostic::new(Code::UnsupportedVersion, span, message)
                .reference("Unsupported TOSCA definitions version")
                .help(format!("one of {} in profile {profile}", known.join(", ")))
                .suggesting(text, known);
            self.diagnostics.push(diagnostic);
        }
        version
    }

    fn companions(&mut self, entry: &str, root: YamlId, profile: Profile) -> Result<Companions, Error> {
        let mut companions = Companions::default();
        if profile.dialect().has_companions {
            companions.type_specific = self.type_specific(root)?;
            companions.qualities = self.qualities(root)?;
            let plugins = self.package.list("plugins/technology")?;
            self.diagnostics.extend(unsupported_plugins(variability(self.tree.at(root)), &plugins));
        }
        for name in self.package.list("lib")?.into_iter().filter(|name| is_yaml(Path::new(name))) {
            if self.is_full(self.tree.at(root).span()) {
                break;
            }
            companions.library.extend(self.read_library(&name)?);
        }
        companions.imports = self.imports(entry, root, &companions.library)?;
        Ok(companions)
    }

    fn type_specific(&mut self, root: YamlId) -> Result<Option<YamlId>, Error> {
        let given = variability(self.tree.at(root)).and_then(|variability| variability.get("type_specific_conditions"));
        Ok(match given.map(|given| (given.id(), given.span(), given.as_str().map(str::to_owned))) {
            Some((_, place, Some(name))) => {
                let Some((_, root)) = self.parse_named(&name, place)? else { return Ok(None) };
                self.is_mapping(root).then_some(root)
            }
            Some((id, _, None)) => Some(id),
            None => self.read_if_present("type-specific-conditions.yaml")?,
        })
    }

    /// Files that the template imports, and those that these import; what lies in `library` was read already.
    fn imports(&mut self, entry: &str, root: YamlId, library: &[(FileId, YamlId)]) -> Result<Vec<Import>, Error> {
        let mut imports: Vec<Import> = Vec::new();
        let mut met = FxHashSet::from_iter([entry.to_owned()]);
        let mut files: FxHashSet<String> = self.sources.files().map(|file| file.name().to_owned()).collect();
        let mut pending = self.imported_by(root, entry);
        while let Some(next) = pending.pop().filter(|next| !self.is_full(next.span)) {
            if !met.insert(next.name.clone()) {
                let known = imports.iter_mut().find(|import| import.name == next.name);
                known.into_iter().for_each(|known| known.import_again(next.prefix.clone(), next.is_conditional));
                continue;
            }
            let ImportedFile { name, span, prefix, is_conditional } = next;
            if let Some(why) = self.why_unread(&name, span)? {
                let (before, is_missing) = (self.unread.len(), why == UnreadReason::Missing);
                self.diagnostics.extend(is_missing.then(|| missing_import(self.package, &name, span, before)));
                self.unread.push(UnreadImport { name, span, why, misnamed: None });
                continue;
            }
            let display = self.package.display(&name);
            let read = if files.insert(display.clone()) {
                self.parse(&name)?
            } else {
                library.iter().copied().find(|&(file, _)| self.sources.file(file).name() == display)
            };
            let Some((file, root)) = read else { continue };
            let further = self.imported_by(root, &name).into_iter();
            pending.extend(
                further.map(|next| ImportedFile { is_conditional: next.is_conditional || is_conditional, ..next }),
            );
            imports.push(Import::new(name, (file, root), prefix, is_conditional));
        }
        Ok(imports)
    }

    /// The list of rules for technologies: in the template, in the file that it names, or in a file beside it.
    fn qualities(&mut self, root: YamlId) -> Result<Option<YamlId>, Error> {
        let given = variability(self.tree.at(root)).and_then(|variability| variability.get("qualities"));
        if let Some(given) = given.filter(|given| !given.is_null()) {
            let Some(name) = given.as_str().map(str::to_owned) else { return Ok(Some(given.id())) };
            let place = given.span();
            return Ok(self.parse_named(&name, place)?.map(|(_, root)| root));
        }
        for name in QUALITIES {
            if self.package.read(name)?.is_some() {
                return Ok(self.parse(name)?.map(|(_, root)| root));
            }
        }
        Ok(None)
    }

    fn read_if_present(&mut self, name: &str) -> Result<Option<YamlId>, Error> {
        if self.package.read(name)?.is_none() {
            return Ok(None);
        }
        Ok(self.read(name)?.map(|(_, root)| root))
    }

    /// Files under `lib/` that are no TOSCA definitions belong to other programs.
    fn read_library(&mut self, name: &str) -> Result<Option<(FileId, YamlId)>, Error> {
        let Some(text) = self.package.read(name)? else { return Ok(None) };
        if !text.contains("tosca_definitions_version") {
            return Ok(None);
        }
        let file = self.sources.add(self.package.display(name), text);
        let (root, diagnostics) = match self.cache {
            Some(cache) => cache.parse(&mut self.tree, &self.sources, file),
            None => self.tree.parse(&self.sources, file),
        };
        self.diagnostics.extend(diagnostics);
        Ok(root.filter(|&root| self.tree.at(root).get("tosca_definitions_version").is_some()).map(|root| (file, root)))
    }
}

fn variability(root: Yaml<'_>) -> Option<Yaml<'_>> {
    topology_of(root)?.get("variability")
}
