/* A picture that one can zoom and pan. Everything on it is drawn in the picture's own pixels: zooming changes the
   view box of one SVG and nothing else. */
import { button, h, put, s } from "./dom.js";

const LARGEST = 16;
const STEP = 1.4;

/** A part of a picture, as a picture of its own. */
export function crop(image, box, attributes = {}) {
  const [x0, y0, x1, y1] = box;
  const svg = s("svg", { class: "crop", viewBox: `${x0} ${y0} ${Math.max(1, x1 - x0)} ${Math.max(1, y1 - y0)}`, "aria-hidden": "true", ...attributes },
    s("image", { href: image.src, width: image.width, height: image.height, preserveAspectRatio: "none" }));
  svg.style.setProperty("--ratio", String(Math.max(1, x1 - x0) / Math.max(1, y1 - y0)));
  return svg;
}

/** Ask for pictures that are needed soon. */
export function prefetch(addresses) {
  return addresses.map((address) => {
    const image = new Image();
    image.decoding = "async";
    image.src = address;
    image.decode().catch(() => {});  // what is missing is asked for again when it is needed
    return image;
  });
}

const SHOWN = new WeakMap();

/** The picture that an SVG of a page belongs to, if it is one. */
export const pictureOf = (svg) => (svg ? SHOWN.get(svg) : undefined);

export class Picture {
  /**
   * @param {{src: string, width: number, height: number, alt?: string}} image
   * @param {{label?: string, seen?: () => void, focusable?: boolean}} options `seen` is called when the view changed.
   */
  constructor(image, { label = image.alt || "Picture", seen = () => {}, focusable = true } = {}) {
    this.image = image;
    this.seen = seen;
    this.layer = s("g", { class: "marks" });
    this.svg = s("svg", { class: "picture-view", role: "group", "aria-label": label, tabindex: focusable ? "0" : "-1" },
      s("image", { href: image.src, width: image.width, height: image.height, preserveAspectRatio: "none", "aria-hidden": "true" }), this.layer);
    this.svg.style.setProperty("--ratio", String(image.width / image.height));
    this.tools = h("div", { class: "picture-tools" },
      button("−", () => this.zoom(1 / STEP), { "aria-label": `Zoom out: ${label}`, title: "Zoom out (-)" }),
      button("+", () => this.zoom(STEP), { "aria-label": `Zoom in: ${label}`, title: "Zoom in (+)" }),
      button("Fit", () => this.fit(), { "aria-label": `Fit: ${label}`, title: "Show the whole picture (0)" }));
    this.element = h("div", { class: "picture" }, this.svg, this.tools);
    this.pointers = new Map();
    SHOWN.set(this.svg, this);
    this.fit();
    this.listen();
  }

  /** Picture pixels per pixel of the screen. */
  get unit() {
    return this.view[2] / (this.svg.clientWidth || this.svg.getBoundingClientRect().width || this.image.width);
  }

  get zoomed() {
    return this.view[2] < this.image.width - 0.5;
  }

  /** The place of a pointer in picture pixels. */
  at(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [place.x, place.y];
  }

  fit() {
    this.look([0, 0, this.image.width, this.image.height]);
  }

  zoom(factor, about = null) {
    const [x, y, width, height] = this.view;
    const [ax, ay] = about || [x + width / 2, y + height / 2];
    const wide = Math.min(this.image.width, Math.max(this.image.width / LARGEST, width / factor));
    const scale = wide / width;
    this.look([ax - (ax - x) * scale, ay - (ay - y) * scale, wide, height * scale]);
  }

  pan(dx, dy) {
    const [x, y, width, height] = this.view;
    this.look([x + dx, y + dy, width, height]);
  }

  look([x, y, width, height]) {
    this.view = [
      Math.min(Math.max(0, x), Math.max(0, this.image.width - width)),
      Math.min(Math.max(0, y), Math.max(0, this.image.height - height)), width, height];
    put(this.svg, { viewBox: this.view.join(" ") });
    this.svg.classList.toggle("zoomed", this.zoomed);
    this.seen();
  }

  /** Move the view so that a box can be seen. */
  reveal([x0, y0, x1, y1]) {
    const [x, y, width, height] = this.view;
    if (x0 >= x && y0 >= y && x1 <= x + width && y1 <= y + height) return;
    this.look([(x0 + x1 - width) / 2, (y0 + y1 - height) / 2, width, height]);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const [, , width, height] = this.view;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.fit();
    else if (moves[event.key] && this.zoomed) this.pan(moves[event.key][0] * width * 0.15, moves[event.key][1] * height * 0.15);
    else return false;
    return true;
  }

  /** Pan by drag where nobody else wants the pointer, pinch with two fingers, zoom with Ctrl and the wheel. */
  listen() {
    const { svg, pointers } = this;
    svg.addEventListener("wheel", (event) => {
      if (event.ctrlKey || event.metaKey) this.zoom(Math.exp(-event.deltaY / 250), this.at(event));
      else if (this.zoomed) this.pan(event.deltaX * this.unit, event.deltaY * this.unit);
      else return;
      event.preventDefault();
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (event.defaultPrevented && pointers.size < 2) return;
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = [event.clientX, event.clientY];
      if (pointers.size === 2) this.pinch(event.pointerId, before, now);
      else if (this.zoomed && !svg.classList.contains("busy")) this.pan((before[0] - now[0]) * this.unit, (before[1] - now[1]) * this.unit);
      pointers.set(event.pointerId, now);
    });
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => pointers.delete(event.pointerId));
  }

  pinch(id, before, now) {
    const [, other] = [...this.pointers].find(([one]) => one !== id);
    const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    const middle = { clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 };
    if (apart(before) > 0) this.zoom(apart(now) / apart(before), this.at(middle));
    this.pan(((before[0] - now[0]) / 2) * this.unit, ((before[1] - now[1]) / 2) * this.unit);
  }
}

export const PICTURE_KEYS = [["+ −", "zoom in and out (or Ctrl and the wheel, or two fingers)"], ["0", "show the whole picture"], ["← ↑ → ↓", "move the picture when it is enlarged (or drag it); an enlarged picture takes 0 and arrows before options and marks do"]];
