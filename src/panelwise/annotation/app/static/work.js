/* A page of work: mounts its fields, saves what is filled in, and sends it exactly once.

   The form's data-work is JSON: {id, submit, draft, undo, csrf, values, note, flag, reason, aside, prefetch}. Addresses that are missing switch off
   what they are for. While the server doesn't have what was filled in, this browser keeps it. */
import { Dialogs } from "./dialogs.js";
import { showDiffs } from "./diff.js";
import { isWriting, REPORT } from "./dom.js";
import { Material } from "./material.js";
import { Note } from "./note.js";
import { prefetch } from "./picture.js";
import { mountPictures } from "./pictures.js";
import { send } from "./send.js";
import { Steps } from "./steps.js";
import { turn } from "./turn.js";
import { offerTakingBack, takeBack } from "./undo.js";

const MODULES = ["choice", "several", "order", "text", "scale", "shapes", "links", "groups", "rows"];
const SAVE_AFTER = 700;  // milliseconds without a change
const IDLE = 60;  // seconds after which somebody is taken to be away
const TWICE = 400;  // milliseconds after an item in which a click still belongs to the one before
const WAITS = [1, 2, 4, 8, 15];  // seconds between attempts

export class Work {
  /** `came`: what was done on the page before, in words; empty: this is the first page. */
  constructor(form, came = "") {
    this.form = form;
    this.came = came;
    this.turned = came ? performance.now() : -TWICE;
    this.ending = new AbortController();
    this.given = JSON.parse(form.dataset.work);
    this.store = `panelwise:${this.given.id}`;
    Object.assign(this, { fields: [], values: {}, watchers: [], sending: false, flag: null, doubted: null, seconds: 0, seen: Date.now() });
    const part = (name) => form.querySelector(`[data-part=${name}]`);
    this.parts = { status: part("status"), submit: part("submit"), undo: part("undo"), help: part("help"), flag: part("flag") };
    this.dialogs = new Dialogs(this, (flag) => this.report(flag));
    this.material = new Material(form);
    this.note = new Note(part("note"), () => this.dirty());
  }

  async start() {
    const kept = this.kept();
    showDiffs();
    this.before = kept.values ? kept : this.given;
    const values = this.before.values ?? {};
    this.pictures = mountPictures(this.form);
    for (const element of this.form.querySelectorAll(".field[data-field]")) await this.mount(element, values);
    this.listen();
    const again = kept.values || this.given.restored;  // then keys are for what is not answered yet
    this.mark((again && !this.given.steps?.length && this.fields.find(({ field, widget }) => field.required !== false && widget.fault())) || this.fields[0]);
    if (document.activeElement === document.body) this.active?.widget.begin?.();
    if (this.given.steps?.length) this.steps = new Steps(this, this.given.steps);
    this.note.fill(kept.note || this.given.note);
    this.dialogs.fill(this.before);
    if (kept.pending) await this.deliver(kept.pending);
    else if (kept.values) this.save();
    const words = !kept.pending && again ? `What you filled in before is here again${this.before.flag ? "; f opens your report" : ""}.` : "";
    if (this.came || words) this.say(`${this.came} ${words}`.trim(), this.came ? "done" : "");
    this.loading = prefetch(this.given.prefetch || []);
    this.form.dataset.ready = "yes";
  }

  async mount(element, values) {
    const field = JSON.parse(element.dataset.field);
    if (!MODULES.includes(field.type)) throw new Error(`unknown type of field: ${field.type}`);
    const { mount } = await import(`./fields/${field.type}.js`);
    const one = { element, field };
    const context = {
      field: (name) => this.fields.find((other) => other.field.name === name).field,
      value: (name) => this.values[name],
      watch: (name, act) => this.watchers.push([name, act]),
      aside: this.before.aside?.[field.name],
    };
    const value = values[field.name] ?? null;
    this.values[field.name] = value;
    one.widget = mount(element, field, JSON.parse(element.dataset.images || "[]"), value, (now) => this.changed(one, now), context);
    if (value === null && one.widget.initial !== undefined) this.values[field.name] = one.widget.initial;
    element.classList.add(`field-${field.type}`);
    this.fields.push(one);
  }

