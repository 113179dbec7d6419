/* Boxes and polygons on a picture: draw, edit, split, merge, name, order. Value: a list of shapes in picture pixels. */
import { announce, button, frame, h, plural } from "../dom.js";
import { PICTURE_KEYS, Picture } from "../picture.js";
import { clamp, cut, emptyPlace, merged, middle, middlePlace, moved, stretched, withBox, withPolygon } from "../shapes/geometry.js";
import { History } from "../shapes/history.js";
import { Keys, keyNames } from "../shapes/keys.js";
import { Listing } from "../shapes/listing.js";
import { Stage } from "../shapes/stage.js";

const LOWER_RIGHT = 2;  // of `corners`

export function mount(element, field, images, value, changed) {
  return new Shapes(element, { classes: [""], ...field, classes: field.classes?.length ? field.classes : [""] }, images, value, changed).widget();
}

class Shapes {
  constructor(element, field, images, value, changed) {
    const image = images[field.image ?? 0];
    Object.assign(this, { field, image, selected: [], ordering: null });
    this.body = frame(element, field);
    this.history = new History(this.clean(value ?? field.initial ?? []), () => {
      this.selected = this.selected.filter((id) => this.find(id));
      const held = this.body.contains(document.activeElement);
      this.show();
      if (held && document.activeElement === document.body) this.picture.svg.focus({ preventScroll: true });  // its shape is gone
      changed(this.value());
    });
    this.picture = new Picture(image, { label: `${image.alt || "Picture"}: ${field.label}`, seen: () => this.stage && this.show() });
    this.stage = new Stage(this.picture, field.classes, {
      select: (id, add) => this.select(id, add),
      edit: (shape, done) => this.edit(shape, done),
      draw: (box) => this.add({ box }),
      polygon: (points) => this.add({ polygon: points }),
      cut: (id, a, b) => this.split(id, a, b),
      click: (id) => this.number(id),
    });
    Object.assign(this.stage, { fixed: Boolean(field.fixed), ordered: Boolean(field.ordered) });
    this.listing = new Listing(field, image, {
      attribute: (id, name, given) => this.replace({ ...this.find(id), [name]: given }, `${name} ${id}`),
      move: (id, place) => this.move(id, place),
      select: (id) => this.selected.length === 1 && this.selected[0] === id || this.select(id, false),
      remove: (id) => this.remove([id]),
    });
    this.keys = new Keys(this);
    this.build();
    this.use("select");
    this.show();
    new ResizeObserver(() => this.show()).observe(this.picture.svg);
  }

  /* The toolbar, the picture and the list. */
  build() {
    const { field } = this;
    const tool = (name, words, title) => button(words, () => this.use(this.stage.tool === name ? "select" : name), { title, "data-tool": name, "aria-pressed": "false" });
    this.tools = field.fixed ? [] : [tool("select", "Select", "Select, move and resize (v)"), tool("box", "Box", "Draw boxes (b); n makes one without a pointer"),
      field.polygons ? tool("polygon", "Polygon", "Draw polygons point by point (p)") : null, tool("split", "Split", "Draw a line across a shape (s)")].filter(Boolean);
    this.merger = field.fixed ? null : button("Merge", () => this.merge(), { title: "Make one of the marked shapes (m)" });
    this.remover = field.fixed ? null : button("Delete", () => this.remove(this.selected), { title: "Delete the selected shapes (Delete)" });
    this.orderer = field.ordered ? button("Number", () => this.startOrder(), { title: "Click the shapes in reading order (o)", "aria-pressed": "false" }) : null;
    this.undoer = button("Undo", () => this.history.undo(), { title: "Undo (Ctrl+Z)" });
    this.redoer = button("Redo", () => this.history.redo(), { title: "Redo (Ctrl+Shift+Z)" });
    this.hint = h("p", { class: "hint", role: "status" });
    const bar = h("div", { class: "toolbar", role: "toolbar", "aria-label": `Tools: ${field.label}` }, this.tools, this.merger, this.orderer, this.remover, this.undoer, this.redoer, this.picture.tools);
    this.body.append(bar, h("div", { class: "workbench" }, h("div", { class: "bench" }, this.picture.element, this.hint), this.listing.element));
  }

  widget() {
    return {
      keys: [...keyNames(this.field), ...PICTURE_KEYS],
      key: (event) => this.keys.press(event),
      focus: () => this.begin(),
      begin: () => this.picture.svg.focus({ preventScroll: true }),  // Tab then goes to the first shape
      drawn: true,
      initial: this.value(),
      fault: () => null,
      doubt: () => this.doubt(),
    };
  }

