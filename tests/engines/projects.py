"""Ensembles for `ensembles.py`: small projects, each about one way in which values reach a task."""

from dataclasses import dataclass, field
from textwrap import dedent, indent

TYPES = """\
tosca_definitions_version: tosca_simple_unfurl_1_0_0
data_types:
  demo.Place:
    properties:
      zone: {type: string, default: z1}
      rack: {type: integer, default: 7}
relationship_types:
  demo.Account:
    derived_from: tosca.relationships.ConnectsTo
    properties:
      token: {type: string, metadata: {env_vars: [ACCOUNT_TOKEN]}, required: false}
      region: {type: string, default: home}
  demo.Special:
    derived_from: demo.Account
node_types:
  demo.Server:
    derived_from: tosca.nodes.Compute
    properties:
      address: {type: string, default: local}
  demo.Base:
    derived_from: tosca.nodes.Root
    properties:
      name: {type: string, default: base}
  demo.App:
    derived_from: demo.Base
    properties:
      size: {type: integer, default: 1}
      tags: {type: list, entry_schema: {type: string}, required: false}
      place: {type: demo.Place, required: false}
      parts: {type: map, required: false}
    requirements:
      - host: {node: demo.Server, occurrences: [0, 1], relationship: tosca.relationships.HostedOn}
"""

HOME = "at-home"
COMMAND = 'env -0 > "$FOUND/environment" && echo %s > "$FOUND/inputs"\n'


@dataclass
class Project:
    """A project with an ensemble; `values` are inputs of the operation that is run."""

    name: str
    values: str = ""
    rules: str = ""
    properties: str = ""
    topology: str = ""
    requirements: str = ""
    spec: str = ""
    around: str = ""
    environments: str = ""
    environment: str = ""
    ensemble: str = "ensemble.yaml"
    process: dict = field(default_factory=dict)
    others: dict = field(default_factory=dict)
    service_template: str = ""
    # The project at home, whose environments go beneath.
    home: str = ""

    def operation(self):
        names = [line.split(":")[0] for line in dedent(self.values).splitlines() if line[:1].strip()]
        read = ", ".join(f"'{name}': '$inputs::{name}' | eval | map_value" for name in names)
        command = COMMAND % ("{{ {" + read + "} | to_json | quote }}")
        rules = f"environment:\n{indent(dedent(self.rules), '  ')}" if self.rules else ""
        return (
            "implementation:\n  primary: Cmd\n"
            + indent(rules, "  ")
            + "inputs:\n  cmd: |\n"
            + indent(command, "    ")
            + indent(dedent(self.values), "  ")
        )

    def template(self):
        properties = f"properties:\n{indent(dedent(self.properties), '  ')}" if self.properties else ""
        requirements = f"requirements:\n{indent(dedent(self.requirements), '  ')}" if self.requirements else ""
        interfaces = "interfaces:\n  Standard:\n    operations:\n      configure:\n" + indent(self.operation(), "        ")
        app = "app:\n  type: demo.App\n" + indent(properties + requirements + interfaces, "  ")
        nodes = "node_templates:\n" + indent(app + self.nodes(), "  ")
        return "imports:\n- file: types.yaml\ntopology_template:\n" + indent(dedent(self.topology) + nodes, "  ")

    def nodes(self):
        hosted = "host:" in self.requirements
        return "server:\n  type: demo.Server\n  properties: {address: far}\n" if hosted else ""

    def files(self):
        template = dedent(self.service_template) or self.template()
        spec = "service_template:\n" + indent(template, "  ") + dedent(self.spec)
        ensemble = "apiVersion: unfurl/v1alpha1\nkind: Ensemble\n" + dedent(self.around) + "spec:\n" + indent(spec, "  ")
        files = {self.ensemble: ensemble, "types.yaml": TYPES}
        if self.environments:
            project = "apiVersion: unfurl/v1alpha1\nkind: Project\n" + dedent(self.environments)
            files["unfurl.yaml"] = project
        if self.home:
            files[f"{HOME}/unfurl.yaml"] = "apiVersion: unfurl/v1alpha1\nkind: Project\n" + dedent(self.home)
        return {**files, **{name: text.replace("TEMPLATE", self.template()) for name, text in self.others.items()}}


