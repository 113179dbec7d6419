/* Building elements from data. Whatever comes from data becomes text or an attribute, never markup. */
const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: h("p", {class: "note", onclick: …}, "text", other). */
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);
/** The same for SVG. */
export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

/** Set attributes of an SVG element that is there already. */
export function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

let count = 0;
/** A name that no other element has. */
export const unique = (stem) => `${stem}-${(count += 1)}`;

/** The part of a field that all types have: its question, the help, and the body to fill. */
export function frame(element, field) {
  const label = unique("label");
  const body = h("div", { class: "field-body" });
  element.setAttribute("role", "group");
  element.setAttribute("aria-labelledby", label);
  element.replaceChildren(
    h("p", { class: "field-label", id: label }, field.label, field.required === false ? h("span", { class: "optional" }, ` (${field.needed || "optional"})`) : null),
    field.help ? h("p", { class: "field-help" }, field.help) : "",
    body,
    h("p", { class: "field-fault", role: "alert", hidden: true }),
  );
  return body;
}

/** Whether keys go to what is focused: while somebody writes or chooses from a list. */
export const isWriting = (target) => target instanceof Element
  && target.closest("textarea, select, input:not([type=radio]):not([type=checkbox]), [contenteditable=true]") !== null;

/** Say something to a screen reader. */
export function announce(words) {
  let place = document.getElementById("announcements");
  if (!place) {
    place = h("div", { id: "announcements", class: "visually-hidden", role: "status" });
    document.body.append(place);
  }
  place.textContent = words;
}

/** A key's name in the help, and which keys choose the k-th of several things. */
export const kbd = (name, hidden = true) => h("kbd", { "aria-hidden": hidden ? "true" : null }, name);

/** The key for each of several things: its own label where all labels are single digits, or else its place. */
export function keysOf(labels) {
  const own = labels.map((label) => String(label).trim());
  const plain = own.every((label) => /^[0-9]$/.test(label)) && new Set(own).size === own.length;
  return plain ? own : labels.map((_, place) => (place < 9 ? String(place + 1) : ""));
}

/** The key that reports an item on every screen; it chooses nothing. */
export const REPORT = "f";

const LETTER = new RegExp(`^(?!${REPORT})[a-z]$`, "i");

/** The keys that choose, for the help: digits, and labels that are single letters. */
export function keyRange(labels) {
  const keys = keysOf(labels).filter(Boolean);
  const letters = labels.map((label) => String(label).toUpperCase()).filter((label) => LETTER.test(label));
  return [keys.length ? `${keys[0]}–${keys.at(-1)}` : "", ...letters].filter(Boolean).join(" ");
}

/** Which of several things a key chooses: by its key, or by a label that is one letter; -1 for none. */
export function chosenBy(event, labels) {
  if (event.ctrlKey || event.metaKey || event.altKey) return -1;
  const place = keysOf(labels).indexOf(event.key);
  if (place >= 0) return place;
  return LETTER.test(event.key) ? labels.findIndex((label) => String(label).toLowerCase() === event.key.toLowerCase()) : -1;
}

export const button = (words, onclick, more = {}) => h("button", { type: "button", class: "plain", onclick, ...more }, words);

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
