/* Shapes on their picture: drawing them, and what a pointer does to them. Knows nothing of undo or of lists. */
import { put, s } from "../dom.js";
import { area, bounds, contains, corners, middle, moved, outline, withBox, withPolygon } from "./geometry.js";

const FAR = 3;  // pixels of the screen: less is a click
const NEAR = 10;  // pixels of the screen around a handle
const SIDES = [[0, 1], [0, null], [0, 3], [null, 3], [2, 3], [2, null], [2, 1], [null, 1]];  // which numbers of a box a handle moves

export class Stage {
  /**
   * @param {Picture} picture
   * @param {{select(id, add): void, edit(shape, done): void, draw(box): void, polygon(points): void, cut(id, a, b): void,
   *   click(id): boolean}} acts what the owner does; `edit` gets a changed shape while it is dragged, and at last with done.
   */
  constructor(picture, classes, acts) {
    Object.assign(this, { picture, classes, acts, nodes: new Map(), tool: "select", points: [], shapes: [], selected: [], fixed: false, ordered: false, vertex: null });
    this.under = s("g", { class: "path" });
    this.shapeLayer = s("g", {});
    this.over = s("g", { class: "over", "aria-hidden": "true" });
    picture.layer.append(this.under, this.shapeLayer, this.over);
    picture.svg.addEventListener("pointerdown", (event) => this.down(event));
    picture.svg.addEventListener("mousedown", (event) => event.preventDefault());  // what gets the focus is decided in down()
    picture.svg.addEventListener("pointermove", (event) => this.hover(event));
    picture.svg.addEventListener("dblclick", () => this.tool === "polygon" && this.close());
  }

  show(shapes, selected) {
    Object.assign(this, { shapes, selected });
    const unit = this.picture.unit;
    const known = new Set(shapes.map((shape) => shape.id));
    for (const [id, node] of this.nodes) if (!known.has(id)) { node.group.remove(); this.nodes.delete(id); }
    shapes.forEach((shape, place) => {
      const node = this.nodes.get(shape.id) || this.make(shape.id);
      this.draw(node, shape, place, unit);
    });
    this.sortNodes();
    this.drawPath(unit);
    this.drawOver(unit);
  }

  make(id) {
    const node = { group: s("g", { tabindex: "0", role: "button", "data-id": id }), line: s("polygon", {}), tag: s("rect", { class: "tag" }), label: s("text", { class: "tag-label" }) };
    node.group.append(node.line, node.tag, node.label);
    node.group.addEventListener("focus", () => {
      if (this.quiet) return;
      if (!this.selected.includes(id)) this.acts.select(id, false);
      const shape = this.shapes.find((one) => one.id === id);
      if (shape) this.picture.reveal(shape.box);
    });
    this.nodes.set(id, node);
    return node;
  }

  draw({ group, line, tag, label }, shape, place, unit) {
    const [x0, y0, x1, y1] = shape.box;
    const chosen = this.selected.includes(shape.id);
    const kind = this.classes.indexOf(shape.class);
    const name = String(place + 1);
    put(group, { class: `shape k${Math.max(0, kind) % 6}${chosen ? " selected" : ""}${shape.mark ? ` ${shape.mark}` : ""}`, "aria-pressed": String(chosen),
      "aria-label": `${[shape.class, name].filter(Boolean).join(" ")}: ${Math.round(x1 - x0)} × ${Math.round(y1 - y0)} at ${Math.round(x0)}, ${Math.round(y0)}${shape.text ? `, “${shape.text}”` : ""}${shape.name ? `, ${shape.name}` : ""}${shape.words ? `, ${shape.words}` : ""}` });
    put(line, { points: outline(shape).map((point) => point.join(",")).join(" ") });
    const size = 15 * unit;
    const shown = shape.tag || name;
    // In its corner; but above a shape that the tag would cover.
    const top = y1 - y0 < 4 * size ? Math.max(0, y0 - size * 1.3) : y0;
    put(tag, { x: x0, y: top, width: size * (0.65 + 0.6 * shown.length), height: size * 1.3, rx: size * 0.2 });
    put(label, { x: x0 + size * (0.325 + 0.3 * shown.length), y: top + size * 0.68, "font-size": size });
    label.textContent = shown;
  }

