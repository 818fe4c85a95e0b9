// The program: where it is, what it prints, and what is said where it is not there.

import { execFile } from "node:child_process";
import { homedir } from "node:os";
import * as vscode from "vscode";
import * as calls from "./calls";

const INSTALLATION = "https://github.com/variscope/variscope/blob/main/docs/src/install.md";

let channel: vscode.OutputChannel | undefined;

/** Where answers and complaints stand that have more than one line. */
export function told(text: string): void {
  channel ??= vscode.window.createOutputChannel("variscope");
  channel.replace(text);
  channel.show(true);
}

/** The program cannot be started. */
class Missing extends Error {}

export const program = (): string =>
  calls.atHome(vscode.workspace.getConfiguration("variscope").get("path", "variscope"), homedir());

/** What the program prints; what it complains about instead is an error. */
function print(words: string[], cancelled?: vscode.CancellationToken): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not in the folder of the template: Windows would look for the program there first.
    const child = execFile(program(), words, { maxBuffer: 1 << 28 }, (error, out, said) => {
      if (cancelled?.isCancellationRequested) reject(new vscode.CancellationError());
      else if (error && typeof error.code === "string" && /^E[A-Z]+$/.test(error.code)) reject(missing(error.message));
      else if (error && out === "") reject(new Error(said.trim() || error.message));
      else resolve(out);
    });
    cancelled?.onCancellationRequested(() => child.kill());
  });
}

const missing = (why: string): Missing =>
  new Missing(`variscope cannot be started (${why}). Install it, or say in the setting variscope.path where it is.`);

/** How long the program may work before the reader is told that it does. */
const PATIENCE = 1000;

/** What the program prints; where it takes long, the reader can stop it. */
export async function run(title: string, words: string[]): Promise<string> {
  const stop = new vscode.CancellationTokenSource();
  const answer = print(words, stop.token);
  const wait = new Promise<"late">((late) => setTimeout(late, PATIENCE, "late"));
  if ((await Promise.race([answer, wait])) !== "late") return answer;
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title: `variscope: ${title}`, cancellable: true }, (_, asked) => {
    asked.onCancellationRequested(() => stop.cancel());
    return answer;
  });
}

/** An error where the program is not there, or is another one with its name. */
export async function check(): Promise<void> {
  if (!calls.isProgram(await print(calls.version))) throw missing(`${program()} is another program`);
}

/** Says what went wrong, and what can be done about it. */
export async function complain(error: unknown): Promise<void> {
  if (error instanceof vscode.CancellationError) return;
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof Missing) {
    const [settings, help] = ["Open the setting", "How to install"];
    const chosen = await vscode.window.showErrorMessage(said, settings, help);
    // Where the editor works on another machine, the setting is among those of that machine.
    const open = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
    if (chosen === settings) await vscode.commands.executeCommand(`workbench.action.${open}`, { query: "variscope.path" });
    if (chosen === help) await vscode.env.openExternal(vscode.Uri.parse(INSTALLATION));
    return;
  }
  const short = calls.inShort(said);
  const more = short === said.trim() ? [] : ["Show all"];
  if (await vscode.window.showErrorMessage(short, ...more)) told(said);
}
