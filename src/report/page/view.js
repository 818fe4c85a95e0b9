// Puts the page together.

const data = JSON.parse(find("#data").textContent);
const hasVariants = data.elements.length > 0;

// What is not exact, and what could be done about it.
function remarks() {
  if (data.configurator) return data.caveats.length > 0 ? ["Numbers are exact as soon as the inputs have values that not all values were looked at of."] : [];
  if (!hasVariants) return [data.without];
  return [data.without, data.served ? "The server counts what each choice leaves, and tells it a little later."
    : "The numbers are those of all variants, whatever is chosen; `variscope serve` counts what choices leave."];
}

function showRemarks() {
  setText(find("#without"), remarks().join(" "));
  if (data.caveats.length === 0) return;
  find("#without").append(" This is why:", listOfLines(data.caveats.map(({ line, message }) => ({ line, text: message }))));
}

find("#picture").hidden = !find("#canvas svg");
find("#variants").hidden = !data.configurator;
find("#resolve").hidden = !data.served;
["#configurator", "#elements"].forEach((selector) => { find(selector).hidden = !hasVariants; });
showRemarks();

const configurator = hasVariants ? new Configurator(data) : undefined;
if (!configurator) {
  setText(find("#left"), data.without);
  showFindings(data.findings);
}
if (data.served) follow(data.served.revision, () => configurator?.keep());
