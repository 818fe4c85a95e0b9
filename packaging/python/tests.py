#!/usr/bin/env python3
"""Asks the program through the module, which VARISCOPE names: VARISCOPE=target/release/variscope packaging/python/tests.py"""

import os
import sys
import tempfile
import unittest
import unittest.mock
from decimal import Decimal
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import variscope  # noqa: E402

SHOP = """
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {online: {type: boolean}, a=b: {type: boolean}}
    options: {type_default_condition: true}
  node_templates:
    shop: {type: Shop, requirements: [{orders: database}]}
    database: {type: Database, conditions: {variability_input: online}}
    cache: {type: Cache, conditions: {variability_input: a=b}}
"""


class Answers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        Path("shop.yaml").write_text(SHOP)
        Path("free.cnf").write_text("p cnf 20000 1\n1 2 0\n")

    def test_a_list_that_was_stopped_says_so(self):
        variants = variscope.list("free.cnf", options=["--steps=10k"])
        with self.assertRaises(variscope.Stopped):
            list(variants)
        self.assertFalse(variants.answer.complete)
        variants = variscope.list("shop.yaml", limit=1)
        self.assertEqual((len(list(variants)), variants.answer.complete), (1, True))

    def test_each_answer_is_what_its_schema_says(self):
        self.assertEqual(variscope.explain("shop.yaml", "online").holds, "always")
        self.assertEqual(variscope.explain("shop.yaml", "V302").summary.errors, 1)
        self.assertEqual(variscope.explain("shop.yaml", "node:shop").answer, "present")

    def test_stopped_and_broken_calls_have_answers(self):
        sample = variscope.sample("free.cnf", strength=2, options=["--steps=10k"])
        self.assertEqual((sample.variants, sample.exact), ([], False))
        checked = variscope.check("shop.yaml", options=["--assertions=absent.yaml"])
        self.assertEqual(checked.templates[0].findings[0].file, "absent.yaml")

    def test_one_option_needs_no_list(self):
        checked = variscope.check("shop.yaml", options="--assertions=absent.yaml")
        self.assertEqual(checked.templates[0].findings[0].file, "absent.yaml")

    def test_numbers_are_of_any_size(self):
        self.assertEqual(variscope.count("free.cnf").variants, 3 << 19998)
        best = variscope.optimize("shop.yaml", "max", "nodes")
        self.assertEqual((best.value, best.bound), (3, Decimal(3)))
        self.assertEqual(variscope.optimize("free.cnf", "min").value, 1)

    def test_paths_and_names_are_no_options(self):
        name = "--write-baseline=keep.yaml"
        Path(name).write_text(SHOP)
        self.assertEqual(variscope.check(name).templates[0].template, name)
        self.assertFalse(Path("keep.yaml").exists())
        self.assertEqual(len(list(variscope.list(name))), variscope.count(name).variants)
        self.assertEqual(variscope.sample(name).exact, variscope.elements(name).exact)
        self.assertEqual(variscope.optimize(name).value, variscope.optimize("shop.yaml").value)
        self.assertEqual(len(variscope.inputs(name).inputs), 2)
        self.assertEqual(variscope.presets(name).presets, [])
        self.assertIn("shop", variscope.resolve(name, inputs={"online": True, "a=b": False}))
        with self.assertRaisesRegex(variscope.VariscopeError, "--certify=keep"):
            variscope.explain(name, "--certify=keep")
        self.assertFalse(Path("keep").exists())

    def test_what_is_no_answer_is_an_error(self):
        program = Path("program")
        program.write_text("#!/bin/sh\necho \"$SAID\"\n")
        program.chmod(0o755)
        for said in ["nothing", "[]", "{}"]:
            with unittest.mock.patch.dict(os.environ, {"VARISCOPE": str(program.resolve()), "SAID": said}):
                self.assertRaises(variscope.VariscopeError, variscope.count, "shop.yaml")

    def test_names_of_inputs_are_any_texts(self):
        self.assertEqual(variscope.count("shop.yaml", inputs={"a=b": True}).variants, 1)


if __name__ == "__main__":
    unittest.main()
