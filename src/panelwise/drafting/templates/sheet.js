"use strict";
const sections = [...document.querySelectorAll("section")];
const rater = document.getElementById("rater");
const status = document.getElementById("status");
const place = "panelwise-sheet-" + document.body.dataset.sheet;
let marks = {};
let current = 0;
let unsaved = false;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(place)) || {};
  } catch (error) {
    return {}; // a browser that keeps nothing for files: the download is all there is
  }
}

function keep() {
  try {
    localStorage.setItem(place, JSON.stringify({ rater: rater.value, marks }));
  } catch (error) {
    status.title = "this browser keeps nothing: download before you close the page";
  }
}

function show(at) {
  current = Math.min(Math.max(at, 0), sections.length - 1);
  sections.forEach((section, number) => { section.hidden = number !== current; });
  for (const button of sections[current].querySelectorAll("[data-mark]")) {
    const pressed = marks[sections[current].dataset.id] === Number(button.dataset.mark);
    button.setAttribute("aria-pressed", String(pressed));
  }
}

function tell() {
  status.textContent = `${Object.keys(marks).length} of ${sections.length} marked`;
}

function mark(value) {
  marks[sections[current].dataset.id] = value;
  unsaved = true;
  keep();
  tell();
  show(current + (current + 1 < sections.length ? 1 : 0));
}

function download() {
  const name = rater.value.trim();
  if (!name) {
    status.textContent = "Write your name first: marks of several people are compared.";
    rater.focus();
    return;
  }
  const lines = sections.filter((one) => one.dataset.id in marks).map(({ dataset }) =>
    JSON.stringify({
      id: dataset.id,
      book: dataset.book,
      page: dataset.page,
      family: dataset.family, // left out where the book has none
      rater: name,
      mark: marks[dataset.id],
      sheet: document.body.dataset.sheet,
    }) + "\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
  link.download = `marks-${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
  unsaved = false;
}

document.addEventListener("click", ({ target }) => {
  if (target.dataset.mark) mark(Number(target.dataset.mark));
  if (target.dataset.go) show(current + Number(target.dataset.go));
});
document.addEventListener("keydown", (event) => {
  if (event.target === rater || event.ctrlKey || event.metaKey || event.altKey) return;
  const given = { 0: 0, 5: 0.5, 1: 1 }[event.key];
  if (given !== undefined) mark(given);
  if (event.key === "ArrowLeft") show(current - 1);
  if (event.key === "ArrowRight") show(current + 1);
});
rater.addEventListener("input", keep);
document.getElementById("download").addEventListener("click", download);
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

const before = kept();
rater.value = before.rater || "";
marks = before.marks || {};
tell();
show(Math.max(0, sections.findIndex((one) => !(one.dataset.id in marks))));
