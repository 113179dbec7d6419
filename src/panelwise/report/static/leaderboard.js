"use strict";
/* Tables that sort by a column when its heading is pressed; numbers as numbers, blanks last. */
for (const table of document.querySelectorAll("table[data-sortable]")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = heading.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.value;
      const order = (first, second) => {
        const [a, b] = [value(first), value(second)];
        if (!a || !b) return (a ? 0 : 1) - (b ? 0 : 1);
        const [x, y] = [Number.parseFloat(a), Number.parseFloat(b)];
        const by = Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
        return down ? -by : by;
      };
      body.append(...[...body.rows].sort(order));
    });
  });
}
