/* Cards to put into order, by number keys, arrows or drag. Value: indices of the cards in the answered order. */
import { announce, button, chosenBy, frame, h, kbd, keysOf } from "../dom.js";
import { draggable } from "../drag.js";
import { LENS_KEYS, Lens } from "../lens.js";
import { crop } from "../picture.js";

export function mount(element, field, images, value, changed) {
  const body = frame(element, field);
  const labels = field.cards.map((card) => card.label);
  const keys = keysOf(labels);
  const known = (place) => Number.isInteger(place) && place >= 0 && place < labels.length;
  let order = Array.isArray(value) ? [...new Set(value.filter(known))] : [];
  const css = field.cards.some((card) => card.text) ? "cards wordy" : "cards";
  const answer = h("ol", { class: `${css} answer`, "aria-label": "Your order", tabindex: "-1" });
  const pool = h("ul", { class: `${css} pool`, "aria-label": "Cards that are not placed yet" });
  const pictures = field.cards.map((card, place) => pictured(card, field.boxes?.[place], images));
  const cards = field.cards.map((card, place) => makeCard(card, keys[place], pictures[place]));

  function show() {
    answer.replaceChildren(...order.map((place, at) => h("li", { class: "slot" }, h("span", { class: "rank", "aria-hidden": "true" }, String(at + 1)), cards[place])),
      ...labels.slice(order.length).map((_, at) => h("li", { class: "slot empty" }, h("span", { class: "rank" }, String(order.length + at + 1), h("span", { class: "visually-hidden" }, ": empty")))));
    pool.replaceChildren(...labels.flatMap((_, place) => (order.includes(place) ? [] : [h("li", {}, cards[place])])));
    pool.hidden = order.length === labels.length;
    cards.forEach((card, place) => card.setAttribute("aria-label", order.includes(place)
      ? `${labels[place]}, at place ${order.indexOf(place) + 1}. Arrows move it, Delete takes it out.` : `${labels[place]}, not placed. Press to place it next.`));
    undo.disabled = order.length === 0;
  }
  function set(next, focused = null) {
    order = next;
    show();
    if (focused !== null) cards[focused].focus();
    changed(order.length ? [...order] : null);
  }
  function place(card) {
    set([...order, card], card);
    announce(`${labels[card]} is number ${order.length}.`);
  }
  function move(card, by) {
    const from = order.indexOf(card);
    const to = Math.min(order.length - 1, Math.max(0, from + by));
    const next = order.filter((one) => one !== card);
    next.splice(to, 0, card);
    set(next, card);
    announce(`${labels[card]} is number ${to + 1}.`);
  }
  const takeOut = (card) => set(order.filter((one) => one !== card), card);
  const placeOf = (thing) => cards.indexOf(thing);
  /* The cards with pictures as they are on the page: the answer, then those that are not placed. */
  const lens = new Lens(() => [...order, ...labels.keys()].filter((card, at, all) => all.indexOf(card) === at && pictures[card])
    .map((card) => ({ title: `Card ${labels[card]}`, ...pictures[card], element: cards[card] })));
  const seen = lens.shown().length > 0;

  cards.forEach((card, which) => card.addEventListener("click", () => {
    if (!order.includes(which)) place(which);
    else card.focus();
  }));
  draggable(body, { item: ".card", list: ".cards", drop(thing, list, at) {
    const card = placeOf(thing);
    const next = order.filter((one) => one !== card);
    if (list === answer) next.splice(Math.min(at, next.length), 0, card);
    set(next, card);
  } });
  const undo = button("Start again", () => set([], 0));
  body.append(answer, pool, h("div", { class: "text-tools" }, undo, seen ? lens.button : null));
  show();

  return {
    keys: [[`${keys[0] || ""}–${keys.filter(Boolean).at(-1) || ""}`, "put this card next; a placed card is picked"], ["← →", "move the picked card"], ["Delete", "take the picked card out"], ["Backspace", "take the last card out"], ...(seen ? LENS_KEYS : [])],
    key(event) {
      const held = placeOf(document.activeElement);
      const picked = order.includes(held) ? held : -1;
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      const chosen = chosenBy(event, labels);
      if (event.key === "Enter" && picked >= 0) {
        answer.focus({ preventScroll: true });  // a card would take Enter for a click
        return false;
      }
      if (chosen >= 0) order.includes(chosen) ? cards[chosen].focus() : place(chosen);
      else if (by && picked >= 0) move(picked, by);
      else if (event.key === "Delete" && picked >= 0) takeOut(picked);
      else if (event.key === "Backspace" && order.length) takeOut(order[order.length - 1]);
      else return lens.key(event);
      return true;
    },
    focus: () => (cards[labels.findIndex((_, which) => !order.includes(which))] ?? cards[order[0]]).focus(),
    fault: () => (order.length < labels.length ? `Place all ${labels.length} cards; ${labels.length - order.length} left.` : null),
  };
}

/* What a card shows: a picture of its own, or its part of the only picture; null for a label alone. */
function pictured(card, box, images) {
  if (Number.isInteger(card.image)) return { image: images[card.image] };
  return box && images[0] ? { image: images[0], box } : null;
}

function makeCard(card, key, picture) {
  const { image, box } = picture || {};
  return h("button", { type: "button", class: `card-button card${picture ? " picture-card" : ""}` },
    h("span", { class: "card-head" }, key && key !== card.label ? kbd(key) : null, h("b", {}, card.label)),
    picture ? (box ? crop(image, box) : h("img", { src: image.src, width: image.width, height: image.height, alt: "", draggable: "false" })) : null,
    card.text ? h("span", { class: "card-text" }, card.text) : null);
}
