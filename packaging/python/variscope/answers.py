"""What the program answers, as its JSON Schemas say it. Written by generate.py.

Numbers of variants are of any size, so they are `int`, although the documents have texts; sums are `Decimal`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, Optional

# A number of any size.
Number = int
# How bad a finding is.
Severity = Literal['note', 'warning', 'error']
# values by the names of inputs
Values = dict[str, Any]
# Whether edits can be made without looking.
Safety = Literal['safe', 'suggestion']
# What the question was asked of, which says what names mean.
About = Literal['template', 'feature-model']
# When a condition holds.
Holds = Literal['no_variant', 'always', 'never', 'sometimes', 'unknown']
# What a node needs.
Need = Any
# What an edit does to the variants.
Relation = Literal['refactoring', 'specialization', 'generalization', 'arbitrary-edit', 'unknown']
# How an element or a feature behaves over all valid variants.
Status = Literal['core', 'dead', 'conditional']
# What is so.
Explained = Literal['no_variant', 'some_variant', 'present', 'absent', 'depends', 'unknown']
# The order in which variants of a feature model come.
Order = Literal['features', 'compiled']
# Which end of the range of sums.
Goal = Literal['min', 'max']
# Whether the environment of the process is known.
ProcessEnvironment = Literal['known', 'unknown']
# A value of which parts may be known only later.
Content = Any
# Where an operation runs.
Host = Any
# What is known of a job variable.
JobVariable = Any
# How variants are chosen.
Method = Literal['uniform', 't-wise']


@dataclass(frozen=True)
class Caveat:
    """Something that could not be analysed."""

    #: What, and why.
    message: str
    #: Where, as a line from 1.
    line: Optional[int]


@dataclass(frozen=True)
class Member:
    """An element or a feature of a set."""

    #: The path of the element, or the name of the feature.
    id: str
    #: Whether it comes with the first of the set; otherwise it comes exactly without that.
    equal: bool


@dataclass(frozen=True)
class CheckedTemplate:
    """What was found in one of them."""

    #: The path as it was typed.
    template: str
    #: The revision of the language that it was read with, where that is known.
    profile: Optional[Profile]
    #: Whether there is nothing else to find.
    exact: bool
    #: Whether everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: Questions that are not decided.
    undecided: list[Undecided]
    #: How many configurations constraints exclude, where there are some.
    excluded: Optional[Excluded]
    #: What came of assertions, where there are some.
    assertions: Optional[Assertions]
    #: What was found, in the order of places.
    findings: list[Finding]


@dataclass(frozen=True)
class Profile:
    """The revision of the language that a template is read with."""

    #: Its letter.
    name: str
    #: Whether it was asked for.
    asked: bool
    #: The word that decided; none where it was asked for, and where no word distinguishes profiles.
    decided_by: Optional[Place]


@dataclass(frozen=True)
class Place:
    """A line and what is to be seen there."""

    #: The file.
    file: str
    #: The line, from 1.
    line: int
    #: The column, from 1.
    column: int
    #: What is to be seen there; may be empty.
    text: str


@dataclass(frozen=True)
class Undecided:
    """A question that is not decided."""

    #: The question, beginning with "whether".
    question: str
    #: The path of the element that it is about.
    element: Optional[str]
    #: Where, as a line from 1.
    line: Optional[int]
    #: Why it is unknown.
    caveats: list[Caveat]


@dataclass(frozen=True)
class Excluded:
    """How much constraints of the author exclude."""

    #: Configurations; none where infinitely many are allowed, or when they were not counted.
    configurations: Optional[Portion]
    #: Classes of configurations; none when they were not counted.
    classes: Optional[Portion]
    #: Whether all configurations were looked at.
    exact: bool


@dataclass(frozen=True)
class Portion:
    """A part of what types and rules of inputs allow."""

    #: What constraints exclude.
    excluded: Number
    #: What inputs allow.
    allowed: Number


@dataclass(frozen=True)
class Assertions:
    """What came of assertions."""

    #: How many there are.
    all: int
    #: How many hold in every valid variant.
    kept: int
    #: How many are undecided, where there are such.
    undecided: Optional[int] = None


@dataclass(frozen=True)
class Finding:
    """Something that is wrong, or that an author should know."""

    #: Which kind of thing, as `variscope rule` lists them.
    code: str
    #: How bad it is.
    severity: Severity
    #: The file that it is in; none when there is no file to point at.
    file: Optional[str]
    #: The line where it starts, from 1.
    line: Optional[int]
    #: The column where it starts, from 1.
    column: Optional[int]
    #: The line where it ends.
    end_line: Optional[int]
    #: The column behind its last character.
    end_column: Optional[int]
    #: What is wrong.
    message: str
    #: The sentence of the reference implementation for the same error.
    reference_message: Optional[str]
    #: The path of the element, or the name of the feature, that it is about.
    element: Optional[str]
    #: Values for inputs that show it.
    witness: Optional[Values]
    #: The lines that force it.
    because: list[Place]
    #: Other lines that have to do with it.
    places: list[Place]
    #: What else there is to say.
    notes: list[str]
    #: One thing to type or change.
    help: Optional[str]
    #: The help as edits.
    fix: Optional[Fix]


@dataclass(frozen=True)
class Fix:
    """Edits that mend something."""

    #: What is done.
    title: str
    #: Whether they can be made without looking.
    safety: Safety
    #: The edits.
    edits: list[Edit]


@dataclass(frozen=True)
class Edit:
    """Something written in place of a range of a file."""

    #: The file.
    file: str
    #: The line where the range starts, from 1.
    line: int
    #: The column where it starts, from 1.
    column: int
    #: The line where it ends.
    end_line: int
    #: The column behind its last character.
    end_column: int
    #: What is written there.
    replacement: str


@dataclass(frozen=True)
class Summary:
    """How many findings there are of each severity."""

    #: Errors.
    errors: int
    #: Warnings.
    warnings: int
    #: Notes.
    notes: int


@dataclass(frozen=True)
class Line:
    """A line that contributes."""

    #: Its number, from 1; none for arguments.
    line: Optional[int]
    #: Where in the line, from 1.
    column: Optional[int]
    #: What it contributes.
    text: str
    #: What stands there.
    source: str
    #: The file, where it is not the one that was asked about.
    file: Optional[str] = None


@dataclass(frozen=True)
class NodeNeed:
    """Something that a node needs."""

    #: The name of the node.
    node: str
    #: What it needs.
    needs: Need
    #: In how many variants with the node it has that; none where that is not known.
    with_: Optional[Number]
    #: In how many it has not.
    without: Optional[Number]
    #: Values that give a variant with it.
    example: Optional[Values]
    #: Values that give a variant without.
    witness: Optional[Values]


@dataclass(frozen=True)
class Doubt:
    """Something doubtful."""

    #: Which kind of thing, as `variscope rule` lists them.
    code: str
    #: What is doubtful.
    message: str
    #: Values for inputs that show it.
    witness: Optional[Values]


@dataclass(frozen=True)
class ElementCount:
    """In how many variants an element or a feature is."""

    #: Its name.
    id: str
    #: In so many.
    variants: Number


@dataclass(frozen=True)
class TemplateCoverage:
    """What the tests of one template show."""

    #: The path of the template.
    template: str
    #: How many tests it has.
    tests: Number
    #: How many of them give a variant.
    resolved: Number
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: Why nothing is known, where nothing is.
    error: Optional[str] = None
    #: Elements of which every presence is shown that they have in some valid variant.
    elements: Optional[Share] = None
    #: Presences of two elements together.
    pairs: Optional[Share] = None
    #: Valid variants.
    variants: Optional[Share] = None
    #: Few configurations that show what is left.
    configurations: list[Values] = field(default_factory=list)
    #: What no test shows.
    missing: Optional[Missing] = None


@dataclass(frozen=True)
class Share:
    """A part of all that there is."""

    #: What tests show.
    covered: Number
    #: What valid variants allow.
    total: Number


@dataclass(frozen=True)
class Missing:
    """What no test shows."""

    #: Presences of one element.
    elements: list[MissingPresence]
    #: Presences of two elements together.
    pairs: list[MissingPair]


@dataclass(frozen=True)
class MissingPresence:
    """A presence that no test shows."""

    #: Its path.
    id: str
    #: Whether it is present.
    present: bool
    #: The place of a configuration that shows it, from 0.
    configuration: int


@dataclass(frozen=True)
class MissingPair:
    """Presences of two elements that no test shows together."""

    #: The one.
    left: Presence
    #: The other.
    right: Presence
    #: The place of a configuration that shows them, from 0.
    configuration: int


@dataclass(frozen=True)
class Presence:
    """An element that is present, or absent."""

    #: Its path.
    id: str
    #: Whether it is present.
    present: bool


@dataclass(frozen=True)
class Example:
    """A variant."""

    #: The paths of the present common elements on the old side, or the names of the present common features.
    present: list[str]
    #: The nodes among the elements, by name.
    nodes: list[str]
    #: Values that give it on the old side, if it is there.
    old_inputs: Optional[Values]
    #: Values that give it on the new side, if it is there.
    new_inputs: Optional[Values]
    #: What tells it apart from what the other side gives for these values, where both have the same nodes.
    apart: Optional[str]


@dataclass(frozen=True)
class NamedChange:
    """Something with a name that is other on one side, or on one side only."""

    #: Its name, or the way to it.
    name: str
    #: What it is on the old side, if it is there.
    before: Any
    #: What it is on the new side, if it is there.
    after: Any


@dataclass(frozen=True)
class PresetResult:
    """A preset that does not give what it gave."""

    #: Its name; null for the template without a preset.
    preset: Optional[str]
    #: Whether it gives a variant on the old side.
    resolved_before: bool
    #: Whether it gives a variant on the new side.
    resolves_now: bool
    #: Why it gives none on one side.
    error: Optional[str]
    #: Elements that are gone, without what is in them.
    removed: list[TitledElement]
    #: Elements that are there now, without what is in them.
    added: list[TitledElement]
    #: Elements whose content is another one.
    changed: list[TitledElement]


@dataclass(frozen=True)
class TitledElement:
    """An element with its title."""

    #: Its path.
    element: str
    #: What messages call the element.
    title: str


@dataclass(frozen=True)
class Reassigned:
    """A configuration that gives another variant now."""

    #: Values for open inputs.
    inputs: Values
    #: What is different then.
    difference: str


@dataclass(frozen=True)
class PresenceChange:
    """An element whose own rule decides its presence otherwise."""

    #: Its path on the new side, or on the old one if only that has it.
    element: str
    #: What messages call the element.
    title: str
    #: The path of the element that it is in, if it is in one.
    container: Optional[str]
    #: Whether the old side has it.
    in_old: bool
    #: Whether the new side has it.
    in_new: bool
    #: When it is present on the old side, where that is known and takes few words.
    before: Optional[str]
    #: When it is present on the new side.
    after: Optional[str]


@dataclass(frozen=True)
class StatusChange:
    """An element that behaves differently now."""

    #: Its path on the new side.
    element: str
    #: What messages call the element.
    title: str
    #: The path of the element that it is in, if it is in one.
    container: Optional[str]
    #: How it behaves on the old side; none when that is not known.
    before: Optional[Status]
    #: How it behaves on the new side; none when that is not known.
    after: Optional[Status]


@dataclass(frozen=True)
class ContentChange:
    """An element whose content is another one now."""

    #: Its path on the new side.
    element: str
    #: What messages call the element.
    title: str
    #: Its content on the old side; an expression where it depends on open inputs.
    before: Any
    #: Its content on the new side.
    after: Any
    #: How many of the variants that both have hold it.
    variants: Number


@dataclass(frozen=True)
class Element:
    """An element or a feature over all valid variants."""

    #: The path of the element, or the name of the feature.
    id: str
    #: The kind of element, or `feature`.
    kind: str
    #: What the author calls it.
    name: str
    #: The line that introduces it, from 1.
    line: Optional[int]
    #: How it behaves; none when there is no valid variant, or when that is not decided.
    status: Optional[Status]
    #: In how many variants it is, where they were counted.
    variants: Optional[Number]
    #: When it is present in valid configurations; none where that is not known, or takes too many words.
    presence: Optional[str]
    #: Whether its status is decided.
    exact: bool
    #: Why it is not.
    caveats: list[Caveat]
    #: The file of that line, where it is not the one that was asked about.
    file: Optional[str] = None


@dataclass(frozen=True)
class ByConditions:
    """What conditions say of an element, whatever constraints and checks forbid."""

    #: Whether it is present.
    present: bool
    #: Lines that force it, none of which can be left out.
    because: list[Line]


@dataclass(frozen=True)
class WrittenVariant:
    """A variant that was written."""

    #: The name of its file.
    file: str
    #: Values for inputs that give it; none for feature models.
    configuration: Values
    #: The paths of the elements, or the names of the features, that are present.
    present: list[str]
    #: How many classes of configurations give it.
    classes: Number
    #: How many configurations give it; none for infinitely many, or when they were not counted.
    configurations: Optional[Number]


@dataclass(frozen=True)
class Input:
    """A variability input."""

    #: Its name.
    name: str
    #: The declared type.
    type: Optional[str]
    #: The declared description.
    description: Optional[str]
    #: The declared default.
    default: Any
    #: Whether the default is computed.
    computed_default: bool
    #: The declared values, when they are listed.
    valid_values: list[Any]
    #: The other declared constraints.
    constraints: list[Constraint]
    #: Values that conditions and expressions compare it with.
    compared_with: list[Any]
    #: Whether there may be other values than those that the template mentions.
    open: bool


@dataclass(frozen=True)
class Constraint:
    """A constraint of an input, such as `in_range`."""

    #: Its name.
    name: str
    #: What it demands.
    bound: Any


@dataclass(frozen=True)
class Part:
    """One of several parts of a list."""

    #: Which one, from 1.
    number: int
    #: How many there are.
    parts: int
    #: Whether none of them has two variants more than another.
    equal: bool


@dataclass(frozen=True)
class ListedVariant:
    """A variant with how many configurations give it."""

    #: Values for inputs that give it; none for feature models.
    configuration: Values
    #: The paths of the elements, or the names of the features, that are present.
    present: list[str]
    #: How many classes of configurations give it.
    classes: Number
    #: How many configurations give it; none for infinitely many, or when they were not counted.
    configurations: Optional[Number]


@dataclass(frozen=True)
class Preset:
    """A preset."""

    #: The name to choose it by.
    name: str
    #: The name that people call it.
    title: Optional[str]
    #: What it is for.
    description: Optional[str]
    #: The values that it gives.
    inputs: Values


@dataclass(frozen=True)
class Rule:
    """What a code means."""

    #: The code.
    code: str
    #: How bad its findings are, unless set otherwise.
    severity: Severity
    #: What it is about, in a few words.
    title: str
    #: What it means, in a paragraph.
    meaning: str
    #: All that there is to say, in Markdown.
    page: str


@dataclass(frozen=True)
class RuntimeNode:
    """What the tasks of a node see."""

    #: The name of the node.
    node: str
    #: Its type; empty when it has none.
    type: str
    #: Its properties, with the defaults of its types.
    properties: dict[str, Any]
    #: The nodes that host it, nearest first.
    hosts: list[str]
    #: The connections that are available, in lookup order.
    connections: list[Connection]
    #: The environment that its tasks share.
    environment: Environment
    #: Its tasks.
    operations: list[Task]
    #: The answers to queries, by their texts.
    queries: Optional[dict[str, Any]] = None


@dataclass(frozen=True)
class Connection:
    """A connection."""

    #: Its name.
    name: str
    #: Its type.
    type: str
    #: The line where it stands; none when it is not in the template.
    line: Optional[int]


@dataclass(frozen=True)
class Environment:
    """What becomes of the variables of an environment."""

    #: Those with a value.
    set: dict[str, Any]
    #: Those that are passed on from the process.
    inherited: list[str]
    #: Those that are removed.
    removed: list[str]
    #: Those with a value where the process has them.
    set_if_present: Optional[dict[str, Any]] = None
    #: What these values read of an unknown process.
    needed: Optional[list[str]] = None
    #: What becomes of all other variables of an unknown process.
    others: Optional[OtherVariables] = None


@dataclass(frozen=True)
class OtherVariables:
    """What becomes of all other variables of an unknown process."""

    #: They are inherited when they pass these rules.
    inherited_through: list[str]
    #: These always pass.
    survivors: list[str]


@dataclass(frozen=True)
class Task:
    """What the task of an operation sees."""

    #: The operation, with the name of its interface.
    operation: str
    #: The relation that it is on, unless it is on the node.
    relation: Optional[str]
    #: What is run.
    implementation: Optional[str]
    #: Where it runs; none where the runtime runs.
    operation_host: Optional[Host]
    #: The connections that are available, in lookup order.
    connections: list[Connection]
    #: The environment after the rules of the operation.
    environment: Environment
    #: What each call of `to_env` in its inputs returns.
    to_env: list[dict[str, Any]]
    #: The job variables, by name.
    job_variables: dict[str, Any]
    #: What else there is to know.
    notes: list[str]


@dataclass(frozen=True)
class Variant:
    """A variant."""

    #: Values for inputs that give it; none for feature models.
    configuration: Values
    #: The paths of the elements, or the names of the features, that are present.
    present: list[str]


@dataclass(frozen=True)
class InputValues:
    """The values of an input."""

    #: Its name.
    name: str
    #: The values that the template mentions.
    values: list[PossibleValue]


@dataclass(frozen=True)
class PossibleValue:
    """A value that may be chosen, or not."""

    #: The value.
    value: Any
    #: Whether a valid variant has it; none when that is not known.
    possible: Optional[bool]


@dataclass(frozen=True)
class AtomicSets:
    """Sets of elements or features of which one decides all others."""

    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: The sets; what is always or never there is in none.
    sets: list[list[Member]]


@dataclass(frozen=True)
class Changes:
    """Which state of the files is shown."""

    #: The number of the state; another one whenever a file has changed.
    revision: int


@dataclass(frozen=True)
class Check:
    """What was found in templates and feature models."""

    #: In the order of the arguments.
    templates: list[CheckedTemplate]
    #: How many findings there are of each severity.
    summary: Summary


@dataclass(frozen=True)
class Condition:
    """When a condition holds in valid variants, and why."""

    #: What was asked.
    about: About
    #: The condition.
    condition: str
    #: When it holds.
    holds: Holds
    #: The cases in which it holds, where it holds sometimes and that does not take too many words.
    cases: Optional[str]
    #: Values that give a valid variant in which it holds.
    witness: Optional[Values]
    #: Values that give a valid variant in which it does not hold.
    counterexample: Optional[Values]
    #: Lines that force it, none of which can be left out; none when nothing is forced.
    because: list[Line]
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]


@dataclass(frozen=True)
class Connections:
    """What nodes need, in how many variants they have it, and what is doubtful."""

    #: How many valid variants there are, where that is known.
    variants: Optional[Number]
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: For each node and what it needs.
    nodes: list[NodeNeed]
    #: What is doubtful.
    findings: list[Doubt]


@dataclass(frozen=True)
class Count:
    """How many variants there are, and how many configurations give them."""

    #: What was counted.
    about: About
    #: Valid variants; at least so many where the answer is not exact.
    variants: Number
    #: Classes of configurations that nothing distinguishes and that give a valid variant; none when they were not counted.
    classes: Optional[Number]
    #: Configurations that give a valid variant; none for infinitely many, or when they were not counted, which `infinite` distinguishes. A variant of a feature model is a configuration.
    configurations: Optional[Number]
    #: Whether infinitely many configurations give a valid variant; none where that is not known.
    infinite: Optional[bool]
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: There are at most so many variants, where the answer is not exact but that is known.
    at_most: Optional[Number] = None
    #: In how many variants each element or feature is, where that was asked for and counted.
    elements: Optional[list[ElementCount]] = None


@dataclass(frozen=True)
class Coverage:
    """What tests show of the variants of their templates."""

    #: In the order of the first test of each.
    templates: list[TemplateCoverage]


@dataclass(frozen=True)
class Diff:
    """What changed from an old side to a new one."""

    #: What was compared.
    about: About
    #: How the variants of both relate.
    relation: Relation
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: How many variants both have, over the elements or features that both have.
    kept: Number
    #: How many were won.
    added: Number
    #: One of them.
    added_witness: Optional[Example]
    #: How many were lost.
    removed: Number
    #: One of them.
    removed_witness: Optional[Example]
    #: How many of those that both have hold an element with other content, or with parts that one side alone has.
    changed: Number
    #: One of them.
    changed_witness: Optional[Example]
    #: Variability inputs that only one side declares, or that are declared otherwise or have another default.
    inputs: list[NamedChange]
    #: Presets that only one side has, or that choose other values.
    presets: list[NamedChange]
    #: Presets of both sides that do not give what they gave, of 200 at most; empty where other values are given, or only some variants are asked about.
    preset_results: list[PresetResult]
    #: Options of variability that only one side sets, or that are set otherwise: what they do shows in the rest.
    options: list[NamedChange]
    #: Parts of documents that belong to no element and are other ones.
    sections: list[NamedChange]
    #: Where both have the same variants over the elements that both have: a configuration that gives another one of them now, or none on one side, if one was found.
    reassigned: Optional[Reassigned]
    #: Elements or features that only the old side has.
    only_old: list[str]
    #: Elements or features that only the new side has.
    only_new: list[str]
    #: Elements whose own rule is another one; elements of one side have one there only.
    presences: list[PresenceChange]
    #: Common elements that are always, never or sometimes present on one side, and not so on the other.
    elements: list[StatusChange]
    #: Common elements with other content.
    contents: list[ContentChange]
    #: Common features with another type or other attributes.
    attributes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Elements:
    """Elements or features over all valid variants."""

    #: What was looked at.
    about: About
    #: How many valid variants there are, where that is known; at least so many where the answer is not exact.
    variants: Optional[Number]
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: In the order of the file, those that were asked for; none where it was stopped before anything was known.
    elements: list[Element]


@dataclass(frozen=True)
class Refused:
    """Why a question has no answer."""

    #: What is wrong with the question.
    message: str


@dataclass(frozen=True)
class Explain:
    """What is so, and the lines that force it."""

    #: What was asked.
    about: About
    #: The path of the element or the name of the feature that it is about; none when it is about all variants.
    element: Optional[str]
    #: What messages call it.
    title: Optional[str]
    #: What is so.
    answer: Explained
    #: When the element is present, where that depends on open inputs and does not take too many words.
    presence: Optional[str]
    #: Values that show the answer: those that give a variant; or those with which the element is present, then those with which it is absent.
    witnesses: list[Values]
    #: Lines that force it, none of which can be left out; none when nothing is forced.
    because: list[Line]
    #: Other sets of lines, each of which forces it too; none unless all were asked for.
    other_reasons: list[list[Line]]
    #: Whether there are, or may be, more such sets.
    more_reasons: bool
    #: Where there is no valid variant: what conditions alone say of the element, if they decide it.
    by_conditions: Optional[ByConditions]
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]


@dataclass(frozen=True)
class FindingLine:
    """A finding as a document of its own, a line of the format `jsonl`."""

    #: The template or the feature model that it is of.
    template: str
    #: Which kind of thing, as `variscope rule` lists them.
    code: str
    #: How bad it is.
    severity: Severity
    #: The file that it is in; none when there is no file to point at.
    file: Optional[str]
    #: The line where it starts, from 1.
    line: Optional[int]
    #: The column where it starts, from 1.
    column: Optional[int]
    #: The line where it ends.
    end_line: Optional[int]
    #: The column behind its last character.
    end_column: Optional[int]
    #: What is wrong.
    message: str
    #: The sentence of the reference implementation for the same error.
    reference_message: Optional[str]
    #: The path of the element, or the name of the feature, that it is about.
    element: Optional[str]
    #: Values for inputs that show it.
    witness: Optional[Values]
    #: The lines that force it.
    because: list[Place]
    #: Other lines that have to do with it.
    places: list[Place]
    #: What else there is to say.
    notes: list[str]
    #: One thing to type or change.
    help: Optional[str]
    #: The help as edits.
    fix: Optional[Fix]


@dataclass(frozen=True)
class Index:
    """What `list --write` wrote, as `index.json` beside it."""

    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: The variants with their files.
    variants: list[WrittenVariant]


@dataclass(frozen=True)
class Inputs:
    """The variability inputs of a template."""

    #: The declared ones in the order of the template, then those that are only read.
    inputs: list[Input]


@dataclass(frozen=True)
class List:
    """Variants, or a part of them."""

    #: What has these variants.
    about: About
    #: The order in which they come, where there are several.
    order: Optional[Order]
    #: How many there are in the whole, where that is known beforehand.
    total: Optional[Number]
    #: Which part of the whole was asked for; none for all of it.
    shard: Optional[Part]
    #: The variants.
    variants: list[ListedVariant]
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]
    #: What `--resume` takes to go on where this list ended; none when it came to the end.
    resume: Optional[str]


@dataclass(frozen=True)
class Optimize:
    """A variant with the least or the greatest sum."""

    #: What has this variant.
    about: About
    #: Which sum was looked for.
    goal: Goal
    #: What is summed up; none for the number of features.
    attribute: Optional[str]
    #: The sum, in decimal: the best one, or the best that was found when `complete` is false; none when none was.
    value: Optional[Decimal]
    #: The sum that no variant surpasses, in decimal; none when not all variants are known.
    bound: Optional[Decimal]
    #: Values for inputs that give it; none for feature models.
    configuration: Values
    #: The paths of the elements, or the names of the features, that are present.
    present: list[str]
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]


@dataclass(frozen=True)
class Presets:
    """The presets of a template."""

    #: In the order of the template.
    presets: list[Preset]


@dataclass(frozen=True)
class Resolved:
    """The document of a variant, or what stands against it."""

    #: The document, as YAML; none when there is no such variant.
    document: Optional[str]
    #: What was said about it.
    diagnostics: list[Finding]


@dataclass(frozen=True)
class Rules:
    """What codes of findings mean."""

    #: One for each code.
    rules: list[Rule]


@dataclass(frozen=True)
class Runtime:
    """What the tasks of one variant will see."""

    #: Whether the environment of the process is known.
    process_environment: ProcessEnvironment
    #: The topology inputs that have a value.
    inputs: dict[str, Any]
    #: The nodes, in order.
    nodes: list[RuntimeNode]


@dataclass(frozen=True)
class Sample:
    """Some variants in place of all."""

    #: What has these variants.
    about: About
    #: How they were chosen.
    method: Method
    #: How many presences are combined; none for variants at random.
    strength: Optional[int]
    #: Where chance began.
    seed: int
    #: The variants.
    variants: list[Variant]
    #: Whether the answer is exact: nothing stopped it, and there are no caveats.
    exact: bool
    #: Whether nothing stopped it before everything was looked at.
    complete: bool
    #: What could not be analysed, so that something may be missing.
    caveats: list[Caveat]


@dataclass(frozen=True)
class PossibleValues:
    """Which of the mentioned values of each input can be chosen beside the given ones."""

    #: For each input.
    inputs: list[InputValues]


#: What stands in a document as its `schema`.
BY_SCHEMA = {
    'variscope/atomic-sets/1': AtomicSets,
    'variscope/changes/1': Changes,
    'variscope/check/1': Check,
    'variscope/condition/1': Condition,
    'variscope/connections/2': Connections,
    'variscope/count/1': Count,
    'variscope/coverage/1': Coverage,
    'variscope/diff/3': Diff,
    'variscope/elements/1': Elements,
    'variscope/error/1': Refused,
    'variscope/explain/2': Explain,
    'variscope/finding/1': FindingLine,
    'variscope/index/1': Index,
    'variscope/inputs/1': Inputs,
    'variscope/list/1': List,
    'variscope/optimize/3': Optimize,
    'variscope/presets/1': Presets,
    'variscope/resolve/1': Resolved,
    'variscope/rule/1': Rules,
    'variscope/runtime/2': Runtime,
    'variscope/sample/2': Sample,
    'variscope/values/1': PossibleValues,
}
