// How the program is called, and what it answers; nothing here knows the editor.

/** A preset, as `variscope presets --format json` tells it. */
export interface Preset {
  name: string;
  title?: string | null;
  description?: string | null;
}

export const version: string[] = ["--version"];

export const report = (template: string): string[] => ["report", template, "--output", "-", "--quiet"];

export const graph = (template: string): string[] => ["graph", template, "--format", "svg", "--quiet"];

export const presets = (template: string): string[] => ["presets", template, "--format", "json", "--quiet"];

/** `values` are words like `size=3`, as they are typed. */
export function resolve(template: string, preset: string | undefined, values: string): string[] {
  const chosen = preset === undefined ? [] : ["--preset", preset];
  const given = words(values).flatMap((word) => ["--input", word]);
  return ["resolve", template, ...chosen, ...given];
}

/** `element` is a path such as `node.db`. */
export const explain = (template: string, element: string): string[] => ["explain", template, element];

/** The words of a line; quotes keep spaces in them. */
export function words(line: string): string[] {
  const found = line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return found.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** The presets in an answer; none in what is no answer. */
export function presetsIn(answer: string): Preset[] {
  try {
    const { presets: found } = JSON.parse(answer) as { presets?: Preset[] };
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Whether what `version` printed is of this program, and of no other with its name. */
export const isProgram = (answer: string): boolean => /^variscope \d/.test(answer);

/** What is wrong, in one line: of a finding, its sentence without the lines of the template. */
export const inShort = (complaint: string): string => complaint.trim().split(/\r?\n/, 1)[0] ?? "";

/** `~/bin/variscope` as a path; shells read it so, nobody else does. */
export const atHome = (path: string, home: string): string => path.replace(/^~(?=[/\\])/, () => home);

/** The name of a variant of a template; without a preset it is one of given values. */
export function variantName(template: string, preset: string | undefined): string {
  const stem = template.replace(/^.*[/\\]/, "").replace(/\.(ya?ml|tosca)$/, "");
  return `${stem}.${preset?.replace(/[/\\?#]/g, "_") ?? "variant"}.yaml`;
}

/** A page with a picture: as wide as there is place, or as large as it was drawn; as dark as the editor, not as the browser. */
export function picturePage(svg: string, isDark: boolean): string {
  const picture = svg.replaceAll("(prefers-color-scheme: dark)", isDark ? "all" : "not all");
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const style = "#whole:checked ~ svg { max-width: 100%; height: auto; }";
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${style}</style>
<input type="checkbox" id="whole" checked> <label for="whole">Fit the width</label><br>${picture}`;
}

/** Whether there is nothing yet that tells what a text will be. */
export const isBlank = (text: string): boolean => !text.includes(":");

/** Whether a text is one that the program is for. */
export const isTemplate = (text: string): boolean => /^tosca_definitions_version\s*:|^kind:\s*Ensemble\s*$/m.test(text);
