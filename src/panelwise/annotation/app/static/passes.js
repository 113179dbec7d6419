/* Several answers drawn on one picture: each with a colour and a kind of line of its own, and a legend that hides it. */
import { h, s } from "./dom.js";

const TAG = 1 / 45;  // of the longer side of the picture

/** @param {{name: string, shapes: {points: string, label: string, words: string}[], lines: number[][]}[]} given */
export function drawPasses(picture, given) {
  const size = Math.max(picture.image.width, picture.image.height) * TAG;
  // White edges lie below the lines of all answers: equal shapes show both, one through the gaps of the other.
  const edges = given.map((one, place) => s("g", { class: `pass pass-${place % 4}` },
    one.shapes.map(({ points }) => s("polygon", { class: "halo", points })),
    one.lines.map(([x1, y1, x2, y2]) => s("line", { class: "halo", x1, y1, x2, y2 }))));
  const groups = given.map((one, place) => s("g", { class: `pass pass-${place % 4}` },
    one.shapes.map((shape) => outlined(shape, place, size)),
    one.lines.map(([x1, y1, x2, y2]) => [s("line", { x1, y1, x2, y2 }), s("circle", { cx: x2, cy: y2, r: size / 4 })])));
  picture.layer.append(...edges, ...groups);
  const entry = (one, place) => h("label", { class: "check" },
    h("input", { type: "checkbox", checked: true, onchange: ({ target }) => [edges, groups].forEach((all) => all[place].classList.toggle("off", !target.checked)) }),
    s("svg", { class: `pass pass-${place % 4}`, viewBox: "0 0 36 12", width: 36, height: 12, "aria-hidden": "true" }, s("line", { x1: 1, y1: 6, x2: 35, y2: 6 })),
    `${one.name} (${one.shapes.length || one.lines.length})`);
  picture.element.after(h("div", { class: "legend", role: "group", "aria-label": "Show on the picture" }, given.map(entry)));
}

/* The labels of each answer are at another height, so that those of equal shapes can both be read. */
function outlined({ points, label, words }, place, size) {
  const corners = points.split(" ").map((point) => point.split(",").map(Number));
  const [x, y] = [Math.min(...corners.map((one) => one[0])), Math.min(...corners.map((one) => one[1]))];
  return [s("polygon", { points }, s("title", {}, [label, words].filter(Boolean).join(": "))),
    s("text", { x: x + size * 0.3, y: y + size * (1.1 + 1.15 * place), "font-size": size }, label)];
}
