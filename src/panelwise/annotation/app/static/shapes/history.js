/* Shapes as they were, are and were again. */

const MOST = 200;

export class History {
  /** @param {object[]} shapes @param {(shapes: object[]) => void} changed is called after every change, undo and redo. */
  constructor(shapes, changed) {
    this.now = shapes;
    this.past = [];
    this.future = [];
    this.run = null;
    this.changed = changed;
  }

  /** A new state; changes of one run (letters of one text, one drag) are one step back. */
  set(shapes, run = null) {
    if (run === null || run !== this.run) this.past = [...this.past.slice(1 - MOST), this.now];
    this.run = run;
    this.future = [];
    this.now = shapes;
    this.changed(shapes);
  }

  /** The next change is a step of its own. */
  rest() {
    this.run = null;
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  step(from, to) {
    if (!from.length) return false;
    to.push(this.now);
    this.now = from.pop();
    this.run = null;
    this.changed(this.now);
    return true;
  }
}
