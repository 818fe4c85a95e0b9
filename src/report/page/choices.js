// Choices of the reader, and what they leave. Knows nothing of how it is shown.

class Choices {
  constructor(circuit, presets) {
    this.circuit = circuit;
    this.presets = presets;
    this.current = this.none();
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
      const isForced = this.current[g][i] === undefined && values.filter((value) => value.isPossible).length === 1;
      return { group: g, input: i, name: input.name, values, isForced };
    }));
  }

  // What has a value now: by choice, or because nothing else is left.
  settled() {
    return this.inputs().flatMap(({ name, values, isForced }) => {
      const settled = values.find((value) => value.isChosen || (isForced && value.isPossible));
      return settled ? [{ name, value: settled.value }] : [];
    });
  }

  // Chooses a value, or takes the choice back; tells which choices exclude it when they do.
  toggle(group, input, value) {
    if (this.current[group][input] === value) {
      this.current[group][input] = undefined;
      return undefined;
    }
    const next = this.with(group, input, value);
    if (this.isValid(next)) {
      this.current = next;
      return undefined;
    }
    const others = this.with(group, input, undefined);
    return this.circuit.because(others, (kept) => !this.isValid(this.with(group, input, value, kept)));
  }

  // Takes over the values of a preset, or nothing when they exclude each other.
  choose(places) {
    const next = this.none();
    places.forEach(([group, input, value]) => { next[group][input] = value; });
    this.current = next;
    return this.isValid(next);
  }

  // Takes over values by the name of their input; tells whether they fit, and which inputs are not offered such values.
  load(values) {
    const places = [];
    const missing = new Set(Object.keys(values));
    this.circuit.data.groups.forEach((group, g) => group.inputs.forEach((input, i) => {
      if (!(input.name in values)) return;
      const wanted = JSON.stringify(values[input.name]);
      const place = input.values.findIndex((value) => JSON.stringify(value.value) === wanted);
      if (place < 0) return;
      missing.delete(input.name);
      places.push([g, i, place]);
    }));
    return { fits: this.choose(places), missing: [...missing] };
  }

  // The choices that make an element, by place, always or never present; undefined when it is neither.
  whyPresence(element) {
    const { valid, presences } = this.circuit.data;
    const presence = presences[element];
    const total = this.circuit.count(this.current);
    const isAlways = total.presences[element] === total.valid;
    if (total.valid === 0n || (!isAlways && total.presences[element] !== 0n)) return undefined;
    const holds = (choices) => {
      const count = this.circuit.count(choices);
      return isAlways ? count.presences[element] === count.valid : count.presences[element] === 0n;
    };
    return { isAlways, choices: this.circuit.because(this.current, holds), valid, presence };
  }

  // The first variants that are left: a value for each input, and which elements are present.
  *variants(most) {
    for (const combination of this.circuit.combinations(this.current, most)) {
      const values = this.circuit.data.groups.flatMap((group, g) => {
        const places = this.circuit.valuesOf(g, combination[g], this.current[g]);
        return group.inputs.map((input, i) => ({ name: input.name, value: input.values[places[i]] }));
      });
      const present = this.circuit.data.presences.map((_, element) => this.circuit.isPresent(element, combination));
      yield { values, present };
    }
  }
}

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
