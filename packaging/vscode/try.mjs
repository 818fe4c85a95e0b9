// The extension in an editor: code-server, a browser without a window, and the webshop. `npm run package` comes first.
// CODE_SERVER, BROWSER and VARISCOPE name the programs where they are not on the PATH; SHOTS=FOLDER keeps pictures.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A program; without it nothing is tried, unless VARISCOPE_REQUIRE names what it is. */
function need(what, names) {
  const paths = names.filter(Boolean).map((name) => spawnSync("sh", ["-c", 'command -v "$0"', name], { encoding: "utf8" }).stdout.trim());
  const path = paths.find(Boolean);
  if (path) return path;
  const isRequired = (process.env.VARISCOPE_REQUIRE ?? "").split(",").some((name) => name.trim() === what);
  console.log(`no ${what}: the extension was not tried in an editor`);
  process.exit(isRequired ? 1 : 0);
}

const program = need("variscope", [process.env.VARISCOPE, "variscope"]);
const codeServer = need("code-server", [process.env.CODE_SERVER, "code-server"]);
const chromiums = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const executablePath = need("browser", [process.env.BROWSER, ...chromiums]);
const folder = mkdtempSync(join(tmpdir(), "variscope-editor-"));
const [data, extensions, files] = ["data", "extensions", "files"].map((name) => join(folder, name));
cpSync(here("../../tests/csar/webshop"), join(files, "shop"), { recursive: true });
writeFileSync(join(files, "other.yaml"), "on: push\njobs:\n  conditions: {and: [a, b]}\n  steps: []\n");
const write = (path, value) => { mkdirSync(join(path, ".."), { recursive: true }); writeFileSync(path, JSON.stringify(value)); };
const quiet = { "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "files.autoSave": "off" };
write(join(data, "User/settings.json"), { ...quiet, "chat.disableAIFeatures": true, "telemetry.telemetryLevel": "off" });
write(join(data, "Machine/settings.json"), { "variscope.path": "no-such-program" });
write(join(folder, "config.yaml"), { auth: "none" });
const shared = ["--config", join(folder, "config.yaml"), "--user-data-dir", data, "--extensions-dir", extensions];
execFileSync(codeServer, [...shared, "--install-extension", here("dist/variscope.vsix")], { stdio: "ignore" });
const server = spawn(codeServer, [...shared, "--bind-addr", "127.0.0.1:0", files], { detached: true });
// Its processes end with it, those of extensions too.
process.on("exit", () => { process.kill(-server.pid, "SIGKILL"); rmSync(folder, { recursive: true, force: true, maxRetries: 5 }); });
let said = "";
const address = await new Promise((found, failed) => {
  server.stdout.on("data", (text) => { const at = /listening on (http:\S+)/.exec((said += text)); if (at) found(at[1]); });
  server.on("exit", () => failed(new Error(`code-server ended: ${said}`)));
});

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
const { keyboard } = page;
const pause = (time) => new Promise((done) => setTimeout(done, time));
/** Waits until a question has an answer that will do. */
async function until(what, ask) {
  let answer;
  for (let tries = 0; tries < 150; tries += 1, await pause(200)) {
    answer = await ask();
    if (Array.isArray(answer) ? answer.length > 0 : answer) return answer;
  }
  await page.screenshot({ path: join(tmpdir(), "variscope-editor.png") });
  throw new Error(`waited in vain for ${what}; see ${join(tmpdir(), "variscope-editor.png")}`);
}

const texts = async (place, wanted = /./) => (await page.locator(place).allInnerTexts()).filter((text) => wanted.test(text));
const shown = (place, wanted) => until(`${wanted} in ${place}`, () => texts(place, wanted));
const [TOAST, LENS, TAB, ROW] = [".notification-toast", ".codelens-decoration", ".tab", ".quick-input-list .monaco-list-row"];
const SUGGESTED = ".suggest-widget.visible .monaco-list-row";
async function type(key, text, wanted) {
  await keyboard.press(key);
  await until("a box to type in", () => page.locator(".quick-input-widget").isVisible());
  await keyboard.type(text);
  if (wanted) await shown(`${ROW}.focused`, wanted);
  await keyboard.press("Enter");
  await pause(700);
}
const command = (name) => type("F1", name, new RegExp(name));
const open = async (name) => {
  const wanted = new RegExp(name.replace(/^.*\//, "").replace(".yaml", "\\s*.yaml"));
  await type("Control+p", name, wanted);
  await shown(`${TAB}.active`, wanted);
};
const line = (place) => type("Control+g", place);
const problems = (count) => shown("[id='status.problems']", new RegExp(`^\\D*${count} `));
const colour = (word) => page.evaluate((wanted) =>
  [...document.querySelectorAll(".view-line span span")].find((span) => span.innerText.trim() === wanted)?.className, word);
const framed = (wanted) => until(`${wanted} in a panel`, async () => {
  const texts = page.frames().slice(1).map((frame) => frame.locator("body").innerText({ timeout: 500 }).catch(() => ""));
  return (await Promise.all(texts)).some((text) => wanted.test(text));
});
const SHOP = "shop/service-template.yaml";
/** What the reader does, and sees, in this order. */
const steps = {
  "YAML that is no template is left alone": async () => {
    await open("other.yaml");
    await pause(4000);
    assert.deepEqual(await texts(TOAST, /variscope/), []);
    assert.equal(await colour("conditions"), await colour("steps"));
  },
  "where the program is missing it is said what to do": async () => {
    await open(SHOP);
    await shown(TOAST, /no-such-program.*setting variscope\.path/s);
    await page.locator(".monaco-button", { hasText: "Open the setting" }).click();
  },
  "with another program the server starts": async () => {
    symlinkSync(program, join(folder, "variscope"));
    const box = page.locator('input[aria-label="variscope.path"]').first();
    await box.fill(join(folder, "variscope"));
    await pause(1500);
    await keyboard.press("Escape");
    await open(SHOP);
    await line("202:5");
    await shown(LENS, /in 20 of 60 variants/);
    assert.notEqual(await colour("conditions"), await colour("type"));
  },
  "a lens explains": async () => {
    await page.locator(`${LENS} a`, { hasText: "in 20 of 60" }).first().click();
    await shown(".output-view .view-lines", /present.when.environment/);
    await command("View: Hide Panel");
  },
  "names are hovered over": async () => {
    await open(SHOP);
    await line("218:50");
    await keyboard.press("Control+k");
    await keyboard.press("Control+i");
    await shown(".monaco-hover", /variability input database/);
  },
  "what follows an operator is proposed": async () => {
    await line("183:1");
    await keyboard.press("End");
    await keyboard.press("Enter");
    await keyboard.type("conditions: nod", { delay: 50 });
    await until("operators", () => page.locator(SUGGESTED, { hasText: "node_presence" }).first().isVisible());
    await keyboard.press("Enter");
    await until("nodes", () => page.locator(SUGGESTED, { hasText: "gateway" }).first().isVisible());
    await keyboard.press("Enter");
    await shown(".view-line", /conditions:.{node_presence:.api}$/);
    await command("File: Revert File");
  },
  "faults are told, and mended": async () => {
    await line("204:36");
    await keyboard.type("zz");
    await problems(1);
    await keyboard.press("Control+.");
    await shown(".action-widget .monaco-list-row", /replace "logic_expressionzz"/);
    await keyboard.press("Enter");
    await problems(0);
  },
  "names are changed in tests, too": async () => {
    await line("218:50");
    await keyboard.press("F2");
    const box = page.locator(".rename-box input");
    await until("the name", async () => (await box.isVisible()) && (await box.inputValue()) === "database");
    await box.fill("store");
    await box.press("Enter");
    await shown(".view-line", /variability_input:.store/);
    await command("File: Save All Files");
    const inputs = join(files, "shop/tests/prod-on-sqlite/inputs.yaml");
    await until("the test", () => readFileSync(inputs, "utf8").startsWith("store: sqlite"));
    await problems(0);
  },
  "the topology is drawn": async () => { await command("variscope: Draw the topology"); await framed(/storefront/); },
  "the report is opened": async () => { await command("variscope: Open the report"); await framed(/of 60 variants left/); },
  "the variant of a preset is shown, without complaints": async () => {
    await command("variscope: Show the variant of a preset");
    await shown(ROW, /staging/);
    await keyboard.type("staging");
    await keyboard.press("Enter");
    await shown(TAB, /service-template\.staging/);
    await pause(1500);
    await problems(0);
  },
  "what cannot be resolved is told in a line": async () => {
    await open(SHOP);
    await command("variscope: Resolve a variant");
    await shown(ROW, /dev/);
    await keyboard.press("Enter");
    await until("values", () => page.locator(".quick-input-widget", { hasText: "Values for inputs" }).isVisible());
    await keyboard.type("replicas=2");
    await keyboard.press("Enter");
    const [said] = await shown(TOAST, /V321/);
    assert.ok(!said.includes("-->"), said);
  },
  "a server that ends is started again, and when it is asked for": async () => {
    const running = () => spawnSync("pgrep", ["-f", `${join(folder, "variscope")} lsp`], { encoding: "utf8" }).stdout.trim();
    for (const end of [(id) => process.kill(Number(id), "SIGKILL"), () => command("variscope: Restart the language server")]) {
      const before = await until("a server", running);
      await end(before);
      await until("another server", () => running() !== before && running());
    }
  },
};
await page.goto(`${address}?folder=${files}`);
await page.waitForSelector(".monaco-workbench .explorer-folders-view", { timeout: 60_000 });
for (const [index, [name, step]] of Object.entries(steps).entries()) {
  await step();
  console.log(`ok: ${name}`);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${index + 1}.png`) });
}
await browser.close();
process.exit(0);
