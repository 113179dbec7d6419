/* Options to choose from: what choice and several have in common. */
import { chosenBy, frame, h, kbd, keyRange, keysOf, unique } from "../dom.js";
import { LENS_KEYS, Lens } from "../lens.js";

/**
 * @param {"radio" | "checkbox"} type of the inputs.
 * @param {(places: number[]) => void} chosen is called with all chosen places in the order of the options.
 */
export function options(element, field, images, type, value, chosen) {
  const body = frame(element, field);
  const labels = field.options.map((option) => option.label);
  const keys = keysOf(labels);
  const name = unique(field.name);
  const pictures = field.options.some((option) => Number.isInteger(option.image));
  const inputs = field.options.map((_, place) => h("input", { type, name, value: String(place), checked: value.includes(place) }));
  const tell = () => chosen(inputs.flatMap((input, place) => (input.checked ? [place] : [])));
  body.append(h("div", { class: `options${pictures ? " pictures" : ""}` }, field.options.map((option, place) => {
    const image = Number.isInteger(option.image) ? images[option.image] : null;
    return h("label", { class: "option" }, inputs[place],
      h("span", { class: "option-head" }, keys[place] && keys[place] !== option.label ? kbd(keys[place]) : null, h("b", {}, option.label)),
      image ? h("img", { src: image.src, width: image.width, height: image.height, alt: image.alt || `Picture of ${option.label}` }) : null,
      option.text ? h("span", { class: "option-text" }, option.text) : null);
  })));
  body.addEventListener("change", tell);
  const lens = new Lens(() => field.options.flatMap(({ label, image }, place) => (Number.isInteger(image) ? [{ title: `Option ${label}`, image: images[image], element: inputs[place] }] : [])));
  if (pictures) body.append(h("div", { class: "text-tools" }, lens.button));

  return {
    inputs,
    /** The input that a key means, or null. */
    meant: (event) => inputs[chosenBy(event, labels)] || null,
    /** The focus on an input, with all of its option in sight. */
    reach: (input) => {
      input.focus({ preventScroll: true });
      input.closest(".option").scrollIntoView({ block: "nearest" });
    },
    tell,
    focus: () => (inputs.find((input) => input.checked) || inputs[0]).focus(),
    keys: [[keyRange(labels), "choose"], ...(pictures ? LENS_KEYS : [])],
    enlarge: (event) => lens.key(event),
  };
}
