// A large topology, folded: groups with counts that are opened on demand, and what is around one node.

// So many nodes are shown of a group, or to one side of a node, before more are asked for.
const MOST_SHOWN = 40;
const MOST_BESIDE = 12;
const MOST_FOUND = 20;

class Folds {
  static isThere() {
    return Boolean(data.folds);
  }

  constructor({ types, nodes, relations }, elements, why) {
    this.elements = elements;
    this.why = why;
    this.types = types;
    this.nodes = nodes.map((node, place) => ({ ...node, place, hosts: [], hosted: [], relations: [] }));
    relations.forEach((relation) => this.relate(relation));
    // The chips of each element that were drawn.
    this.chips = new Map();
    this.summaries = [];
    this.visited = [];
    find("#fold-find").addEventListener("input", () => this.search());
    find("#fold-find").addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.found(find("#fold-find").value)[0] && this.visit(this.found(find("#fold-find").value)[0]);
    });
    findAll("#fold-by button").forEach((button) => button.addEventListener("click", () => this.groupBy(button.value)));
  }

  relate({ name, source, target, isHosting }) {
    const [from, to] = [this.nodes[source], this.nodes[target]];
    from.relations.push({ name: name || "host", other: to, isOut: true });
    to.relations.push({ name: name || "host", other: from, isOut: false });
    if (!isHosting || from === to || from.hosts.includes(to)) return;
    from.hosts.push(to);
    to.hosted.push(from);
  }

  groupBy(key) {
    findAll("#fold-by button").forEach((button) => setAttribute(button, "aria-pressed", String(button.value === key)));
    this.chips.clear();
    this.summaries = [];
    const groups = key === "type" ? this.byType(this.nodes) : this.byHost();
    show("#fold-groups", ...groups.map((group) => this.fold(group)));
    this.count();
  }

  typeOf(node) {
    return node.types.map((type) => this.types[type]).join(" | ") || "without a type";
  }

  // Largest first; nodes of one type by themselves are shown as they are.
  byType(nodes) {
    const groups = new Map();
    nodes.forEach((node) => groups.set(this.typeOf(node), [...(groups.get(this.typeOf(node)) ?? []), node]));
    return [...groups].sort((left, right) => right[1].length - left[1].length || compareText(left[0], right[0]))
      .map(([title, members]) => ({ title, members, open: () => this.list(members) }));
  }

  // Hosts that stand on no other, then nodes that no host has, by type.
  byHost() {
    const roots = this.nodes.filter(({ hosts, hosted }) => hosts.length === 0 && hosted.length > 0);
    const alone = this.nodes.filter(({ hosts, hosted }) => hosts.length === 0 && hosted.length === 0);
    const reached = new Set();
    const groups = roots.map((root) => this.ofHost(root, [], reached));
    // Hosts in circles are reached from none.
    const left = this.nodes.filter((node) => node.hosts.length > 0 && !reached.has(node));
    const rest = [["on no host", alone], ["hosted in circles", left]].filter(([, members]) => members.length > 0);
    return [...groups, ...rest.map(([title, members]) => ({ title, members, open: () => this.nested(this.byType(members), members) }))];
  }

  ofHost(host, above, reached) {
    const members = this.below(host);
    members.forEach((member) => reached.add(member));
    const inner = host.hosted.filter((node) => node.hosted.length > 0 && node !== host && !above.includes(node));
    const leaves = host.hosted.filter((node) => node.hosted.length === 0);
    const open = () => {
      const groups = inner.map((node) => this.ofHost(node, [...above, host], reached));
      const types = leaves.length > MOST_SHOWN ? this.byType(leaves) : [];
      return [this.chip(host), ...[...groups, ...types].map((group) => this.fold(group)),
        ...(types.length > 0 ? [] : this.list(leaves))];
    };
    return { title: host.name, members, open };
  }

  // All that stands on a host, itself included.
  below(host) {
    const met = new Set([host]);
    met.forEach((node) => node.hosted.forEach((other) => met.add(other)));
    return [...met];
  }

  nested(groups, members) {
    return groups.length === 1 ? this.list(members) : groups.map((group) => this.fold(group));
  }

  fold({ title, members, open }) {
    const counted = make("small");
    this.summaries.push({ counted, members });
    const summary = make("summary", {}, make("bdi", {}, title), " ", counted);
    const details = make("details", { ontoggle: () => {
      if (!details.open || details.childElementCount > 1) return;
      details.append(make("div", { class: "fold" }, ...open()));
      this.count();
    } }, summary);
    return details;
  }

  // Chips, and a button for more of them.
  list(members, from = 0) {
    const shown = members.slice(from, from + MOST_SHOWN).map((node) => this.chip(node));
    const left = members.length - from - shown.length;
    if (left <= 0) return shown;
    const more = make("button", { type: "button", class: "more", onclick: () => {
      const next = this.list(members, from + MOST_SHOWN);
      more.replaceWith(...next);
      next[0]?.focus();
      this.count();
    } }, `${number(left)} more`);
    return [...shown, more];
  }

  chip(node, words = node.name) {
    const chip = make("button", { type: "button", "data-element": this.elements[node.element].id, onclick: () => this.visit(node) }, words);
    this.chips.set(node.element, [...(this.chips.get(node.element) ?? []), chip]);
    return chip;
  }

  found(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return [];
    const rank = ({ name }) => (name.toLowerCase() === wanted ? 0 : name.toLowerCase().startsWith(wanted) ? 1 : 2);
    return this.nodes.filter((node) => `${node.name} ${this.typeOf(node)}`.toLowerCase().includes(wanted))
      .sort((left, right) => rank(left) - rank(right) || left.place - right.place);
  }

  search() {
    const found = this.found(find("#fold-find").value);
    show("#fold-found", ...found.slice(0, MOST_FOUND).map((node) => this.chip(node)),
      ...(found.length > MOST_FOUND ? [`and ${number(found.length - MOST_FOUND)} more`] : []));
    this.count();
  }

  // What is around a node: what leads to it on the left, where it leads on the right.
  visit(node, isBack = false) {
    if (!isBack && this.visited.at(-1) !== node) this.visited.push(node);
    const beside = (isOut) => {
      const relations = node.relations.filter((relation) => relation.isOut === isOut);
      const words = ({ name, other }) => (isOut ? `${name} → ${other.name}` : `${other.name} ${name} →`);
      const shown = relations.slice(0, MOST_BESIDE).map((relation) => this.chip(relation.other, words(relation)));
      const left = relations.slice(MOST_BESIDE);
      const more = left.length === 0 ? [] : [make("button", { type: "button", class: "more", onclick: ({ target }) => {
        target.replaceWith(...left.map((relation) => this.chip(relation.other, words(relation))));
        this.count();
      } }, `${number(left.length)} more`)];
      const title = isOut ? "leads to" : "is led to by";
      return make("div", { role: "group", "aria-label": title }, make("small", {}, relations.length === 0 ? `${title} nothing` : title), ...shown, ...more);
    };
    const { presence } = this.elements[node.element];
    const back = make("button", { type: "button", onclick: () => this.back() }, "Back");
    const close = make("button", { type: "button", onclick: () => this.close() }, "Close");
    const ask = make("button", { type: "button", onclick: () => this.why(node.element) }, "Why?");
    const own = make("div", { class: "own" }, make("h3", { tabindex: "-1" }, make("bdi", {}, node.name)), make("small", {}, this.typeOf(node)),
      ...(presence ? [make("p", {}, `present when ${presence}`)] : []), make("p", {}, ask, " ", ...(this.visited.length > 1 ? [back, " "] : []), close));
    this.chips.set(node.element, [...(this.chips.get(node.element) ?? []), own]);
    show("#fold-around", beside(false), own, beside(true));
    this.count();
    own.querySelector("h3").focus();
    find("#fold-around").scrollIntoView({ block: "nearest" });
  }

  back() {
    this.visited.pop();
    this.visit(this.visited.at(-1), true);
  }

  close() {
    this.visited = [];
    show("#fold-around");
    find("#fold-find").focus();
  }

  show(statuses) {
    this.statuses = statuses;
    if (this.summaries.length === 0) this.groupBy("host");
    else this.count();
  }

  // Marks what is drawn, and says of each group how many of its nodes are there.
  count() {
    if (!this.statuses) return;
    const isThere = ({ element }) => this.statuses[element] !== "never";
    this.chips.forEach((chips, element) => {
      const mark = MARKS[this.statuses[element]];
      this.chips.set(element, chips.filter((chip) => chip.isConnected));
      chips.forEach((chip) => {
        Object.values(MARKS).forEach((other) => chip.classList.toggle(other, other === mark));
      });
    });
    this.summaries.forEach(({ counted, members }) => {
      const there = members.filter(isThere).length;
      const always = members.filter(({ element }) => this.statuses[element] === "always").length;
      setText(counted, `${number(members.length)} ${members.length === 1 ? "node" : "nodes"}${there < members.length ? `, ${number(there)} possible` : ""}, ${number(always)} always`);
    });
  }
}
