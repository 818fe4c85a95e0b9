// The table of elements: filtered, sorted, and drawn as far as it is in sight, for templates have thousands of them.

// Rows that are drawn together, and how high each may be before it is drawn.
const PART = 50;
const ROW_HEIGHT = 1.75;

const compareText = new Intl.Collator("en", { numeric: true }).compare;
const compareNumbers = (left, right) => (left === right ? 0 : (left ?? -1n) < (right ?? -1n) ? -1 : 1);

// By column: how rows are compared.
const COLUMNS = [
  (left, right) => compareText(left.status, right.status),
  (left, right) => compareNumbers(left.count, right.count),
  (left, right) => compareText(left.element.id, right.element.id),
  (left, right) => compareText(left.element.presence ?? "", right.element.presence ?? ""),
  (left, right) => left.element.line - right.element.line,
];

// What is searched; made when something is searched first.
function textOf(row) {
  row.text ??= `${row.element.id} ${row.element.presence ?? ""}`.toLowerCase();
  return row.text;
}

class ElementsTable {
  constructor(elements, why) {
    this.why = why;
    this.rows = elements.map((element, place) => ({ element, place, status: "unknown", count: undefined }));
    this.order = { column: undefined, isReversed: false };
    this.parts = [];
    this.observer = new IntersectionObserver((entries) => this.scrolled(entries), { rootMargin: "300px" });
    // Paper has everything in sight.
    addEventListener("beforeprint", () => this.parts.forEach((part) => this.draw(part)));
    ["#filter", "#status"].forEach((selector) => find(selector).addEventListener("input", () => this.arrange()));
    findAll("#elements thead th").forEach((head, column) => this.makeSortable(head, column));
  }

  makeSortable(head, column) {
    head.replaceChildren(make("button", { type: "button", onclick: () => this.sortBy(head, column) }, head.textContent));
  }

  sortBy(head, column) {
    this.order = { column, isReversed: this.order.column === column && !this.order.isReversed };
    findAll("#elements thead th").forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", this.order.isReversed ? "descending" : "ascending");
    this.arrange();
  }

  // By place of the element: its status, and in how many variants it is.
  show(statuses, counts) {
    this.rows.forEach((row) => {
      row.status = statuses[row.place];
      row.count = counts[row.place];
    });
    this.arrange();
  }

  wanted() {
    const text = find("#filter").value.trim().toLowerCase();
    const status = find("#status").value;
    const isWanted = (row) => (!text || textOf(row).includes(text)) && (!status || row.status === status);
    const rows = this.rows.filter(isWanted);
    const compare = COLUMNS[this.order.column];
    const sign = this.order.isReversed ? -1 : 1;
    return compare ? rows.sort((left, right) => sign * compare(left, right)) : rows;
  }

  // The same rows in the same order stay where they are.
  arrange() {
    const rows = this.wanted();
    const isSame = rows.length === this.shown?.length && rows.every((row, at) => row === this.shown[at]);
    if (isSame) this.parts.forEach((part) => { part.isStale = true; });
    else this.divide(rows);
    this.parts.filter((part) => part.isInSight).forEach((part) => this.draw(part));
  }

  divide(rows) {
    this.shown = rows;
    this.observer.disconnect();
    this.parts = Array.from({ length: Math.ceil(rows.length / PART) }, (_, at) => {
      const own = rows.slice(at * PART, (at + 1) * PART);
      const gap = make("td", { colspan: COLUMNS.length }, `${own.length} elements that are drawn when they come into sight`);
      // The policy of the page allows no style in an attribute.
      gap.style.height = `${own.length * ROW_HEIGHT}rem`;
      return { rows: own, body: make("tbody", {}, make("tr", {}, gap)), isStale: true, isDrawn: false, isInSight: at === 0 };
    });
    findAll("#elements tbody").forEach((body) => body.remove());
    find("#elements table").append(...this.parts.map(({ body }) => body));
    this.parts.forEach(({ body }) => this.observer.observe(body));
    setText(find("#elements-note"), rows.length === this.rows.length ? `${rows.length} elements`
      : `${rows.length} of ${this.rows.length} elements`);
  }

  scrolled(entries) {
    entries.forEach(({ target, isIntersecting }) => {
      const part = this.parts.find(({ body }) => body === target);
      if (!part) return;
      part.isInSight = isIntersecting;
      if (isIntersecting) this.draw(part);
    });
  }

  draw(part) {
    if (!part.isStale) return;
    part.rows.forEach((row) => this.write(row));
    if (!part.isDrawn) part.body.replaceChildren(...part.rows.map(({ cells }) => cells.row));
    part.isDrawn = true;
    part.isStale = false;
  }

  write(row) {
    row.cells ??= this.cellsOf(row);
    const { now, number: shown } = row.cells;
    if (now.className !== row.status) now.className = row.status;
    setText(now, row.status);
    setText(shown, row.count === undefined ? "" : number(row.count));
  }

  cellsOf({ element, place }) {
    const name = make("button", { type: "button", onclick: () => this.why(place) }, make("code", {}, element.id));
    const now = make("td");
    const shown = make("td", { class: "number" });
    const row = make("tr", {}, now, shown, make("td", {}, name), make("td", {}, element.presence ?? ""),
      make("td", { class: "number" }, element.file ? `${element.file}:${element.line}` : String(element.line)));
    return { row, now, number: shown };
  }
}
