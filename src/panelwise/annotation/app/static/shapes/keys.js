/* Shapes by keyboard: everything that a pointer can do, and a cursor where a pointer would point. */
import { middle, outline, withPolygon } from "./geometry.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURN = Math.PI / 36;
const BOX_CORNERS = ["Upper left", "Upper right", "Lower right", "Lower left"];

/** The keys of a field, for the help. */
export function keyNames(field) {
  const edit = [["n", "new box, in the largest empty place or in the middle of the view"], ["b", "draw boxes with the pointer"],
    ...(field.polygons ? [["p", "draw a polygon: move the cursor with the arrows (Ctrl: by one pixel), Space sets a corner, Enter closes"]] : []),
    ["← ↑ → ↓", "move the selected shape, faster while held (Ctrl: by one pixel)"], ["Shift+← ↑ → ↓", "resize the selected shape: move its lower right corner (Ctrl: by one pixel)"],
    ["e", `resize the selected box from any corner: arrows move the corner (Ctrl: by one pixel), [ and ] go to the next, Esc leaves${field.polygons ? "; of a polygon, arrows move that corner alone, i adds a corner, and Delete removes one" : ""}`],
    ["s", `split: arrows move the line, s turns it${field.polygons ? ", [ and ] tilt it" : ""}, Enter cuts`], ["x", "mark or unmark for merging"], ["m", "merge the marked shapes"],
    ["Delete", "delete the selected shapes"]];
  return [["Tab", "next shape"], ["Esc", "leave a tool; select nothing"], ...(field.fixed ? [] : edit),
    ...(field.classes.length > 1 ? [[`1–${Math.min(9, field.classes.length)}`, `class: ${field.classes.slice(0, 9).map((name, k) => `${k + 1} ${name}`).join(", ")}`]] : []),
    ...(field.ordered && field.classes.length < 2 ? [["1–9", "give the selected shape this place in the order"]] : []),
    ...(field.ordered ? [[", .", "earlier or later in the order"], ["o", "number the shapes: click them, or Space on each, in order"]] : []),
    ...(field.texts || field.names || field.classes.length > 1 ? [["Enter", "write about the selected shape; Esc comes back"]] : []),
    ["Ctrl+Z", "undo (Ctrl+Shift+Z: redo)"]];
}

export class Keys {
  constructor(owner) {
    this.owner = owner;
    this.held = 0;
  }

  press(event) {
    const { owner } = this;
    const { stage, field } = owner;
    const name = event.key;
    if ((event.ctrlKey || event.metaKey) && name.toLowerCase() === "z") return (event.shiftKey ? owner.history.redo() : owner.history.undo()) || true;
    if ((event.ctrlKey || event.metaKey) && name.toLowerCase() === "y") return owner.history.redo() || true;
    if (event.metaKey || event.altKey || (event.ctrlKey && !ARROWS[name])) return false;
    if (name === "Escape") return this.leave();
    if (document.activeElement instanceof HTMLButtonElement && (name === " " || name === "Enter")) return false;
    if (!field.fixed && stage.cursor) return this.corner(event);
    if (!field.fixed && stage.knife) return this.knife(event);
    if (!field.fixed && stage.vertex !== null && this.vertex(event)) return true;
    return this.command(event) || (!ARROWS[name] || !owner.selected.length || field.fixed ? owner.picture.key(event) : this.arrow(event));
  }

  leave() {
    const { owner } = this;
    const { stage } = owner;
    if (stage.tool === "select" && !stage.knife && !owner.ordering && stage.vertex === null) {
      if (!owner.selected.length) return false;
      owner.select(null, false);
      owner.picture.svg.focus({ preventScroll: true });
    } else owner.use("select");
    return true;
  }

  command({ key }) {
    const { owner } = this;
    const { field, selected } = owner;
    const shape = owner.only();
    const ordered = field.ordered && shape;
    const place = shape ? owner.history.now.indexOf(shape) : -1;
    const acts = {
      Enter: () => Boolean(shape) && owner.listing.write(shape.id),
      " ": () => Boolean(owner.ordering && shape) && owner.number(shape.id),
      ",": () => ordered && owner.move(shape.id, place - 1),
      ".": () => ordered && owner.move(shape.id, place + 1),
      o: () => field.ordered && owner.startOrder(),
      ...(field.fixed ? {} : {
        n: () => owner.addHere(), b: () => owner.use("box"), v: () => owner.use("select"), p: () => field.polygons && this.startPolygon(),
        s: () => this.startKnife(shape), m: () => owner.merge(), x: () => this.mark(), e: () => shape && this.pick(0),
        Delete: () => owner.remove(selected), Backspace: () => owner.remove(selected),
      }),
    };
    if (acts[key]) return acts[key]() !== false;
    if (/^[1-9]$/.test(key) && ordered && field.classes.length < 2) return owner.move(shape.id, Number(key) - 1) || true;
    const digit = /^[1-9]$/.test(key) ? field.classes[Number(key) - 1] : undefined;
    if (digit === undefined || field.classes.length < 2 || !selected.length) return false;
    owner.classify(owner.history.now.filter((one) => selected.includes(one.id)), digit);
    return true;
  }

  /* Mark the shape that has the focus, beside those that are marked. */
  mark() {
    const { owner } = this;
    const focused = document.activeElement?.dataset?.id;
    if (!focused) return;
    this.marked = (this.marked || []).filter((id) => owner.find(id));
    this.marked = this.marked.includes(focused) ? this.marked.filter((id) => id !== focused) : [...this.marked, focused];
    owner.selected = [...this.marked];
    owner.say(`${this.marked.length} marked: Tab to the next, x marks it, m merges.`);
    owner.show();
  }

