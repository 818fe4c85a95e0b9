// The language server: started for the first template, and once more when it is asked for or the program is another.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import * as calls from "./calls";
import { check, complain, program } from "./program";

let client: LanguageClient | undefined;
let log: vscode.OutputChannel | undefined;
/** Starts and stops come one after the other. */
let last: Promise<void> = Promise.resolve();
/** For a text that is still blank it was tried without a word; for a template it was tried, and what failed was said. */
let isTried = { quietly: false, aloud: false };

async function end(): Promise<void> {
  const old = client;
  client = undefined;
  // One that never ran cannot be stopped.
  if (old?.needsStop()) await old.stop();
}

async function begin(): Promise<void> {
  await end();
  await check();
  log ??= vscode.window.createOutputChannel("variscope language server");
  const documentSelector = ["file", "untitled"].map((scheme) => ({ language: "yaml", scheme }));
  const started = new LanguageClient("variscope", "variscope", { command: program(), args: ["lsp"] }, {
    documentSelector,
    outputChannel: log,
    // Commands that this extension has, for lenses.
    initializationOptions: { commands: ["variscope.explain"] },
    middleware: {
      provideCompletionItem: async (document, position, context, token, next) => {
        const found = await next(document, position, context, token);
        for (const item of Array.isArray(found) ? found : found?.items ?? []) {
          if (typeof item.insertText !== "string" || !item.insertText.endsWith(": ")) continue;
          // What has to follow is proposed at once, as it is when the space is typed; a brace is closed, as a typed one is.
          item.command = { command: "editor.action.triggerSuggest", title: "Propose what follows" };
          if (item.insertText.startsWith("{")) item.insertText = new vscode.SnippetString(`${item.insertText}$0}`);
        }
        return found;
      },
    },
  });
  await started.start();
  client = started;
}

export function restart(): Promise<void> {
  isTried = { quietly: true, aloud: true };
  return (last = last.catch(() => undefined).then(begin));
}

export function stop(): Promise<void> {
  return (last = last.catch(() => undefined).then(end));
}

/** Starts the server unless it was; a text that is no template is no reason to. */
async function startFor(document: vscode.TextDocument): Promise<void> {
  if (isTried.aloud || document.languageId !== "yaml" || !["file", "untitled"].includes(document.uri.scheme)) return;
  const text = document.getText();
  if (calls.isTemplate(text)) {
    const isRunning = client !== undefined;
    isTried.aloud = true;
    if (!isRunning) await restart().catch(complain);
  } else if (calls.isBlank(text) && !isTried.quietly) {
    isTried.quietly = true;
    last = last.then(begin);
    await last.catch(() => undefined);
  }
}

export function watch(): vscode.Disposable[] {
  vscode.workspace.textDocuments.forEach((document) => void startFor(document));
  return [
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidChangeTextDocument(({ document }) => startFor(document)),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("variscope.path") && isTried.aloud) await restart().catch(complain);
    }),
  ];
}
