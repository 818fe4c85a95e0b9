// What happens when something is chosen or asked.

class Configurator {
  constructor(data) {
    this.data = data;
    this.source = data.configurator ? new Counted(data) : new Asked(data);
    this.choices = this.source.choices;
    // Questions to the server are about the choices of now; later choices take them back.
    this.asking = new AbortController();
    const why = (place) => this.why(place);
    this.panel = new InputsPanel(this.choices, new Map(data.inputs.map((input) => [input.name, input])), (text) => this.refresh(text));
    this.table = new ElementsTable(data.elements, why);
    this.listen();
    this.showPresets();
    showFindings(data, (witness) => this.loadWitness(witness));
    this.begin();
    // Laying out the picture takes longest.
    if (Picture.isThere()) afterFrame(() => this.draw(why));
    if (Folds.isThere()) {
      this.folds = new Folds(data.folds, data.elements, why);
      if (this.statuses) this.folds.show(this.statuses);
    }
  }

  // What was given with the question, and what is chosen here.
  values() {
    return [...Object.entries(this.data.given).map(([name, value]) => ({ name, value })), ...this.choices.settled()];
  }

  draw(why) {
    this.picture = new Picture(this.data.elements, why);
    this.picture.show(this.statuses);
  }

  listen() {
    const press = (selector, action) => find(selector).addEventListener("click", action);
    press("#reset", () => { this.choices.reset(); this.refresh(); });
    press("#copy", () => this.copy());
    press("#download", () => download("inputs.yaml", fileOf(this.values())));
    press("#resolve", () => this.resolve());
    press("#dismiss", () => say(""));
    addEventListener("keydown", ({ key }) => { if (key === "Escape") say(""); });
  }

  showPresets() {
    const { presets } = this.data;
    if (presets.length === 0) return;
    const choose = (place) => {
      const before = this.choices.chosen();
      if (!this.choices.choose(place)) return this.refresh(`Preset ${presets[place].name} leaves no valid variant.`);
      const now = asObject(this.choices.chosen());
      const gone = before.map(({ name }) => name).filter((name) => !Object.hasOwn(now, name));
      return this.refresh(gone.length > 0 ? `Preset ${presets[place].name} took back ${listed(gone)}.` : "");
    };
    show("#presets", make("small", { "aria-hidden": "true" }, "Presets"), ...presets.map(({ name, title, description }, place) => (
      make("button", { type: "button", title: description ?? title ?? undefined, onclick: () => choose(place) }, name))));
  }

  // What was chosen before the template changed is chosen again.
  begin() {
    const kept = this.data.served && store.take(this.data.template);
    if (!this.data.configurator) this.showNumbers(this.source.of());
    if (kept) this.load(kept, "The values that were chosen leave no valid variant any more.");
    else this.refresh();
  }

  keep() {
    store.keep(this.data.template, asObject(this.choices.chosen()));
  }

  refresh(text = "") {
    say(text);
    this.asking.abort();
    this.asking = new AbortController();
    if (!this.data.configurator) this.choices.mark();
    this.panel.update();
    setText(find("#command"), commandOf(this.data.template, this.values()));
    show("#document");
    if (this.data.configurator) this.showNumbers(this.source.of());
    else if (this.data.served) this.askLater();
  }

  showNumbers({ left, total, counts, statuses }) {
    show("#left", ...left);
    this.table.show(statuses, counts);
    this.statuses = statuses;
    this.picture?.show(statuses);
    this.folds?.show(statuses);
    if (this.data.configurator) this.showVariants(total);
  }

  // Variants are far down, and listing them takes longest: they come when everything else has been drawn.
  showVariants(total) {
    cancelAnimationFrame(this.listing);
    this.listing = afterFrame(() => showVariants(this.data.elements, this.choices, total, this.source.what));
  }

  load(values, remark) {
    const { fits, missing } = this.choices.load(values);
    const notOffered = missing.length > 0 ? `Not offered here: ${missing.join(", ")}.` : "";
    this.refresh(fits ? notOffered : remark);
  }

  loadWitness(witness) {
    this.load(witness, "These values leave no valid variant: that is what the finding says.");
    find("#configurator").scrollIntoView();
    find("#choices-heading").focus();
  }

  // Says why an element is present or not; the server knows the lines, too.
  async why(place) {
    const { id, presence } = this.data.elements[place];
    const answer = this.data.configurator && this.choices.whyPresence(place);
    if (answer) {
      const because = listed(pairs(this.choices.chosen().filter(({ name }) => answer.names.includes(name))));
      say(`${id} is ${answer.isAlways ? "always" : "never"} there ${because ? `because of ${because}` : "whatever is chosen"}.`);
    } else say(`${id} ${presence ? `is present when ${presence}` : "depends on what is still open"}.`);
    if (this.data.served) await this.explain(id);
  }

  // The lines that force it, of which none can be left out.
  explain(id) {
    return this.ask("explain", { element: id, inputs: asObject(this.choices.chosen()) },
      ({ because }) => find("#reason").append(listOfLines(because)),
      (message) => find("#reason").append(` ${message}`));
  }

  async askLater() {
    const { signal } = this.asking;
    find("#left").setAttribute("aria-busy", "true");
    try {
      const settled = this.choices.settled();
      this.showNumbers(await this.source.later(settled, signal));
      await this.source.marksLater(settled, signal);
      if (!signal.aborted) this.panel.update();
    } catch (error) {
      if (error.name !== "AbortError") say(error.message);
    }
    if (!signal.aborted) find("#left").removeAttribute("aria-busy");
  }

  resolve() {
    return this.ask("resolve", { inputs: asObject(this.choices.settled()) }, ({ document: text, diagnostics }) => {
      say(diagnostics.map(inShort).join(" "));
      show("#document", make("button", { type: "button", onclick: () => download("variant.yaml", text) }, "Download variant.yaml"),
        make("pre", { tabindex: "0", "aria-label": "The resolved template" }, text));
    });
  }

  // Asks the server; an answer about earlier choices is none.
  async ask(question, body, answered, failed = say) {
    const { signal } = this.asking;
    try {
      const answer = await ask(question, body, signal);
      if (!signal.aborted) answered(answer);
    } catch (error) {
      if (error.name !== "AbortError") failed(error.message);
    }
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(find("#command").textContent);
      say("The command line is in the clipboard.");
    } catch {
      getSelection().selectAllChildren(find("#command"));
      say("The command line is selected; copy it from there.");
    }
  }
}
