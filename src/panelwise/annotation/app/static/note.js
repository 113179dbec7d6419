/* The note to an answer: folded, and in sight once somebody opens it. */
export class Note {
  /** @param {() => void} changed is called whenever something is written. */
  constructor(area, changed) {
    this.area = area;
    const details = area.closest("details");
    area.addEventListener("input", changed);
    details.addEventListener("toggle", () => {
      // Only where it was opened by hand: a page that comes with a note begins at its top.
      if (details.open && details.contains(document.activeElement)) area.scrollIntoView({ block: "nearest" });
    });
  }

  /** What was written before. */
  fill(words) {
    if (words) [this.area.value, this.area.closest("details").open] = [words, true];
  }

  get value() {
    return this.area.value;
  }
}
