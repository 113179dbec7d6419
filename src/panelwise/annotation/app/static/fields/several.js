/* Some of several options, such as the three best of six wrong answers. Value: their indices. */
import { announce, h, plural } from "../dom.js";
import { options } from "./_options.js";

export function mount(element, field, images, value, changed) {
  let now = Array.isArray(value) ? value : [];
  const [least, most] = [field.least ?? 0, field.most ?? field.options.length];
  const wanted = least === most ? `Choose ${least}` : `Choose ${least} to ${most}`;
  const count = h("p", { class: "count", role: "status" });
  const show = () => {
    count.textContent = `${wanted}: ${now.length} chosen.`;
    for (const input of list.inputs) input.disabled = now.length >= most && !input.checked;
  };
  const list = options(element, field, images, "checkbox", now, (places) => {
    now = places;
    show();
    changed(now);
  });
  element.querySelector(".field-body").append(count);
  show();
  return {
    keys: [[list.keys[0][0], "choose, or take the choice back"], ...list.keys.slice(1)],
    key(event) {
      const input = list.meant(event);
      if (!input) return list.enlarge(event);
      if (input.disabled) announce(`${plural(most, "option")} chosen already: take one back first.`);
      else {
        input.checked = !input.checked;
        list.reach(input);
        list.tell();
      }
      return true;
    },
    focus: list.focus,
    fault: () => (now.length < least || now.length > most ? `${wanted}; ${now.length} chosen.` : null),
  };
}
