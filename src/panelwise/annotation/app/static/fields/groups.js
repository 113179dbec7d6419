/* Who is who: shapes, often of several pictures, sorted into named groups. Value: {shape id: name of its group}. */
import { announce, button, frame, h, kbd, plural } from "../dom.js";
import { LENS_KEYS, Lens } from "../lens.js";
import { crop } from "../picture.js";

const MARGIN = 0.12;  // of a crop around a box

export function mount(element, field, images, value, changed, form) {
  return new Groups(element, field, images, value, changed, form).widget();
}

class Groups {
  constructor(element, field, images, value, changed, form) {
    Object.assign(this, { field, images, changed, past: [], back: null, renamed: null, of: new Map(Object.entries(value || {})), selected: new Set() });
    this.body = frame(element, field);
    this.names = [...new Set([...(form.aside || []), ...this.of.values()])];
    this.chips = h("div", { class: "chips", role: "toolbar", "aria-label": `Groups: ${field.label}` });
    this.input = h("input", { type: "text", autocomplete: "off", maxlength: "200", onkeydown: (event) => this.inInput(event) });
    this.newer = button("Add", () => this.enter());
    this.renamer = button("Rename", () => this.startRename(), { title: "Give the group of this picture another name (r)" });
    this.lens = new Lens(() => this.cards.filter(({ image, box }) => image && box).map(({ id, element, image, box }) => ({ title: `Picture ${id}: ${this.of.get(id) || "no group"}`, image, box, element })));
    this.mean(null);
    this.faces = h("ul", { class: "cards faces", tabindex: "-1", "aria-label": field.label });
    this.cards = [];
    this.hint = h("p", { class: "hint", role: "status" });
    this.body.append(h("div", { class: "group-tools" }, this.chips, h("span", { class: "group-new" }, this.input, this.newer, this.renamer, this.lens.button)),
      this.faces, this.hint);
    const named = typeof field.shapes === "string";
    this.take(named ? form.value(field.shapes) || [] : field.shapes, named ? form.field(field.shapes).image ?? 0 : 0);
    if (named) form.watch(field.shapes, (shapes) => this.take(shapes || [], form.field(field.shapes).image ?? 0));
  }

  /* The shapes, which another field may change at any time. */
  take(shapes, image) {
    const wanted = shapes.filter((shape) => !this.field.of_class || shape.class === this.field.of_class);
    this.cards = wanted.map((shape) => this.card({ ...shape, id: String(shape.id) }, this.images[shape.image ?? image]));
    this.faces.replaceChildren(...this.cards.map(({ element }) => h("li", {}, element)));
    const ids = new Set(this.cards.map((card) => card.id));
    for (const id of this.of.keys()) if (!ids.has(id)) this.of.delete(id);
    this.show();
  }

  card(shape, image) {
    const label = h("span", { class: "card-head" });
    const element = h("button", { type: "button", class: "card-button face", "aria-pressed": "false", "data-id": shape.id, onclick: (event) => this.choose(shape.id, event) },
      shape.box && image ? crop(image, around(shape.box, image)) : h("b", {}, shape.id), label);
    element.addEventListener("focus", () => { this.focused = shape.id; });
    return { id: shape.id, element, label, image, box: shape.box };
  }

  /* A click selects; with Shift everything from the last one to this one. */
  choose(id, event) {
    const ids = this.cards.map((card) => card.id);
    if (event.shiftKey && this.last) {
      const [a, b] = [ids.indexOf(this.last), ids.indexOf(id)].sort((one, other) => one - other);
      for (const one of ids.slice(a, b + 1)) this.selected.add(one);
    } else if (this.selected.has(id)) this.selected.delete(id);
    else this.selected.add(id);
    this.last = id;
    this.show();
  }

  /* What a group is given to: the selected cards, or else the one with the focus. */
  target() {
    if (this.selected.size) return [...this.selected];
    const focused = document.activeElement?.dataset?.id;
    return this.cards.some((card) => card.id === focused) ? [focused] : [];
  }

  assign(name) {
    const ids = this.target();
    if (!ids.length) {
      this.hint.textContent = "Choose one or more pictures first.";
      return;
    }
    this.remember();
    for (const id of ids) {
      if (name === null) this.of.delete(id);
      else this.of.set(id, name);
    }
    this.selected.clear();
    announce(name === null ? "Taken out of its group." : `${plural(ids.length, "picture")} in ${name}.`);
    if (ids.length === 1 && name !== null) this.onwards(ids[0]);
    this.show();
    this.changed(this.value());
  }

  /* The next card that is in no group. */
  onwards(id) {
    const place = this.cards.findIndex((card) => card.id === id);
    const next = [...this.cards.slice(place + 1), ...this.cards.slice(0, place)].find((card) => !this.of.has(card.id));
    if (next && this.body.contains(document.activeElement)) next.element.focus();
  }

  create() {
    const name = this.input.value.trim();
    if (!name) {
      this.input.focus();
      return;
    }
    if (!this.names.includes(name)) this.names.push(name);
    const meant = this.back !== null || this.selected.size > 0;
    this.leave();
    if (meant) this.assign(name);
    else {
      this.show();
      this.changed(this.value());
    }
  }

  remember() {
    this.past.push([new Map(this.of), [...this.names]]);
  }

  /* What is written into the input: a new group, or another name of one. */
  mean(renamed) {
    this.renamed = renamed;
    this.input.value = renamed ?? "";
    this.input.placeholder = renamed === null ? "new group" : "another name";
    this.input.setAttribute("aria-label", renamed === null ? "Name of a new group" : `Another name for ${renamed}`);
    this.newer.textContent = renamed === null ? "Add" : "Save";
  }