  /* Given shapes with what this field asks, and ids for all. */
  clean(shapes) {
    const { field } = this;
    return shapes.filter((shape) => shape.box).map((shape, place) => ({
      id: String(shape.id ?? `s${place + 1}`),
      class: field.classes.includes(shape.class) ? shape.class : field.classes[0],
      box: [...shape.box],
      ...(shape.polygon ? { polygon: shape.polygon.map((point) => [...point]) } : {}),
      ...(field.texts ? { text: shape.text || "" } : {}),
      ...(field.names ? { name: shape.name || "" } : {}),
    }));
  }

  value() {
    return this.history.now.map(({ id, class: kind, box, polygon, text, name }) => ({
      id, class: kind, box, ...(polygon ? { polygon } : {}), ...(text === undefined ? {} : { text }), ...(name === undefined ? {} : { name }),
    }));
  }

  /* The focus on the shape that a doubt is about, or else on the first. */
  begin() {
    const doubted = this.stage.nodes.get(this.doubted)?.group;
    this.doubted = null;
    (doubted || this.stage.shapeLayer.firstElementChild || this.picture.svg).focus();
  }

  /* What may be right, but is more often forgotten. */
  doubt() {
    const now = this.history.now;
    if (!now.length) return "There are no shapes.";
    const empty = this.field.texts ? now.findIndex((shape) => !shape.text.trim()) : -1;
    const nameless = this.field.names ? now.findIndex((shape) => !shape.name.trim()) : -1;
    this.doubted = now[empty >= 0 ? empty : nameless]?.id ?? null;
    if (empty >= 0) return `Shape ${empty + 1} has no text.`;
    return nameless < 0 ? null : `Shape ${nameless + 1} has no name.`;
  }

  find(id) {
    return this.history.now.find((shape) => shape.id === id);
  }

  only() {
    return this.selected.length === 1 ? this.find(this.selected[0]) : undefined;
  }

  show() {
    const now = this.history.now;
    this.stage.show(now, this.selected);
    this.listing.show(now, this.selected);
    this.undoer.disabled = !this.history.past.length;
    this.redoer.disabled = !this.history.future.length;
    if (this.remover) this.remover.disabled = !this.selected.length;
    if (this.merger) this.merger.disabled = this.selected.length < 2;
  }

  say(words) {
    this.hint.textContent = words;
  }

  use(tool) {
    this.stage.use(tool);
    this.stopOrder();
    for (const one of this.tools) one.setAttribute("aria-pressed", String(one.dataset.tool === tool));
    this.say({ box: "Drag on the picture to draw a box.", polygon: "Click the corners; double click, or click the first corner again, to close.", split: "Drag a line across the shape to split." }[tool]
      || (this.history.now.length ? "Click a shape, or go through them with Tab. ? shows all keys." : "Press b and drag to draw a box, or n to make one by keyboard. ? shows all keys."));
  }

  select(id, add) {
    this.history.rest();
    this.stage.vertex = null;
    if (id === null) this.selected = [];
    else if (!add) this.selected = [id];
    else this.selected = this.selected.includes(id) ? this.selected.filter((one) => one !== id) : [...this.selected, id];
    this.show();
  }

  replace(shape, run = null) {
    this.history.set(this.history.now.map((one) => (one.id === shape.id ? shape : one)), run);
  }

  /* While something is dragged, the states between are one step. */
  edit(shape, done) {
    this.replace(shape, `drag ${shape.id}`);
    if (done) this.history.rest();
  }

  freeId() {
    const taken = new Set([...this.history.now, ...(this.field.initial || [])].map((shape) => String(shape.id)));
    let number = this.history.now.length + 1;
    while (taken.has(`s${number}`)) number += 1;
    return `s${number}`;
  }

  add({ box, polygon }) {
    const { field, image } = this;
    const bare = { id: this.freeId(), class: this.lastClass || field.classes[0], ...(field.texts ? { text: "" } : {}), ...(field.names ? { name: "" } : {}) };
    const shape = polygon ? withPolygon(bare, polygon, image) : withBox(bare, box, image);
    this.selected = [shape.id];
    this.history.set([...this.history.now, shape]);
    this.focus(shape.id);
    announce(`${shape.class || "Shape"} ${this.history.now.length} made.`);
  }

  /* A box for those who draw without a pointer: near the middle of what is seen, or, where shapes take up the page
     as panels do, in the largest place that is empty. */
  addHere() {
    const { view } = this.picture;
    const boxes = this.history.now.map((one) => one.box);
    this.use("select");
    this.add({ box: (this.tiles && boxes.length && emptyPlace(boxes, view)) || middlePlace(boxes, view) });
  }

