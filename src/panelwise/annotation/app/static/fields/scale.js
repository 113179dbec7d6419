/* A mark between two numbers, or "uncertain". Value: the number, or "uncertain". */
import { frame, h, kbd, unique } from "../dom.js";

const MOST = 12;  // more steps are a number to write

export function mount(element, field, images, value, changed) {
  const body = frame(element, field);
  const steps = Array.from({ length: field.high - field.low + 1 }, (_, place) => field.low + place);
  let now = value ?? null;
  const set = (next) => {
    now = next;
    changed(now);
  };
  const made = steps.length > MOST ? written(field, now, set) : buttons(field, steps, now, set);
  body.append(made.element);
  return {
    keys: [...(steps.length > MOST ? [] : [[steps.map((step) => keyOf(step, steps)).join(" "), `mark ${steps[0]} to ${steps.at(-1)}`]]), ...(field.uncertain ? [["u", "uncertain"]] : [])],
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const pressed = field.uncertain && event.key.toLowerCase() === "u" ? "uncertain" : steps.find((step) => keyOf(step, steps) === event.key);
      if (pressed === undefined || !made.choose(pressed)) return false;
      set(pressed);
      return true;
    },
    focus: made.focus,
    fault: () => (now === null ? missing(field) : null),
  };
}

/* In the words of the question: a number may be a mark, a certainty, or something else. */
const missing = ({ label, uncertain }) => `Not answered yet: ${label}${/[.?!]$/.test(label) ? "" : "."}${uncertain ? " “Uncertain” is an answer, too." : ""}`;

const LETTERS = "qwertzasdghj";

/* The key of a mark: its digit; 0 for ten where there is no 0; and letters for what is left. Pictures have + and -. */
function keyOf(step, steps) {
  if (step >= 0 && step <= 9) return String(step);
  if (step === 10 && !steps.includes(0)) return "0";
  const left = steps.filter((one) => one < 0 || one > 10 || (one === 10 && steps.includes(0)));
  return LETTERS[left.indexOf(step)];
}

function buttons(field, steps, now, set) {
  const name = unique(field.name);
  const inputs = new Map();
  const one = (value, label, words, key) => {
    const input = h("input", { type: "radio", name, value: String(value), checked: now === value, onchange: () => set(value) });
    inputs.set(value, input);
    const head = key === label ? kbd(key, false) : [label, " ", kbd(key)];
    return h("label", { class: `step${value === "uncertain" ? " uncertain" : ""}` }, input, h("b", {}, head), words ? h("span", { class: listed ? "step-words" : "visually-hidden" }, words) : null);
  };
  const labels = field.labels || {};
  const listed = steps.every((step) => labels[step]);  // a line for each; else the words stand below the row
  const legend = listed ? [] : steps.filter((step) => labels[step]).map((step) => h("span", {}, h("b", {}, String(step)), ` ${labels[step]}`));
  const element = h("div", { class: `scale${listed ? " listed" : ""}` }, steps.map((step) => one(step, String(step), labels[step], keyOf(step, steps))),
    field.uncertain ? one("uncertain", "Uncertain", null, "u") : null);
  return {
    element: legend.length ? h("div", {}, element, h("p", { class: "scale-legend", "aria-hidden": "true" }, legend)) : element,
    choose(value) {
      const input = inputs.get(value);
      if (!input) return false;
      input.checked = true;
      input.focus({ preventScroll: true });
      input.closest(".step").scrollIntoView({ block: "nearest" });
      return true;
    },
    focus: () => ([...inputs.values()].find((input) => input.checked) || inputs.values().next().value).focus(),
  };
}

function written(field, now, set) {
  const uncertain = h("input", { type: "checkbox", checked: now === "uncertain" });
  const number = h("input", { type: "number", min: field.low, max: field.high, step: "1", value: Number.isInteger(now) ? String(now) : "", "aria-label": `${field.label} (${field.low} to ${field.high})` });
  const tell = () => {
    const given = number.value.trim() === "" ? null : Number(number.value);
    number.disabled = uncertain.checked;
    set(uncertain.checked ? "uncertain" : Number.isInteger(given) && given >= field.low && given <= field.high ? given : null);
  };
  number.addEventListener("input", tell);
  uncertain.addEventListener("change", tell);
  return {
    element: h("div", { class: "scale written" }, number, h("span", { class: "soft" }, `${field.low} to ${field.high}`), field.uncertain ? h("label", { class: "check" }, uncertain, "Uncertain") : null),
    choose(value) {
      if (value !== "uncertain") return false;
      uncertain.checked = true;
      number.disabled = true;
      return true;
    },
    focus: () => number.focus(),
  };
}
