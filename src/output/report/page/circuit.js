// Exact numbers over the decision diagram of a template (Bryant 1986; one pass over the nodes for each question).
//
// `data` is the member `configurator` of the report: groups of inputs with their values, the class of every combination
// of values, and the nodes `[variable, follower when false, follower when true]`; follower 0 is "never", 1 is "always".
// A choice is `choices[group][input]`: the place of the chosen value, or undefined.

// Answers about groups that are kept.
const MOST_KNOWN = 1000;

// The places of the values in a combination of them, by its number; the last input turns fastest.
function placesIn(sizes, number) {
  const places = new Array(sizes.length);
  let rest = number;
  for (let input = sizes.length - 1; input >= 0; input -= 1) {
    places[input] = rest % sizes[input];
    rest = Math.floor(rest / sizes[input]);
  }
  return places;
}

class Circuit {
  constructor(data) {
    this.data = data;
    this.noChoices = data.groups.map((group) => group.inputs.map(() => undefined));
    this.sizes = data.groups.map((group) => group.inputs.map((input) => input.values.length));
    // The same nodes by column: they are passed over for every value that could be chosen.
    [this.variable, this.low, this.high] = [0, 1, 2].map((column) => Int32Array.from(data.nodes, (node) => node[column]));
    // Many elements are present under the same condition: each condition is a root, and elements have its place.
    this.roots = [...new Set(data.presences)];
    const places = new Map(this.roots.map((root, place) => [root, place]));
    this.rootOf = data.presences.map((root) => places.get(root));
    this.chosenBy = [0, 1].map((value) => this.literalsThat(value));
    this.known = new Map();
  }

  // By variable: the groups with the class that it chooses when it has the value.
  literalsThat(value) {
    const chosen = Array.from({ length: this.data.variables }, () => []);
    this.data.groups.forEach(({ literals }, group) => literals.forEach((literal, klass) => {
      if (literal !== null && Number(literal[1]) === value) chosen[literal[0]].push([group, klass]);
    }));
    return chosen;
  }

  // The classes of a group that the choices leave, as an array of booleans.
  classesLeft(place, chosen) {
    const key = `${place}:${chosen.join()}`;
    const known = this.known.get(key);
    if (known) return known;
    const { literals, combinations } = this.data.groups[place];
    const left = literals.map(() => false);
    combinations.forEach((klass, number) => {
      if (left[klass]) return;
      const places = placesIn(this.sizes[place], number);
      left[klass] = places.every((value, input) => chosen[input] === undefined || chosen[input] === value);
    });
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(key, left);
    return left;
  }

  // By variable: whether it may be false, and true.
  allowed(choices) {
    const mayBe = [new Uint8Array(this.data.variables).fill(1), new Uint8Array(this.data.variables).fill(1)];
    this.data.groups.forEach((group, place) => {
      const left = this.classesLeft(place, choices[place]);
      group.literals.forEach((literal, klass) => {
        if (literal !== null && !left[klass]) mayBe[literal[1] ? 1 : 0][literal[0]] = 0;
      });
    });
    return mayBe;
  }

  // By follower: whether some class that the choices leave leads from it to "always".
  possible(choices) {
    const [mayBeFalse, mayBeTrue] = this.allowed(choices);
    const { variable, low, high } = this;
    const possible = new Uint8Array(variable.length + 2);
    possible[1] = 1;
    for (let node = 0; node < variable.length; node += 1) {
      const isBelow = mayBeFalse[variable[node]] & possible[low[node]];
      possible[node + 2] = isBelow | (mayBeTrue[variable[node]] & possible[high[node]]);
    }
    return possible;
  }

  // How many classes the choices leave: all valid ones, and by root those in which its elements are present.
  count(choices) {
    const [mayBeFalse, mayBeTrue] = this.allowed(choices);
    const { variables, valid } = this.data;
    const level = (follower) => (follower < 2 ? variables : this.variable[follower - 2]);
    // How many variables before each have both values; none has neither, as every choice leaves a class.
    const free = [0];
    for (let variable = 0; variable < variables; variable += 1) {
      free.push(free[variable] + (mayBeFalse[variable] && mayBeTrue[variable] ? 1 : 0));
    }
    const counts = [0n, 1n];
    const from = (start, follower) => counts[follower] << BigInt(free[level(follower)] - free[start]);
    this.variable.forEach((variable, node) => {
      const below = mayBeFalse[variable] ? from(variable + 1, this.low[node]) : 0n;
      const above = mayBeTrue[variable] ? from(variable + 1, this.high[node]) : 0n;
      counts.push(below + above);
    });
    return { valid: from(0, valid), roots: this.roots.map((root) => from(0, root)) };
  }

  // Calls `visit` with the values of all variables for each of the first valid classes that the choices leave.
  visit(choices, most, visit) {
    const { variables, valid } = this.data;
    const possible = this.possible(choices);
    const mayBe = this.allowed(choices);
    const values = new Uint8Array(variables);
    let given = 0;
    const walk = (variable, follower) => {
      if (given >= most || !possible[follower]) return;
      if (variable === variables) {
        given += 1;
        visit(values);
        return;
      }
      const isHere = follower >= 2 && this.variable[follower - 2] === variable;
      for (const value of [1, 0]) {
        if (!mayBe[value][variable]) continue;
        values[variable] = value;
        walk(variable + 1, isHere ? (value ? this.high : this.low)[follower - 2] : follower);
      }
    };
    walk(0, valid);
  }

  // The class of each group that the variables choose.
  classesOf(values) {
    const classes = this.data.groups.map(() => 0);
    values.forEach((value, variable) => this.chosenBy[value][variable].forEach(([group, klass]) => { classes[group] = klass; }));
    return classes;
  }

  // By root: whether its elements are present where the variables have these values.
  presentUnder(values) {
    return this.roots.map((root) => {
      let follower = root;
      while (follower >= 2) follower = (values[this.variable[follower - 2]] ? this.high : this.low)[follower - 2];
      return follower === 1;
    });
  }

  // Values, by place, that give a class of a group and agree with the choices.
  valuesOf(place, klass, chosen) {
    const { combinations } = this.data.groups[place];
    for (let number = 0; number < combinations.length; number += 1) {
      if (combinations[number] !== klass) continue;
      const values = placesIn(this.sizes[place], number);
      if (values.every((value, input) => chosen[input] === undefined || chosen[input] === value)) return values;
    }
    return undefined;
  }

  // The places of choices of which none can be left out if `holds(choices)` is to stay true.
  because(choices, holds) {
    const kept = choices.map((chosen) => [...chosen]);
    const needed = [];
    kept.forEach((chosen, group) => chosen.forEach((value, input) => {
      if (value === undefined) return;
      chosen[input] = undefined;
      if (!holds(kept)) {
        chosen[input] = value;
        needed.push([group, input]);
      }
    }));
    return needed;
  }
}
