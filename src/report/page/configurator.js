// What happens when something is chosen. `numbers` knows what choices leave: the diagram, the server, or nobody.

// From the diagram: exact, at once.
class Counted {
  constructor(data) {
    this.circuit = new Circuit(data.configurator);
    this.choices = new Choices(this.circuit, data.presets);
    this.what = data.configurator.countsVariants ? "variants" : "classes of configurations";
    this.all = this.circuit.count(this.choices.none()).valid;
  }

  of() {
    const { valid, presences } = this.circuit.count(this.choices.current);
    const left = [make("strong", {}, number(valid)), ` of ${number(this.all)} ${this.what} left`];
    return { left, total: valid, counts: presences };
  }
}

// From the server, a little later; without one those of all variants stay.
class Asked {
  constructor(data) {
    this.choices = new Wishes(data.inputs, data.presets);
    this.isServed = data.served !== undefined;
    this.first = { variants: data.variants, exact: data.exact, elements: data.elements };
  }

  of() {
    return this.inWords(this.first);
  }

  inWords({ variants, exact, elements }) {
    const counts = elements.map((element) => (element.variants === null ? undefined : BigInt(element.variants)));
    const total = variants === null ? undefined : BigInt(variants);
    const bound = exact ? "" : "at least ";
    const left = total === undefined ? ["not counted in the given time"] : [bound, make("strong", {}, number(total)), " variants"];
    return { left, total, counts };
  }

  async later(values, signal) {
    return this.inWords(await ask("elements", { inputs: asObject(values) }, signal));
  }
}

function configure(data) {
  const source = data.configurator ? new Counted(data) : new Asked(data);
  const { choices } = source;
  const about = new Map(data.inputs.map((input) => [input.name, input]));
  let shown = source.of();
  let asking = new AbortController();

  async function why(place) {
    const { id, presence } = data.elements[place];
    const answer = data.configurator && choices.whyPresence(place);
    if (answer) {
      const because = listed(pairs(choices.chosen().filter(({ name }) => answer.names.includes(name))));
      say(`${id} is ${answer.isAlways ? "always" : "never"} there ${because ? `because of ${because}` : "whatever is chosen"}.`);
    } else say(`${id} ${presence ? `is present when ${presence}` : "depends on what is still open"}.`);
    if (data.served) await explain(id);
  }

  // The lines that force it, of which none can be left out.
  async function explain(id) {
    try {
      const { because } = await ask("explain", { element: id, inputs: asObject(choices.chosen()) }, asking.signal);
      find("#reason").append(listOfLines(because));
    } catch (error) {
      if (error.name !== "AbortError") find("#reason").append(` ${error.message}`);
    }
  }

  function showNumbers({ left, total, counts }) {
    shown = { left, total, counts };
    show("#left", ...left);
    showElements(data, counts, total, why);
    showPicture(data, counts, total);
    if (data.configurator) showVariants(data, choices, total);
  }

  async function askLater() {
    const { signal } = asking;
    find("#left").setAttribute("aria-busy", "true");
    try {
      showNumbers(await source.later(choices.settled(), signal));
    } catch (error) {
      if (error.name !== "AbortError") say(error.message);
    }
    if (!signal.aborted) find("#left").removeAttribute("aria-busy");
  }

  function refresh(text = "") {
    say(text);
    asking.abort();
    asking = new AbortController();
    showInputs(choices, about, refresh);
    find("#command").textContent = commandOf(data.template, choices.settled());
    show("#document");
    if (data.configurator) showNumbers(source.of());
    else if (source.isServed) askLater();
  }

  const load = (values, remark) => {
    const { fits, missing } = choices.load(values);
    const notOffered = missing.length > 0 ? `Not offered here: ${missing.join(", ")}.` : "";
    refresh(fits ? notOffered : remark);
  };

  async function resolve() {
    try {
      const { document: text, diagnostics } = await ask("resolve", { inputs: asObject(choices.settled()) }, asking.signal);
      say(diagnostics.map(inShort).join(" "));
      const buttons = text === null ? [] : [make("button", { type: "button", onclick: () => download("variant.yaml", text) },
        "Download variant.yaml"), make("pre", { tabindex: "0", "aria-label": "The resolved template" }, text)];
      show("#document", ...buttons);
    } catch (error) {
      if (error.name !== "AbortError") say(error.message);
    }
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(find("#command").textContent);
      say("The command line is in the clipboard.");
    } catch {
      getSelection().selectAllChildren(find("#command"));
      say("The command line is selected; copy it from there.");
    }
  }

  const showTable = () => showElements(data, shown.counts, shown.total, why);

  const title = make("small", { "aria-hidden": "true" }, "Presets");
  show("#presets", ...(data.presets.length > 0 ? [title] : []), ...data.presets.map((preset, place) => make("button", {
    type: "button", title: preset.description ?? preset.title ?? undefined,
    onclick: () => refresh(choices.choose(place) ? "" : `Preset ${preset.name} leaves no valid variant.`),
  }, preset.name)));
  find("#reset").addEventListener("click", () => { choices.reset(); refresh(); });
  find("#copy").addEventListener("click", copy);
  find("#download").addEventListener("click", () => download("inputs.yaml", fileOf(choices.settled())));
  find("#resolve").addEventListener("click", resolve);
  ["#filter", "#status"].forEach((selector) => find(selector).addEventListener("input", showTable));
  makeSortable(showTable);
  makePictureSpeak(data, why);
  showFindings(data, (witness) => {
    load(witness, "These values leave no valid variant: that is what the finding says.");
    find("#configurator").scrollIntoView();
    find("#choices-heading").focus();
  });
  showNumbers(shown);
  const kept = data.served && store.take(data.template);
  if (kept) load(kept, "The values that were chosen leave no valid variant any more.");
  else refresh();
  return () => store.keep(data.template, asObject(choices.chosen()));
}