  /* Whether shapes lie next to each other, as panels do. */
  get tiles() {
    const { ordered, texts, names, classes } = this.field;
    return Boolean(ordered) && !texts && !names && classes.length < 2;
  }

  focus(id) {
    this.stage.nodes.get(id)?.group.focus({ preventScroll: true });
  }

  remove(ids) {
    if (this.field.fixed || !ids.length) return;
    const place = this.history.now.findIndex((shape) => ids.includes(shape.id));
    this.selected = [];
    this.history.set(this.history.now.filter((shape) => !ids.includes(shape.id)));
    announce(`${plural(ids.length, "shape")} deleted.`);
    const next = this.history.now[Math.min(place, this.history.now.length - 1)];
    if (next) this.focus(next.id);
    else this.picture.svg.focus({ preventScroll: true });
  }

  classify(shapes, name) {
    this.lastClass = name;
    const ids = shapes.map((shape) => shape.id);
    this.history.set(this.history.now.map((shape) => (ids.includes(shape.id) ? { ...shape, class: name } : shape)));
  }

  shift(dx, dy) {
    const ids = this.selected;
    this.history.set(this.history.now.map((shape) => (ids.includes(shape.id) ? moved(shape, dx, dy, this.image) : shape)), `shift ${ids}`);
    if (this.only()) this.picture.reveal(this.only().box);
  }

  resize(dx, dy, corner = LOWER_RIGHT) {
    const shape = this.only();
    if (shape) this.replace(stretched(shape, corner, dx, dy, this.image), `resize ${shape.id} ${corner}`);
  }

  move(id, place) {
    const rest = this.history.now.filter((shape) => shape.id !== id);
    const to = clamp(place, 0, rest.length);
    this.history.set([...rest.slice(0, to), this.find(id), ...rest.slice(to)]);
    announce(`Now at place ${to + 1}.`);
  }

  /* The shape that a line cuts: the selected one, or the smallest whose middle is near it. */
  split(id, a, b) {
    const [from, to] = this.field.polygons && Math.min(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) > 0.07 * Math.hypot(a[0] - b[0], a[1] - b[1]) ? [a, b] : straight(a, b);
    const target = (id && this.find(id)) || this.only() || this.stage.hit(middle([a[0], a[1], b[0], b[1]]));
    const parts = target && cut(target, from, to, this.image);
    if (!parts) {
      this.say("The line crosses no shape.");
      return;
    }
    const made = [parts[0], { ...parts[1], id: this.freeId(), ...(this.field.texts ? { text: "" } : {}) }];
    this.selected = [made[0].id];
    this.use("select");
    this.history.set(this.history.now.flatMap((shape) => (shape.id === target.id ? made : [shape])));
    this.focus(made[0].id);
    announce("Split in two.");
  }

  merge() {
    const shapes = this.history.now.filter((shape) => this.selected.includes(shape.id));
    if (shapes.length < 2) {
      this.say("Mark two or more shapes first: click them with Shift, or press x on each.");
      return;
    }
    const [first, ...rest] = shapes.map((shape) => shape.id);
    const one = merged(shapes, this.image);
    this.selected = [first];
    this.history.set(this.history.now.flatMap((shape) => (rest.includes(shape.id) ? [] : [shape.id === first ? one : shape])));
    this.focus(first);
    announce(`${shapes.length} shapes merged.`);
  }

  startOrder() {
    if (this.ordering) {
      this.stopOrder();
      return;
    }
    this.use("select");
    this.ordering = [];
    this.orderer.setAttribute("aria-pressed", "true");
    this.say("Click the shapes in reading order: the next is number 1.");
  }

  stopOrder() {
    this.ordering = null;
    this.orderer?.setAttribute("aria-pressed", "false");
  }

  /* A click while numbers are given: this shape is the next. */
  number(id) {
    if (!this.ordering || this.ordering.includes(id)) return Boolean(this.ordering);
    this.ordering.push(id);
    const rest = this.history.now.filter((shape) => !this.ordering.includes(shape.id));
    this.selected = [id];
    this.history.set([...this.ordering.map((one) => this.find(one)), ...rest], "number");
    if (rest.length > 1) this.say(`Click the shapes in reading order: the next is number ${this.ordering.length + 1}.`);
    else this.use("select");
    return true;
  }
}

const straight = (a, b) => (Math.abs(a[0] - b[0]) < Math.abs(a[1] - b[1]) ? [[(a[0] + b[0]) / 2, a[1]], [(a[0] + b[0]) / 2, b[1]]] : [[a[0], (a[1] + b[1]) / 2], [b[0], (a[1] + b[1]) / 2]]);
