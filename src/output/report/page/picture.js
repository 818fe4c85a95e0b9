// The picture of the topology: follows the choices, is asked with mouse and keys, and can be drawn larger.

const MARKS = { always: "always", sometimes: "conditional", never: "absent", unknown: "unknown" };
// What an element is over all variants, as it is drawn at first.
const FIRST = ["always", "conditional", "never", "unknown"];

// Where an arrow key leads among the shapes, from the one at `place` of so many.
const STEPS = {
  ArrowRight: (place) => place + 1,
  ArrowDown: (place) => place + 1,
  ArrowLeft: (place) => place - 1,
  ArrowUp: (place) => place - 1,
  Home: () => 0,
  End: (_, number) => number - 1,
};

const ZOOM = 2;
// Below this scale words are too small to be read.
const READABLE = 0.4;

class Picture {
  // Without scripts the picture is drawn as it is.
  static isThere() {
    return find("#canvas noscript").textContent !== "";
  }

  constructor(elements, why) {
    find("#canvas").innerHTML = find("#canvas noscript").textContent;
    const places = new Map(elements.map((element, place) => [element.id, place]));
    const shapes = findAll("#canvas [data-element]").map((shape) => ({ shape, place: places.get(shape.dataset.element) }));
    this.shapes = shapes.filter(({ place }) => place !== undefined);
    this.svg = find("#canvas svg");
    // Nothing within an image would be read out.
    this.svg.setAttribute("role", "group");
    this.shapes.forEach((one) => this.describe(one));
    this.listen(why);
    find("#larger").addEventListener("click", () => this.zoom(ZOOM));
    find("#smaller").addEventListener("click", () => this.zoom(1 / ZOOM));
    find("#whole").addEventListener("click", () => this.zoom(0));
  }

  describe(one) {
    const { shape } = one;
    one.first = FIRST.find((mark) => shape.classList.contains(mark));
    one.mark = one.first;
    // Its title is its name, and has the words that can be read on it.
    shape.setAttribute("role", "button");
    // One stop for the tab key; from there arrow keys lead on.
    shape.setAttribute("tabindex", shape === this.shapes[0].shape ? "0" : "-1");
  }

  listen(why) {
    const shapeOf = ({ target }) => this.shapes.findIndex(({ shape }) => shape === target.closest("[data-element]"));
    this.svg.addEventListener("click", (event) => {
      const at = shapeOf(event);
      if (at >= 0) why(this.shapes[at].place);
    });
    this.svg.addEventListener("keydown", (event) => {
      const at = shapeOf(event);
      const isPressed = event.key === "Enter" || event.key === " ";
      if (at < 0 || !(isPressed || STEPS[event.key])) return;
      event.preventDefault();
      if (isPressed) why(this.shapes[at].place);
      else this.focus(at, STEPS[event.key](at, this.shapes.length));
    });
  }

  focus(from, to) {
    const next = this.shapes[to];
    if (!next) return;
    this.shapes[from].shape.setAttribute("tabindex", "-1");
    next.shape.setAttribute("tabindex", "0");
    next.shape.focus();
  }

  // Draws it larger or smaller by a factor, or, for 0, as large as there is room.
  zoom(factor) {
    const width = this.svg.getBoundingClientRect().width * factor;
    if (factor === 0) this.svg.removeAttribute("style");
    else Object.assign(this.svg.style, { width: `${width}px`, maxWidth: "none", minWidth: "0" });
    const scale = this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width;
    find("#canvas").classList.toggle("overview", scale < READABLE);
  }

  show(statuses) {
    this.shapes.forEach((one) => {
      const status = statuses[one.place];
      // What no variant has is drawn as that, whatever is chosen.
      const mark = status === "never" && one.first === "never" ? "never" : MARKS[status];
      if (one.mark === mark) return;
      one.shape.classList.remove(one.mark);
      one.shape.classList.add(mark);
      one.mark = mark;
    });
  }
}
