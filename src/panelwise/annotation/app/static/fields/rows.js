/* A table to write, such as a transcript. Value: [{column: text}], without empty rows. */
import { announce, button, frame, h, plural } from "../dom.js";
import { draggable } from "../drag.js";

export function mount(element, field, images, value, changed) {
  return new Rows(element, field, value, changed).widget();
}

class Rows {
  constructor(element, field, value, changed) {
    const [least, most] = [field.least ?? 0, field.most ?? 500];
    Object.assign(this, { field, changed, least, most, shown: [] });
    const body = frame(element, field);
    this.rows = (value ?? field.initial ?? []).map((row) => this.clean(row));
    while (this.rows.length < Math.max(1, least)) this.rows.push(this.clean({}));
    this.table = h("tbody", {});
    this.adder = button("Add a row", () => this.insert(this.rows.length));
    body.append(h("div", { class: "rows-scroll" }, h("table", { class: "rows" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "No."), field.columns.map((column) => h("th", { scope: "col" }, column.label)), h("td", {}))), this.table)),
      h("div", { class: "text-tools" }, this.adder));
    draggable(this.table, { item: "tr", list: "tbody", handle: ".grip", drop: (row, _, place) => this.move(this.shown.findIndex((one) => one.element === row), place) });
    this.show();
  }

  clean(row) {
    return Object.fromEntries(this.field.columns.map(({ name, options }) => [name, options && !options.includes(row[name]) ? "" : String(row[name] ?? "")]));
  }

  tell() {
    this.changed(this.value());
  }

  /* Rows in which nothing is written do not count. */
  value() {
    return this.rows.filter(isWritten);
  }

  show(focus = null) {
    this.shown = this.rows.map((row, place) => this.line(row, place));
    this.table.replaceChildren(...this.shown.map((line) => line.element));
    this.adder.disabled = this.rows.length >= this.most;
    if (focus) this.shown[Math.min(focus[0], this.shown.length - 1)]?.cells[focus[1]]?.focus();
  }

  line(row, place) {
    const cells = this.field.columns.map(({ name, label, options }, column) => this.cell(row, name, `${label}, row ${place + 1}`, options, place, column));
    const element = h("tr", {}, h("th", { scope: "row" }, h("span", { class: "grip", "aria-hidden": "true", title: "Drag" }, "⠿"), String(place + 1)),
      cells.map((cell) => h("td", {}, cell)), h("td", {}, button("×", () => this.remove(place), { "aria-label": `Delete row ${place + 1}` })));
    return { element, cells };
  }

  cell(row, name, label, options, place, column) {
    const write = (event) => {
      row[name] = event.target.value;
      this.tell();
    };
    const keys = { "aria-label": label, onkeydown: (event) => this.inCell(event, place, column) };
    if (options) return h("select", { ...keys, onchange: write }, ["", ...options].map((one) => h("option", { value: one, selected: one === row[name] }, one || "—")));
    const lines = Math.min(4, Math.max(1, Math.ceil(row[name].length / 50)));
    return h("textarea", { ...keys, rows: lines, value: row[name], oninput: write, dir: "auto" });
  }

  /* Enter goes down, and makes a row below the last; Alt and arrows move the row; Ctrl and Delete take it away. */
  inCell(event, place, column) {
    const { key } = event;
    if (key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.isComposing) {
      if (place === this.rows.length - 1 && !isWritten(this.rows[place])) announce("This row is empty: Tab leaves the table.");
      else if (place === this.rows.length - 1) this.insert(place + 1, column);
      else this.shown[place + 1].cells[column].focus();
    } else if (event.altKey && key === "ArrowUp") this.move(place, place - 1, column);
    else if (event.altKey && key === "ArrowDown") this.move(place, place + 1, column);
    else if ((event.ctrlKey || event.metaKey) && (key === "Delete" || key === "Backspace") && event.shiftKey) this.remove(place, column);
    else return;
    event.preventDefault();
  }

  insert(place, column = 0) {
    if (this.rows.length >= this.most) {
      announce(`At most ${this.most} rows.`);
      return;
    }
    this.rows.splice(place, 0, this.clean({}));
    this.show([place, column]);
    this.tell();
  }

  remove(place, column = 0) {
    this.rows.splice(place, 1);
    if (!this.rows.length) this.rows.push(this.clean({}));
    this.show([place, column]);
    announce("Row deleted.");
    this.tell();
  }

  move(from, to, column = 0) {
    if (to < 0 || to >= this.rows.length || from === to) return;
    this.rows.splice(to, 0, ...this.rows.splice(from, 1));
    this.show([to, column]);
    announce(`Now row ${to + 1}.`);
    this.tell();
  }

  /* The first column in which something must be chosen and is not; -1 for none. */
  gap(row) {
    return this.field.columns.findIndex(({ name, options }) => options && row[name] === "");
  }

  /* What is missing in the first row in which something is; null for nothing. */
  incomplete() {
    const open = this.rows.findIndex((row) => isWritten(row) && this.gap(row) >= 0);
    this.doubted = open < 0 ? null : this.rows[open];
    if (open < 0) return null;
    return `Row ${open + 1} has no ${this.field.columns[this.gap(this.doubted)].label.toLowerCase()}: choose one, or delete the row (Ctrl+Shift+Delete).`;
  }

  /* The focus on what is missing, or else on the first cell. */
  begin() {
    const place = this.rows.indexOf(this.doubted);
    this.doubted = null;
    this.shown[Math.max(0, place)].cells[place < 0 ? 0 : Math.max(0, this.gap(this.rows[place]))].focus();
  }

  widget() {
    return {
      keys: [["Enter", "row below; below the last a new row"], ["Shift+Enter", "new line in a cell"], ["Alt+↑ ↓", "move the row"], ["Ctrl+Shift+Delete", "delete the row"]],
      key: () => false,
      focus: () => this.begin(),
      initial: this.value(),
      fault: () => {
        const now = this.value();
        if (now.length < this.least) return `Write at least ${plural(this.least, "row")}; ${now.length} written.`;
        return this.incomplete();
      },
      doubt: () => (this.value().length ? null : "There are no rows."),
    };
  }
}

const isWritten = (row) => Object.values(row).some((text) => text.trim() !== "");
