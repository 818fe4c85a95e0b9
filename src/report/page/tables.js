// Tables, findings and the picture. Text of the template is only ever set as text.

const MOST_VARIANTS = 50;

function listOfLines(lines) {
  return make("ol", {}, ...lines.map(({ line, text }) => make("li", {}, line ? `line ${line}: ${text}` : text)));
}

function showFindings(data, load) {
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
  findAll("#elements thead th").forEach((head, column) => {
    const button = make("button", { type: "button", onclick: () => {
      order.isReversed = order.column === column && !order.isReversed;
      order.column = column;
      findAll("#elements thead th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order.isReversed ? "descending" : "ascending");
      refresh();
    } }, head.textContent);
    head.replaceChildren(button);
  });
}

function showElements(data, counts, total, why) {
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

function showPicture(data, counts, total) {
  const places = new Map(data.elements.map((element, place) => [element.id, place]));
  findAll("#canvas [data-element]").forEach((shape) => {
    const place = places.get(shape.dataset.element);
    if (place === undefined) return;
    shape.classList.remove("always", "conditional", "never", "absent", "unknown");
    shape.classList.add(MARKS[statusOf(counts[place], total)]);
  });
}

function showDifference(data, variants) {
  const boxes = findAll("#variants input[type=checkbox]");
  const chosen = boxes.filter((box) => box.checked);
  // Two are compared, never three.
  boxes.forEach((box) => { box.disabled = chosen.length === 2 && !box.checked; });
  const [left, right] = chosen.map((box) => variants[box.value]);
  if (!left || !right) return show("#difference");
  const only = (one, other) => data.elements.filter((_, place) => one.present[place] && !other.present[place]);
  const list = (title, elements) => make("div", {}, make("h3", {}, `${title}: ${elements.length}`),
    make("ul", {}, ...elements.map((element) => make("li", {}, make("code", {}, element.id)))));
  const changed = left.values.flatMap(({ name, value }, place) => {
    const other = right.values[place].value;
    return value === other ? [] : [make("li", {}, make("code", {}, `${name}: ${label(value)} → ${label(other)}`))];
  });
  return show("#difference",
    make("div", {}, make("h3", {}, `Values that differ: ${changed.length}`), make("ul", {}, ...changed)),
    list("Only in the first", only(left, right)), list("Only in the second", only(right, left)));
}

function showVariants(data, choices, total) {
  const variants = [...choices.variants(MOST_VARIANTS)];
  const note = total > BigInt(variants.length) ? `The first ${variants.length} of ${number(total)}. ` : "";
  find("#variants-note").textContent = `${note}Choose two to compare.`;
  show("#variants tbody", ...variants.map(({ values, present }, place) => {
    const box = make("input", { type: "checkbox", value: place, "aria-label": `compare variant ${place + 1}`,
      onchange: () => showDifference(data, variants) });
    const text = values.map(({ name, value }) => `${name}=${value.isOther ? "…" : yamlOf(value.value)}`).join("  ");
    return make("tr", {}, make("td", {}, box), make("td", {}, make("code", {}, text)),
      make("td", { class: "number" }, String(present.filter(Boolean).length)));
  }));
  show("#difference");
}

// Shapes of the picture can be reached and asked with keys.
function makePictureSpeak(data, why) {
  const places = new Map(data.elements.map((element, place) => [element.id, place]));
  findAll("#canvas [data-element]").forEach((shape) => {
    const place = places.get(shape.dataset.element);
    if (place === undefined) return;
    shape.setAttribute("tabindex", "0");
    shape.setAttribute("role", "button");
    shape.setAttribute("aria-label", data.elements[place].id);
    shape.addEventListener("click", (event) => { why(place); event.stopPropagation(); });
    shape.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      why(place);
    });
  });
}
