// The inputs with their values as buttons, and a field for texts that nothing mentions.

function valueButton(choices, input, { value, isChosen, isPossible }, number, changed) {
  return make("button", {
    type: "button", "aria-pressed": String(isChosen), "data-place": [...input.place, number].join("."), title: hint(value),
    class: isPossible ? (input.isForced ? "forced" : undefined) : "impossible",
    "aria-disabled": isPossible ? undefined : "true",
    onclick: () => {
      const excluding = choices.toggle(input.place, number);
      if (excluding === undefined) return changed();
      const because = listed(pairs(choices.chosen().filter(({ name }) => excluding.includes(name))));
      const reason = because ? `because of ${because}` : "whatever is chosen";
      return say(`${input.name}=${label(value)} is impossible ${reason}.`);
    },
  }, label(value), ...(isPossible ? [] : [make("span", { class: "spoken" }, " (impossible)")]));
}

function typedField(choices, input, changed) {
  const offered = input.values.find(({ isChosen }) => isChosen).value.value;
  const field = make("input", {
    type: "text", "data-place": `${input.place.join(".")}.typed`, "aria-label": `${input.name}: another value`,
    placeholder: offered, value: input.meant, autocomplete: "off", spellcheck: "false",
    // Only what was typed is taken over: leaving the field empty leaves any other text.
    onchange: () => {
      if (field.value === "") return undefined;
      const fits = choices.type(input.place, field.value);
      return changed(fits ? "" : `${input.name}=${yamlOf(field.value)} is impossible with the other choices.`);
    },
  });
  return field;
}

function showInputs(choices, about, changed) {
  const focused = document.activeElement?.dataset?.place;
  show("#inputs", ...choices.inputs().map((input) => {
    const declared = about.get(input.name);
    const buttons = input.values.map((value, number) => valueButton(choices, input, value, number, changed));
    if (input.isTyped) buttons.push(typedField(choices, input, changed));
    return make("fieldset", {}, make("legend", {}, input.name, " ",
      make("small", {}, declared?.description ?? declared?.type ?? "", input.isForced ? " · only one value is left" : "")),
      make("div", { class: "values" }, ...buttons));
  }));
  if (focused) find(`[data-place="${focused}"]`)?.focus();
}
