// Who knows what choices leave: the diagram in the page, the server, or nobody.

// From the diagram: exact, at once.
class Counted {
  constructor(data) {
    this.choices = new Choices(new Circuit(data.configurator), data.presets);
    this.what = this.choices.countsVariants ? "variants" : "classes of configurations";
    this.first = this.choices.countsVariants ? countsOf(data) : undefined;
    this.all = this.first?.total ?? this.choices.count().valid;
  }

  // Before anything is chosen, what was counted when the page was made.
  of() {
    const { total, counts } = this.choices.isEmpty() && this.first?.total ? this.first : this.count();
    const isExact = this.choices.isExact();
    // A part of what is only known in part says nothing.
    const whole = this.choices.isExact(this.choices.none()) ? ` of ${number(this.all)}` : "";
    const left = [isExact ? "" : "at least ", make("strong", {}, number(total)), `${whole} ${this.what} left`];
    return { left, total, counts, statuses: counts.map((count) => statusOf(count, total, isExact)) };
  }

  count() {
    const { valid, presences } = this.choices.count();
    return { total: valid, counts: presences };
  }
}

// From the server, a little later; without one those of all variants stay.
class Asked {
  constructor(data) {
    this.choices = new Wishes(data.inputs, data.presets);
    this.first = data;
  }

  of() {
    return this.inWords(this.first);
  }

  inWords(answer) {
    const { exact } = answer;
    const { total, counts } = countsOf(answer);
    const bound = exact ? "" : "at least ";
    const known = () => [bound, make("strong", {}, number(total)), total === 1n ? " variant" : " variants"];
    const left = total === undefined ? ["not counted in the given time"] : known();
    return { left, total, counts, statuses: counts.map((count) => statusOf(count, total, exact)) };
  }

  async later(values, signal) {
    return this.inWords(await ask("elements", { inputs: asObject(values) }, signal));
  }

  async marksLater(values, signal) {
    this.choices.mark((await ask("values", { inputs: asObject(values) }, signal)).inputs);
  }
}

// The numbers of an answer about all elements, where they are known.
function countsOf({ variants, elements }) {
  const numberOf = (text) => (text === null ? undefined : BigInt(text));
  return { total: numberOf(variants), counts: elements.map((element) => numberOf(element.variants)) };
}

// What is there in some of the variants that are known, but not in all, is there sometimes, whatever the others are.
function statusOf(count, total, isExact) {
  if (total === undefined || count === undefined) return "unknown";
  if (count > 0n && count < total) return "sometimes";
  if (!isExact) return "unknown";
  return count > 0n ? "always" : "never";
}
