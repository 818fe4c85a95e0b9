// What was found, each finding with the values that show it; of many, some at a time.

const MOST_FINDINGS = 25;

function showFindings({ findings, open }, load) {
  if (open.length > 0) show("#findings-open", listOfLines(open.map((text) => ({ text }))));
  if (findings.length === 0) return show("#findings ul", make("li", {}, open.length > 0 ? "Nothing was found so far." : "Nothing was found."));
  let wanted = findings;
  let shown = 0;
  const more = () => {
    const next = wanted.slice(shown, shown + MOST_FINDINGS).map((finding) => itemOf(finding, load));
    shown += next.length;
    find("#findings ul").append(...next);
    const left = wanted.length - shown;
    find("#findings-more").hidden = left === 0;
    setText(find("#findings-more"), `${number(left)} more`);
    setText(find("#findings-note"), wanted.length === findings.length ? `${number(findings.length)} findings`
      : `${number(wanted.length)} of ${number(findings.length)} findings`);
  };
  const arrange = () => {
    const text = find("#findings-filter").value.trim().toLowerCase();
    const severity = find("#findings-severity").value;
    wanted = findings.filter((finding) => (!severity || finding.severity === severity)
      && (!text || `${finding.code} ${finding.message}`.toLowerCase().includes(text)));
    shown = 0;
    show("#findings ul");
    more();
  };
  find("#findings-filters").hidden = findings.length <= MOST_FINDINGS;
  ["#findings-filter", "#findings-severity"].forEach((selector) => find(selector).addEventListener("input", arrange));
  find("#findings-more").addEventListener("click", () => {
    const before = shown;
    more();
    // What comes is read on from where it begins.
    const first = find("#findings ul").children[before];
    first.tabIndex = -1;
    first.focus();
  });
  // Paper has everything.
  addEventListener("beforeprint", () => { while (shown < wanted.length) more(); });
  show("#findings ul");
  return more();
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
