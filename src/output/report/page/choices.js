// Choices of the reader, and what they leave. Knows nothing of how it is shown.

const asKey = (value) => JSON.stringify(value);

class Choices {
  constructor(circuit, presets) {
    this.circuit = circuit;
    this.presets = presets;
    // Where no two classes give the same variant there is nothing to sort out.
    this.needsVariety = !circuit.data.countsVariants && Variety.fits(circuit);
    this.countsVariants = circuit.data.countsVariants || this.needsVariety;
    this.reset();
  }

  reset() {
    this.become(this.none());
    // By input: the value that is meant where the chosen one stands for many.
    this.meant = new Map();
  }

  // Every choice goes this way: what was worked out for the last one is out of date.
  become(choices) {
    this.current = choices;
    this.offered = undefined;
  }

  // Made when it is needed first: that takes longer than anything after it.
  get variety() {
    if (this.needsVariety) this.madeVariety ??= new Variety(this.circuit);
    return this.madeVariety;
  }

  none() {
    return this.circuit.noChoices.map((chosen) => [...chosen]);
  }

  isEmpty() {
    return this.current.every((chosen) => chosen.every((value) => value === undefined));
  }

  with(group, input, value, base = this.current) {
    const next = base.map((chosen) => [...chosen]);
    next[group][input] = value;
    return next;
  }

  isValid(choices) {
    return this.circuit.possible(choices)[this.circuit.data.valid] === 1;
  }

  // Whether all that the choices leave was looked at: of some inputs only some values were.
  isExact(choices = this.current) {
    const isLookedAt = (group) => ({ isSampled }, input) => !isSampled || choices[group][input] !== undefined;
    return this.circuit.data.groups.every(({ inputs }, group) => inputs.every(isLookedAt(group)));
  }

  // How much the choices leave; by element, in how much of it that is present.
  count(choices = this.current) {
    const { valid, roots } = (this.variety ?? this.circuit).count(choices);
    return { valid, presences: this.circuit.rootOf.map((root) => roots[root]) };
  }

  // Every input with its values: chosen, possible, surely impossible, or the only one left.
  inputs() {
    this.offered ??= this.circuit.data.groups.flatMap((group, g) => group.inputs.map((_, i) => this.input(g, i)));
    return this.offered;
  }

  input(group, place) {
    const input = this.circuit.data.groups[group].inputs[place];
    const values = input.values.map((value, v) => {
      const next = this.with(group, place, v);
      const isPossible = this.isValid(next);
      return { value, isChosen: this.current[group][place] === v, isPossible, isImpossible: !isPossible && this.isExact(next) };
    });
    const chosen = values.find((value) => value.isChosen)?.value;
    const isOnlyOne = !input.isSampled && values.filter(({ isImpossible }) => isImpossible).length === values.length - 1;
    return {
      place: [group, place], name: input.name, values, isForced: !chosen && isOnlyOne && values.some((value) => value.isPossible),
      isTyped: chosen?.isOther ?? false, meant: this.meant.get(input.name),
    };
  }

  // What has a value now: by choice, or because nothing else is left.
  settled() {
    return this.valuesThat((value, input) => value.isChosen || (input.isForced && value.isPossible));
  }

  // What was chosen, by the name of the input.
  chosen() {
    return this.valuesThat((value) => value.isChosen);
  }

  valuesThat(isWanted) {
    return this.inputs().flatMap((input) => {
      const found = input.values.find((value) => isWanted(value, input));
      return found ? [{ name: input.name, value: input.meant === undefined ? found.value.value : input.meant }] : [];
    });
  }

  // Chooses a value, or takes the choice back; tells which choices exclude it when they do.
  toggle([group, input], value) {
    const isChosen = this.current[group][input] === value;
    const next = this.with(group, input, isChosen ? undefined : value);
    if (isChosen || this.isValid(next)) {
      this.become(next);
      this.meant.delete(this.nameAt([group, input]));
      return undefined;
    }
    const others = this.with(group, input, undefined);
    const excluding = this.circuit.because(others, (kept) => !this.isValid(this.with(group, input, value, kept)));
    return excluding.map((place) => this.nameAt(place));
  }

  // Takes a text for "any other": one that is offered is that one; tells whether it fits.
  type(place, text) {
    return this.load({ ...asObject(this.chosen()), [this.nameAt(place)]: text }).fits;
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
    const choices = this.none();
    this.meant = new Map();
    places.forEach(([[group, input, value], meant]) => {
      choices[group][input] = value;
      const offered = this.circuit.data.groups[group].inputs[input].values[value];
      if (meant !== undefined && asKey(meant) !== asKey(offered.value)) this.meant.set(this.nameAt([group, input]), meant);
    });
    this.become(choices);
    return this.isValid(choices);
  }

  nameAt([group, input]) {
    return this.circuit.data.groups[group].inputs[input].name;
  }

  // The choices that make an element, by place, always or never present; undefined when it is neither, or not surely.
  whyPresence(element) {
    const isSettled = (choices) => {
      const { valid, presences } = this.count(choices);
      return valid === 0n ? undefined : [0n, valid].find((number) => presences[element] === number);
    };
    const present = this.isExact() ? isSettled(this.current) : undefined;
    if (present === undefined) return undefined;
    const isAlways = present > 0n;
    const holds = (choices) => {
      const number = isSettled(choices);
      return number !== undefined && number > 0n === isAlways;
    };
    return { isAlways, names: this.circuit.because(this.current, holds).map((place) => this.nameAt(place)) };
  }

  // The first variants that are left: a value for each input, which elements are present, and how many these are.
  variants(most) {
    const found = this.variety ? [...this.variety.first(this.current, most)] : this.firstClasses(most);
    const sizes = this.circuit.roots.map(() => 0);
    this.circuit.rootOf.forEach((root) => { sizes[root] += 1; });
    return found.map(({ classes, present }) => ({
      values: this.valuesIn(classes),
      isPresent: (element) => present[this.circuit.rootOf[element]],
      size: sizes.reduce((sum, size, root) => sum + (present[root] ? size : 0), 0),
    }));
  }

  firstClasses(most) {
    const found = [];
    this.circuit.visit(this.current, most, (values) => {
      found.push({ classes: this.circuit.classesOf(values), present: this.circuit.presentUnder(values) });
    });
    return found;
  }

  valuesIn(classes) {
    return this.circuit.data.groups.flatMap((group, g) => {
      const places = this.circuit.valuesOf(g, classes[g], this.current[g]);
      return group.inputs.map((input, i) => ({ name: input.name, value: input.values[places[i]] }));
    });
  }
}
