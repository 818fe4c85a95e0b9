// Choices of the reader, and what they leave. Knows nothing of how it is shown.

const asKey = (value) => JSON.stringify(value);

class Choices {
  constructor(circuit, presets) {
    this.circuit = circuit;
    this.presets = presets;
    this.reset();
  }

  reset() {
    this.current = this.none();
    // By input: the value that is meant where the chosen one stands for many.
    this.meant = new Map();
  }

  none() {
    return this.circuit.noChoices.map((chosen) => [...chosen]);
  }

  with(group, input, value, base = this.current) {
    const next = base.map((chosen) => [...chosen]);
    next[group][input] = value;
    return next;
  }

  isValid(choices) {
    return this.circuit.possible(choices)[this.circuit.data.valid] === 1;
  }

  // Every input with its values: chosen, possible, or the only one left.
  inputs() {
    return this.circuit.data.groups.flatMap((group, g) => group.inputs.map((input, i) => {
      const values = input.values.map((value, v) => ({
        value,
        isChosen: this.current[g][i] === v,
        isPossible: this.isValid(this.with(g, i, v)),
      }));
      const chosen = values.find((value) => value.isChosen)?.value;
      const isForced = this.current[g][i] === undefined && values.filter((value) => value.isPossible).length === 1;
      const isTyped = chosen?.isOther ?? false;
      return { place: [g, i], name: input.name, values, isForced, isTyped, meant: this.meant.get(input.name) };
    }));
  }

  // What has a value now: by choice, or because nothing else is left.
  settled() {
    return this.inputs().flatMap(({ name, values, isForced }) => {
      const settled = values.find((value) => value.isChosen || (isForced && value.isPossible));
      return settled ? [{ name, value: this.meant.has(name) ? this.meant.get(name) : settled.value.value }] : [];
    });
  }

  // What was chosen, by the name of the input.
  chosen() {
    return this.inputs().flatMap(({ name, values }) => {
      const chosen = values.find((value) => value.isChosen);
      return chosen ? [{ name, value: this.meant.has(name) ? this.meant.get(name) : chosen.value.value }] : [];
    });
  }

  // Chooses a value, or takes the choice back; tells which choices exclude it when they do.
  toggle([group, input], value) {
    const { name } = this.circuit.data.groups[group].inputs[input];
    const isChosen = this.current[group][input] === value;
    const next = this.with(group, input, isChosen ? undefined : value);
    if (isChosen || this.isValid(next)) {
      this.current = next;
      this.meant.delete(name);
      return undefined;
    }
    const others = this.with(group, input, undefined);
    const excluding = this.circuit.because(others, (kept) => !this.isValid(this.with(group, input, value, kept)));
    return excluding.map(([g, i]) => this.circuit.data.groups[g].inputs[i].name);
  }

  // Takes a text for "any other": one that is offered is that one; tells whether it fits.
  type([group, input], text) {
    const { name } = this.circuit.data.groups[group].inputs[input];
    return this.load({ ...Object.fromEntries(this.chosen().map((one) => [one.name, one.value])), [name]: text }).fits;
  }

  // Takes over the values of a preset, by place in the list of presets; tells whether they fit.
  choose(preset) {
    const { inputs } = this.presets[preset];
    return this.take(this.circuit.data.presets[preset].map((place) => [place, inputs?.[this.nameAt(place)]]));
  }

  // Takes over values by the name of their input; tells whether they fit, and which inputs are not offered such values.
  load(values) {
    const places = [];
    const missing = new Set(Object.keys(values));
    this.circuit.data.groups.forEach((group, g) => group.inputs.forEach((input, i) => {
      if (!Object.hasOwn(values, input.name)) return;
      const wanted = values[input.name];
      const same = input.values.findIndex((value) => !value.isOther && asKey(value.value) === asKey(wanted));
      const other = typeof wanted === "string" ? input.values.findIndex((value) => value.isOther) : -1;
      const place = same < 0 ? other : same;
      if (place < 0) return;
      missing.delete(input.name);
      places.push([[g, i, place], wanted]);
    }));
    return { fits: this.take(places), missing: [...missing] };
  }

  // Chooses places, each with the value that is meant, and nothing else.
  take(places) {
    this.reset();
    places.forEach(([[group, input, value], meant]) => {
      this.current[group][input] = value;
      const offered = this.circuit.data.groups[group].inputs[input].values[value];
      if (meant !== undefined && asKey(meant) !== asKey(offered.value)) this.meant.set(this.nameAt([group, input]), meant);
    });
    return this.isValid(this.current);
  }

  nameAt([group, input]) {
    return this.circuit.data.groups[group].inputs[input].name;
  }

  // The choices that make an element, by place, always or never present; undefined when it is neither.
  whyPresence(element) {
    const total = this.circuit.count(this.current);
    const isAlways = total.presences[element] === total.valid;
    if (total.valid === 0n || (!isAlways && total.presences[element] !== 0n)) return undefined;
    const holds = (choices) => {
      const count = this.circuit.count(choices);
      return isAlways ? count.presences[element] === count.valid : count.presences[element] === 0n;
    };
    return { isAlways, names: this.circuit.because(this.current, holds).map((place) => this.nameAt(place)) };
  }

  // The first variants that are left: a value for each input, and which elements are present.
  *variants(most) {
    for (const combination of this.circuit.combinations(this.current, most)) {
      const values = this.circuit.data.groups.flatMap((group, g) => {
        const places = this.circuit.valuesOf(g, combination[g], this.current[g]);
        return group.inputs.map((input, i) => ({ name: input.name, value: input.values[places[i]] }));
      });
      yield { values, present: this.circuit.presentIn(combination) };
    }
  }
}
