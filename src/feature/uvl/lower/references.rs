//! What names stand for.

use std::collections::BTreeMap;

use variscope_encoder::FormulaId;

use super::super::syntax::{
    Attribute, AttributeValue, Expression, FeatureKind, Operator, Spanned, TEXT_BETWEEN_DOUBLE_QUOTES, UnplacedImport,
    UvlFile,
};
use super::Lowering;
use super::number::{Number, Ratio};
use super::open::{Aspect, OpenNumber, OpenText, Owner};
use super::polynomial::Polynomial;
use super::text::CaseText;
use super::value::UvlValue;
use crate::feature::features::nearest_name;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean, did_you_mean_text};

/// All features by name.
pub(super) struct FeatureNames<'d> {
    features: BTreeMap<&'d str, usize>,
    namespace: Option<&'d str>,
}

impl<'d> FeatureNames<'d> {
    /// The names of a document, and complaints about those that stand for several features.
    pub(super) fn of(document: &'d UvlFile) -> (Self, Vec<Diagnostic>) {
        let mut features: BTreeMap<&str, usize> = BTreeMap::new();
        let mut diagnostics = Vec::new();
        for (index, feature) in document.features.iter().enumerate() {
            let Spanned { value: name, span } = &feature.name;
            match features.get(name.as_str()) {
                None => drop(features.insert(name, index)),
                Some(&first) => {
                    let message = format!("there are two features \"{name}\"");
                    let diagnostic = Diagnostic::new(Code::DuplicateFeature, *span, message);
                    diagnostics.push(diagnostic.and(document.features[first].name.span, "the first one"));
                }
            }
        }
        (Self { features, namespace: document.namespace.as_ref().map(|name| name.value.as_str()) }, diagnostics)
    }

    /// The feature of this name, which may begin with the namespace.
    pub(super) fn feature(&self, name: &str) -> Option<usize> {
        let inner = || name.strip_prefix(self.namespace?)?.strip_prefix('.');
        self.features.get(name).or_else(|| self.features.get(inner()?)).copied()
    }
}

impl<'d> Lowering<'d> {
    /// A feature, an attribute of one, or a Boolean constant.
    pub(super) fn reference(&mut self, name: &str, span: Span) -> Result<UvlValue, Box<Diagnostic>> {
        if let Some(feature) = self.names.feature(name) {
            return Ok(self.feature_value(feature));
        }
        match name {
            "true" => return Ok(UvlValue::Condition(FormulaId::TRUE)),
            "false" => return Ok(UvlValue::Condition(FormulaId::FALSE)),
            _ => {}
        }
        match self.attribute(name) {
            Some((feature, attribute)) => self.attribute_value(feature, &attribute.value, span),
            None => Err(self.unknown(name, span)),
        }
    }

    fn feature_value(&mut self, feature: usize) -> UvlValue {
        let kind = self.document.features[feature].kind;
        let selected = self.any_instance(feature);
        if kind == FeatureKind::Boolean {
            return UvlValue::Condition(selected);
        }
        match Aspect::of(kind) {
            Some(aspect) => {
                let number = OpenNumber::quantity(self.owner(feature), aspect);
                UvlValue::OpenNumber(OpenNumber { selected: Some(selected), ..number })
            }
            None => UvlValue::OpenText(OpenText { feature, selected }),
        }
    }

    /// Whose value is meant by the name of a feature.
    pub(super) fn owner(&self, feature: usize) -> Owner {
        match *self.instances_of(feature) {
            [only] => Owner::Instance(only),
            _ => Owner::AnyOf(feature),
        }
    }

    /// That some instance of a feature is selected.
    pub(super) fn any_instance(&mut self, feature: usize) -> FormulaId {
        let instances: Vec<FormulaId> =
            self.instances_of(feature).iter().map(|&instance| Self::selected(instance)).collect();
        self.problem.formulas_mut().or(instances)
    }

    /// The attribute that `feature.attribute` names.
    pub(super) fn attribute(&self, name: &str) -> Option<(usize, &'d Attribute)> {
        let document = self.document;
        name.match_indices('.').find_map(|(dot, _)| {
            let feature = self.names.feature(&name[..dot])?;
            let attributes = &document.features[feature].attributes;
            Some((feature, attributes.iter().find(|attribute| attribute.name.value == name[dot + 1..])?))
        })
    }

    /// A value that counts when its feature is selected. All instances have the same, so that any selected one means this.
    fn attribute_value(
        &mut self,
        feature: usize,
        value: &AttributeValue,
        span: Span,
    ) -> Result<UvlValue, Box<Diagnostic>> {
        match value {
            AttributeValue::Flag(true) => Ok(UvlValue::Condition(self.any_instance(feature))),
            AttributeValue::Flag(false) => Ok(UvlValue::Condition(FormulaId::FALSE)),
            AttributeValue::Text(text) => {
                let selected = self.any_instance(feature);
                Ok(UvlValue::Text(CaseText::attribute(selected, text.clone())))
            }
            AttributeValue::Number(number) => {
                let selected = self.any_instance(feature);
                let value = Polynomial::weighted(selected, number.digits.clone());
                Ok(UvlValue::Number(Number::certain(Ratio::scaled(value, number.scale))))
            }
            AttributeValue::Vector => {
                let message = "vectors cannot be used in constraints";
                Err(Box::new(Diagnostic::new(Code::UnsupportedUvl, span, message)))
            }
        }
    }

