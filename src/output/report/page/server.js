// Questions to the server that the page came from, where there is one.

// The answer to a question; throws what stands against it, as a text.
async function ask(question, body, signal) {
  let response;
  try {
    response = await fetch(question, { method: "POST", body: JSON.stringify(body), signal });
  } catch (error) {
    throw error.name === "AbortError" ? error : new Error("The server has ended.");
  }
  const answer = await response.json();
  if (response.ok) return answer;
  const found = answer.diagnostics ?? (answer.templates ?? []).flatMap(({ findings }) => findings);
  throw new Error(found.map(inShort).join(" ") || answer.message);
}

const inShort = ({ code, line, message }) => `${code}${line ? `, line ${line}` : ""}: ${message}.`;

const asObject = (values) => Object.fromEntries(values.map(({ name, value }) => [name, value]));

// Reads the page anew when the template has changed; `keep` is called before.
async function follow(revision, keep) {
  for (;;) {
    try {
      const answer = await (await fetch(`changes/${revision}`)).json();
      show("#live");
      if (answer.revision !== revision) {
        keep();
        location.reload();
        return;
      }
    } catch {
      find("#live").textContent = "The server has ended: what changes in the template is not shown.";
      await new Promise((resolve) => { setTimeout(resolve, 5000); });
    }
  }
}

// What was chosen outlives the page, not the tab.
const store = {
  keep: (template, values) => sessionStorage.setItem(`variscope ${template}`, JSON.stringify(values)),
  take(template) {
    const kept = sessionStorage.getItem(`variscope ${template}`);
    sessionStorage.removeItem(`variscope ${template}`);
    return kept === null ? undefined : JSON.parse(kept);
  },
};
