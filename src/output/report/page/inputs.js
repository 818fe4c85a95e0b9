// The inputs with their values as buttons, and a field for values that are not offered. Made once, then kept up to date,
// so that the focus stays where it is.

class InputsPanel {
  // `about` is what the template says of inputs, by name; `changed` is called with what is to be said.
  constructor(choices, about, changed) {
    this.choices = choices;
    this.changed = changed;
    this.fields = choices.inputs().map((input) => this.fieldOf(input, about.get(input.name)));
    show("#inputs", ...this.fields.map(({ set }) => set));
  }

  fieldOf(input, declared) {
    const { name, place, values } = input;
    const note = make("span");
    const buttons = values.map(({ value }, number) => this.buttonOf(input, value, number));
    // The default comes first among the values; people read numbers from the least on.
    const isNumeric = values.every(({ value }) => typeof value.value === "number");
    const order = buttons.map((_, number) => number);
    if (isNumeric) order.sort((left, right) => values[left].value.value - values[right].value.value);
    const box = make("div", { class: "values" }, ...order.map((number) => buttons[number].button));
    const described = declared?.description ?? declared?.type ?? "";
    const set = make("fieldset", {}, make("legend", {}, name, " ", make("small", {}, described, note)), box);
    return { set, note, buttons, box, typed: undefined, name, place };
  }

  buttonOf({ name, place }, value, number) {
    const spoken = make("span", { class: "spoken" });
    const button = make("button", { type: "button", "data-place": [...place, number].join("."), title: hint(value),
      onclick: () => this.press(name, place, value, number) }, label(value), spoken);
    return { button, spoken };
  }

  press(name, place, value, number) {
    const excluding = this.choices.toggle(place, number);
    if (excluding === undefined) return this.changed();
    const because = listed(pairs(this.choices.chosen().filter((chosen) => excluding.includes(chosen.name))));
    const reason = because ? `because of ${because}` : "whatever is chosen";
    return say(`${name}=${label(value)} is impossible ${reason}${this.choices.isExact() ? "" : ", as far as values were looked at"}.`);
  }

  update() {
    this.choices.inputs().forEach((input, at) => {
      const field = this.fields[at];
      setText(field.note, input.isForced ? " · only one value is left" : "");
      input.values.forEach((value, number) => this.mark(field.buttons[number], value, input.isForced));
      this.updateTyped(field, input);
    });
  }

  mark({ button, spoken }, { isChosen, isPossible, isImpossible }, isForced) {
    const kind = isImpossible ? "impossible" : isPossible ? (isForced ? "forced" : undefined) : "unfound";
    setAttribute(button, "aria-pressed", String(isChosen));
    setAttribute(button, "aria-disabled", isPossible ? undefined : "true");
    setAttribute(button, "class", kind);
    setText(spoken, isImpossible ? " (impossible)" : isPossible ? "" : " (no variant was found)");
  }

  updateTyped(field, input) {
    if (input.isTyped && !field.typed) {
      field.typed = this.typedField(field, input);
      field.box.append(field.typed);
    } else if (!input.isTyped && field.typed) {
      field.typed.remove();
      field.typed = undefined;
    }
    if (field.typed && document.activeElement !== field.typed) field.typed.value = input.meant ?? "";
  }

  typedField({ name, place }, { values }) {
    const offered = values.find(({ isChosen }) => isChosen)?.value.value;
    const field = make("input", { type: "text", "aria-label": `${name}: another value`, placeholder: offered,
      autocomplete: "off", spellcheck: "false",
      // Only what was typed is taken over: leaving the field empty leaves any other text.
      onchange: () => {
        if (field.value === "") return;
        const fits = this.choices.type(place, field.value);
        this.changed(fits ? "" : `${name}=${yamlOf(field.value)} is impossible with the other choices.`);
      } });
    return field;
  }
}