SIZED = "inputs:\n  size: {type: integer, default: 1}\n"
ACCOUNT = "connections:\n  account:\n    type: demo.Account\n    properties: {token: t1, region: north}\n"

PROJECTS = [
    Project("defaults", "a: {get_property: [SELF, size]}\nb: {get_property: [SELF, name]}\n"),
    Project("inputs-default", "a: {get_input: size}\n", topology=SIZED),
    Project("inputs-of-the-ensemble", "a: {get_input: size}\n", topology=SIZED, spec="inputs: {size: 2}\n"),
    Project(
        "inputs-of-its-environment",
        "a: {get_input: size}\n",
        topology=SIZED,
        spec="inputs: {size: 2}\n",
        around="environment:\n  inputs: {size: 3}\n",
    ),
    Project(
        "inputs-of-the-project",
        "a: {get_input: size}\n",
        topology=SIZED,
        spec="inputs: {size: 2}\n",
        around="environment:\n  inputs: {size: 3}\n",
        environments="environments:\n  defaults:\n    inputs: {size: 4}\n",
    ),
    Project(
        "an-environment-by-name",
        "a: {get_input: size}\n",
        topology=SIZED,
        environments="environments:\n  defaults:\n    inputs: {size: 4}\n  big:\n    inputs: {size: 5}\n  small:\n    inputs: {size: 0}\n",
        environment="big",
    ),
    Project(
        "the-usual-environment",
        "a: {get_input: size}\n",
        topology=SIZED,
        environments="default_environment: small\nenvironments:\n  big:\n    inputs: {size: 5}\n  small:\n    inputs: {size: 0}\n",
    ),
    Project(
        "the-environment-of-an-ensemble",
        "a: {get_input: size}\n",
        topology=SIZED,
        environments="ensembles:\n- file: ensemble.yaml\n  environment: big\nenvironments:\n  big:\n    inputs: {size: 5}\n",
    ),
    Project("variables", "a: {get_env: ADDED}\n", around="environment:\n  variables: {ADDED: new, IS_ON: true, IS_OFF: false, NUMBER: 5}\n"),
    Project(
        "variables-removed",
        "a: {get_env: [OTHER, none]}\n",
        around="environment:\n  variables: {-OTHER: '', '-GONE_*': '', ADDED: x}\n",
        process={"OTHER": "o", "GONE_A": "a", "GONE_B": "b", "KEPT": "k"},
    ),
    Project(
        "variables-prepended",
        around="environment:\n  variables: {^WAY: /first, ^NEW: /only}\n",
        process={"WAY": "/second"},
        values="a: {get_env: WAY}\n",
    ),
    Project(
        "variables-of-both",
        "a: {get_env: ONE}\n",
        around="environment:\n  variables: {ONE: own, TWO: own}\n",
        environments="environments:\n  defaults:\n    variables: {ONE: all, THREE: all}\n  far:\n    variables: {THREE: far}\n",
        environment="far",
    ),
    Project(
        "rules-of-an-operation",
        "a: {get_env: OTHER}\n",
        rules="ADDED: new\n-OTHER: ''\n^WAY: /first\n",
        around="environment:\n  variables: {OTHER: x}\n",
        process={"WAY": "/second"},
    ),
    Project(
        "functions-in-rules",
        "a: 1\n",
        rules="SIZE: {get_input: size}\nNAME: {get_property: [SELF, name]}\nBOTH: {concat: [{get_property: [SELF, name]}, '-', {get_env: KEPT}]}\n",
        topology=SIZED,
        process={"KEPT": "k"},
    ),
    Project("a-connection", "a: {eval: $connections::Account::token}\n", around="environment:\n" + indent(ACCOUNT, "  ")),
    Project(
        "a-connection-by-its-type",
        "a: {eval: $connections::Account::token}\nb: {eval: '$connections::demo.Account::region'}\n",
        around="environment:\n" + indent(ACCOUNT, "  "),
    ),
    Project(
        "a-connection-of-the-project",
        "a: {eval: $connections::Account::token}\nb: {eval: $connections::Account::region}\n",
        around="environment:\n" + indent(ACCOUNT, "  "),
        environments="environments:\n  defaults:\n    connections:\n      account: {type: demo.Account, properties: {token: t2}}\n",
    ),
    Project(
        "a-connection-of-another-name",
        "a: {eval: $connections::same::token}\n",
        environments="environments:\n  defaults:\n    connections:\n      same: account\n      account: {type: demo.Account, properties: {token: t3}}\n",
    ),
    Project(
        "a-connection-of-the-template",
        "a: {eval: $connections::Special::token}\n",
        topology="relationship_templates:\n  link: {type: demo.Special, default_for: ANY, properties: {token: t4}}\n",
    ),
    Project(
        "functions-in-connections",
        "a: {eval: $connections::Account::token}\n",
        topology=SIZED,
        around="environment:\n  connections:\n    account:\n      type: demo.Account\n"
        "      properties: {token: {concat: [t, {get_input: size}]}}\n",
    ),
    Project(
        "properties",
        "a: {get_property: [SELF, place, zone]}\nb: {get_property: [SELF, place]}\nc: {get_property: [HOST, address]}\nd: {get_property: [server, address]}\n",
        properties="place: {zone: here}\nsize: 4\n",
        requirements="- host: server\n",
    ),
    Project(
        "values-beneath-expressions",
        "a: {get_property: [SELF, place]}\n",
        properties="place: {zone: {get_input: zone}}\n",
        topology="inputs:\n  zone: {type: string, default: asked}\n",
    ),
    Project(
        "texts-put-together",
        "a: {concat: [x, {get_input: size}, '/', {get_property: [SELF, name]}]}\nb: {token: ['a:b:c', ':', 1]}\nc: {concat: [{token: [{get_property: [SELF, name]}, s, 0]}, '!']}\n",
        topology=SIZED,
    ),
    Project(
        "defaults-of-variables",
        "a: {get_env: [NOWHERE, else]}\nb: {get_env: [KEPT, else]}\nc: {concat: [{get_env: [NOWHERE, x]}, {get_env: KEPT}]}\n",
        process={"KEPT": "k"},
    ),
    Project(
        "jinja",
        "a: '{{ SELF.name }}'\nb: '{{ SELF.size }}'\nc: 'to {{ SELF.name }}, {{ inputs.a }}'\nd: '{{ SELF.place.zone }}'\ne: \"{{ '$SELF::size' | eval }}\"\n",
        properties="place: {zone: here}\n",
    ),
    Project(
        "jinja-of-literals",
        "".join(f"{name}: '{{{{ SELF.parts.{name} }}}}'\n" for name in "abcdefghijklm")
        + "n: '{{ SELF.size }}{{ SELF.size }}'\no: '{{ SELF.size }}.0'\np: '[{{ SELF.size }}]'\nq: 'x {{ SELF.size }} '\n"
        "r: '{{ SELF.parts.t }}{{ SELF.parts.n }}{{ SELF.parts.f }}'\n",
        properties="parts: {a: '1.10', b: '02134', c: 'True', d: 'true', e: 'None', f: '[1]', g: '1_000', h: '0x1F', i: '10.0.0.1', j: '1, 2',"
        " k: \"'q'\", l: '- 5', m: ' 1', t: true, n: 1.5}\nsize: 1\n",
    ),
    Project(
        "values-in-texts",
        "a: {concat: [x, true]}\nb: {concat: [x, false]}\nc: {concat: [x, null]}\nd: {concat: [x, 1.0, 1.0e20]}\n"
        "e: {concat: [x, {get_property: [SELF, tags]}]}\nf: {concat: [x, {get_property: [SELF, parts, q]}]}\n",
        properties="tags: [a, b]\nparts: {q: {a: 1, b: [x]}}\n",
    ),
    Project(
        "numbers-of-older-yaml",
        "a: {get_property: [SELF, size]}\nb: {get_property: [SELF, parts]}\nc: 0b1_1\nd: '1_000'\ne: 1_0.5\n",
        properties="size: 1_000\nparts: {a: 0b11, b: 0x1F, c: 017, d: 0o17, e: 1_0, f: 1:30, g: _1}\n",
        rules="SIZE: 1_000\n",
    ),
    Project(
        "jinja-of-connections",
        "a: \"{{ '$connections::Account::token' | eval }}\"\nb: \"at {{ '$connections::Account::region' | eval }}\"\n",
        around="environment:\n" + indent(ACCOUNT, "  "),
    ),
    Project(
        "lists-and-maps",
        "a: [{get_input: size}, 2]\nb: {x: {get_input: size}, y: [{get_property: [SELF, name]}]}\nc: {get_property: [SELF, tags]}\n",
        properties="tags: [{get_property: [SELF, name]}, b]\n",
        topology=SIZED,
    ),
    Project(
        "an-included-template",
        "a: {get_property: [SELF, size]}\n",
        properties="size: 6\n",
        service_template="+include: template.yaml\n",
        others={"template.yaml": "TEMPLATE"},
    ),
    Project(
        "an-included-template-of-the-project",
        "a: {get_input: size}\n",
        topology=SIZED,
        ensemble="ensemble/ensemble.yaml",
        service_template="+include: {file: parts/template.yaml, repository: spec}\n",
        spec="inputs: {size: 3}\n",
        environments="+?include-local: local/unfurl.yaml\nenvironments:\n  defaults:\n    variables: {LOCAL: none}\n",
        others={
            "parts/template.yaml": "TEMPLATE",
            "parts/types.yaml": TYPES,
            "local/unfurl.yaml": "environments:\n  defaults:\n    variables: {LOCAL: found}\n    inputs: {size: 8}\n",
        },
    ),
    Project(
        "merged-templates",
        "a: {get_property: [SELF, size]}\nb: {get_property: [SELF, tags]}\n",
        properties="+/shared/values:\ntags: [b, c]\n",
        around="shared:\n  values: {size: 9, tags: [a, b]}\n",
    ),
    Project(
        "merged-as-mappings-say",
        "a: {get_property: [SELF, parts]}\n",
        properties="+/shared/values:\nparts: {one: {+%: merge, b: 2}, two: {+%: nullout}, three: {+%: whiteout}, four: {c: 3}, five: {+%: null, c: 3}}\n",
        around="shared:\n  values: {parts: {one: {a: 1}, two: {a: 1}, three: {a: 1}, four: {+%: merge, a: 1}, five: {a: 1}}}\n",
    ),
    Project(
        "a-part-of-a-file",
        "a: {get_property: [SELF, parts]}\n",
        properties="parts:\n  +include: one.yaml#/q/r\n",
        others={"one.yaml": "q: {r: {x: 1}}\n"},
    ),
    Project(
        "an-ensemble-over-its-template",
        "a: {get_input: size}\nb: {get_property: [SELF, size]}\n",
        topology=SIZED,
        properties="size: 1\n",
        service_template="+include: template.yaml\ntopology_template:\n  inputs:\n    size: {type: integer, default: 12}\n"
        "  node_templates:\n    app:\n      properties: {size: 11}\n",
        others={"template.yaml": "TEMPLATE"},
    ),
    Project(
        "environments-at-home",
        "a: {get_input: size}\n",
        topology=SIZED,
        environments="environments:\n  defaults:\n    variables: {ONE: project}\n",
        home="environments:\n  defaults:\n    inputs: {size: 4}\n    variables: {ONE: home, TWO: home}\n",
    ),
    Project(
        "a-chosen-environment-at-home",
        "a: {get_input: size}\n",
        topology=SIZED,
        environment="far",
        environments="environments:\n  defaults:\n    variables: {ONE: project, TWO: project}\n",
        home="environments:\n  far:\n    inputs: {size: 4}\n    variables: {ONE: home}\n",
    ),
    Project(
        "a-connection-at-home",
        "a: {get_property: [SELF, size]}\n",
        environments="environments:\n  defaults:\n    variables: {ONE: project}\n",
        home="environments:\n  defaults:\n" + indent(ACCOUNT, "    "),
    ),
    Project(
        "no-project-but-home",
        "a: {get_input: size}\n",
        topology=SIZED,
        home="default_environment: far\nenvironments:\n  defaults:\n    variables: {ONE: all}\n  far:\n    inputs: {size: 4}\n",
    ),
    Project(
        "no-project-but-an-environment-at-home",
        "a: {get_input: size}\n",
        topology=SIZED,
        environment="far",
        home="environments:\n  far:\n    inputs: {size: 4}\n    variables: {ONE: home}\n",
    ),
]