    pub(super) fn unknown(&self, name: &str, span: Span) -> Box<Diagnostic> {
        let message = format!("there is no feature or attribute \"{name}\"");
        let diagnostic = Diagnostic::new(Code::UndefinedFeature, span, message);
        let help = self.unplaced(name).or_else(|| self.text_meant(span)).or_else(|| self.text_compared(name, span));
        Box::new(diagnostic.helped(help.or_else(|| self.written_otherwise(name)).or_else(|| self.nearest(name))))
    }

    /// What to do about a name from an imported file that stands nowhere in the tree.
    fn unplaced(&self, name: &str) -> Option<String> {
        let is_from = |alias: &str| name.strip_prefix(alias).is_some_and(|behind| behind.starts_with('.'));
        self.document.unplaced.iter().find(|import| is_from(&import.alias)).map(UnplacedImport::help)
    }

    /// What to write where quotes make a name of a text.
    fn text_meant(&self, span: Span) -> Option<String> {
        let is_compared = |expression: &Spanned<Expression>| match &expression.value {
            Expression::Binary(Operator::Compare(_), one, other) => {
                [one, other].iter().any(|&&side| self.document.expressions[side].span == span)
            }
            _ => false,
        };
        let quoted = &self.document.quoted;
        let found = quoted.binary_search_by_key(&span.start, |quoted| quoted.start);
        let is_quoted = found.is_ok_and(|at| quoted[at] == span);
        (is_quoted && self.document.expressions.iter().any(is_compared)).then(|| TEXT_BETWEEN_DOUBLE_QUOTES.to_owned())
    }

    /// What to write where a name is compared with a text.
    fn text_compared(&self, name: &str, span: Span) -> Option<String> {
        let expressions = &self.document.expressions;
        let other = expressions.iter().find_map(|expression| match expression.value {
            Expression::Binary(Operator::Compare(_), one, other) if expressions[one].span == span => Some(other),
            Expression::Binary(Operator::Compare(_), one, other) if expressions[other].span == span => Some(one),
            _ => None,
        })?;
        let is_text = match &expressions[other].value {
            Expression::Text(_) => true,
            Expression::Reference(other) => match (self.names.feature(other), self.attribute(other)) {
                (Some(feature), _) => self.document.features[feature].kind == FeatureKind::String,
                (None, attribute) => attribute.is_some_and(|(_, found)| matches!(found.value, AttributeValue::Text(_))),
            },
            _ => false,
        };
        is_text.then(|| format!("a text stands between single quotes: `'{name}'`"))
    }

    /// What to write for a name that has more than that of a feature, or is one of an attribute alone.
    fn written_otherwise(&self, name: &str) -> Option<String> {
        let bare = name.trim_end_matches(';');
        if bare.len() < name.len() && self.names.feature(bare).is_some() {
            return Some("no `;` stands at the end of a line".to_owned());
        }
        if let Some((_, last)) = name.rsplit_once('.').filter(|(_, last)| self.names.feature(last).is_some()) {
            return Some(format!("a feature is called by its own name alone: `{last}`"));
        }
        let has = |index: &usize| {
            self.document.features[*index].attributes.iter().any(|attribute| attribute.name.value == name)
        };
        let owner = (0..self.document.features.len()).find(has)?;
        let owner = &self.document.features[owner].name.value;
        Some(format!("an attribute stands behind its feature, or in a sum: `{owner}.{name}`, `sum({name})`"))
    }

    /// The name of a feature, or of an attribute of the feature that is named, that is almost the same.
    fn nearest(&self, name: &str) -> Option<String> {
        let features = || self.names.features.keys().copied();
        let of_feature = |dot: usize| {
            let feature = self.names.feature(&name[..dot])?;
            let attributes = self.document.features[feature].attributes.iter();
            let near = did_you_mean(&name[dot + 1..], attributes.map(|attribute| attribute.name.value.as_str()))?;
            Some(format!("{}.{near}", &name[..dot]))
        };
        let owner = |dot: usize| {
            let near = nearest_name(&name[..dot], features())?;
            let has = self.attribute(&format!("{near}{}", &name[dot..])).is_some();
            has.then(|| format!("{near}{}", &name[dot..]))
        };
        let mut dots = name.match_indices('.').map(|(dot, _)| dot);
        let found = dots.find_map(|dot| of_feature(dot).or_else(|| owner(dot)));
        let nearest = found.or_else(|| nearest_name(name, features()).map(str::to_owned))?;
        Some(did_you_mean_text(&nearest))
    }
}
