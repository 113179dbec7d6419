/* Boxes [x0, y0, x1, y1] and polygons [[x, y], …] in picture pixels. Everything here is a function of its arguments. */

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const whole = (points) => points.map(([x, y]) => [Math.round(x), Math.round(y)]);

export function bounds(points) {
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export const corners = ([x0, y0, x1, y1]) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
export const outline = (shape) => shape.polygon || corners(shape.box);
export const middle = ([x0, y0, x1, y1]) => [(x0 + x1) / 2, (y0 + y1) / 2];
export const area = ([x0, y0, x1, y1]) => (x1 - x0) * (y1 - y0);

/** The shape with another outline: whole pixels inside the picture, at least one pixel wide and high. */
export function withBox(shape, [ax, ay, bx, by], image) {
  const [x0, x1] = span(ax, bx, image.width);
  const [y0, y1] = span(ay, by, image.height);
  const box = [x0, y0, x1, y1];
  if (!shape.polygon) return { ...shape, box };
  const [ox0, oy0, ox1, oy1] = shape.box;
  const [sx, sy] = [(x1 - x0) / Math.max(1, ox1 - ox0), (y1 - y0) / Math.max(1, oy1 - oy0)];
  return withPolygon(shape, shape.polygon.map(([x, y]) => [x0 + (x - ox0) * sx, y0 + (y - oy0) * sy]), image);
}

/** The shape with one corner of its box elsewhere, stopped by the opposite one; corners as in `corners`. */
export function stretched(shape, corner, dx, dy, image) {
  const [x0, y0, x1, y1] = shape.box;
  const [left, upper] = [corner === 0 || corner === 3, corner < 2];
  return withBox(shape, [
    left ? Math.min(x1 - 1, x0 + dx) : x0, upper ? Math.min(y1 - 1, y0 + dy) : y0,
    left ? x1 : Math.max(x0 + 1, x1 + dx), upper ? y1 : Math.max(y0 + 1, y1 + dy)], image);
}

function span(a, b, most) {
  const low = clamp(Math.round(Math.min(a, b)), 0, most - 1);
  return [low, clamp(Math.round(Math.max(a, b)), low + 1, most)];
}

export function withPolygon(shape, points, image) {
  const polygon = whole(points).map(([x, y]) => [clamp(x, 0, image.width), clamp(y, 0, image.height)]);
  const [x0, y0, x1, y1] = bounds(polygon);
  const low = [Math.min(x0, image.width - 1), Math.min(y0, image.height - 1)];
  return { ...shape, polygon, box: [...low, Math.max(x1, low[0] + 1), Math.max(y1, low[1] + 1)] };
}

/** The shape moved, and stopped by the picture's edges. */
export function moved(shape, dx, dy, image) {
  const [x0, y0, x1, y1] = shape.box;
  const [mx, my] = [Math.round(clamp(dx, -x0, image.width - x1)), Math.round(clamp(dy, -y0, image.height - y1))];
  const box = [x0 + mx, y0 + my, x1 + mx, y1 + my];
  return shape.polygon ? { ...shape, box, polygon: shape.polygon.map(([x, y]) => [x + mx, y + my]) } : { ...shape, box };
}

/** The largest empty place in a view that is no thin strip; null where all is taken. */
export function emptyPlace(boxes, [x, y, width, height]) {
  const [right, bottom] = [x + width, y + height];
  const taken = boxes.filter(([x0, y0, x1, y1]) => x1 > x && x0 < right && y1 > y && y0 < bottom);
  const edges = [...new Set([x, right, ...taken.flatMap(([x0, , x1]) => [x0, x1])])].filter((edge) => edge >= x && edge <= right).sort((a, b) => a - b);
  let [best, place] = [0, null];
  const weigh = (x0, y0, x1, y1) => {
    const [short, long] = [x1 - x0, y1 - y0].sort((a, b) => a - b);
    const weight = short * long * Math.min(1, (3 * short) / long);
    if (short > 0 && weight > best) [best, place] = [weight, [x0, y0, x1, y1]];
  };
  edges.forEach((x0, k) => edges.slice(k + 1).forEach((x1) => {
    let top = y;
    for (const [, y0, , y1] of taken.filter((box) => box[0] < x1 && box[2] > x0).sort((a, b) => a[1] - b[1])) {
      weigh(x0, top, x1, Math.min(y0, bottom));
      top = Math.max(top, y1);
    }
    weigh(x0, top, x1, bottom);
  }));
  return place && best > 0.02 * width * height ? place : null;
}

/** A box in the middle of a view; a step further to the lower right for each one that is there already. */
export function middlePlace(boxes, [x, y, width, height]) {
  const places = Array.from({ length: 27 }, (_, k) => (0.4 + 0.03 * k) % 0.8)
    .map((from) => [x + width * from, y + height * from, x + width * (from + 0.2), y + height * (from + 0.2)]);
  const alike = (one, other) => one.every((edge, k) => Math.abs(edge - other[k]) < 0.015 * (k % 2 ? height : width));
  return places.find((place) => !boxes.some((box) => alike(place, box))) || places[0];
}

export function contains(shape, [px, py]) {
  const points = outline(shape);
  let inside = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i, i += 1) {
    const [[xi, yi], [xj, yj]] = [points[i], points[j]];
    if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

const cross = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** The smallest convex polygon around points. */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const made = [];
    for (const point of list) {
      while (made.length > 1 && cross(made[made.length - 2], made[made.length - 1], point) <= 0) made.pop();
      made.push(point);
    }
    return made.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The part of a polygon on the left of the line from a to b. */
function leftPart(points, a, b) {
  const made = [];
  points.forEach((point, k) => {
    const next = points[(k + 1) % points.length];
    const [here, there] = [cross(a, b, point), cross(a, b, next)];
    if (here >= 0) made.push(point);
    if (here * there < 0) {
      const t = here / (here - there);
      made.push([point[0] + t * (next[0] - point[0]), point[1] + t * (next[1] - point[1])]);
    }
  });
  return made;
}

/** Both parts of a shape cut along the line from a to b; null where the line misses it. A box that is cut straight stays boxes. */
export function cut(shape, a, b, image) {
  const straight = !shape.polygon && (Math.abs(a[0] - b[0]) < 0.5 || Math.abs(a[1] - b[1]) < 0.5);
  const parts = [leftPart(outline(shape), a, b), leftPart(outline(shape), b, a)];
  if (parts.some((part) => part.length < 3 || area(bounds(part)) < 4)) return null;
  const made = parts.map((part) => (straight ? withBox({ ...shape, polygon: undefined }, bounds(part), image) : withPolygon(shape, part, image)));
  const first = (one, other) => one.box[1] - other.box[1] || one.box[0] - other.box[0];
  return made.sort(first);
}

/** One shape around several: a box around boxes, a convex polygon as soon as one of them is a polygon. */
export function merged(shapes, image) {
  const points = shapes.flatMap(outline);
  const joined = (name, glue) => [...new Set(shapes.map((shape) => shape[name]).filter(Boolean))].join(glue);
  const [first] = shapes;
  const base = { ...first, ...(first.text === undefined ? {} : { text: joined("text", "\n") }), ...(first.name === undefined ? {} : { name: joined("name", ", ") }) };
  return shapes.some((shape) => shape.polygon) ? withPolygon(base, hull(points), image) : withBox(base, bounds(points), image);
}
