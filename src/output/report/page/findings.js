// What was found, each finding with the values that show it.

function showFindings(findings, load) {
  const items = findings.map((finding) => itemOf(finding, load));
  show("#findings ul", ...(items.length > 0 ? items : [make("li", {}, "Nothing was found.")]));
}

function itemOf({ severity, code, line, message, because, help, witness }, load) {
  const place = line ? `line ${line}: ` : "";
  const item = make("li", { class: severity },
    make("p", {}, make("strong", {}, `${severity} ${code} `), `${place}${message}`));
  if (because.length > 0) item.append(listOfLines(because));
  if (help) item.append(make("p", {}, help));
  if (load && witness && Object.keys(witness).length > 0) {
    const values = Object.entries(witness).map(([name, value]) => `${name}=${yamlOf(value)}`).join(", ");
    item.append(make("button", { type: "button", onclick: () => load(witness) }, `Choose ${values}`));
  }
  return item;
}
