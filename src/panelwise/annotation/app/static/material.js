/* What is looked at while fields are filled in, by keyboard from anywhere: the column next to the fields, which scrolls
   by itself, and the pictures. */
import { pictureOf } from "./picture.js";

const PAGE = 0.9;  // of the column's height
const CONTROLS = "button, a, summary, input, select, textarea, [role=button]";

export const MATERIAL_KEYS = [["PageDown PageUp", "scroll the pictures and texts next to the fields (also Space)"], ["Home End", "to their start or end"]];

export class Material {
  constructor(form) {
    this.form = form;
    this.column = form.querySelector(".work-shown");
    form.addEventListener("focusin", ({ target }) => {
      if (target.matches(".picture-view")) this.last = target;
    });
  }

  /** Keys of an enlarged picture that an option or a mark would take, so that no answer changes while somebody looks. */
  enlarged(event, active, say) {
    const arrow = event.key.startsWith("Arrow");
    if (event.ctrlKey || event.metaKey || event.altKey || active?.widget.drawn || !(arrow || event.key === "0")) return false;
    const at = document.activeElement?.closest(`${CONTROLS}, [data-id]`);
    if (at && !at.matches("input[type=radio], input[type=checkbox]")) return false;
    const picture = pictureOf(this.looked(active));
    if (!picture?.zoomed || !picture.key(event)) return false;
    if (at || !arrow) say("While a picture is enlarged, 0 and the arrows are for the picture.");
    return true;
  }

  /** Keys that neither the picture in focus nor the active field uses. */
  key(event, active) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    return this.scroll(event) || this.zoom(event, active);
  }

  /* At its end the column leaves the key to the page. */
  scroll({ key, shiftKey }) {
    const { column } = this;
    if (!column || !/auto|scroll/.test(getComputedStyle(column).overflowY)) return false;
    const height = column.clientHeight * PAGE;
    const space = document.activeElement?.closest(CONTROLS) ? 0 : shiftKey ? -height : height;
    const by = { PageDown: height, PageUp: -height, " ": space, Home: -column.scrollHeight, End: column.scrollHeight }[key];
    if (!by) return false;
    const before = column.scrollTop;
    column.scrollTop += by;
    return column.scrollTop !== before;
  }

  zoom(event, active) {
    const svg = this.looked(active);
    const arrow = event.key.startsWith("Arrow") && document.activeElement?.closest(`${CONTROLS}, [data-id]`);
    if (!svg || arrow || !pictureOf(svg).key(event)) return false;
    this.last = svg;
    return true;
  }

  /* The picture that was used last, that of the active field, or the first that can be seen. */
  looked(active) {
    const all = [...this.form.querySelectorAll("svg.picture-view")].filter((svg) => this.seen(svg) > 0);
    if (all.includes(this.last)) return this.last;
    return all.find((svg) => active?.element.contains(svg)) || all.find((svg) => this.seen(svg) > 0.5) || all[0];
  }

  /* Which share of a picture's height can be seen. */
  seen(svg) {
    const { top, bottom, height } = svg.getBoundingClientRect();
    const frame = this.column?.contains(svg) ? this.column.getBoundingClientRect() : { top: 0, bottom: innerHeight };
    return height ? (Math.min(bottom, frame.bottom, innerHeight) - Math.max(top, frame.top, 0)) / height : 0;
  }
}
