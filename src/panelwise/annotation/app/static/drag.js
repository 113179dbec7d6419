/* Things that can be dragged within lists, by mouse, pen or finger. */

const FAR = 5;  // pixels: less is a click

/**
 * @param {Element} root holds the lists.
 * @param {{item: string, list: string, handle?: string, drop: (item: Element, list: Element, place: number) => void}} options
 *   selectors of the things, of the lists that take them and of the part to hold; `drop` gets the place among the
 *   list's other things.
 */
export function draggable(root, { item, list, handle = item, drop }) {
  root.addEventListener("pointerdown", (event) => {
    const held = event.target.closest(handle);
    const thing = held && root.contains(held) ? held.closest(item) : null;
    if (!thing || event.button > 0) return;
    const start = [event.clientX, event.clientY];
    let target = null;

    const move = (moved) => {
      if (!thing.classList.contains("dragging")) {
        if (Math.hypot(moved.clientX - start[0], moved.clientY - start[1]) < FAR) return;
        thing.classList.add("dragging");
      }
      moved.preventDefault();
      unmark(root);
      target = goal(root, thing, item, list, moved);
      if (target) mark(target, thing, item);
    };
    const end = (last) => {
      for (const [name, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) document.removeEventListener(name, listener);
      if (!thing.classList.contains("dragging")) return;
      thing.classList.remove("dragging");
      unmark(root);
      root.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
      if (last.type === "pointerup" && target) drop(thing, target.list, target.place);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  });
}

/* The click that ends a drag is none. */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

const others = (place, item, thing) => [...place.querySelectorAll(item)].filter((one) => one !== thing);

function unmark(root) {
  for (const one of root.querySelectorAll(".drop-before, .drop-after, .drop-here")) one.classList.remove("drop-before", "drop-after", "drop-here");
}

function mark({ list, place }, thing, item) {
  const rest = others(list, item, thing);
  list.classList.add("drop-here");
  if (place < rest.length) rest[place].classList.add("drop-before");
  else if (rest.length) rest[rest.length - 1].classList.add("drop-after");
}

/* The list under the pointer, and the place in it: before the first thing whose middle comes after the pointer. */
function goal(root, thing, item, list, { clientX, clientY }) {
  const under = document.elementFromPoint(clientX, clientY);
  const into = under && under.closest(list);
  if (!into || !root.contains(into)) return null;
  const rest = others(into, item, thing);
  const place = rest.findIndex((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (clientY < top) return true;
    if (clientY > bottom) return false;
    return rest.length > 1 && sideBySide(rest) ? clientX < (left + right) / 2 : clientY < (top + bottom) / 2;
  });
  return { list: into, place: place < 0 ? rest.length : place };
}

function sideBySide(things) {
  const [first, second] = things.map((one) => one.getBoundingClientRect());
  return second.left >= first.right - 1 || second.right <= first.left + 1;
}
