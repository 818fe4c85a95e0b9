// Puts the page together.

const data = JSON.parse(find("#data").textContent);
const hasVariants = data.elements.length > 0;

// What is not exact, and what could be done about it.
function remark() {
  if (data.configurator) return data.caveats.length > 0 ? "Numbers are lower bounds until these inputs have a value." : "";
  if (!hasVariants) return data.without;
  return `${data.without} ${data.served ? "The server counts what each choice leaves, and tells it a little later."
    : "The numbers are those of all variants, whatever is chosen; `variscope serve` counts what choices leave."}`;
}

function showRemark() {
  setText(find("#without"), remark());
  if (data.caveats.length > 0) find("#without").append(listOfLines(data.caveats.map(({ line, message }) => ({ line, text: message }))));
}

find("#picture").hidden = !Picture.isThere() && !Folds.isThere();
find("#folds").hidden = !Folds.isThere();
["#zoom", "#canvas"].forEach((selector) => { find(selector).hidden = !Picture.isThere(); });
find("#variants").hidden = !data.configurator;
find("#resolve").hidden = !data.served;
["#configurator", "#elements"].forEach((selector) => { find(selector).hidden = !hasVariants; });
showRemark();

const configurator = hasVariants ? new Configurator(data) : undefined;
if (!configurator) {
  setText(find("#left"), data.without);
  showFindings(data);
}
if (data.served) follow(data.served.revision, () => configurator?.keep());
