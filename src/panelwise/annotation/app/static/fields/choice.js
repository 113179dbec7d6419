/* One of several options, in words or pictures. Value: its index. */
import { options } from "./_options.js";

export function mount(element, field, images, value, changed) {
  let now = Number.isInteger(value) ? value : null;
  const list = options(element, field, images, "radio", now === null ? [] : [now], ([place]) => {
    now = place ?? null;
    changed(now);
  });
  return {
    keys: list.keys,
    key(event) {
      const input = list.meant(event);
      if (!input) return list.enlarge(event);
      input.checked = true;
      list.reach(input);
      list.tell();
      return true;
    },
    focus: list.focus,
    fault: () => (now === null ? "Choose one." : null),
  };
}