  /* The order of the elements is the order in which Tab goes through them. */
  sortNodes() {
    const wanted = this.shapes.map((shape) => this.nodes.get(shape.id).group);
    if (wanted.every((group, place) => this.shapeLayer.children[place] === group)) return;
    const focused = document.activeElement;
    this.shapeLayer.replaceChildren(...wanted);
    if (wanted.includes(focused)) focused.focus({ preventScroll: true });
  }

  drawPath(unit) {
    const line = this.ordered && this.shapes.length > 1 ? this.shapes.map((shape) => middle(shape.box).join(",")).join(" ") : "";
    this.under.replaceChildren(...(line ? [s("polyline", { class: "halo", points: line }), s("polyline", { points: line }), s("circle", { cx: middle(this.shapes[0].box)[0], cy: middle(this.shapes[0].box)[1], r: 5 * unit })] : []));
  }

  drawOver(unit) {
    const shape = this.only();
    const dot = ([x, y], css, size = 5) => s("rect", { class: css, x: x - size * unit, y: y - size * unit, width: 2 * size * unit, height: 2 * size * unit, rx: unit });
    const made = [];
    if (shape && !this.fixed && this.tool === "select") made.push(...this.handles(shape).map(({ at, css }) => dot(at, css, css === "handle faint" ? 3 : 5)));
    const picked = this.vertex !== null && shape && outline(shape)[this.vertex];
    if (picked) made.push(dot(picked, "handle picked", 7));
    if (this.points.length) made.push(s("polyline", { class: "drawing", points: [...this.points, ...(this.tip ? [this.tip] : [])].map((point) => point.join(",")).join(" ") }), ...this.points.map((point) => dot(point, "handle")));
    if (this.rubber) made.push(s("polygon", { class: "drawing", points: corners(this.rubber).map((point) => point.join(",")).join(" ") }));
    if (this.knife) made.push(...["halo", "knife"].map((css) => s("line", { class: css, x1: this.knife[0][0], y1: this.knife[0][1], x2: this.knife[1][0], y2: this.knife[1][1] })));
    if (this.cursor) {
      const [x, y] = this.cursor;
      const arm = 14 * unit;
      made.push(...["halo", "cursor"].map((css) => s("path", { class: css, d: `M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}` })));
    }
    this.over.replaceChildren(...made);
  }

  only() {
    return this.selected.length === 1 ? this.shapes.find((shape) => shape.id === this.selected[0]) : undefined;
  }

  /* Places to hold a shape by: eight of a box; the points of a polygon, and the middles of its sides for new points. */
  handles(shape) {
    if (shape.polygon) {
      const middles = shape.polygon.map((point, k) => {
        const next = shape.polygon[(k + 1) % shape.polygon.length];
        return { at: [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2], css: "handle faint", insert: k + 1 };
      });
      return [...shape.polygon.map((at, k) => ({ at, css: "handle", vertex: k })), ...middles];
    }
    const [mx, my] = middle(shape.box);
    return SIDES.map(([across, down]) => ({ at: [across === null ? mx : shape.box[across], down === null ? my : shape.box[down]], css: "handle", across, down }));
  }

  /** The shape at a place: a selected one first, or else the smallest. */
  hit(point) {
    const found = this.shapes.filter((shape) => contains(shape, point)).sort((a, b) => area(a.box) - area(b.box));
    return found.find((shape) => this.selected.length === 1 && this.selected.includes(shape.id) && area(shape.box) <= area(found[0].box) * 1.5) || found[0];
  }

