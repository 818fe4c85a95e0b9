// What is shown. Text of the template is only ever set as text.

const data = JSON.parse(document.getElementById("data").textContent);
const MOST_VARIANTS = 50;

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  Object.entries(properties).forEach(([name, value]) => {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  });
  element.append(...children);
  return element;
}

const find = (selector) => document.querySelector(selector);
const show = (selector, ...children) => find(selector).replaceChildren(...children);
const number = (value) => value.toString().replace(/\B(?=(\d{3})+$)/g, " ");

const label = ({ value, size, isOther }) => {
  if (isOther) return "any other text";
  return size === "1" ? yamlOf(value) : `${yamlOf(value)} …`;
};

const hint = ({ size, isOther }) => {
  if (isOther) return "texts that the template does not mention";
  if (size === "1") return undefined;
  return `stands for ${size === null ? "infinitely many" : size} values that make no difference`;
};

function listOfLines(lines) {
  return make("ol", {}, ...lines.map(({ line, text }) => make("li", {}, `line ${line}: ${text}`)));
}

function showFindings(load) {
  const items = data.findings.map((finding) => {
    const place = finding.line ? `line ${finding.line}: ` : "";
    const item = make("li", { class: finding.severity },
      make("p", {}, make("strong", {}, `${finding.severity} ${finding.code} `), `${place}${finding.message}`));
    if (finding.because.length > 0) item.append(listOfLines(finding.because));
    if (finding.help) item.append(make("p", {}, finding.help));
    if (load && finding.witness && Object.keys(finding.witness).length > 0) {
      const values = Object.entries(finding.witness).map(([name, value]) => `${name}=${yamlOf(value)}`).join(", ");
      item.append(make("button", { type: "button", onclick: () => load(finding.witness) }, `Choose ${values}`));
    }
    return item;
  });
  show("#findings ul", ...(items.length > 0 ? items : [make("li", {}, "Nothing was found.")]));
}

function statusOf(count, total) {
  if (total === undefined || count === undefined) return "unknown";
  if (count === total) return total === 0n ? "never" : "always";
  return count === 0n ? "never" : "sometimes";
}

// The column that elements are sorted by, and whether from the end; the order of the template at first.
const order = { column: undefined, isReversed: false };

function sorted(rows) {
  if (order.column === undefined) return rows;
  const key = (row) => row.children[order.column].textContent;
  const both = new Intl.Collator("en", { numeric: true });
  const sign = order.isReversed ? -1 : 1;
  return rows.toSorted((left, right) => sign * both.compare(key(left), key(right)));
}

