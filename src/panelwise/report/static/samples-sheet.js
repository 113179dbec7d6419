"use strict";
/* One sample on the right: everything is made of elements and text nodes, never of HTML text, so
   nothing that a model wrote can become markup. */
const panelwiseSheet = (() => {
  const { h, s, pictures, listings } = panelwiseDrawing;

  /* The right order with which an answer shares most places: of several, marks go by this one. */
  function nearestOrder(item, answer) {
    if (!item.accepted || !Array.isArray(answer)) return item.gold;
    const shared = (order) => order.filter((index, place) => index === answer[place]).length;
    return item.accepted.reduce((best, order) => (shared(order) > shared(best) ? order : best), item.gold);
  }

  /* A panel cut out of the picture that was sent; a numbered sheet when there is no picture. */
  function panelArt(item, shown, frame) {
    const [x0, y0, x1, y1] = shown.cell;
    const [src, width, height] = item.default.images[shown.image];
    if (!src) return s("svg", { width: 1000, height: 1000, ...frame, viewBox: "0 0 100 100" }, s("text", { x: 50, y: 50 }, String(item.shown.indexOf(shown) + item.base)));
    const cut = s("svg", { viewBox: `${x0} ${y0} ${x1 - x0} ${y1 - y0}`, width: x1 - x0, height: y1 - y0 }, s("image", { href: src, width, height, preserveAspectRatio: "none" }));
    const size = { width: 10 * (x1 - x0), height: 10 * (y1 - y0) }; // large, so that the style's limits decide
    return s("svg", { ...size, ...frame, viewBox: `0 0 ${x1 - x0} ${y1 - y0}` }, cut); // the inner one clips its neighbours away
  }

  function sequence(item, order, gold, label) {
    const entries = order.map((index, place) => {
      const shown = item.shown[index];
      const right = gold ? gold[place] === index : null;
      const state = right === null ? "" : right ? "right" : "astray";
      const number = index + item.base;
      return h("li", { class: state },
        shown ? panelArt(item, shown, { class: "thumb", "aria-hidden": "true" }) : null,
        h("span", { class: "tag" }, `${place + 1}. `, h("b", {}, `${item.thing} ${number}`), " ",
          right === null ? null : h("span", { class: "mark" }, right ? "✓" : "✗"),
          right === null ? null : h("span", { class: "visually-hidden" }, right ? " right place" : " wrong place")));
    });
    return h("ol", { class: "sequence", "aria-label": label }, entries);
  }

  function options(item, chosen) {
    return h("ul", { class: "options", "aria-label": "Options" }, item.options.map(([label, text, image], place) => {
      const right = place === item.gold;
      const picked = place === chosen;
      const words = [right ? "right" : null, picked ? "answered" : null].filter(Boolean).join(", ");
      const shown = image === null ? null : item.shown.find((one) => one.image === image);
      return h("li", { class: right ? "right" : picked ? "astray" : "" },
        h("b", {}, label), shown ? panelArt(item, shown, { class: "thumb", "aria-hidden": "true" }) : null, text || "",
        h("span", { class: "said" }, words, right && picked ? " ✓" : picked ? " ✗" : ""));
    }));
  }

  function sent(item, rendering) {
    const images = rendering.images;
    if (!images.length) return null;
    const pictures = images.map(([src, width, height, original], number) => {
      if (!src) return emptySheet(item, number, width, height);
      const alt = images.length > 1 ? `Image ${number + 1} of ${images.length} as sent` : "The picture as sent";
      const picture = h("img", { src, width, height, loading: "lazy", decoding: "async", alt });
      return original ? h("a", { href: original, target: "_blank", rel: "noopener", title: `Full size, ${width} × ${height}, from the pack` }, picture) : picture;
    });
    return h("figure", {}, h("figcaption", {}, h("b", {}, "As sent"), images.length > 1 ? ` · ${images.length} images` : ""),
      h("div", { class: images.length > 1 ? "sent several" : "sent page" }, pictures),
      images.every(([src]) => src) ? null : h("p", { class: "note" }, "The pack holds annotations only, so the pictures are drawn as empty boxes."));
  }

  function emptySheet(item, number, width, height) {
    const panels = item.shown.filter((shown) => shown.image === number);
    return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "An empty picture with the panels' places", width, height },
      panels.map((shown) => box(shown.cell, true)));
  }

  const box = ([x0, y0, x1, y1], empty) => s("rect", { class: empty ? "box empty" : "box", x: x0, y: y0, width: x1 - x0, height: y1 - y0 });
  const middle = ({ box: [x0, y0, x1, y1] }) => [(x0 + x1) / 2, (y0 + y1) / 2];

  /* The page with its panels put back where they came from, and the order drawn over them. */
  function page(item, sha, answer) {
    const [src, x, y, width, height] = item.pages[sha];
    const here = item.shown.map((shown, index) => ({ shown, index })).filter(({ shown }) => shown.page === sha);
    const disc = Math.max(width, height) / 32;
    const inside = (order) => order.map((index) => item.shown[index]).filter((shown) => shown && shown.page === sha);
    const path = (order, css) => s("polyline", { class: css, points: inside(order).map((shown) => middle(shown).join(",")).join(" ") });
    const gold = item.story;
    return s("svg", { viewBox: `${x} ${y} ${width} ${height}`, role: "img", "aria-label": gold ? "The page with its reading order" : "The page with the shown numbers" },
      src ? s("image", { href: src, width, height }) : here.map(({ shown }) => placed(item, shown)),
      here.map(({ shown }) => outline(item, shown, src)),
      gold ? path(gold, "path") : null,
      gold && Array.isArray(answer) ? path(answer, "path answered") : null,
      here.map(({ shown, index }) => {
        const [cx, cy] = middle(shown);
        const number = gold ? gold.indexOf(index) + 1 : index + item.base;
        return [s("circle", { class: "disc", cx, cy, r: disc }), s("text", { x: cx, y: cy, "font-size": disc * 1.1 }, String(number))];
      }));
  }

  function placed(item, shown) {
    if (!item.default.images[shown.image][0]) return null;
    const [x0, y0, x1, y1] = shown.box;
    return panelArt(item, shown, { x: x0, y: y0, width: x1 - x0, height: y1 - y0, preserveAspectRatio: "none" });
  }

  function outline(item, shown, src) {
    const empty = !src && !item.default.images[shown.image][0];
    if (!shown.polygon) return box(shown.box, empty);
    return s("polygon", { class: empty ? "box empty" : "box", points: shown.polygon.map((point) => point.join(",")).join(" ") });
  }

  function pages(item, answer) {
    const names = Object.keys(item.pages);
    if (!names.length || !item.shown.length) return null;
    const gold = item.story;
    const differs = Array.isArray(item.gold) && Array.isArray(answer) && !same(nearestOrder(item, answer), answer);
    const missing = names.some((sha) => !item.pages[sha][0]);
    return h("figure", {},
      h("figcaption", {}, h("b", {}, "On the page"), gold ? " · solid: right order" : " · numbers as shown", differs ? " · dashed: answered" : ""),
      h("div", { class: "page" }, names.map((sha) => page(item, sha, differs ? answer : null))),
      missing ? h("p", { class: "note" }, "The pack does not hold the page itself; panels are drawn in their places.") : null);
  }

  const same = (gold, answer) => Array.isArray(gold) && Array.isArray(answer) && gold.join() === answer.join();
  const number = (value, digits) => (typeof value === "number" ? value.toFixed(digits).replace("-", "−") : value);

  function facts(pairs) {
    const known = pairs.filter(([, value]) => value !== undefined && value !== null && value !== "");
    return known.length ? h("dl", { class: "facts" }, known.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, String(value))))) : null;
  }

  function problem(answer) {
    const words = [answer.error, answer.refusal && `Refusal: ${answer.refusal}`, answer.reason].filter(Boolean);
    return words.length ? h("p", { class: "problem" }, words.join(" · ")) : null;
  }

  /* What one run answered, as the task takes it. */
  function verdict(item, answer, title) {
    const head = title ? [title, problem(answer)] : []; // alone, both come before the response
    if (!item.gold && item.gold !== 0) return [head, listings(answer.drawing)];
    if (!Array.isArray(item.gold)) return [head, options(item, answer.answer)];
    const nearest = nearestOrder(item, answer.answer);
    const right = same(nearest, answer.answer);
    return [head, Array.isArray(answer.answer) ? h("div", {}, h("h3", {}, right ? "Answered order, which is right" : "Answered order"),
      sequence(item, answer.answer, nearest, "Answered order")) : null];
  }

  /* What was read in the response, on one line; null where nothing was, or a drawing shows it. */
  function readAs(item, answer) {
    if (Array.isArray(answer.answer)) return `[${answer.answer.map((index) => index + item.base).join(", ")}]`;
    if (typeof answer.answer === "string") return answer.answer;
    const option = Number.isInteger(answer.answer) ? item.options[answer.answer] : undefined;
    return option ? option.slice(0, 2).filter(Boolean).join(": ") : null;
  }
  function read(item, answer) {
    const words = readAs(item, answer);
    return words ? h("p", { class: "read" }, "Read as ", h("b", {}, words)) : null;
  }

  /* What one run said, word for word. The end, where most answers are, is in sight; a button opens
     the middle of a long one. */
  const [LONG, START, END] = [480, 140, 200];
  function response(answer) {
    const words = answer.response;
    const title = h("h3", {}, "Response");
    if (words === undefined) return h("div", {}, title, h("p", { class: "note" }, "No response came."));
    const whole = h("pre", { class: "response", tabindex: "0" }, words || "(empty)");
    if (words.length <= LONG) return h("div", {}, title, whole);
    const hidden = (words.length - START - END).toLocaleString("en");
    const open = h("button", { type: "button", class: "rest", onclick: () => { part.replaceWith(whole); whole.focus(); } }, `… ${hidden} more characters: show all …`);
    const part = h("pre", { class: "response ends", tabindex: "0" }, words.slice(0, START), open, words.slice(-END));
    return h("div", {}, title, part);
  }

  /* How an answer was taken, and what it cost. */
  function record(answer) {
    const scores = Object.entries(answer.scores || {}).map(([name, value]) => [name.replaceAll("_", " "), number(value, 3)]);
    return [
      facts([["read by", answer.rule], ["status", answer.status], ["flags", (answer.flags || []).join(", ")], ["finish reason", answer.finish_reason],
        ["tokens in", answer.tokens_in], ["tokens out", answer.tokens_out], ["cost", answer.cost === undefined ? null : `$${answer.cost.toPrecision(3)}`],
        ["latency", answer.latency === undefined ? null : `${number(answer.latency, 2)} s`], ["requests sent", answer.attempts],
        ["from cache", answer.cached ? "yes" : null], ["answered as", answer.model], ["finished", (answer.finished || "").slice(0, 19)], ["sent as", answer.rendering]]),
      scores.length ? h("details", {}, h("summary", {}, "Scores"), facts(scores)) : null,
    ];
  }

  const prompt = (rendering) => h("div", {}, h("h3", {}, `Prompt ${rendering.prompt}`), h("pre", { class: "prompt", tabindex: "0" }, rendering.text.trim()));

  /* All of one item under a heading; `columns` are [answer, title element] pairs. What was asked and
     what was said come first, side by side where there is room. */
  function draw(item, columns, rendering, others) {
    const alone = columns.length === 1 ? columns[0] : null;
    const accepted = item.accepted ? item.accepted.length : 1;
    const words = (Array.isArray(item.gold) ? "Right order" : "Story order") + (accepted > 1 ? `, one of ${accepted} that are right` : "");
    const gold = item.story && !(alone && !item.accepted && same(item.gold, alone[0].answer))
      ? h("section", {}, h("h3", {}, words), sequence(item, item.story, null, words)) : null;
    const meta = facts(Object.entries(item.meta).map(([name, value]) => [name.replaceAll("_", " "), value]));
    if (!alone) {
      return [gold, h("div", { class: "columns" }, columns.map(([answer, title]) => h("section", { class: "answer" }, verdict(item, answer, title), pictures(answer.drawing, rendering.images), response(answer), record(answer)))),
        h("div", { class: "figures" }, sent(item, rendering), pages(item, null)), meta, prompt(rendering)].filter(Boolean);
    }
    const [answer, title] = alone;
    const drawn = pictures(answer.drawing, rendering.images);
    return [
      h("div", { class: "above" },
        h("section", { class: "asked" }, sent(item, rendering), prompt(rendering)),
        h("section", { class: "answer" }, others, title, problem(answer), read(item, answer), response(answer), verdict(item, answer), gold)),
      h("div", { class: "figures" }, drawn, pages(item, answer.answer)),
      h("section", { class: "answer" }, record(answer)),
      meta,
    ].filter(Boolean);
  }

  return { h, draw, readAs };
})();
