/* The shapes as a list beside the picture: their order, classes, names and texts. */
import { button, h, unique } from "../dom.js";
import { draggable } from "../drag.js";
import { crop } from "../picture.js";

export class Listing {
  /** @param {object} acts attribute(id, name, value), move(id, place), select(id), remove(id) */
  constructor(field, image, acts) {
    Object.assign(this, { field, image, acts, rows: new Map() });
    this.names = h("datalist", { id: unique("names") });
    this.list = h("ol", { class: "shape-list", "aria-label": field.ordered ? "Shapes in reading order" : "Shapes" });
    this.element = h("div", { class: "shape-side" }, this.list, this.names);
    if (field.ordered) {
      draggable(this.list, { item: "li", list: ".shape-list", handle: ".grip", drop: (row, _, place) => acts.move(row.dataset.id, place) });
    }
  }

  show(shapes, selected) {
    const known = new Set(shapes.map((shape) => shape.id));
    for (const [id, row] of this.rows) if (!known.has(id)) { row.element.remove(); this.rows.delete(id); }
    shapes.forEach((shape, place) => this.fill(this.rows.get(shape.id) || this.make(shape), shape, place, selected));
    const wanted = shapes.map((shape) => this.rows.get(shape.id).element);
    if (!wanted.every((row, place) => this.list.children[place] === row)) {
      const focused = document.activeElement;
      this.list.replaceChildren(...wanted);
      if (this.list.contains(focused)) focused.focus({ preventScroll: true });
    }
    if (this.field.names) this.names.replaceChildren(...[...new Set(shapes.map((shape) => shape.name).filter(Boolean))].map((name) => h("option", { value: name })));
  }

  make(shape) {
    const { field, acts } = this;
    const { id } = shape;
    const row = { image: h("div", { class: "row-crop" }) };
    const tell = (name) => (event) => acts.attribute(id, name, event.target.value);
    row.rank = field.ordered
      ? h("input", { type: "number", class: "row-rank", min: "1", onchange: (event) => acts.move(id, Math.round(Number(event.target.value) || 1) - 1) })
      : h("span", { class: "row-rank" });
    row.class = field.classes.length > 1 ? h("select", { onchange: tell("class") }, field.classes.map((one) => h("option", { value: one }, one))) : null;
    row.name = field.names ? h("input", { type: "text", list: this.names.id, placeholder: "name", autocomplete: "off", oninput: tell("name") }) : null;
    row.text = field.texts ? h("textarea", { rows: "2", placeholder: "text", lang: field.language || null, oninput: tell("text") }) : null;
    if (row.text) row.text.classList.toggle("vertical", Boolean(field.vertical));
    row.remove = field.fixed ? null : button("×", () => acts.remove(id));
    row.grip = field.ordered ? h("span", { class: "grip", "aria-hidden": "true", title: "Drag" }, "⠿") : null;
    row.element = h("li", { "data-id": id, onfocusin: () => acts.select(id) },
      h("div", { class: "row-head" }, row.grip, row.rank, row.class, row.remove), row.name, row.image, row.text);
    row.element.addEventListener("pointerdown", () => acts.select(id));
    this.rows.set(id, row);
    return row;
  }

  fill(row, shape, place, selected) {
    const chosen = selected.includes(shape.id);
    const label = `${shape.class || "Shape"} ${place + 1}`;
    const say = (element, words) => element?.setAttribute("aria-label", `${words} of ${label}`);
    row.element.className = chosen ? "selected" : "";
    if (this.field.ordered) keep(row.rank, String(place + 1));
    else row.rank.textContent = String(place + 1);
    if (this.field.ordered) row.rank.max = String(this.rows.size);
    keep(row.class, shape.class);
    keep(row.name, shape.name || "");
    keep(row.text, shape.text || "");
    say(this.field.ordered ? row.rank : null, "Place");
    say(row.class, "Class");
    say(row.name, "Name");
    say(row.text, "Text");
    row.remove?.setAttribute("aria-label", `Delete ${label}`);
    const shown = chosen && this.field.texts && selected.length === 1;
    const key = shown ? shape.box.join() : "";
    if (row.image.dataset.box !== key) {
      row.image.dataset.box = key;
      row.image.replaceChildren(...(shown ? [crop(this.image, shape.box)] : []));
    }
    if (chosen && selected.length === 1 && !row.element.contains(document.activeElement)) near(this.element, row.element);
  }

  /** Put the cursor where the first thing can be written about a shape. */
  write(id) {
    const row = this.rows.get(id);
    const first = row && (row.text || row.name || row.class);
    if (first) first.focus();
    return Boolean(first);
  }
}

function keep(element, value) {
  if (element && element.value !== value) element.value = value;
}

/** Scroll a list to a row, but never the page. */
export function near(list, row) {
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top);
}
