/* The dialogs of a page of work: which keys there are, and the report of an item. */
import { h, kbd } from "./dom.js";
import { MATERIAL_KEYS } from "./material.js";
import { PICTURE_KEYS } from "./picture.js";

const KEYS = [["Enter", "next question; after the last one submit"], ["Ctrl+Enter", "submit, also while writing"], ["Esc", "leave a text or a list"], ["f", "report the item as ambiguous, unanswerable or harmful; f never chooses an answer"], ["?", "this help"]];
const DRAWN_KEYS = [["Enter", "next question; while a shape is selected, or its name or text is written: Esc first, until none is selected"]];
const UNDO_KEYS = [["Ctrl+Backspace", "take the last answer back (not while writing)"]];

export class Dialogs {
  /** @param {(flag: {name: string, reason: string}) => void} report is called with what is wrong with the item. */
  constructor(work, report) {
    const { signal } = work.ending;
    Object.assign(this, { work, report, help: document.querySelector("dialog.help"), flag: document.querySelector("dialog.flag") });
    const form = this.flag.querySelector("form");
    this.flag.querySelector("[data-part=flag-cancel]").addEventListener("click", () => this.flag.close(), { signal });
    form.addEventListener("submit", (event) => this.reported(event), { signal });
    form.addEventListener("input", () => work.dirty(), { signal });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!event.repeat) form.requestSubmit();
    }, { signal });
    this.help.addEventListener("keydown", (event) => {
      if (event.key !== "?") return;
      event.preventDefault();
      this.help.close();
    }, { signal });
  }

  /* What was filled in of a report before. */
  fill({ flag, reason }) {
    for (const one of this.flag.querySelectorAll("input[type=radio]")) one.checked = one.value === flag;
    this.flag.querySelector("textarea").value = reason || "";
  }

  filled() {
    return { flag: this.flag.querySelector("input[type=radio]:checked")?.value || "", reason: this.flag.querySelector("textarea").value };
  }

  showKeys() {
    const { form, fields, given } = this.work;
    const pictures = form.querySelector("svg.picture-view") ? [table("Pictures", [...PICTURE_KEYS, ...(form.querySelector(".work-shown") ? MATERIAL_KEYS : [])])] : [];
    const drawn = fields.some(({ widget }) => widget.drawn);
    const everywhere = [...(drawn ? [...DRAWN_KEYS, ...KEYS.slice(1)] : KEYS), ...(given.undo ? UNDO_KEYS : [])];
    this.help.querySelector("[data-part=keys]").replaceChildren(table("Everywhere", everywhere), ...pictures, ...tables(fields));
    this.help.showModal();
    this.help.querySelector("h2").focus({ preventScroll: true });  // the button that closes is at the end
    this.help.scrollTop = 0;
  }

  askFlag() {
    this.flag.showModal();
    (this.flag.querySelector("input[type=radio]:checked") || this.flag.querySelector("input[type=radio]")).focus();
  }

  reported(event) {
    const { flag: name, reason: written } = this.filled();
    const reason = written.trim();
    const fault = this.flag.querySelector("[data-part=flag-fault]");
    fault.hidden = Boolean(name && reason);
    fault.textContent = name ? "Say why." : "Choose what is wrong.";
    if (fault.hidden) {
      this.report({ name, reason });
      return;
    }
    event.preventDefault();
    (name ? this.flag.querySelector("textarea") : this.flag.querySelector("input[type=radio]")).focus();
  }
}

/* One table for fields with the same keys; those of pictures have their own. Arrows may mean both. */
function tables(fields) {
  const found = new Map();
  for (const { field, widget } of fields) {
    const keys = widget.keys.filter((one) => !PICTURE_KEYS.includes(one));
    const id = JSON.stringify(keys);
    if (keys.length) found.set(id, [keys, [...(found.get(id)?.[1] || []), field.label]]);
  }
  return [...found.values()].map(([keys, labels]) => table(labels.length > 2 ? `${labels[0]} … ${labels.at(-1)}` : labels.join(" · "), keys));
}

function table(title, keys) {
  return h("section", {}, h("h3", {}, title), h("dl", {}, keys.map(([names, words]) => h("div", {}, h("dt", {}, names.split(" ").map((name) => kbd(name)), h("span", { class: "visually-hidden" }, names)), h("dd", {}, words)))));
}
