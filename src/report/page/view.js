// Puts the page together.

const data = JSON.parse(find("#data").textContent);
const hasVariants = data.elements.length > 0;

find("#picture").hidden = !find("#canvas svg");
find("#variants").hidden = !data.configurator;
find("#resolve").hidden = !data.served;
["#configurator", "#elements"].forEach((selector) => { find(selector).hidden = !hasVariants; });
find("#without").textContent = data.configurator ? "" : [data.without, !hasVariants ? "" : data.served
  ? "The server counts what each choice leaves, and tells it a little later."
  : "The numbers are those of all variants, whatever is chosen; `variscope serve` counts what choices leave."].join(" ");

if (data.caveats.length > 0) {
  find("#without").append(" This is why:", listOfLines(data.caveats.map(({ line, message }) => ({ line, text: message }))));
}

let keep = () => {};
if (hasVariants) keep = configure(data);
else {
  find("#left").textContent = data.without;
  showFindings(data);
}
if (data.served) follow(data.served.revision, keep);