  down(event) {
    if (event.button > 0 || this.picture.pointers.size > 1) return;
    const start = this.picture.at(event);
    const shape = this.only();
    const reach = (event.pointerType === "touch" ? 2 : 1) * NEAR * this.picture.unit;
    const handle = shape && !this.fixed && this.tool === "select" ? this.handles(shape).find(({ at }) => Math.hypot(at[0] - start[0], at[1] - start[1]) < reach) : null;
    if (this.tool === "polygon") return this.addPoint(start, event);
    if (this.tool === "box") return this.drag(event, (now) => { this.rubber = ordered(start, now); this.drawOver(this.picture.unit); }, (now, far) => { this.rubber = null; if (far) this.acts.draw(ordered(start, now)); this.drawOver(this.picture.unit); });
    if (this.tool === "split") return this.drag(event, (now) => { this.knife = [start, now]; this.drawOver(this.picture.unit); }, (now, far) => { this.knife = null; this.drawOver(this.picture.unit); if (far) this.acts.cut(null, start, now); });
    if (handle) return this.hold(event, shape, handle);
    const under = this.hit(start);
    if (!under) {
      this.picture.svg.focus({ preventScroll: true });
      if (!event.shiftKey) this.acts.select(null, false);
      return undefined;
    }
    event.preventDefault();
    this.quiet = true;  // a click with Shift adds to what is selected; the focus alone would select this shape only
    this.nodes.get(under.id).group.focus({ preventScroll: true });
    this.quiet = false;
    if (this.acts.click(under.id, event)) return undefined;
    this.acts.select(under.id, event.shiftKey || event.ctrlKey || event.metaKey);
    if (this.fixed || event.shiftKey) return undefined;
    return this.drag(event, (now, far) => far && this.acts.edit(moved(under, now[0] - start[0], now[1] - start[1], this.picture.image), false),
      (now, far) => far && this.acts.edit(moved(under, now[0] - start[0], now[1] - start[1], this.picture.image), true));
  }

  hold(event, shape, handle) {
    const image = this.picture.image;
    const changed = (now) => {
      if (shape.polygon) {
        const points = shape.polygon.map((point) => [...point]);
        points.splice(handle.vertex ?? handle.insert, handle.vertex === undefined ? 0 : 1, now);
        return withPolygon(shape, points, image);
      }
      const box = [...shape.box];
      if (handle.across !== null) box[handle.across] = now[0];
      if (handle.down !== null) box[handle.down] = now[1];
      return withBox(shape, box, image);
    };
    return this.drag(event, (now, far) => far && this.acts.edit(changed(now), false), (now, far) => far && this.acts.edit(changed(now), true));
  }

  /* Follow one pointer from here to its end; a second finger ends it, because two fingers pinch. */
  drag(event, go, end) {
    event.preventDefault();
    const svg = this.picture.svg;
    const from = [event.clientX, event.clientY];
    const far = (one) => Math.hypot(one.clientX - from[0], one.clientY - from[1]) > FAR;
    let went = false;
    svg.classList.add("busy");
    svg.setPointerCapture(event.pointerId);
    const move = (now) => {
      if (now.pointerId !== event.pointerId || this.picture.pointers.size > 1) return;
      went = went || far(now);
      go(this.picture.at(now), went);
    };
    const up = (now) => {
      if (now.pointerId !== event.pointerId) return;
      svg.classList.remove("busy");
      for (const [name, listener] of [["pointermove", move], ["pointerup", up], ["pointercancel", up]]) svg.removeEventListener(name, listener);
      end(this.picture.at(now), now.type === "pointerup" && (went || far(now)));
    };
    svg.addEventListener("pointermove", move);
    svg.addEventListener("pointerup", up);
    svg.addEventListener("pointercancel", up);
  }

  addPoint(point, event) {
    event?.preventDefault();
    const [first] = this.points;
    if (first && this.points.length > 2 && Math.hypot(first[0] - point[0], first[1] - point[1]) < NEAR * this.picture.unit) return this.close();
    const last = this.points[this.points.length - 1];
    if (!last || Math.hypot(last[0] - point[0], last[1] - point[1]) > this.picture.unit) this.points.push(point);
    this.drawOver(this.picture.unit);
    return undefined;
  }

  /** End the polygon that is being drawn. */
  close() {
    const points = this.points;
    this.points = [];
    this.tip = null;
    if (points.length > 2 && area(bounds(points)) > 4) this.acts.polygon(points);
    this.drawOver(this.picture.unit);
  }

  hover(event) {
    if (this.tool !== "polygon" || !this.points.length) return;
    this.tip = this.picture.at(event);
    this.drawOver(this.picture.unit);
  }

  /** Another tool; whatever was begun with the last one is given up. */
  use(tool) {
    Object.assign(this, { tool, points: [], tip: null, rubber: null, knife: null, cursor: null, vertex: null });
    for (const one of ["select", "box", "polygon", "split"]) this.picture.svg.classList.toggle(`tool-${one}`, one === tool);
    this.drawOver(this.picture.unit);
  }
}

const ordered = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
