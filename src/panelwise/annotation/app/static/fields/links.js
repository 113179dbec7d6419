/* Who speaks: from each shape of one class (a balloon) to one or several of another (a character), or to nobody.
   Value: [{from, to}], to null for nobody. */
import { button, frame, h, kbd, plural, s } from "../dom.js";
import { PICTURE_KEYS, Picture } from "../picture.js";
import { middle } from "../shapes/geometry.js";
import { near } from "../shapes/listing.js";
import { Stage } from "../shapes/stage.js";

const LETTERS = "abcdeghijklmopqrstvwxyz";  // f, n and u are commands
const MARK = /^[A-Z]{1,2}[0-9]{1,3}$/i;  // an id that is written on the picture

export function mount(element, field, images, value, changed, form) {
  return new Links(element, field, images, value, changed, form).widget();
}

class Links {
  constructor(element, field, images, value, changed, form) {
    Object.assign(this, { field, changed, past: [], active: null, links: new Map() });
    for (const { from, to } of value || []) this.links.set(String(from), [...(this.links.get(String(from)) || []), to]);
    const named = typeof field.shapes === "string";
    const source = named ? form.field(field.shapes) : field;
    const image = images[source.image ?? (named ? 0 : field.shapes[0]?.image) ?? 0];
    this.body = frame(element, field);
    this.picture = new Picture(image, { label: `${image.alt || "Picture"}: ${field.label}`, seen: () => this.stage && this.show() });
    this.arrows = s("g", { class: "arrows", "aria-hidden": "true" });
    this.stage = new Stage(this.picture, [field.from_class, field.to_class], { select: (id) => this.select(id), edit() {}, draw() {}, polygon() {}, cut() {}, click: (id) => this.click(id) });
    this.stage.fixed = true;
    this.picture.layer.append(this.arrows);
    this.hint = h("p", { class: "hint", role: "status" });
    this.list = h("ol", { class: "link-list", "aria-label": field.label });
    this.rows = new Map();
    this.side = h("div", { class: "shape-side" }, this.list);
    this.body.append(h("div", { class: "workbench" }, h("div", { class: "bench" }, this.picture.element, this.hint), this.side));
    this.take(named ? form.value(field.shapes) || [] : field.shapes);
    if (named) form.watch(field.shapes, (shapes) => this.take(shapes || []));
    new ResizeObserver(() => this.show()).observe(this.picture.svg);
  }

  /* The shapes, which another field may change at any time. */
  take(shapes) {
    const { field } = this;
    const of = (name, keys) => {
      const given = typeof field.shapes === "string" ? field.given || [] : shapes;
      const all = given === shapes ? shapes : [...given, ...shapes];
      const own = all.filter((shape) => shape.class === name).map((shape) => ({ ...shape, id: String(shape.id) }));
      const marked = own.every((shape) => given.some((one) => one.id === shape.id) && MARK.test(shape.id));
      return own.map((shape, place) => ({ ...shape, key: keys[place] || "", title: marked ? shape.id : name, tag: tagOf(marked ? shape.id : "", keys[place] || String(place + 1)) }));
    };
    this.from = of(field.from_class, Array.from({ length: 99 }, (_, place) => String(place + 1)));
    this.to = of(field.to_class, [...LETTERS]);
    const known = new Set([null, ...this.to.map((shape) => shape.id)]);
    for (const [id, ends] of this.links) {
      const kept = ends.filter((to) => known.has(to));
      if (kept.length && this.from.some((shape) => shape.id === id)) this.links.set(id, kept);
      else this.links.delete(id);
    }
    if (!this.from.some((shape) => shape.id === this.active)) this.active = this.from[0]?.id ?? null;
    this.rows.clear();
    this.list.replaceChildren(...this.from.map((shape) => this.row(shape)));
    this.show();
  }

  row(shape) {
    const chip = (to, key, words) => {
      const made = button([key ? kbd(key) : null, words].filter(Boolean), () => this.link(shape.id, to), { class: "plain chip", "aria-label": `${shape.tag}: ${words}` });
      return [to, made];
    };
    const chips = [...this.to.map((one) => chip(one.id, one.key, one.name || one.title)), ...(this.field.allow_none ? [chip(null, "n", "nobody")] : [])];
    const element = h("li", { "data-id": shape.id, onfocusin: () => this.select(shape.id), onclick: () => this.select(shape.id) },
      h("p", { class: "link-text" }, h("b", {}, shape.tag), " ", shape.text || ""), h("div", { class: "chips", role: "group", "aria-label": `${this.field.to_class} of ${shape.tag}` }, chips.map(([, made]) => made)));
    this.rows.set(shape.id, { element, chips });
    return element;
  }

  select(id) {
    if (id === null || id === this.active || !this.from.some((shape) => shape.id === id)) return;
    this.active = id;
    this.show();
  }

  /* A click on a balloon picks it, a click on a character links the picked one. */
  click(id) {
    if (this.to.some((shape) => shape.id === id)) this.link(this.active, id, true);
    else this.select(id);
    return true;
  }

  /* Another end replaces the last; where there may be several, it is added or taken away. */
  link(from, to, onwards = false) {
    if (from === null) return;
    this.past.push(new Map(this.links));
    const now = this.links.get(from) || [];
    const several = this.field.several && to !== null && to !== undefined;
    const next = to === undefined ? [] : several ? (now.includes(to) ? now.filter((one) => one !== to) : [...now.filter((one) => one !== null), to]) : [to];
    if (next.length) this.links.set(from, next);
    else this.links.delete(from);
    if (onwards && !several) this.next();
    this.show();
    this.changed(this.value());
  }

