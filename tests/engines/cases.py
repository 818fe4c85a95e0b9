"""What the engines are asked about: documents that variscope writes, each beside the original that it was made of."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Case:
    """A document, and the originals whose faults are not ours."""

    group: str
    name: str
    document: Path
    engines: tuple
    originals: list = field(default_factory=list)


class Program:
    """variscope."""

    def __init__(self, path):
        self.path = path

    def run(self, *arguments):
        """What it prints, and whether it says that all is well."""
        done = subprocess.run([self.path, *map(str, arguments), "--quiet"], capture_output=True, text=True, check=False)
        return done.stdout, done.returncode == 0, done.stderr

    def configurations(self, template, limit, *options):
        """A configuration for each variant."""
        text, _, said = self.run("list", template, "--matrix", "--limit", limit, *options)
        if not text.strip():
            raise SystemExit(f"{template}: no variants\n{said}")
        return json.loads(text)


def inputs(configuration):
    """A configuration as arguments."""
    return [part for name, value in configuration.items() for part in ("--input", f"{name}={json.dumps(value)}")]


def csars(program, folder, work, engines):
    """All variants of our own CSARs: as CSARs of their own, beside their template, and in another folder."""
    for csar in sorted(path for path in folder.iterdir() if path.is_dir()):
        # Each says in its library which engines it is for.
        named = re.search(r"^# Engines: (.*)$", (csar / "lib" / "types.yaml").read_text(), re.MULTILINE).group(1)
        meant = tuple(engine for engine in engines if engine in named.split(", "))
        copy = work / csar.name / "all"
        shutil.copytree(csar, copy, ignore=shutil.ignore_patterns("tests"))
        template = copy / "service-template.yaml"
        # What an engine says about the types alone, or about documents written by hand, is no fault of the variant.
        plain = copy / "plain.yaml"
        imports = re.search(r"^imports:\n(?: +.*\n)*", template.read_text(), re.MULTILINE).group()
        empty = "topology_template:\n  description: nothing\n"
        plain.write_text(f"tosca_definitions_version: tosca_simple_yaml_1_3\n{imports}{empty}")
        originals = [plain]
        for expected in sorted(csar.glob("tests/*/*expected.yaml")):
            originals.append(copy / f"expected-{expected.parent.name}.yaml")
            shutil.copy(expected, originals[-1])
        for number, configuration in enumerate(program.configurations(csar, 1000), 1):
            archive = work / csar.name / f"{number}.zip"
            _, is_written, said = program.run("resolve", csar, "--csar", archive, *inputs(configuration))
            if not is_written:
                raise SystemExit(f"{csar}: {configuration}\n{said}")
            apart = work / csar.name / str(number)
            with zipfile.ZipFile(archive) as packed:
                packed.extractall(apart)
            yield Case("archives", f"{csar.name} {number}", apart / "service-template.yaml", meant, originals)
            beside = copy / f"variant-{number}.yaml"
            program.run("resolve", template, "--output", beside, *inputs(configuration))
            yield Case("documents", f"{csar.name} {number}", beside, meant, originals)
            moved = work / csar.name / f"moved-{number}.yaml"
            program.run("resolve", template, "--output", moved, *inputs(configuration))
            yield Case("moved", f"{csar.name} {number}", moved, meant, originals)


def conformance(program, folder, work, engines):
    """Cases of the language's conformance suites: the originals are the documents that are expected."""
    for test in sorted(folder.glob("*/**/test.yaml")):
        case = test.parent
        root = case.parent.parent if case.parent.name == "tests" else case
        expected = case / "expected.yaml"
        templates = [root / name for name in ("variable-service-template.yaml", "template.yaml", "service-template.yaml")]
        template = next((path for path in templates if path.exists()), None)
        # Options of the resolver are none of `resolve`: what is expected with them is another document.
        has_options = re.search(r"^resolver:", test.read_text(), re.MULTILINE)
        if not expected.exists() or template is None or has_options:
            continue
        profile = case.relative_to(folder).parts[0][0]
        arguments = [part for preset in presets(test) for part in ("--preset", preset)]
        given = [path for path in (case / "inputs.yaml", case / "inputs.xml") if path.exists()]
        arguments += [part for path in given for part in ("--inputs", path)]
        name = "-".join(case.relative_to(folder).parts)
        copy = work / name
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns("tests"))
        text = expected.read_text()
        (copy / "expected.yaml").write_text(text)
        # An empty list of members, which variscope leaves out, hides the faults behind it.
        (copy / "repaired.yaml").write_text(re.sub(r"\n +members: \[\]", "", text))
        # What the test adds to the document, without which another fault may come first.
        (copy / "merged.yaml").write_text(merged(text, test.read_text()))
        document, _, _ = program.run("resolve", template, "--profile", profile, *arguments)
        if document:
            (copy / "document.yaml").write_text(document)
            originals = [copy / f"{kind}.yaml" for kind in ("expected", "repaired", "merged")]
            yield Case("conformance", name, copy / "document.yaml", engines, originals)


