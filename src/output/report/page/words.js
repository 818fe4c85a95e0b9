// Values, numbers and elements of the page in words.

// A value as YAML, which JSON is; texts stay bare where they can.
function yamlOf(value) {
  const isBare = typeof value === "string" && /^[A-Za-z_][\w./-]*$/.test(value)
    && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isBare ? value : JSON.stringify(value);
}

// A word of a shell.
function quoted(word) {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const number = (value) => value.toString().replace(/\B(?=(\d{3})+$)/g, "\u202f");

const label = ({ value, size, isOther, word, range }) => {
  if (isOther) return word ?? "any other text";
  if (range) return range;
  return size === "1" ? yamlOf(value) : `${yamlOf(value)} …`;
};

const hint = ({ size, isOther }) => {
  if (isOther) return "texts that the template does not mention";
  if (size === "1") return undefined;
  return `stands for ${size === null ? "infinitely many" : size} values that make no difference`;
};

const pairs = (values) => values.map(({ name, value }) => `${name}=${yamlOf(value)}`);

const listed = (names) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

// The command that gives a variant.
const commandOf = (template, values) =>
  ["variscope resolve", quoted(template), ...pairs(values).map((pair) => `--input ${quoted(pair)}`)].join(" ");

// An inputs file.
const fileOf = (values) => values.map(({ name, value }) => `${yamlOf(name)}: ${yamlOf(value)}\n`).join("");
