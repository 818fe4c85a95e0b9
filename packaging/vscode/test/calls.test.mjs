import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import * as calls from "../dist/calls.mjs";

const shop = fileURLToPath(new URL("../../../tests/csar/webshop/service-template.yaml", import.meta.url));

test("words keep what quotes keep", () => {
  assert.deepEqual(calls.words(" a=1  b=\"x y\" c='d e'f "), ["a=1", "b=x y", "c=d ef"]);
  assert.deepEqual(calls.words(""), []);
});

test("presets and values are arguments", () => {
  assert.deepEqual(calls.resolve("t.yaml", "prod", "size=3"), ["resolve", "t.yaml", "--preset", "prod", "--input", "size=3"]);
  assert.deepEqual(calls.resolve("t.yaml", undefined, ""), ["resolve", "t.yaml"]);
});

test("answers that are none have no presets", () => {
  assert.deepEqual(calls.presetsIn("no"), []);
  assert.deepEqual(calls.presetsIn("{}"), []);
});

test("templates are told from other YAML", () => {
  assert.ok(calls.isTemplate("# a\ntosca_definitions_version: tosca_simple_yaml_1_3\n"));
  assert.ok(calls.isTemplate("kind: Ensemble\n"));
  assert.ok(!calls.isTemplate("on: push\n"));
});

// Where the program is there, it takes what it is called with.
test("the program takes the calls", { skip: !process.env.VARISCOPE }, () => {
  const run = (words) => execFileSync(process.env.VARISCOPE, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  const names = calls.presetsIn(run(calls.presets(shop))).map(({ name }) => name);
  assert.ok(names.includes("prod"), names.join(" "));
  assert.match(run(calls.resolve(shop, "prod", "")), /^tosca_definitions_version: tosca_simple_yaml_1_3/);
  assert.match(run(calls.graph(shop)), /^<svg /);
  assert.match(run(calls.explain(shop, "node.gateway")), /gateway/);
});
