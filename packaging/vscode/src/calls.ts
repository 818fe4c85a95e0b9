// How the program is called, and what it answers; nothing here knows the editor.

/** A preset, as `variscope presets --format json` tells it. */
export interface Preset {
  name: string;
  title?: string | null;
  description?: string | null;
}

export const report = (template: string, page: string): string[] => ["report", template, "--output", page, "--quiet"];

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

/** Whether a text is one that the program is for. */
export const isTemplate = (text: string): boolean => /^tosca_definitions_version\s*:|^kind:\s*Ensemble\s*$/m.test(text);
