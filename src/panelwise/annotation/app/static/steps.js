/* Steps of a screen: one after the other, each logged by the server when it is done; done ones can be opened again. */
import { announce, h } from "./dom.js";
import { send } from "./send.js";

export class Steps {
  /**
   * @param {{name: string, number: number, title: string, fields: string[], reads: string[], done: boolean, drawn?: number[]}[]} given
   *   `drawn`: the pictures that the fields of the step draw.
   */
  constructor(work, given) {
    Object.assign(this, { work, given: given.map((one) => ({ ...one })), seconds: 0 });
    const open = this.given.findIndex((one) => !one.done);
    this.now = open < 0 ? this.given.length - 1 : open;
    this.list = h("ol", { class: "steps", "aria-label": "Steps" });
    work.form.querySelector(".work-fields").prepend(this.list);
    this.show();
    if (this.now > 0) this.begin();  // resumed
  }

  get step() {
    return this.given[this.now];
  }

  get last() {
    return this.now === this.given.length - 1;
  }

  /* Pictures that the fields of this step draw are not shown a second time next to them. */
  showPictures() {
    const { form } = this.work;
    const { drawn = [] } = this.step;
    for (const panel of form.querySelectorAll(".work-shown > [data-image]")) panel.hidden = drawn.includes(Number(panel.dataset.image));
    form.classList.toggle("split", Boolean(form.querySelector(".work-shown > :not([hidden]) svg")));
  }

  /* What is filled in, and what can be read and not changed yet. */
  show() {
    const { fields, reads } = this.step;
    for (const { element, field, widget } of this.work.fields) {
      element.hidden = ![...fields, ...reads].includes(field.name);
      const locked = !fields.includes(field.name);
      if (widget.lock) widget.lock(locked);
      else element.inert = locked;
      element.classList.toggle("locked", locked);
    }
    this.showPictures();
    this.list.replaceChildren(...this.given.map((one, place) => this.entry(one, place)));
    this.work.parts.submit.textContent = this.last ? "Submit" : "Next step";
    this.work.parts.submit.title = `${this.last ? "Submit" : "Next step"} (Ctrl+Enter)`;
    this.began = this.work.seconds;
    this.work.mark(this.asked()[0] || null);
  }

  entry(one, place) {
    const words = [h("b", {}, String(one.number)), " ", one.title];
    const now = place === this.now;
    const opened = !now && (one.done || place < this.now);
    return h("li", { class: `step-entry${now ? " now" : ""}${one.done ? " done" : ""}`, "aria-current": now ? "step" : null, tabindex: now ? "-1" : null },
      opened ? h("button", { type: "button", class: "plain", onclick: () => this.open(place) }, words) : h("span", {}, words),
      one.done ? h("span", { class: "visually-hidden" }, " (done)") : null);
  }

  open(place) {
    this.now = place;
    this.show();
    announce(`Step ${this.step.number}: ${this.step.title}`);
    this.work.form.scrollIntoView({ block: "start" });
    this.begin();
  }

  /* The focus on the first question of the step; where a step only shows something, on the step's name. */
  begin() {
    const [first] = this.asked();
    if (first) this.work.activate(first);
    else this.list.children[this.now].focus({ preventScroll: true });
  }

  asked() {
    return this.work.fields.filter(({ field }) => this.step.fields.includes(field.name));
  }

  get spent() {
    return Math.round((this.work.seconds - this.began) * 10) / 10;
  }

  /** Log the step that is open, and go on to the next. */
  async next() {
    const { work, step } = this;
    if (work.sending) return;
    work.sending = true;
    clearTimeout(work.saving);
    work.parts.submit.disabled = true;
    work.say("Saving the step …");
    const { status, answer } = await send("POST", work.given.step, { ...work.filled(), step: step.name, values: work.answers(), seconds: this.spent }, work.given.csrf);
    work.sending = false;
    work.parts.submit.disabled = false;
    if (status === 0 || status >= 500 || status === 429) {
      work.say("The step is not saved: no connection. This browser keeps your work; try again.", "waiting");
    } else if (status >= 400) work.refused(status, answer);
    else {
      work.keep(null);
      work.say(`Step ${step.number} saved.`);
      step.done = true;
      this.open(this.now + 1);
    }
  }
}