  /* Another name for the group of a chip, of the chosen pictures, or of the picture that has, or had, the focus. */
  startRename() {
    const chip = this.names[[...this.chips.children].indexOf(document.activeElement)];
    const chosen = [...new Set((this.selected.size ? [...this.selected] : [this.focused]).map((id) => this.of.get(id)))];
    const name = chip ?? (chosen.length === 1 ? chosen[0] : undefined);
    if (name === undefined) {
      this.hint.textContent = chosen.length > 1 ? "The chosen pictures are not all in one group." : "Go to a picture that is in a group first.";
      return;
    }
    this.back = this.focused ?? null;
    this.mean(name);
    this.input.focus();
    this.input.select();
  }

  /* A name that another group has makes one group of both. */
  rename() {
    const [before, name] = [this.renamed, this.input.value.trim()];
    if (name && name !== before) {
      this.remember();
      const joined = this.names.includes(name);
      this.names = [...new Set(this.names.map((one) => (one === before ? name : one)))];
      for (const [id, group] of this.of) if (group === before) this.of.set(id, name);
      announce(joined ? `${before} and ${name} are one group now.` : `${before} is called ${name} now.`);
    }
    this.leave();
    this.show();
    this.changed(this.value());
  }

  enter() {
    if (this.renamed === null) this.create();
    else this.rename();
  }

  /* From the name back to the picture that it was for, or to the first in no group. */
  leave() {
    this.mean(null);
    (this.cards.find((card) => card.id === this.back) || this.open()[0] || this.cards[0])?.element.focus();
    this.back = null;
  }

  /* The pictures that are in no group. */
  open() {
    return this.cards.filter((card) => !this.of.has(card.id));
  }

  inInput(event) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") this.enter();
    else this.leave();
  }

  show() {
    const chip = [...this.chips.children].indexOf(document.activeElement);
    this.chips.replaceChildren(...this.names.map((name, place) => button([place < 9 ? kbd(String(place + 1)) : "", h("span", {}, name), h("span", { class: "soft" }, String([...this.of.values()].filter((one) => one === name).length))], () => this.assign(name), { class: `plain chip g${place % 6}` })));
    if (chip >= 0) (this.chips.children[chip] || this.cards[0]?.element)?.focus();
    for (const { id, element, label } of this.cards) {
      const name = this.of.get(id);
      element.setAttribute("aria-pressed", String(this.selected.has(id)));
      element.setAttribute("aria-label", `Picture ${id}: ${name || "no group"}`);
      element.className = `card-button face${name === undefined ? "" : ` g${this.names.indexOf(name) % 6} grouped`}`;
      label.textContent = name === undefined ? "?" : name;
    }
    const open = this.open().length;
    const left = open ? `${plural(open, "picture")} in no group yet.${this.names.length ? "" : " Press n to name a group."}` : "Every picture is in a group.";
    this.hint.textContent = [left, this.alike()].filter(Boolean).join(" ");
  }

  /* Names that differ only in capitals or spaces are two groups, but seldom meant so. */
  alike() {
    const plain = (name) => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
    const second = this.names.findIndex((name, place) => this.names.some((other, k) => k < place && plain(other) === plain(name)));
    if (second < 0) return "";
    const first = this.names.find((name) => plain(name) === plain(this.names[second]));
    return `${first} and ${this.names[second]} are two groups; if they are one, press r and write the same name.`;
  }

  value() {
    return Object.fromEntries(this.cards.filter((card) => this.of.has(card.id)).map((card) => [card.id, this.of.get(card.id)]));
  }

  press(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      announce(this.past.length ? "Undone." : "Nothing to undo.");
      if (this.past.length) [this.of, this.names] = this.past.pop();
      this.show();
      this.changed(this.value());
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const focused = this.cards.findIndex((card) => card.element === document.activeElement);
    const name = /^[1-9]$/.test(event.key) ? this.names[Number(event.key) - 1] : undefined;
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === "Enter" && focused >= 0 && !this.open().length) {
      this.faces.focus({ preventScroll: true });  // a picture would take Enter for a click
      return false;
    }
    if (name !== undefined) this.assign(name);
    else if (event.key === "n") {
      this.back = (focused >= 0 ? this.cards[focused] : this.open()[0])?.id ?? null;
      this.mean(null);
      this.input.focus();
    } else if (event.key === "r") this.startRename();
    else if (event.key === "x" && focused >= 0) this.choose(this.cards[focused].id, {});
    else if (event.key === "Delete" || event.key === "Backspace" || event.key === "u") this.assign(null);
    else if (by) this.cards[Math.min(this.cards.length - 1, Math.max(0, focused + by))].element.focus();
    else return this.lens.key(event);
    return true;
  }

  widget() {
    return {
      keys: [["← →", "picture before or after"], ["1–9", "put it, or all chosen ones, into this group"], ["n", "new group for this picture or all chosen ones, or for the first in no group: write its name, Enter (Esc: none)"], ["x, Space", "choose several"], ["r", "give its group another name; a name that is there already makes one group of both"], ["u", "take it out of its group"], ["Ctrl+Z", "undo"], ...LENS_KEYS],
      key: (event) => this.press(event),
      focus: () => (this.open()[0] || this.cards[0])?.element.focus(),
      initial: this.of.size ? this.value() : null,
      aside: () => this.names,  // their order is that of the keys; one may be empty
      fault: () => {
        const open = this.open().length;
        return open ? `Put every picture into a group; ${open} left.` : null;
      },
    };
  }
}

function around([x0, y0, x1, y1], image) {
  const [mx, my] = [(x1 - x0) * MARGIN, (y1 - y0) * MARGIN];
  return [Math.max(0, x0 - mx), Math.max(0, y0 - my), Math.min(image.width, x1 + mx), Math.min(image.height, y1 + my)];
}
