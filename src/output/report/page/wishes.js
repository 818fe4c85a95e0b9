// Choices where the page has no diagram: nothing is known of what they leave, unless somebody is asked.

class Wishes {
  constructor(inputs, presets) {
    this.all = inputs;
    this.presets = presets;
    this.reset();
  }

  reset() {
    this.values = new Map();
    // Inputs of which the reader wants to type a value.
    this.typed = new Set();
    this.marks = new Map();
  }

  // Takes over what somebody else knows of the values beside those that are chosen; until then nothing is marked.
  mark(inputs) {
    this.marks = new Map((inputs ?? []).map(({ name, values }) => [name, values]));
  }

  // Whether a value can be chosen; undefined where nobody knows.
  isPossible(name, value) {
    return this.marks.get(name)?.find((mark) => asKey(mark.value) === asKey(value))?.possible ?? undefined;
  }

  inputs() {
    return this.all.map((input, place) => this.input(input, place));
  }

  input({ name, values, isOpen }, place) {
    const isChosen = (value) => this.values.has(name) && asKey(this.values.get(name)) === asKey(value);
    const isTyped = this.typed.has(name) || (this.values.has(name) && !values.some(isChosen));
    const offered = values.map((value) => ({
      value: { value, size: "1", isOther: false }, isChosen: !isTyped && isChosen(value),
      isPossible: true, isImpossible: this.isPossible(name, value) === false,
    }));
    const word = { value: "", size: null, isOther: true, word: "another value" };
    const other = { value: word, isChosen: isTyped, isPossible: true, isImpossible: false };
    const all = isOpen ? [...offered, other] : offered;
    return { place: [place], name, values: all, isForced: this.isForced(name, all), isTyped, meant: this.values.get(name) };
  }

  // Whether only one value is left, which is known to be possible.
  isForced(name, values) {
    const [left, ...others] = values.filter(({ isImpossible }) => !isImpossible);
    const isChosen = values.some((value) => value.isChosen);
    return !isChosen && left !== undefined && others.length === 0 && this.isPossible(name, left.value.value) === true;
  }

  settled() {
    return this.all.flatMap(({ name }) => (this.values.has(name) ? [{ name, value: this.values.get(name) }] : []));
  }

  chosen() {
    return this.settled();
  }

  toggle([place], value) {
    const { name, values } = this.inputs()[place];
    const { isChosen } = values[value];
    this.values.delete(name);
    this.typed.delete(name);
    if (isChosen) return undefined;
    if (values[value].value.isOther) this.typed.add(name);
    else this.values.set(name, values[value].value.value);
    return undefined;
  }

  // A text is taken for what it would be in a file of inputs: a number, true, false, else itself.
  type([place], text) {
    const { name, type } = this.all[place];
    const isText = type === "string" || !/^(-?\d+(\.\d+)?|true|false)$/.test(text);
    this.typed.delete(name);
    this.values.set(name, isText ? text : JSON.parse(text));
    return true;
  }

  choose(preset) {
    return this.load(this.presets[preset].inputs).fits;
  }

  load(values) {
    this.reset();
    const known = new Set(this.all.map(({ name }) => name));
    Object.entries(values).forEach(([name, value]) => { if (known.has(name)) this.values.set(name, value); });
    return { fits: true, missing: Object.keys(values).filter((name) => !known.has(name)) };
  }
}