function makeSortable(refresh) {
  document.querySelectorAll("#elements thead th").forEach((head, column) => {
    const button = make("button", { type: "button", onclick: () => {
      order.isReversed = order.column === column && !order.isReversed;
      order.column = column;
      document.querySelectorAll("#elements thead th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order.isReversed ? "descending" : "ascending");
      refresh();
    } }, head.textContent);
    head.replaceChildren(button);
  });
}

function showElements(counts, total, why) {
  const wanted = find("#filter").value.trim().toLowerCase();
  const status = find("#status").value;
  const rows = data.elements.flatMap((element, place) => {
    const now = statusOf(counts[place], total);
    const text = `${element.id} ${element.presence ?? ""}`.toLowerCase();
    if (!text.includes(wanted) || (status && status !== now)) return [];
    const name = make("code", {}, element.id);
    const asked = why ? make("button", { type: "button", onclick: () => why(place) }, name) : name;
    return [make("tr", {}, make("td", { class: now }, now),
      make("td", { class: "number" }, counts[place] === undefined ? "" : number(counts[place])),
      make("td", {}, asked), make("td", {}, element.presence ?? ""), make("td", { class: "number" }, String(element.line)))];
  });
  show("#elements tbody", ...sorted(rows));
}

const MARKS = { always: "always", sometimes: "conditional", never: "absent", unknown: "unknown" };

function showPicture(counts, total) {
  const places = new Map(data.elements.map((element, place) => [element.id, place]));
  document.querySelectorAll("#canvas [data-element]").forEach((shape) => {
    const place = places.get(shape.dataset.element);
    if (place === undefined) return;
    shape.classList.remove("always", "conditional", "never", "absent", "unknown");
    shape.classList.add(MARKS[statusOf(counts[place], total)]);
  });
}

function showDifference(variants) {
  const [left, right] = [...document.querySelectorAll("#variants input:checked")].map((box) => variants[box.value]);
  if (!left || !right) return show("#difference");
  const only = (one, other) => data.elements.filter((_, place) => one.present[place] && !other.present[place]);
  const list = (title, elements) => make("div", {}, make("h3", {}, `${title}: ${elements.length}`),
    make("ul", {}, ...elements.map((element) => make("li", {}, make("code", {}, element.id)))));
  return show("#difference", list("Only in the first", only(left, right)), list("Only in the second", only(right, left)));
}

function showVariants(choices, total) {
  const variants = [...choices.variants(MOST_VARIANTS)];
  const note = total > BigInt(variants.length) ? `The first ${variants.length} of ${number(total)}. ` : "";
  find("#variants-note").textContent = `${note}Choose two to compare.`;
  show("#variants tbody", ...variants.map(({ values, present }, place) => {
    const box = make("input", { type: "checkbox", value: place, "aria-label": `compare variant ${place + 1}`,
      onchange: () => showDifference(variants) });
    const text = values.map(({ name, value }) => `${name}=${value.isOther ? "…" : yamlOf(value.value)}`).join("  ");
    return make("tr", {}, make("td", {}, box), make("td", {}, make("code", {}, text)),
      make("td", { class: "number" }, String(present.filter(Boolean).length)));
  }));
  show("#difference");
}

function configure() {
  const circuit = new Circuit(data.configurator);
  const choices = new Choices(circuit, data.presets);
  const what = data.configurator.countsVariants ? "variants" : "classes of configurations";
  const all = circuit.count(choices.none()).valid;
  const nameOf = ([group, input]) => {
    const { name, values } = data.configurator.groups[group].inputs[input];
    return `${name}=${label(values[choices.current[group][input]])}`;
  };
  const say = (text) => { find("#reason").textContent = text; };
  const tell = (needed, text) => {
    const reasons = needed.map(nameOf).join(" and ");
    say(reasons ? `${text} because of ${reasons}.` : `${text} whatever is chosen.`);
  };

  function why(element) {
    const answer = choices.whyPresence(element);
    const { id, presence } = data.elements[element];
    if (!answer) say(`${id} depends on what is still open${presence ? `: present when ${presence}` : ""}.`);
    else tell(answer.choices, `${id} is ${answer.isAlways ? "always" : "never"} there`);
  }

  function showInputs() {
    const types = new Map(data.inputs.map((input) => [input.name, input]));
    const focused = document.activeElement?.dataset?.place;
    show("#inputs", ...choices.inputs().map(({ group, input, name, values, isForced }) => {
      const about = types.get(name);
      const buttons = values.map(({ value, isChosen, isPossible }, place) => make("button", {
        type: "button", "aria-pressed": String(isChosen), "data-place": `${group}.${input}.${place}`, title: hint(value),
        class: isPossible ? (isForced ? "forced" : undefined) : "impossible",
        "aria-disabled": isPossible ? undefined : "true",
        onclick: () => {
          const excluded = choices.toggle(group, input, place);
          if (excluded) tell(excluded, `${name}=${label(value)} is impossible`);
          else refresh();
        },
      }, label(value)));
      return make("fieldset", {}, make("legend", {}, name, " ",
        make("small", {}, about?.description ?? about?.type ?? "", isForced ? " · only one value is left" : "")),
        make("div", { class: "values" }, ...buttons));
    }));
    if (focused) find(`[data-place="${focused}"]`)?.focus();
  }

  const command = () => ["variscope resolve", quoted(data.template),
    ...choices.settled().map(({ name, value }) => `--input ${quoted(`${name}=${yamlOf(value.value)}`)}`)].join(" ");

  function refresh() {
    say("");
    const counts = circuit.count(choices.current);
    show("#left", make("strong", {}, number(counts.valid)), ` of ${number(all)} ${what} left`);
    showInputs();
    find("#command").textContent = command();
    showElements(counts.presences, counts.valid, why);
    showPicture(counts.presences, counts.valid);
    showVariants(choices, counts.valid);
  }

  show("#presets", ...data.presets.map((preset, place) => make("button", {
    type: "button", title: preset.description ?? preset.title ?? undefined,
    onclick: () => {
      const fits = choices.choose(data.configurator.presets[place]);
      refresh();
      if (!fits) say(`Preset ${preset.name} leaves no valid variant.`);
    },
  }, preset.name)));
  find("#reset").addEventListener("click", () => { choices.current = choices.none(); refresh(); });
  find("#copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command());
      say("The command line is in the clipboard.");
    } catch {
      getSelection().selectAllChildren(find("#command"));
      say("The command line is selected; copy it from there.");
    }
  });
  find("#download").addEventListener("click", () => {
    const text = choices.settled().map(({ name, value }) => `${yamlOf(name)}: ${yamlOf(value.value)}\n`).join("");
    const link = make("a", { download: "inputs.yaml", href: `data:text/yaml;charset=utf-8,${encodeURIComponent(text)}` });
    link.click();
  });
  const showTable = () => {
    const counts = circuit.count(choices.current);
    showElements(counts.presences, counts.valid, why);
  };
  ["#filter", "#status"].forEach((selector) => find(selector).addEventListener("input", showTable));
  makeSortable(showTable);
  document.querySelectorAll("#canvas [data-element]").forEach((shape) => {
    const place = data.elements.findIndex((element) => element.id === shape.dataset.element);
    if (place < 0) return;
    shape.setAttribute("tabindex", "0");
    shape.setAttribute("role", "button");
    shape.setAttribute("aria-label", data.elements[place].id);
    shape.addEventListener("click", (event) => { why(place); event.stopPropagation(); });
    shape.addEventListener("keydown", (event) => { if (event.key === "Enter") why(place); });
  });
  showFindings((witness) => {
    const { fits, missing } = choices.load(witness);
    refresh();
    if (missing.length > 0) say(`Not offered here: ${missing.join(", ")}.`);
    else if (!fits) say("These values leave no valid variant: that is what the finding says.");
    find("#configurator").scrollIntoView();
  });
  refresh();
}

function describe() {
  find("#left").textContent = data.without;
  find("#configurator").hidden = true;
  find("#variants").hidden = true;
  const counts = data.elements.map((element) => (element.variants === null ? undefined : BigInt(element.variants)));
  const total = data.variants === null ? undefined : BigInt(data.variants);
  const refresh = () => showElements(counts, total);
  ["#filter", "#status"].forEach((selector) => find(selector).addEventListener("input", refresh));
  makeSortable(refresh);
  refresh();
  showFindings();
}

find("#picture").hidden = !find("#canvas svg");
if (data.configurator) configure();
else describe();
