// The language server, and commands for what the program draws and writes.

import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import * as calls from "./calls";

let client: LanguageClient | undefined;

const program = (): string => vscode.workspace.getConfiguration("variscope").get("path", "variscope");

/** What the program prints; what it complains about is an error. */
function run(template: string, words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: dirname(template), maxBuffer: 1 << 28 };
    execFile(program(), words, options, (error, out, said) => {
      if (error && out === "") reject(new Error(said.trim() || error.message));
      else resolve(out);
    });
  });
}

/** The template in front of the reader, saved. */
async function template(): Promise<string | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || document.uri.scheme !== "file" || !calls.isTemplate(document.getText())) {
    void vscode.window.showInformationMessage("This is no TOSCA template in a file.");
    return undefined;
  }
  if (document.isDirty) await document.save();
  return document.uri.fsPath;
}

async function report(): Promise<void> {
  const path = await template();
  if (path === undefined) return;
  const page = join(await mkdtemp(join(tmpdir(), "variscope-")), "report.html");
  await run(path, calls.report(path, page));
  await vscode.env.openExternal(vscode.Uri.file(page));
}

async function graph(): Promise<void> {
  const path = await template();
  if (path === undefined) return;
  const svg = await run(path, calls.graph(path));
  const panel = vscode.window.createWebviewPanel("variscope.graph", "Topology", vscode.ViewColumn.Beside, {});
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  panel.webview.html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${svg}`;
}

/** The name of a preset, or nothing for none; `undefined` when the reader thinks better of it. */
async function chosenPreset(path: string): Promise<string | undefined | null> {
  const found = calls.presetsIn(await run(path, calls.presets(path)));
  if (found.length === 0) return null;
  const items = found.map(({ name, title, description }) => ({ label: name, description: title ?? "", detail: description ?? "" }));
  const none = { label: "no preset", description: "", detail: "" };
  const chosen = await vscode.window.showQuickPick([...items, none], { placeHolder: "Preset" });
  if (chosen === undefined) return undefined;
  return chosen === none ? null : chosen.label;
}

async function resolve(): Promise<void> {
  const path = await template();
  if (path === undefined) return;
  const preset = await chosenPreset(path);
  if (preset === undefined) return;
  const values = await vscode.window.showInputBox({ prompt: "Values for inputs, such as size=3 region=eu" });
  if (values === undefined) return;
  const text = await run(path, calls.resolve(path, preset ?? undefined, values));
  const document = await vscode.workspace.openTextDocument({ language: "yaml", content: text });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}

async function presets(): Promise<void> {
  const path = await template();
  if (path === undefined) return;
  const chosen = await chosenPreset(path);
  if (!chosen) return;
  const text = await run(path, calls.resolve(path, chosen, ""));
  const document = await vscode.workspace.openTextDocument({ language: "yaml", content: text });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}

/** What a lens above a node is asked. */
async function explain(uri: string, element: string): Promise<void> {
  const path = vscode.Uri.parse(uri).fsPath;
  const channel = vscode.window.createOutputChannel("variscope");
  channel.append(await run(path, calls.explain(path, element)));
  channel.show(true);
}

async function restart(): Promise<void> {
  await client?.stop();
  client = new LanguageClient("variscope", "variscope", { command: program(), args: ["lsp"] },
    { documentSelector: [{ language: "yaml", scheme: "file" }, { language: "yaml", scheme: "untitled" }] });
  await client.start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const commands = { report, graph, resolve, presets, restart };
  const told = (action: (...words: string[]) => Promise<void>) => async (...words: string[]) => {
    try {
      await action(...words);
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  };
  for (const [name, action] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`variscope.${name}`, told(action)));
  }
  context.subscriptions.push(vscode.commands.registerCommand("variscope.explain", told(explain)));
  await told(restart)();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
