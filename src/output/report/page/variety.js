// Which classes give the same variant. Where some do, classes are listed once, and then counted by variant.
//
// Sets of classes are bits in words. Two classes give the same variant when they agree in all roots of the circuit.

// Classes that are listed, and words for the sets of all nodes.
const MOST_CLASSES = 1 << 14;
const MOST_WORDS = 1 << 22;

class Variety {
  // Whether there are few enough classes; more can only be counted.
  static fits(circuit) {
    const { valid } = circuit.count(circuit.noChoices);
    const sets = circuit.variable.length + circuit.data.variables;
    return valid <= BigInt(MOST_CLASSES) && Math.ceil(Number(valid) / 32) * sets <= MOST_WORDS;
  }

  constructor(circuit) {
    const size = Number(circuit.count(circuit.noChoices).valid);
    this.circuit = circuit;
    this.size = size;
    this.words = Math.ceil(size / 32);
    this.classes = circuit.data.groups.map(() => new Uint16Array(size));
    const variables = Array.from({ length: circuit.data.variables }, () => new Uint32Array(this.words));
    let at = 0;
    circuit.visit(circuit.noChoices, size, (values) => {
      this.list(at, values, variables);
      at += 1;
    });
    this.sets = this.setsOfRoots(variables);
    this.split();
  }

  // Adds a class: to each group the class there, and to the set of each variable that is true.
  list(at, values, variables) {
    for (let variable = 0; variable < values.length; variable += 1) {
      const value = values[variable];
      if (value) variables[variable][at >> 5] |= 1 << (at & 31);
      for (const [group, klass] of this.circuit.chosenBy[value][variable]) this.classes[group][at] = klass;
    }
  }

  // By root: the set of the classes with its elements.
  setsOfRoots(variables) {
    const { variable, low, high, roots } = this.circuit;
    const sets = [new Uint32Array(this.words), new Uint32Array(this.words).fill(0xffffffff)];
    variable.forEach((at, node) => {
      const [is, below, above] = [variables[at], sets[low[node]], sets[high[node]]];
      sets.push(is.map((word, place) => (word & above[place]) | (~word & below[place])));
    });
    return roots.map((root) => sets[root]);
  }

  // Numbers variants: each root splits those of before in two.
  split() {
    this.variantOf = new Int32Array(this.size);
    this.variants = Math.min(this.size, 1);
    this.sets.forEach((set) => {
      const numbers = new Int32Array(2 * this.variants).fill(-1);
      let next = 0;
      for (let klass = 0; klass < this.size; klass += 1) {
        const side = 2 * this.variantOf[klass] + ((set[klass >> 5] >>> (klass & 31)) & 1);
        if (numbers[side] < 0) {
          numbers[side] = next;
          next += 1;
        }
        this.variantOf[klass] = numbers[side];
      }
      this.variants = next;
    });
  }

  // The first class that the choices leave of every variant.
  *left(choices) {
    const allowed = choices.map((chosen, group) => this.circuit.classesLeft(group, chosen));
    const isKnown = new Uint8Array(this.variants);
    for (let klass = 0; klass < this.size; klass += 1) {
      const variant = this.variantOf[klass];
      if (isKnown[variant] || !allowed.every((classes, group) => classes[this.classes[group][klass]])) continue;
      isKnown[variant] = 1;
      yield klass;
    }
  }

  // How many variants the choices leave, and by root those in which its elements are present.
  count(choices) {
    const counted = new Uint32Array(this.words);
    let valid = 0;
    for (const klass of this.left(choices)) {
      counted[klass >> 5] |= 1 << (klass & 31);
      valid += 1;
    }
    return { valid: BigInt(valid), roots: this.sets.map((set) => BigInt(sizeOfBoth(set, counted))) };
  }

  // The classes of the groups, and by root whether its elements are present, of the first variants.
  *first(choices, most) {
    let given = 0;
    for (const klass of this.left(choices)) {
      if (given === most) return;
      given += 1;
      const isIn = (set) => ((set[klass >> 5] >>> (klass & 31)) & 1) === 1;
      yield { classes: this.classes.map((classes) => classes[klass]), present: this.sets.map(isIn) };
    }
  }
}

// How many bits two sets share (Warren, Hacker's Delight, section 5-1).
function sizeOfBoth(left, right) {
  let size = 0;
  for (let place = 0; place < left.length; place += 1) {
    let word = left[place] & right[place];
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    size += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return size;
}
