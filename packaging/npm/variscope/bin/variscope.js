#!/usr/bin/env node
// Runs the program of the package for this platform.
"use strict";

const { spawnSync } = require("node:child_process");

function program() {
  const name = `@variscope/${process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "variscope.exe" : "variscope";
  try {
    return require.resolve(`${name}/bin/${file}`);
  } catch {
    console.error(`variscope: there is no package ${name}; it is either not installed (npm install --include=optional) or not built for this platform`);
    process.exit(1);
  }
}

const done = spawnSync(program(), process.argv.slice(2), { stdio: "inherit" });
if (done.error) {
  console.error(`variscope: ${done.error.message}`);
  process.exit(1);
}
// A program that a signal ended ends its caller the same way.
if (done.signal) process.kill(process.pid, done.signal);
process.exit(done.status ?? 1);