  /* The next balloon without a link, or the next at all. */
  next() {
    const place = this.from.findIndex((shape) => shape.id === this.active);
    const after = [...this.from.slice(place + 1), ...this.from.slice(0, place)];
    const open = after.find((shape) => !this.links.has(shape.id));
    if (!open) return;
    this.active = open.id;
    if (this.stage.shapeLayer.contains(document.activeElement)) this.stage.nodes.get(open.id)?.group.focus({ preventScroll: true });
  }

  step(by) {
    const place = this.from.findIndex((shape) => shape.id === this.active);
    this.active = this.from[(place + by + this.from.length) % this.from.length]?.id ?? null;
    this.show();
    this.stage.nodes.get(this.active)?.group.focus({ preventScroll: true });
  }

  show() {
    const shapes = [...this.from, ...this.to].map((shape) => ({ ...shape, words: this.inWords(shape), mark: this.links.has(shape.id) ? "linked" : "" })).filter((shape) => shape.box);
    this.stage.show(shapes, this.active === null ? [] : [this.active]);
    const at = new Map(shapes.map((shape) => [shape.id, middle(shape.box)]));
    const pairs = [...this.links].flatMap(([from, ends]) => ends.map((to) => [from, to])).filter((pair) => pair.every((id) => at.has(id)));
    this.arrows.replaceChildren(...pairs.flatMap(([from, to]) => arrow(at.get(from), at.get(to), from === this.active, this.picture.unit)));
    for (const [id, { element, chips }] of this.rows) {
      element.classList.toggle("selected", id === this.active);
      for (const [to, made] of chips) made.setAttribute("aria-pressed", String((this.links.get(id) || []).includes(to)));
    }
    const picked = this.rows.get(this.active)?.element;
    if (picked !== this.picked && !picked?.contains(document.activeElement)) near(this.side, picked ?? this.list);
    this.picked = picked;
    const open = this.from.filter((shape) => !this.links.has(shape.id)).length;
    const { from_class: from, to_class: to } = this.field;
    this.hint.textContent = this.from.length ? `${open ? `${plural(open, from)} left. ` : "All linked. "}Pick a ${from} by its number or a click, then a ${to} by its letter or a click.` : `There is no ${from} to link.`;
  }

  inWords(shape) {
    const ends = this.links.get(shape.id) || [];
    return ends.length ? `linked to ${ends.map((to) => (to === null ? "nobody" : this.to.find((one) => one.id === to)?.tag)).join(", ")}` : "";
  }

  value() {
    return this.from.flatMap(({ id }) => (this.links.get(id) || []).map((to) => ({ from: id, to })));
  }

  press(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      if (this.past.length) this.links = this.past.pop();
      this.show();
      this.changed(this.value());
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const focused = document.activeElement?.dataset?.id;
    const letter = this.to.find((shape) => shape.key && shape.key === event.key.toLowerCase());
    const number = this.from.find((shape) => shape.key === event.key);
    if (letter) this.link(this.active, letter.id, true);
    else if (event.key === "n" && this.field.allow_none) this.link(this.active, null, true);
    else if (event.key === "Delete" || event.key === "Backspace" || event.key === "u") this.link(this.active, undefined);
    else if ((event.key === "Enter" || event.key === " ") && this.to.some((shape) => shape.id === focused)) this.link(this.active, focused, true);
    else if (number) this.step(this.from.indexOf(number) - this.from.findIndex((shape) => shape.id === this.active));
    else if (/^Arrow/.test(event.key) && !this.picture.zoomed) this.step(/Right|Down/.test(event.key) ? 1 : -1);
    else return this.picture.key(event);
    return true;
  }

  widget() {
    const { from_class: from, to_class: to } = this.field;
    return {
      keys: [["1–9", `pick a ${from}`], ["← →", `${from} before or after`], ["a–z", `link it to this ${to}, and go on`], ...(this.field.allow_none ? [["n", "nobody"]] : []), ["u", "take the link away"], ["Ctrl+Z", "undo"], ...PICTURE_KEYS.slice(0, 2)],
      key: (event) => this.press(event),
      focus: () => (this.stage.nodes.get(this.active)?.group || this.picture.svg).focus(),
      initial: this.value(),
      fault: () => {
        const open = this.from.filter((shape) => !this.links.has(shape.id));
        return open.length ? `Link every ${from}; ${open.length} left: ${open.slice(0, 9).map((shape) => shape.tag).join(", ")}.` : null;
      },
    };
  }
}

/* What is written on a shape: its id, unless that is only for programs, and its key, unless the id says it. */
const tagOf = (id, key) => (id.replace(/^\D+/, "") === key ? id : [id, key].filter(Boolean).join(" "));

function arrow(a, b, active, unit) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [dx, dy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const head = 11 * unit;
  const tip = `M${b[0]} ${b[1]}L${b[0] - dx * head - dy * head * 0.5} ${b[1] - dy * head + dx * head * 0.5}L${b[0] - dx * head + dy * head * 0.5} ${b[1] - dy * head - dx * head * 0.5}Z`;
  const css = active ? " active" : "";
  return [s("path", { class: "halo", d: `M${a.join(" ")}L${b.join(" ")}` }), s("path", { class: `link${css}`, d: `M${a.join(" ")}L${b.join(" ")}` }), s("path", { class: `head${css}`, d: tip })];
}
