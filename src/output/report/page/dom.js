// The few ways in which the page is touched. Text of the template is only ever set as text.

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  Object.entries(properties).forEach(([name, value]) => {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  });
  element.append(...children);
  return element;
}

// Without a value the attribute goes. One that is as it was is left alone: a browser looks again at all that is set.
function setAttribute(element, name, value) {
  const text = value === undefined || value === false ? null : value === true ? "" : String(value);
  if (element.getAttribute(name) === text) return;
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

const find = (selector) => document.querySelector(selector);
const findAll = (selector) => [...document.querySelectorAll(selector)];
const show = (selector, ...children) => find(selector).replaceChildren(...children);
const say = (text) => { find("#reason").textContent = text; };

// Whatever is as it was is left alone, so that the browser has nothing to do.
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Does something once what was changed so far can be seen; `cancelAnimationFrame` takes it back.
const afterFrame = (action) => requestAnimationFrame(() => setTimeout(action));

// A file for the reader to keep.
function download(name, text) {
  make("a", { download: name, href: `data:text/yaml;charset=utf-8,${encodeURIComponent(text)}` }).click();
}

function listOfLines(lines) {
  return make("ol", {}, ...lines.map(({ line, text }) => make("li", {}, line ? `line ${line}: ${text}` : text)));
}
