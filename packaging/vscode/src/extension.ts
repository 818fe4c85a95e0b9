// Commands for what the program draws and writes.

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import * as calls from "./calls";
import { complain, run, told } from "./program";
import * as server from "./server";

/** The scheme of variants. They are in no file: the server would look for what they import beside them. */
const VARIANT = "variscope";

/** Texts of variants that are open, by URI. */
const variants = new Map<string, string>();
let variantCount = 0;

/** Panels that are open, by what they show. */
const panels = new Map<string, vscode.WebviewPanel>();

/** The path of a template, saved; nothing where the reader was told why there is none. */
async function saved(document: vscode.TextDocument | undefined): Promise<string | undefined> {
  if (!document || !calls.isTemplate(document.getText())) {
    void vscode.window.showInformationMessage("This is no TOSCA template.");
  } else if (document.uri.scheme !== "file") {
    void vscode.window.showInformationMessage("Save this template in a file first.");
  } else if (!document.isDirty || (await document.save())) {
    return document.uri.fsPath;
  }
  return undefined;
}

const template = (): Promise<string | undefined> => saved(vscode.window.activeTextEditor?.document);

/** Shows a page beside the template, in the panel that showed it before. */
function show(title: string, path: string, page: string, enableScripts: boolean): void {
  const key = `${title} ${path}`;
  const known = panels.get(key);
  const options = { enableScripts, retainContextWhenHidden: enableScripts };
  // The reader goes on in the template.
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const panel = known ?? vscode.window.createWebviewPanel("variscope", `${title}: ${basename(path)}`, beside, options);
  if (!known) panel.onDidDispose(() => panels.delete(key));
  panels.set(key, panel);
  panel.webview.html = page;
  panel.reveal(undefined, true);
}

async function report(): Promise<void> {
  const path = await template();
  if (path === undefined) return;
  const page = await run("report", calls.report(path));
  // A browser on another machine cannot open files of this one.
  if (vscode.env.uiKind === vscode.UIKind.Web || vscode.env.remoteName !== undefined) {
    show("Report", path, page, true);
    return;
  }
  const file = join(await mkdtemp(join(tmpdir(), "variscope-")), "report.html");
  await writeFile(file, page);
  await vscode.env.openExternal(vscode.Uri.file(file));
}

async function graph(): Promise<void> {
  const path = await template();
  if (path === undefined) return;
  const { kind } = vscode.window.activeColorTheme;
  const isDark = kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
  show("Topology", path, calls.picturePage(await run("topology", calls.graph(path)), isDark), false);
}

/** Shows a variant beside the template. */
async function showVariant(path: string, preset: string | undefined, values: string): Promise<void> {
  const text = await run("variant", calls.resolve(path, preset, values));
  variantCount += 1;
  const uri = vscode.Uri.from({ scheme: VARIANT, path: `/${variantCount}/${calls.variantName(path, preset)}` });
  variants.set(uri.toString(), text);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), vscode.ViewColumn.Beside);
}

const presetsOf = async (path: string): Promise<vscode.QuickPickItem[]> => {
  const found = calls.presetsIn(await run("presets", calls.presets(path)));
  return found.map(({ name, title, description }) => ({ label: name, description: title ?? "", detail: description ?? "" }));
};

async function resolve(): Promise<void> {
  const path = await template();
  if (path === undefined) return;
  const none = { label: "no preset" };
  const found = await presetsOf(path);
  const chosen = found.length === 0 ? none : await vscode.window.showQuickPick([...found, none], { placeHolder: "Preset" });
  if (chosen === undefined) return;
  const values = await vscode.window.showInputBox({ prompt: "Values for inputs, such as size=3 region=eu" });
  if (values === undefined) return;
  await showVariant(path, chosen === none ? undefined : chosen.label, values);
}

async function presets(): Promise<void> {
  const path = await template();
  if (path === undefined) return;
  const found = await presetsOf(path);
  if (found.length === 0) {
    void vscode.window.showInformationMessage("This template has no presets.");
    return;
  }
  const chosen = await vscode.window.showQuickPick(found, { placeHolder: "The preset whose variant to show" });
  if (chosen !== undefined) await showVariant(path, chosen.label, "");
}

/** What a lens above a node is asked. */
async function explain(uri: string, element: string): Promise<void> {
  const wanted = vscode.Uri.parse(uri).toString();
  const path = await saved(vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted));
  if (path !== undefined) told(await run("explain", calls.explain(path, element)));
}

export function activate(context: vscode.ExtensionContext): void {
  const commands = { report, graph, resolve, presets, explain, restart: server.restart };
  for (const [name, action] of Object.entries<(...words: string[]) => Promise<void>>(commands)) {
    const command = (...words: string[]): Promise<void> => action(...words).catch(complain);
    context.subscriptions.push(vscode.commands.registerCommand(`variscope.${name}`, command));
  }
  const provideTextDocumentContent = (uri: vscode.Uri): string => variants.get(uri.toString()) ?? "";
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(VARIANT, { provideTextDocumentContent }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => variants.delete(uri.toString())),
    ...server.watch(),
  );
}

export const deactivate = (): Promise<void> => server.stop();