def merged(text, test):
    """A document with what a Variability Test merges into it."""
    added = re.search(r"^merge:\n((?:[ ]+.*\n?|\n)*)", test, re.MULTILINE)
    return "\n".join(united(text.splitlines(), added.group(1).splitlines())) + "\n" if added else text


def united(lines, added):
    """The lines of a block mapping with the entries of another: those that both have are united, too."""
    lines, (own, other) = list(lines), (map(entries, (lines, added)))
    depth = next(indentations(lines), 0) - next(indentations(added), 0)
    for key, (start, end) in reversed(other.items()):
        moved = [" " * max(0, len(line) - len(line.lstrip()) + depth) + line.lstrip() for line in added[start:end]]
        if key not in own:
            lines += moved
        elif end - start > 1 and own[key][1] - own[key][0] > 1:
            first, last = own[key]
            lines[first + 1 : last] = united(lines[first + 1 : last], added[start + 1 : end])
    return lines


def indentations(lines):
    """How far the lines that say something are indented."""
    return (len(line) - len(line.lstrip()) for line in lines if line.strip())


def entries(lines):
    """Where the entries of a block mapping are, by key."""
    depth = next(indentations(lines), 0)
    starts = [number for number, line in enumerate(lines) if line.strip() and len(line) - len(line.lstrip()) == depth]
    ends = [*starts[1:], len(lines)]
    return {lines[start].split(":")[0].strip(): (start, end) for start, end in zip(starts, ends)}


def presets(test):
    """The presets that a Variability Test names."""
    found = re.search(r"^presets:(.*(?:\n *- .*)*)", test.read_text(), re.MULTILINE)
    return re.findall(r"[\w.-]+", found.group(1).replace("- ", " ")) if found else []


def examples(program, folder, work, engines, limit):
    """Variants of the examples of the conformance suites."""
    for template in sorted(folder.glob("*/examples/*/variable-service-template.yaml")):
        root, profile = template.parent, template.relative_to(folder).parts[0][0]
        name = "-".join(root.relative_to(folder).parts)
        copy = work / f"variants-{name}"
        shutil.copytree(root, copy)
        originals = []
        written = [*root.glob("tests/*/*expected.yaml"), *root.glob("tests/*/service-template*.yaml")]
        for number, expected in enumerate(sorted(written)):
            originals.append(copy / f"expected-{number}.yaml")
            shutil.copy(expected, originals[-1])
        try:
            found = program.configurations(template, limit, "--profile", profile, "--timeout", "60")
        except SystemExit:
            continue
        for number, configuration in enumerate(found, 1):
            arguments = ["--profile", profile, *inputs(configuration)]
            document, _, _ = program.run("resolve", template, *arguments)
            if document:
                beside = copy / f"variant-{number}.yaml"
                beside.write_text(document)
                yield Case("examples", f"{name} {number}", beside, engines, originals)


VARIABILITY = """\
  variability:
    options: {mode: consistent-strict}
    inputs: INPUTS
"""