  changed(one, value) {
    this.values[one.field.name] = value;
    this.doubted = null;
    this.fault(one, null);
    for (const [name, act] of this.watchers) if (name === one.field.name) act(value);
    this.dirty();
  }

  /* Everything that is there again after a reload; `aside`: what fields keep that is no part of the answer. */
  filled() {
    const aside = this.fields.filter(({ widget }) => widget.aside).map(({ field, widget }) => [field.name, widget.aside()]);
    return { values: this.values, note: this.note.value, ...this.dialogs.filled(), aside: Object.fromEntries(aside) };
  }

  dirty() {
    this.keep(this.filled());
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVE_AFTER);
  }

  /* What the browser keeps until the server has it. Where it cannot (private windows, no room), work goes on. */
  keep(what) {
    try {
      if (what === null) localStorage.removeItem(this.store);
      else localStorage.setItem(this.store, JSON.stringify(what));
    } catch (error) {
      console.warn(error);
    }
  }

  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.store)) || {};
    } catch (error) {
      console.warn(error);
      return {};
    }
  }

  async save() {
    clearTimeout(this.saving);
    if (!this.given.draft || this.sending) return;
    const sent = JSON.stringify(this.values);
    const { status, answer } = await send("PUT", this.given.draft, this.filled(), this.given.csrf);
    if (this.sending) return;
    if (status === 0 || status >= 500) {
      this.say("Not saved on the server: no connection. This browser keeps your work.", "waiting");
      this.saving = setTimeout(() => this.save(), 5000);
    } else if (status >= 400) this.refused(status, answer);
    else {
      if (sent === JSON.stringify(this.values)) this.keep(null);
      this.say("Draft saved.");
    }
  }

  say(words, state = "") {
    this.parts.status.textContent = words;
    this.parts.status.dataset.state = state;
  }

  fault(one, words) {
    const place = one.element.querySelector(".field-fault");
    if (!place) return;
    place.hidden = !words;
    place.textContent = words || "";
    one.element.classList.toggle("wrong", Boolean(words));
  }

  /* The fields to be filled in now. */
  asked() {
    return this.steps ? this.steps.asked() : this.fields;
  }

  /* The first field that isn't filled in; what is doubtful stops once. */
  incomplete() {
    for (const one of this.asked()) {
      const blank = one.field.required === false && isBlank(this.values[one.field.name]);
      const fault = blank ? null : one.widget.fault();
      const doubt = fault || blank || !one.widget.doubt ? null : one.widget.doubt();
      if (fault) return [one, fault];
      if (doubt && this.doubted !== doubt) {
        this.doubted = doubt;
        return [one, `${doubt} If that is right, submit once more.`];
      }
    }
    return null;
  }

  async submit() {
    if (this.sending) return;
    for (const one of this.fields) this.fault(one, null);
    const stop = this.flag ? null : this.incomplete();
    if (stop) {
      this.fault(...stop);
      this.activate(stop[0]);
      this.say("Not submitted yet.", "wrong");
      return;
    }
    if (this.steps && !this.steps.last && !this.flag) {
      await this.steps.next();
      return;
    }
    const step = this.steps ? { step_seconds: this.steps.spent } : {};
    await this.deliver({ ...step, key: newKey(), values: this.answers(), seconds: Math.round(this.seconds * 10) / 10, note: this.note.value.trim(), flag: this.flag?.name || "", reason: this.flag?.reason || "" });
  }

  /* What is sent: an empty value only where it is an answer. */
  answers() {
    const given = this.fields.map(({ field }) => [field, this.values[field.name]]);
    return Object.fromEntries(given.filter(([{ required }, value]) => value !== null && value !== undefined && (required !== false || !isBlank(value))).map(([{ name }, value]) => [name, value]));
  }

  /* Send it until there is an answer. The key stays the same, so that it counts once. */
  async deliver(body) {
    this.sending = true;
    clearTimeout(this.saving);
    this.parts.submit.disabled = true;
    this.keep({ ...this.filled(), pending: body });
    for (let attempt = 0; ; attempt += 1) {
      this.say("Submitting …");
      const { status, answer } = await send("POST", this.given.submit, body, this.given.csrf);
      if (status === 0 || status >= 500 || status === 429) {
        const wait = WAITS[Math.min(attempt, WAITS.length - 1)];
        this.say(`Not submitted yet: ${status ? answer.message || `the server answered ${status}` : "no connection"}. Trying again in ${wait} s; nothing is lost.`, "waiting");
        await pause(wait);
      } else if (status < 300) {
        this.keep(null);
        const done = body.flag ? "Reported." : "Submitted.";
        this.say(done, "done");
        await this.leaveFor(answer.next, done);
        return;
      } else {
        this.sending = false;
        this.parts.submit.disabled = false;
        this.keep(this.filled());
        this.refused(status, answer);
        return;
      }
    }
  }

  leaveFor(address, done) {
    return turn(sameSite(address), (main) => {
      this.ending.abort();
      begin(main, done);
    });
  }

  refused(status, answer = {}) {
    if (answer.kept) this.keep(null);
    const one = this.fields.find(({ field }) => field.name === answer.field);
    const words = { 401: "You are signed out. Sign in again in another tab; this browser keeps your work.", 403: "This page is too old to submit. Reload it; this browser keeps your work.", 413: "This is too much to send." }[status];
    if (one) {
      this.fault(one, answer.fault || answer.message || "This can't be taken.");
      this.activate(one);
    }
    this.say(words || answer.fault || answer.message || `The server answered ${status}.`, "wrong");
  }

  /* Fields and keys */
  listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (performance.now() - this.turned > TWICE) this.submit();
    });
    this.form.addEventListener("focusin", ({ target }) => {
      const one = this.asked().find(({ element }) => element.contains(target));
      if (one) this.mark(one);
    });
    this.parts.help.addEventListener("click", () => this.dialogs.showKeys());
    this.parts.flag.addEventListener("click", () => this.dialogs.askFlag());
    this.parts.undo?.addEventListener("click", () => this.takeBack());
    const { signal } = this.ending;
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    for (const name of ["pointerdown", "keydown", "wheel", "scroll"]) document.addEventListener(name, () => this.tick(), { passive: true, capture: true, signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.saving && this.save(), { signal });
    const ticking = setInterval(() => this.tick(false), 1000);
    signal.addEventListener("abort", () => [this.saving, ticking].forEach(clearTimeout));
  }

  /* Time counts while the page can be seen and somebody does something. */
  tick(active = true) {
    const now = Date.now();
    if (active) this.acted = now;
    if (!document.hidden && now - (this.acted ?? now) < IDLE * 1000) this.seconds += Math.min(2, (now - this.seen) / 1000);
    this.seen = now;
  }

  mark(one) {
    this.active = one;
    for (const other of this.fields) other.element.classList.toggle("active", other === this.active);
  }

  activate(one) {
    this.mark(one);
    one.element.scrollIntoView({ block: "nearest" });
    one.widget.focus();
  }

  key(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const { target } = event;
    if (event.key === "Enter" && event.repeat && !isWriting(target)) event.preventDefault();  // held down: not for the next item
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) this.submit();
    } else if (isWriting(target)) {
      if (event.key === "Escape") this.leave(event, target);
      else if (event.key === "?" && target instanceof HTMLSelectElement) this.command(event);
      else if (event.key === "Enter" && target instanceof HTMLInputElement) {
        event.preventDefault();
        if (this.active?.widget.drawn) this.say("Esc goes back to the shape, Esc again selects none; Enter then goes on.");
      }
    } else if (this.command(event) || this.ofPicture(event) || this.material.enlarged(event, this.active, (words) => this.say(words)) || this.active?.widget.key(event) || this.material.key(event, this.active) || this.enter(event)) event.preventDefault();
  }

  /* Esc in a text goes back to what the text belongs to. */
  leave(event, target) {
    event.preventDefault();
    const id = target.closest("[data-id]")?.dataset.id;
    const shape = id && this.active?.element.querySelector(`svg [data-id="${CSS.escape(id)}"]`);
    const one = this.fields.find(({ element }) => element.contains(target));
    if (one) one.element.tabIndex = -1;
    if (shape) shape.focus();
    else if (one) one.element.focus({ preventScroll: true });
    else target.blur();
  }

  /* A picture beside the fields that has the focus. */
  ofPicture(event) {
    const view = document.activeElement?.closest("[data-picture]");
    return view ? this.pictures.get(view).key(event) : false;
  }

  /* Keys with the same meaning everywhere; no field gets them. */
  command(event) {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key === "Backspace" && this.given.undo) this.takeBack();
    else if (control || event.altKey) return false;
    else if (event.key === "?") this.dialogs.showKeys();
    else if (event.key === REPORT) this.dialogs.askFlag();
    else return false;
    event.preventDefault();
    return true;
  }

  enter(event) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey || document.activeElement?.closest("button, a, summary")) return false;
    this.onwards();
    return true;
  }

  /* To the field that is next; at first into the one that one is at. */
  onwards() {
    const at = document.activeElement;
    if (this.active && (at === this.active.element || !this.active.element.contains(at)) && this.active.widget.fault()) {
      this.activate(this.active);
      return;
    }
    const asked = this.asked();
    const next = this.active && asked[asked.indexOf(this.active) + 1];
    if (next) {
      this.activate(next);
      if (document.activeElement instanceof HTMLTextAreaElement) this.say("Ctrl+Enter submits; Esc, then Enter goes on.");
    } else if (this.active?.widget.drawn) this.say("Nothing is selected. Ctrl+Enter submits.");  // Enter writes there
    else this.submit();
  }

  /* A flag goes instead of an answer; what was filled in is sent along for when it is taken back. */
  report(flag) {
    this.flag = flag;
    this.submit().finally(() => { this.flag = null; });
  }

  async takeBack() {
    if (this.takingBack || this.sending) return;
    this.takingBack = true;
    const { next, fault } = await takeBack(this.given.undo, this.given.csrf);
    this.takingBack = false;
    if (fault) this.say(fault, "wrong");
    else await this.leaveFor(next, "Taken back.");
  }
}

const isBlank = (value) => value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
const pause = (seconds) => new Promise((done) => {
  const timer = setTimeout(done, seconds * 1000);
  window.addEventListener("online", () => { clearTimeout(timer); done(); }, { once: true });
});
/* crypto.randomUUID is missing on plain HTTP beyond loopback. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sameSite = (address) => {
  const url = new URL(address || location.href, location.href);
  return url.origin === location.origin ? url.href : location.href;
};

/* Set up what is on a page. `done` says what was done on the page before. */
function begin(page, done = "") {
  showDiffs();
  const forms = page.querySelectorAll("form.work[data-work]");
  for (const form of forms) {
    new Work(form, done && `${done} ${done === "Taken back." ? "This is your last item." : "Next item."}`).start().catch((error) => {
      console.error(error);
      const status = form.querySelector("[data-part=status]");
      status.textContent = "The page could not be set up. Reload it.";
      status.dataset.state = "wrong";
    });
  }
  mountPictures(page);  // of a page without a form, such as a unit of the dashboard
  const status = forms.length ? null : page.querySelector("[data-part=status]");
  if (status) status.textContent = done;
  offerTakingBack(page, (next) => turn(sameSite(next), (main) => begin(main, "Taken back.")));
}

begin(document);
