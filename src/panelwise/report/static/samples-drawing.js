"use strict";
/* Drawings of answers: shapes and words come ready from the report, here they only get their place.
   Marks are lists: kind, state, numbers, label; states get their colours from the style sheet. */
const panelwiseDrawing = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const HIDDEN = { wrong: "wrong: ", missing: "missing: ", surplus: "too much: ", absent: "missing: ", "wrong-name": "wrong name: " };

  function build(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  }
  const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);
  const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

  /* A number in a tag at the corner of what it names. */
  function tag(state, x, y, label, unit) {
    if (!label) return null;
    const [width, height] = [unit * (0.5 + 0.6 * label.length), unit * 1.2];
    const top = Math.max(0, y - height);
    return s("g", { class: `tag ${state}` }, s("rect", { x, y: top, width, height, rx: unit * 0.15 }),
      s("text", { x: x + width / 2, y: top + height / 2, "font-size": unit }, label));
  }

  function mark([kind, state, at, label], unit) {
    if (kind === "box") return [s("rect", { class: `shape ${state}`, x: at[0], y: at[1], width: Math.max(0, at[2] - at[0]), height: Math.max(0, at[3] - at[1]) }), tag(state, at[0], at[1], label, unit)];
    if (kind === "polygon") return [s("polygon", { class: `shape ${state}`, points: at.map((point) => point.join(",")).join(" ") }), tag(state, at[0][0], at[0][1], label, unit)];
    if (kind === "line") return [["halo", ""], ["link", state]].map(([css, more]) => s("line", { class: `${css} ${more}`, x1: at[0], y1: at[1], x2: at[2], y2: at[3] })).concat(s("circle", { class: `end ${state}`, cx: at[2], cy: at[3], r: unit * 0.4 }));
    if (kind === "curve") return at ? [s("path", { class: "halo", d: at }), s("path", { class: `link ${state}`, d: at })] : null;
    return [s("circle", { class: `point ${state}`, cx: at[0], cy: at[1], r: unit * 0.85 }), s("text", { class: `letter ${state}`, x: at[0], y: at[1], "font-size": unit }, label)];
  }

  function view([title, [width, height], marks, words, picture], images) {
    const [src, ...size] = images[picture] || [];
    const unit = Math.max(width, height) / 54;
    return h("figure", {}, h("figcaption", {}, h("b", {}, title)),
      s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}. ${words}` },
        src ? s("image", { href: src, width: size[0], height: size[1], preserveAspectRatio: "none", transform: `scale(${width / size[0]} ${height / size[1]})` }) : null,
        marks.map((one) => mark(one, unit)).flat()));
  }

  /* Pictures with their legend; null where the drawing is words alone. */
  function pictures(drawing, images) {
    if (!drawing || !drawing.views) return null;
    return h("div", { class: `drawing${drawing.views.length > 1 ? " several" : ""}` }, drawing.views.map((one) => view(one, images)),
      legend(drawing, (sort) => sort !== "piece"));
  }

  function legend(drawing, fits) {
    const entries = (drawing.legend || []).filter(([sort, state]) => fits(sort, state));
    return entries.length ? h("ul", { class: "legend", "aria-label": "Legend" }, entries.map(([sort, state, words]) => h("li", {}, sample(sort, state), words))) : null;
  }

  function sample(sort, state) {
    if (sort === "piece") return h("span", { "aria-hidden": "true", class: `piece ${state}` }, state === "missing" ? squares("a") : "a");
    const frame = { class: "swatch", viewBox: "0 0 24 14", "aria-hidden": "true" };
    if (sort === "line") return s("svg", frame, s("line", { class: `link ${state}`, x1: 1, y1: 7, x2: 23, y2: 7 }));
    return s("svg", frame, s("rect", { class: `shape ${state}`, x: 2, y: 2, width: 20, height: 10 }));
  }

  const squares = (text) => Array.from(text, (letter) => h("span", { class: "square" }, letter));

  function pieces(cell) {
    if (!Array.isArray(cell)) return cell;
    return cell.map(([state, words]) => (state
      ? h("span", { class: `piece ${state}` }, HIDDEN[state] ? h("span", { class: "visually-hidden" }, ` ${HIDDEN[state]}`) : null, state === "missing" ? squares(words) : words)
      : words));
  }

  const shows = (drawing, state) => (drawing.listings || []).some(([, , rows]) => rows.some(([, cells]) => cells.some((cell) => Array.isArray(cell) && cell.some(([one]) => one === state))));

  /* The same in words: a sentence, and tables. */
  function listings(drawing) {
    if (!drawing) return null;
    return [
      h("p", { class: "told" }, drawing.summary),
      (drawing.listings || []).map(([title, headings, rows]) => h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": title },
        h("table", { class: "listing" }, headings.length ? h("thead", {}, h("tr", {}, headings.map((words) => h("th", { scope: "col" }, words)))) : null,
          h("tbody", {}, rows.map(([state, cells]) => h("tr", { class: state }, cells.map((cell, place) => (place || !cell.length ? h("td", {}, pieces(cell)) : h("th", { scope: "row" }, pieces(cell)))))))),
        h("p", { class: "more", "aria-hidden": "true" }, "more columns: scroll sideways →"))),
      legend(drawing, (sort, state) => sort === "piece" && shows(drawing, state)),
    ];
  }

  return { h, s, pictures, listings };
})();
