/* A picture by itself, as large as the window: for cards and options, whose pictures are small. */
import { button, h, s } from "./dom.js";
import { Picture } from "./picture.js";
import { corners } from "./shapes/geometry.js";

const AROUND = 3;  // times the size of a box is shown around it at first

/** The keys, for the help. */
export const LENS_KEYS = [["+", "enlarge the picture that has the focus; there + − 0 and arrows as on other pictures, PageUp and PageDown go to the one before or after, Esc closes"]];

export class Lens {
  /**
   * @param {() => {title: string, image: object, box?: number[], element: Element}[]} shown what there is to look at, in
   *   its present order; `element` has the focus before and after, and `box` is the part of the image that is meant.
   */
  constructor(shown) {
    this.shown = shown;
    this.button = button("Enlarge", () => this.open(this.place()), { title: "Enlarge the picture (+)" });
    this.button.addEventListener("pointerdown", () => { this.before = document.activeElement; });
  }

  /** Whether a key was used. Where nothing has the focus, other pictures of the page come first. */
  key(event) {
    if ((event.key !== "+" && event.key !== "=") || event.ctrlKey || event.metaKey || event.altKey) return false;
    const at = this.at(document.activeElement);
    if (at < 0 && document.querySelector("form.work svg.picture-view")) return false;
    return this.open(Math.max(0, at));
  }

  at(element) {
    return this.shown().findIndex((one) => one.element === element);
  }

  /* Of a button that was clicked: the picture that had the focus. */
  place() {
    return Math.max(0, this.at(this.before));
  }

  open(place) {
    if (!this.shown()[place]) return false;
    this.title = h("h2", { id: "lens-title" });
    this.holder = h("div", { class: "lens-picture" });
    this.dialog = h("dialog", { class: "lens", "aria-labelledby": "lens-title", onkeydown: (event) => this.press(event) },
      h("form", { method: "dialog" }, this.title, this.holder,
        h("div", { class: "dialog-bar" }, h("span", { class: "soft" }, "+ − 0 and arrows enlarge and move; PageUp and PageDown: the one before or after; Esc closes"),
          button("Before", () => this.show(this.now - 1)), button("After", () => this.show(this.now + 1)), h("button", { class: "button" }, "Close"))));
    const { dialog } = this;
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.shown()[this.now]?.element.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    this.show(place);
    return true;
  }

  show(place) {
    const all = this.shown();
    this.now = (place + all.length) % all.length;
    const { title, image, box } = all[this.now];
    this.title.textContent = all.length > 1 ? `${title} · ${this.now + 1} of ${all.length}` : title;
    this.picture = new Picture(image, { label: title });
    this.holder.replaceChildren(this.picture.element);
    if (box) {
      this.picture.layer.append(s("polygon", { class: "meant", points: corners(box).map((point) => point.join(",")).join(" ") }));
      this.picture.look(viewOf(box, image));
    }
    this.picture.svg.focus();
  }

  press(event) {
    const by = { PageUp: -1, PageDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ")) return;
    if (this.picture.key(event)) event.preventDefault();
    else if (by && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.show(this.now + by);
    }
  }
}

/* A view of the picture's own proportions, with the box in its middle. */
function viewOf([x0, y0, x1, y1], { width, height }) {
  const wide = Math.min(width, AROUND * Math.max(x1 - x0, ((y1 - y0) * width) / height));
  const high = (wide * height) / width;
  return [(x0 + x1 - wide) / 2, (y0 + y1 - high) / 2, wide, high];
}
