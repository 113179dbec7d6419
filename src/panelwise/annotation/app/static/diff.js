/* What changed between a draft and the text that somebody made of it. */
import { h } from "./dom.js";

const PIECES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}\p{N}\p{M}'’]+|\s+|./gsu;
const MOST = 4e6;  // cells of the table: a longer text is compared between its equal ends

/** The pieces of both texts: [["same" | "gone" | "new", text], …]; words, and single characters of Chinese and Japanese. */
export function diff(before, after) {
  const [a, b] = [before.match(PIECES) || [], after.match(PIECES) || []];
  let [head, tail] = [0, 0];
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const parts = [...a.slice(0, head).map((piece) => ["same", piece]),
    ...between(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map((piece) => ["same", piece])];
  return joined(parts);
}

function between(a, b) {
  if (a.length * b.length > MOST) return [...a.map((piece) => ["gone", piece]), ...b.map((piece) => ["new", piece])];
  const wide = b.length + 1;
  const common = new Uint32Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * wide + j] = a[i] === b[j] ? common[(i + 1) * wide + j + 1] + 1 : Math.max(common[(i + 1) * wide + j], common[i * wide + j + 1]);
    }
  }
  const parts = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push(["same", a[i]]);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && common[(i + 1) * wide + j] >= common[i * wide + j + 1])) parts.push(["gone", a[i++]]);
    else parts.push(["new", b[j++]]);
  }
  return parts;
}

function joined(parts) {
  const made = [];
  for (const [state, piece] of parts) {
    const last = made[made.length - 1];
    if (last && last[0] === state) last[1] += piece;
    else made.push([state, piece]);
  }
  return made;
}

const TAGS = { same: "span", gone: "del", new: "ins" };
const SPOKEN = { gone: "removed: ", new: "added: " };

/** The difference as an element. */
export function diffView(before, after, attributes = {}) {
  return h("p", { class: "diff", ...attributes }, diff(before, after).map(([state, piece]) => h(TAGS[state], {},
    SPOKEN[state] ? h("span", { class: "visually-hidden" }, SPOKEN[state]) : null, piece)));
}

/** Texts that say what they were before become the difference. */
export function showDiffs() {
  for (const element of document.querySelectorAll("p.diff[data-before]")) {
    element.replaceWith(diffView(element.dataset.before, element.textContent));
  }
}