  /* How far an arrow goes, in picture pixels: farther the longer it is held. */
  step(event) {
    const { picture } = this.owner;
    this.held = event.repeat ? this.held + 1 : 0;
    return event.ctrlKey ? 1 : Math.max(1, Math.round(8 * Math.min(6, 1 + this.held / 5) * picture.unit));
  }

  arrow(event) {
    const [dx, dy] = ARROWS[event.key].map((one) => one * this.step(event));
    if (event.shiftKey) this.owner.resize(dx, dy);
    else this.owner.shift(dx, dy);
    return true;
  }

  startPolygon() {
    const { owner } = this;
    owner.use("polygon");
    const [x, y, width, height] = owner.picture.view;
    owner.stage.cursor = [Math.round(x + width / 2), Math.round(y + height / 2)];
    owner.picture.svg.focus({ preventScroll: true });
    owner.stage.drawOver(owner.picture.unit);
  }

  corner(event) {
    const { owner } = this;
    const { stage, picture, image } = owner;
    if (ARROWS[event.key]) {
      const [dx, dy] = ARROWS[event.key].map((one) => one * this.step(event));
      stage.cursor = [Math.min(image.width, Math.max(0, stage.cursor[0] + dx)), Math.min(image.height, Math.max(0, stage.cursor[1] + dy))];
      stage.tip = stage.cursor;
      picture.reveal([...stage.cursor, ...stage.cursor]);
    } else if (event.key === " ") stage.addPoint([...stage.cursor]);
    else if (event.key === "Backspace") stage.points.pop();
    else if (event.key === "Enter") {
      if (stage.points.length < 3) owner.say(`A polygon has at least three corners; ${stage.points.length} set.`);
      else {
        stage.close();
        owner.use("select");
      }
    } else return picture.key(event);
    stage.drawOver(picture.unit);
    return true;
  }

  startKnife(shape) {
    const { owner } = this;
    owner.use("split");
    if (!shape) return;
    const [x0, y0, x1, y1] = shape.box;
    this.line = { id: shape.id, at: middle(shape.box), angle: y1 - y0 > x1 - x0 ? 0 : Math.PI / 2, reach: Math.hypot(x1 - x0, y1 - y0) };
    this.showKnife();
    owner.say("Arrows move the line, s turns it, Enter cuts, Esc leaves.");
  }

  showKnife() {
    const { at, angle, reach } = this.line;
    const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    this.owner.stage.knife = [[at[0] - dx, at[1] - dy], [at[0] + dx, at[1] + dy]];
    this.owner.stage.drawOver(this.owner.picture.unit);
  }

  knife(event) {
    const { owner, line } = this;
    if (ARROWS[event.key]) line.at = line.at.map((one, axis) => one + ARROWS[event.key][axis] * this.step(event));
    else if (event.key === "s") line.angle = Math.abs(Math.cos(line.angle)) > 0.7 ? Math.PI / 2 : 0;
    else if (owner.field.polygons && (event.key === "[" || event.key === "]")) line.angle += event.key === "]" ? TURN : -TURN;
    else if (event.key === "Enter") {
      const [a, b] = owner.stage.knife;
      owner.split(line.id, a, b);
      return true;
    } else return owner.picture.key(event);
    this.showKnife();
    return true;
  }

  pick(vertex) {
    const { owner } = this;
    const { polygon } = owner.only();
    owner.stage.vertex = vertex;
    owner.stage.drawOver(owner.picture.unit);
    owner.say(polygon ? `Corner ${vertex + 1} of a polygon: arrows move this corner alone, [ and ] go to others, i adds one, Delete removes it, Esc leaves. Shift+arrows resize all of it.`
      : `${BOX_CORNERS[vertex]} corner: arrows move it, [ and ] go to others, Esc leaves.`);
    this.follow();
  }

  /* An enlarged picture shows the corner that is picked. */
  follow() {
    const { owner } = this;
    const [x, y] = outline(owner.only())[owner.stage.vertex];
    owner.picture.reveal([x, y, x, y]);
  }

  vertex(event) {
    const { owner } = this;
    const { stage, image } = owner;
    const shape = owner.only();
    if (!shape) return false;
    const points = outline(shape);
    const now = stage.vertex;
    const set = (next, run) => owner.replace(withPolygon(shape, next, image), run);
    if (event.key === "[" || event.key === "]") this.pick((now + (event.key === "]" ? 1 : points.length - 1)) % points.length);
    else if (ARROWS[event.key] && !event.shiftKey && !shape.polygon) {
      owner.resize(...ARROWS[event.key].map((one) => one * this.step(event)), now);
      this.follow();
    } else if (!shape.polygon) return false;
    else if (ARROWS[event.key] && !event.shiftKey) set(points.map((point, k) => (k === now ? point.map((one, axis) => one + ARROWS[event.key][axis] * this.step(event)) : point)), `corner ${now}`);
    else if (event.key === "i") {
      const next = points[(now + 1) % points.length];
      set([...points.slice(0, now + 1), [(points[now][0] + next[0]) / 2, (points[now][1] + next[1]) / 2], ...points.slice(now + 1)]);
      this.pick(now + 1);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (points.length < 4) owner.say("A polygon has at least three corners.");
      else {
        set(points.filter((_, k) => k !== now));
        this.pick(Math.min(now, points.length - 2));
      }
    } else return false;
    return true;
  }
}