def corpus(program, folder, work, engines, most):
    """Plain templates of others, completed by the types that they use, and made variable."""
    types = {}
    for path in sorted(folder.rglob("*.tosca")):
        if "servicetemplates" not in path.parts:
            for name in re.findall(r"^  ([\w.-]+):\s*$", path.read_text(), re.MULTILINE):
                # Engines bring the types of the standard.
                if not name.startswith("tosca."):
                    types.setdefault(name, path)
    for original in sorted(folder.rglob("servicetemplates/**/*.tosca")):
        text = original.read_text()
        if "\n  node_templates:\n" not in text:
            continue
        name = "-".join(original.relative_to(folder).with_suffix("").parts[1:])
        place = work / name
        place.mkdir(parents=True)
        imports = completed(text, types, folder, place)
        text = re.sub(r"^imports:\s*\n", "", text, flags=re.MULTILINE)
        lines = "".join(f"  - {path}\n" for path in imports)
        plain = text.replace("topology_template:", f"imports:\n{lines}topology_template:", 1) if imports else text
        (place / "plain.yaml").write_text(plain)
        leaves = lonely(text)[:most]
        if not leaves:
            continue
        # What an engine says first may be about a node that a variant lacks: originals without it tell the rest.
        originals = [place / "plain.yaml"]
        for number, absent in enumerate([*([leaf] for leaf in leaves), leaves] if len(leaves) > 1 else [leaves]):
            originals.append(place / f"plain-{number}.yaml")
            originals[-1].write_text(without(plain, absent))
        variable = plain.replace("tosca_simple_yaml_1_3", "tosca_variability_1_0", 1)
        declared = ", ".join(f"with_{leaf}: {{type: boolean}}" for leaf in leaves)
        variability = VARIABILITY.replace("INPUTS", "{" + declared + "}")
        variable = variable.replace("topology_template:\n", "topology_template:\n" + variability, 1)
        for leaf in leaves:
            condition = f"      conditions: {{variability_input: with_{leaf}}}\n"
            variable = variable.replace(f"\n    {leaf}:\n", f"\n    {leaf}:\n{condition}", 1)
        (place / "service-template.yaml").write_text(variable)
        _, is_written, said = program.run("list", place / "service-template.yaml", "--write", place / "variants")
        if not is_written:
            print(f"{name}: no variants: {said.splitlines()[:1]}", file=sys.stderr)
        for number, document in enumerate(sorted((place / "variants").glob("variant-*.yaml")), 1):
            beside = place / document.name
            # xOpera reads nothing outside the folder of the template.
            beside.write_text(document.read_text().replace("../", ""))
            yield Case("corpus", f"{name} {number}", beside, engines, originals)


def without(text, nodes):
    """A template with the lines of these nodes cut out."""
    for node in nodes:
        text = re.sub(rf"(?m)^    {node}:\n(?:      .*\n|\s*\n)*", "", text, count=1)
    return text


def completed(text, types, folder, place):
    """Copies the types that a template uses, and makes the files that it names; the files to import."""
    pending, files = [text], {}
    while pending:
        for word in set(re.findall(r"[\w.-]+", pending.pop())):
            path = types.get(word)
            if path and path not in files:
                files[path] = path.relative_to(folder).with_suffix(".yaml")
                pending.append(path.read_text())
    for path, copy in files.items():
        (place / copy).parent.mkdir(parents=True, exist_ok=True)
        (place / copy).write_text(path.read_text())
        stub(path.read_text(), (place / copy).parent)
    stub(text, place)
    return sorted(map(str, files.values()))


def stub(text, folder):
    """Makes the files that artifacts and implementations name, where there are none."""
    endings = "cfg|conf|gz|jar|js|json|pem|py|sh|tar|txt|xml|ya?ml|zip"
    files = re.findall(rf"""[:\[,] *["']?([\w./-]+\.(?:{endings}))["']?(?=[\s,\]}}])""", text)
    files += re.findall(r"""^\s+(?:implementation:|primary:|file:|-) ["']?([\w./-]+)["']?\s*$""", text, re.MULTILINE)
    files += re.findall(r"[\w./-]+", " ".join(re.findall(r"dependencies: *\[(.*)\]", text)))
    for name in files:
        path = folder / name
        if "://" not in name and not path.exists() and not name.startswith("/") and ".." not in name:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("- hosts: all\n" if name.endswith((".yml", ".yaml")) else "")


def lonely(text):
    """The nodes that nothing else in a template names."""
    nodes = re.search(r"\n  node_templates:\n((?:    .*\n|\s*\n)*)", text).group(1)
    names = re.findall(r"^    (\w+):\s*$", nodes, re.MULTILINE)
    said = "\n".join(line for line in text.splitlines() if "displayName" not in line)
    return [name for name in names if len(re.findall(rf"(?<![\w.]){name}(?![\w.])", said)) == 1]
