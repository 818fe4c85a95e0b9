// Exact numbers over the decision diagram of a template (Bryant 1986; one pass over the nodes for each question).
//
// `data` is the member `configurator` of the report: groups of inputs with their values, the class of every combination
// of values, and the nodes `[variable, follower when false, follower when true]`; follower 0 is "never", 1 is "always".
// A choice is `choices[group][input]`: the place of the chosen value, or undefined.

class Circuit {
  constructor(data) {
    this.data = data;
    this.noChoices = data.groups.map((group) => group.inputs.map(() => undefined));
    // The same nodes by column: they are passed over for every value that could be chosen.
    [this.variable, this.low, this.high] = [0, 1, 2].map((column) => Int32Array.from(data.nodes, (node) => node[column]));
  }

  // The classes of a group that the choices leave, as an array of booleans.
  classesLeft(place, chosen) {
    const group = this.data.groups[place];
    const left = group.literals.map(() => false);
    const sizes = group.inputs.map((input) => input.values.length);
    group.combinations.forEach((klass, number) => {
      let rest = number;
      let fits = true;
      for (let input = sizes.length - 1; input >= 0; input -= 1) {
        fits = fits && (chosen[input] === undefined || chosen[input] === rest % sizes[input]);
        rest = Math.floor(rest / sizes[input]);
      }
      if (fits) left[klass] = true;
    });
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

  // How many classes the choices leave: all valid ones, and by element those in which it is present.
  count(choices) {
    const [mayBeFalse, mayBeTrue] = this.allowed(choices);
    const { variables, valid, presences } = this.data;
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
    return { valid: from(0, valid), presences: presences.map((follower) => from(0, follower)) };
  }

  // The first valid combinations of classes that the choices leave, at most `most`: one class of each group.
  *combinations(choices, most) {
    const { nodes, valid, groups } = this.data;
    const possible = this.possible(choices);
    const [mayBeFalse, mayBeTrue] = this.allowed(choices);
    const values = new Array(this.data.variables);
    let given = 0;
    const walk = function* walk(variable, follower) {
      if (given >= most || !possible[follower]) return;
      if (variable === values.length) {
        given += 1;
        yield groups.map((group) => group.literals.findIndex((literal) => literal === null || values[literal[0]] === literal[1]));
        return;
      }
      const isHere = follower >= 2 && nodes[follower - 2][0] === variable;
      for (const value of [true, false]) {
        if (!(value ? mayBeTrue : mayBeFalse)[variable]) continue;
        values[variable] = value;
        yield* walk(variable + 1, isHere ? nodes[follower - 2][value ? 2 : 1] : follower);
      }
    };
    yield* walk(0, valid);
  }

  // By element: whether it is present in a combination of classes.
  presentIn(combination) {
    const chosen = new Uint8Array(this.data.variables);
    // A variable that chooses between two classes is the literal of both, which then agree.
    this.data.groups.forEach((group, place) => group.literals.forEach((literal, klass) => {
      if (literal !== null && klass === combination[place]) chosen[literal[0]] = literal[1] ? 1 : 0;
    }));
    return this.data.presences.map((root) => {
      let follower = root;
      while (follower >= 2) {
        follower = (chosen[this.variable[follower - 2]] ? this.high : this.low)[follower - 2];
      }
      return follower === 1;
    });
  }

  // Values, by place, that give a class of a group and agree with the choices.
  valuesOf(place, klass, chosen) {
    const group = this.data.groups[place];
    const sizes = group.inputs.map((input) => input.values.length);
    for (let number = 0; number < group.combinations.length; number += 1) {
      if (group.combinations[number] !== klass) continue;
      let rest = number;
      const values = [];
      for (let input = sizes.length - 1; input >= 0; input -= 1) {
        values[input] = rest % sizes[input];
        rest = Math.floor(rest / sizes[input]);
      }
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
