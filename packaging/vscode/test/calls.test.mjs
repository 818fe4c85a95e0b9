import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
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

test("complaints are told in a line", () => {
  assert.equal(calls.inShort("error[V321]: no variant\r\n  --> a.yaml:1:2\n"), "error[V321]: no variant");
  assert.equal(calls.inShort(""), "");
});

test("a path may begin at home", () => {
  assert.equal(calls.atHome("~/bin/variscope", "/home/$&"), "/home/$&/bin/variscope");
  assert.equal(calls.atHome("/a/~/b", "/home"), "/a/~/b");
});

test("variants have the name of their template and preset", () => {
  assert.equal(calls.variantName("/a/shop.tosca", "a/b"), "shop.a_b.yaml");
  assert.equal(calls.variantName("C:\\a\\shop.yml", undefined), "shop.variant.yaml");
});

test("pictures are as dark as the editor", () => {
  const svg = "<svg><style>@media (prefers-color-scheme: dark) {}</style></svg>";
  assert.match(calls.picturePage(svg, true), /@media all \{/);
  assert.match(calls.picturePage(svg, false), /@media not all \{/);
});

const grammar = (name) => JSON.parse(readFileSync(new URL(`../syntaxes/${name}.tmLanguage.json`, import.meta.url), "utf8"));

test("operators have their colour in braces, and outside where no property is called so", () => {
  const [braces, , outside] = grammar("conditions").patterns.map(({ match }) => new RegExp(match));
  assert.match("{count: [1]}", braces);
  assert.match("conditions: {equal: [1, 1]}", braces);
  assert.match("  - equal: [1, 1]", outside);
  for (const pattern of [braces, outside]) assert.doesNotMatch("  - count: 3", pattern);
  const words = (pattern) => /\(\?:([a-z_|]+)\)/.exec(pattern.source)[1].split("|");
  for (const word of words(outside)) assert.ok(words(braces).includes(word), word);
});

test("only templates have colours of their own", () => {
  const begin = new RegExp(grammar("templates").patterns[0].begin);
  for (const line of ["tosca_definitions_version: x", "kind: Ensemble"]) assert.match(line, begin);
  for (const line of ["  kind: Ensemble", "kind: Deployment", "conditions: a"]) assert.doesNotMatch(line, begin);
});

// Where the program is there, it takes what it is called with.
test("the program takes the calls", { skip: !process.env.VARISCOPE }, () => {
  const run = (words) => execFileSync(process.env.VARISCOPE, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  const names = calls.presetsIn(run(calls.presets(shop))).map(({ name }) => name);
  assert.ok(names.includes("prod"), names.join(" "));
  assert.match(run(calls.resolve(shop, "prod", "")), /^tosca_definitions_version: tosca_simple_yaml_1_3/);
  assert.match(run(calls.graph(shop)), /^<svg /);
  assert.match(run(calls.report(shop)), /^<!doctype html>/);
  assert.ok(calls.isProgram(run(calls.version)));
  assert.match(calls.picturePage(run(calls.graph(shop)), true), /@media all /);
  assert.match(run(calls.explain(shop, "node.gateway")), /gateway/);
});
