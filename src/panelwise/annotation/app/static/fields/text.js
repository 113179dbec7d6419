/* A text, beside the picture it belongs to and with its changes to the draft. Value: the text. */
import { button, frame, h } from "../dom.js";
import { diffView } from "../diff.js";
import { crop, PICTURE_KEYS, Picture } from "../picture.js";

const MOST = 12;  // rows that a long text is given without being asked

export function mount(element, field, images, value, changed) {
  const body = frame(element, field);
  const draft = field.initial || "";
  const lines = field.lines || 1;
  const area = h("textarea", { rows: lines, lang: field.language || null, spellcheck: "true", "aria-label": field.label, value: value ?? draft,
    autocomplete: "off", "aria-required": field.required === false ? null : "true" });
  area.dir = "auto";
  const grow = () => {
    while (!area.classList.contains("vertical") && area.scrollHeight > area.clientHeight && area.rows < MOST) area.rows += 1;
  };
  const changes = h("div", { class: "changes", hidden: true });
  const show = () => {
    const differs = draft !== "" && area.value !== draft;
    changes.hidden = !differs;
    changes.replaceChildren(...(differs ? [h("p", { class: "changes-head" }, "Changes to the draft"), diffView(draft, area.value, { lang: field.language || null })] : []));
    restore.hidden = !differs;
  };
  const restore = button("Restore the draft", () => {
    area.value = draft;
    tell();
    area.focus();
  }, { hidden: true });
  const tell = () => {
    grow();
    show();
    changed(area.value);
  };
  area.addEventListener("input", tell);
  const turn = button("Vertical", () => {
    const vertical = area.classList.toggle("vertical");
    turn.setAttribute("aria-pressed", String(vertical));
  }, { "aria-pressed": String(Boolean(field.vertical)) });
  area.classList.toggle("vertical", Boolean(field.vertical));
  const image = Number.isInteger(field.image) ? images[field.image] : null;
  const whole = image && !field.box ? new Picture(image, { label: `${image.alt || "Picture"}: ${field.label}` }) : null;
  body.append(h("div", { class: `written-text${image ? " with-crop" : ""}` },
    whole ? whole.element : image ? crop(image, field.box) : null,
    h("div", { class: "writing" }, area, h("div", { class: "text-tools" }, field.vertical || /^(ja|zh)/.test(field.language || "") ? turn : null, restore), changes)));
  show();
  new ResizeObserver(grow).observe(area);  // also once a step shows it
  return {
    keys: whole ? PICTURE_KEYS : [],
    key: (event) => Boolean(whole) && document.activeElement === whole.svg && whole.key(event),
    focus: () => area.focus(),
    lock(locked) {
      area.readOnly = locked;
      restore.disabled = locked;
    },
    initial: value ?? draft,
    fault: () => (area.value.trim() === "" ? "Write something." : null),
  };
}
