// The first variants that choices leave, of which two can be compared.

const MOST_VARIANTS = 50;

function showVariants(elements, choices, total, what) {
  const variants = choices.variants(MOST_VARIANTS);
  const note = total > BigInt(variants.length) ? `The first ${variants.length} of ${number(total)} ${what}. ` : "";
  setText(find("#variants-note"), `${note}Choose two to compare.`);
  const compare = () => showDifference(elements, variants);
  show("#variants tbody", ...variants.map((variant, place) => rowOfVariant(variant, place, compare)));
  show("#difference");
}

function rowOfVariant({ values, size }, place, compare) {
  const box = make("input", { type: "checkbox", value: place, "aria-label": `compare variant ${place + 1}`, onchange: compare });
  const text = values.map(({ name, value }) => `${name}=${value.isOther ? "…" : yamlOf(value.value)}`).join("  ");
  return make("tr", {}, make("td", {}, box), make("td", {}, make("code", {}, text)), make("td", { class: "number" }, String(size)));
}

function showDifference(elements, variants) {
  const boxes = findAll("#variants input[type=checkbox]");
  const chosen = boxes.filter((box) => box.checked);
  // Two are compared, never three.
  boxes.forEach((box) => { box.disabled = chosen.length === 2 && !box.checked; });
  const [left, right] = chosen.map((box) => variants[box.value]);
  if (!left || !right) return show("#difference");
  const only = (one, other) => elements.filter((_, place) => one.isPresent(place) && !other.isPresent(place));
  const changed = left.values.flatMap(({ name, value }, place) => {
    const other = right.values[place].value;
    return value === other ? [] : [`${name}: ${label(value)} → ${label(other)}`];
  });
  return show("#difference", titled("Values that differ", changed),
    titled("Only in the first", only(left, right).map(({ id }) => id)),
    titled("Only in the second", only(right, left).map(({ id }) => id)));
}

function titled(title, words) {
  return make("div", {}, make("h3", {}, `${title}: ${words.length}`),
    make("ul", {}, ...words.map((word) => make("li", {}, make("code", {}, word)))));
}
