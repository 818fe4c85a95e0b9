//! `sum`, `avg`, `len`, `floor`, `ceil`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use variscope_encoder::FormulaId;
use variscope_encoder::encodings::pb::Sum;

use super::super::syntax::{Attribute, AttributeValue, FeatureKind, Function, Spanned};
use super::Lowering;
use super::comparison::Side;
use super::constraints::{not_open, too_large};
use super::number::{Number, Ratio};
use super::open::{Aspect, OpenNumber, Owner};
use super::polynomial::{Polynomial, TooLarge};
use super::value::UvlValue;
use crate::analysis::question::Decimal;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};

type LoweredCall = Result<UvlValue, Box<Diagnostic>>;

impl Lowering<'_> {
    pub(super) fn call(&mut self, function: Function, arguments: &[Spanned<String>], span: Span) -> LoweredCall {
        match function {
            Function::Sum => {
                if let Some(listed) = self.listed(arguments, span)? {
                    return Ok(UvlValue::OpenNumber(listed.sum));
                }
                let (sum, _, scale) = self.aggregate("sum", arguments, span)?;
                Ok(UvlValue::Number(Number::certain(Ratio::scaled(sum, scale))))
            }
            Function::Average => self.average(arguments, span),
            Function::Length => self.length(&arguments[0]),
            Function::Floor => self.rounded(&arguments[0], Aspect::Floor),
            Function::Ceiling => self.rounded(&arguments[0], Aspect::Ceiling),
        }
    }

    /// The average over the selected features that have the attribute; of none, zero.
    fn average(&mut self, arguments: &[Spanned<String>], span: Span) -> LoweredCall {
        if let Some(listed) = self.listed(arguments, span)? {
            let formulas = self.problem.formulas_mut();
            let counts = listed.count.values(formulas).map_err(|TooLarge| too_large(span))?;
            let inverse = |count: BigRational| if count.is_zero() { BigRational::one() } else { count.recip() };
            let inverses = counts.into_iter().map(|(guard, count)| (guard, inverse(count))).collect();
            let average = listed.sum.multiply(&OpenNumber::known(inverses), formulas);
            return average.map(UvlValue::OpenNumber).map_err(|diagnostic| not_open(diagnostic, span));
        }
        let (sum, count, scale) = self.aggregate("avg", arguments, span)?;
        let too_large = |TooLarge| too_large(span);
        let some = count.nonzero(self.problem.formulas_mut()).map_err(too_large)?;
        let scaled = count.multiply(&Polynomial::constant(BigInt::from(10u8).pow(scale))).map_err(too_large)?;
        let average = Ratio { numerator: sum, denominator: scaled, is_positive: true };
        let none = Ratio::whole(Polynomial::constant(BigInt::ZERO));
        Ok(UvlValue::Number(Number { cases: vec![(some, average), (!some, none)] }))
    }

    /// Numbers that are named one by one: values of features, attributes of some. `None` where an argument is an attribute
    /// of all features that have it, or a feature below which to look for one.
    fn listed(&mut self, arguments: &[Spanned<String>], span: Span) -> Result<Option<Listed>, Box<Diagnostic>> {
        let mut listed = Listed {
            sum: OpenNumber::known(vec![(FormulaId::TRUE, BigRational::zero())]),
            count: Number::certain(Ratio::whole(Polynomial::default())),
        };
        for name in arguments {
            if self.numbers(&name.value, None).next().is_some() {
                return Ok(None);
            }
            let feature = self.names.feature(&name.value);
            let aspect = feature.and_then(|feature| Aspect::of(self.document.features[feature].kind));
            let (feature, numbers) = match (feature, aspect, self.attribute(&name.value)) {
                (Some(feature), Some(aspect), _) => {
                    let instances = self.tree.of_feature[feature].iter();
                    (feature, instances.map(|&at| OpenNumber::quantity(Owner::Instance(at), aspect)).collect())
                }
                (None, _, Some((feature, Attribute { value: AttributeValue::Number(number), .. }))) => {
                    let sum = Ratio::scaled(self.of_each_instance(feature, &number.digits), number.scale);
                    let value = UvlValue::Number(Number::certain(sum));
                    (feature, vec![self.open_number(&Side { value, span: name.span })?])
                }
                _ => return Ok(None),
            };
            let ones = Number::certain(Ratio::whole(self.of_each_instance(feature, &BigInt::one())));
            let formulas = self.problem.formulas_mut();
            for number in numbers {
                listed.sum = listed.sum.add(&number, formulas).map_err(|diagnostic| not_open(diagnostic, span))?;
            }
            listed.count = listed.count.add(&ones, formulas).map_err(|TooLarge| too_large(span))?;
        }
        Ok(Some(listed))
    }

    /// The sum of an attribute over the selected features, their number, and how often the sum is to be divided by ten.
    ///
    /// The arguments of the function that is called by this `word` are the attribute and, before or behind it, a feature below which
    /// to look.
    fn aggregate(
        &self,
        word: &str,
        arguments: &[Spanned<String>],
        span: Span,
    ) -> Result<(Polynomial, Polynomial, u32), Box<Diagnostic>> {
        let below = arguments.iter().position(|name| self.names.feature(&name.value).is_some());
        let (attribute, root) = match (arguments, below) {
            ([attribute], _) | ([attribute, _], None) => (attribute, None),
            ([_, attribute], Some(0)) => (attribute, self.names.feature(&arguments[0].value)),
            (others, _) => (&others[0], others.get(1).and_then(|name| self.names.feature(&name.value))),
        };
        if arguments.len() > 1 && root.is_none() {
            return Err(self.unknown(&arguments[0].value, arguments[0].span));
        }
        let values: Vec<(usize, &Decimal)> = self.numbers(&attribute.value, root).collect();
        let Some(scale) = values.iter().map(|(_, value)| value.scale).max() else {
            let whose = match root.map(|root| &self.document.features[root].name.value) {
                Some(root) if self.numbers(&attribute.value, None).next().is_some() => {
                    format!("neither \"{root}\" nor a feature below it has")
                }
                _ => "no feature has".to_owned(),
            };
            let message = format!("{whose} a number as its attribute \"{}\"", attribute.value);
            let diagnostic = Diagnostic::new(Code::UndefinedFeature, span, message);
            let attributes = self.document.features.iter().flat_map(|feature| &feature.attributes);
            let near = did_you_mean(&attribute.value, attributes.map(|attribute| attribute.name.value.as_str()));
            let below = self.below(&attribute.value).map(|(root, name)| format!("write `{word}({root}, {name})`"));
            return Err(Box::new(match below {
                Some(help) => diagnostic.help(help),
                None => diagnostic.meaning(near),
            }));
        };
        self.all_numbers(&attribute.value, root, span)?;
        let (mut sum, mut count) = (Polynomial::default(), Polynomial::default());
        for (feature, value) in values {
            sum = sum.add(self.of_each_instance(feature, &value.at(scale)));
            count = count.add(self.of_each_instance(feature, &BigInt::one()));
        }
        Ok((sum, count, scale))
    }

    /// A feature and an attribute with a dot between them, where features below the feature have the attribute.
    fn below<'n>(&self, name: &'n str) -> Option<(&'n str, &'n str)> {
        name.match_indices('.').find_map(|(dot, _)| {
            let (root, attribute) = (&name[..dot], &name[dot + 1..]);
            let root_feature = self.names.feature(root)?;
            self.numbers(attribute, Some(root_feature)).next().map(|_| (root, attribute))
        })
    }

    /// A weight that counts once for each selected instance of a feature.
    fn of_each_instance(&self, feature: usize, weight: &BigInt) -> Polynomial {
        let instances = self.tree.of_feature[feature].iter();
        let sum: Sum = instances.map(|&instance| (Self::selected(instance), weight.clone())).collect();
        sum.into()
    }

    /// The features with a number as this attribute, `root` and below, or all.
    fn numbers<'a>(&'a self, name: &'a str, root: Option<usize>) -> impl Iterator<Item = (usize, &'a Decimal)> {
        self.having(name, root).filter_map(|(feature, attribute)| match &attribute.value {
            AttributeValue::Number(number) => Some((feature, number)),
            AttributeValue::Flag(_) | AttributeValue::Text(_) | AttributeValue::Vector => None,
        })
    }

    /// Complains where an attribute that is summed up is a number on some features and something else on another.
    fn all_numbers(&self, name: &str, root: Option<usize>, span: Span) -> Result<(), Box<Diagnostic>> {
        let other = self.having(name, root).find_map(|(feature, attribute)| match &attribute.value {
            AttributeValue::Number(_) => None,
            other => Some((feature, attribute, other.kind())),
        });
        let Some((feature, attribute, kind)) = other else { return Ok(()) };
        let owner = &self.document.features[feature].name.value;
        let message = format!("\"{name}\" is {kind} on \"{owner}\", and a number on others");
        let diagnostic = Diagnostic::new(Code::IllTypedConstraint, span, message);
        Err(Box::new(diagnostic.and(attribute.name.span, format!("this is {kind}"))))
    }

    /// The features with this attribute, `root` and below, or all.
    fn having<'a>(&'a self, name: &'a str, root: Option<usize>) -> impl Iterator<Item = (usize, &'a Attribute)> {
        let features = &self.document.features;
        let mut inside = vec![root.is_none(); features.len()];
        for (index, feature) in features.iter().enumerate() {
            // Parents stand before children.
            let above = feature.group.is_some_and(|group| inside[self.document.groups[group].parent]);
            inside[index] |= above || root == Some(index);
        }
        features.iter().enumerate().filter(move |(index, _)| inside[*index]).filter_map(move |(index, feature)| {
            Some((index, feature.attributes.iter().find(|attribute| attribute.name.value == name)?))
        })
    }

    fn length(&mut self, name: &Spanned<String>) -> LoweredCall {
        match self.reference(&name.value, name.span)? {
            UvlValue::OpenText(text) => {
                let owner = self.owner(text.feature);
                Ok(UvlValue::OpenNumber(OpenNumber::quantity(owner, Aspect::Length)))
            }
            UvlValue::Text(text) => {
                let weights = text.cases.iter().map(|(guard, text)| (*guard, BigInt::from(text.chars().count())));
                let length = weights
                    .fold(Polynomial::default(), |sum, (guard, weight)| sum.add(Polynomial::weighted(guard, weight)));
                Ok(UvlValue::Number(Number::certain(Ratio::whole(length))))
            }
            other => Err(ill_typed(name.span, "a text", &other)),
        }
    }

    /// A number rounded down, or up.
    fn rounded(&mut self, name: &Spanned<String>, aspect: Aspect) -> LoweredCall {
        if let Some((feature, attribute)) = self.attribute(&name.value)
            && let AttributeValue::Number(Decimal { digits, scale }) = &attribute.value
        {
            let value = BigRational::new(digits.clone(), BigInt::from(10u8).pow(*scale));
            let rounded = if aspect == Aspect::Floor { value.floor() } else { value.ceil() }.to_integer();
            let value = Polynomial::weighted(self.any_instance(feature), rounded);
            return Ok(UvlValue::Number(Number::certain(Ratio::whole(value))));
        }
        let feature = self.names.feature(&name.value);
        let kind = feature.map(|feature| (feature, self.document.features[feature].kind));
        match (kind, self.reference(&name.value, name.span)?) {
            (Some((_, FeatureKind::Integer)), UvlValue::OpenNumber(number)) => {
                Ok(UvlValue::OpenNumber(OpenNumber { selected: None, ..number }))
            }
            (Some((feature, FeatureKind::Real)), _) => {
                Ok(UvlValue::OpenNumber(OpenNumber::quantity(self.owner(feature), aspect)))
            }
            (_, other) => Err(ill_typed(name.span, "a number", &other)),
        }
    }
}

/// Numbers, and how many of the features are selected from which they come.
struct Listed {
    sum: OpenNumber,
    count: Number,
}

/// The complaint about an operand that is something else.
pub(super) fn ill_typed(span: Span, expected: &str, found: &UvlValue) -> Box<Diagnostic> {
    let message = format!("expected {expected}, found {}", found.kind());
    Box::new(Diagnostic::new(Code::IllTypedConstraint, span, message))
}
