/* A sheet: all items of one person in one page, which works from a disk. */
import { button, h } from "../dom.js";
import { Work } from "../work.js";
import { answers, consent, keepConsent } from "../send.js";

const main = document.getElementById("main");
const templates = [...document.querySelectorAll("template.item")];

/* The file that goes back: what was answered, by the number of the item. */
function download() {
  const { sheet } = document.documentElement.dataset;
  const text = JSON.stringify({ version: 1, sheet, consent: consent(), answers: answers() });
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `answers-${sheet}.json` });
  document.body.append(link);
  link.click();
  link.remove();
}

/* Nobody sees an item before agreeing; people who decline can still send the file back. */
function ask() {
  const parts = document.getElementById("consent").content.cloneNode(true);
  const decide = (agreed) => () => { keepConsent(agreed); show(); };
  main.replaceChildren(
    h("h1", {}, "Before you begin"), parts,
    button("Yes, I agree", decide(true), { class: "button", id: "agree" }),
    button("No", decide(false), { class: "plain", id: "decline" }),
  );
}

function declined() {
  main.replaceChildren(
    h("h1", {}, "You did not agree to take part"),
    h("p", {}, "Nothing is stored but your answer. Download it and send the file back."),
    h("p", {}, button("Download the answer", download, { class: "button", id: "download" })),
  );
}

/* The right answer to an item of the training. */
function feedback(number) {
  const shown = document.querySelector(`template.feedback[data-item="${number}"]`);
  const next = templates[number] ? `#${number + 1}` : "#list";
  main.replaceChildren(
    h("h1", { tabindex: "-1" }, "The right answer"), shown.content.cloneNode(true),
    h("p", {}, h("a", { class: "button", href: next, id: "next" }, "Next"), " ", h("a", { href: `#${number}` }, "Back to the item")),
  );
  main.querySelector("h1").focus();  // not the link: the Enter that submitted would follow it at once
}

function list() {
  const done = answers();
  const left = templates.filter((_, index) => !(String(index + 1) in done)).length;
  main.replaceChildren(
    h("h1", {}, document.title),
    ...[...document.getElementById("about").content.cloneNode(true).children],
    h("p", { class: "sheet-left" }, left ? `${left} of ${templates.length} items are left.` : "Everything is answered. Download the answers and send the file back."),
    h("p", {}, button("Download the answers", download, { class: "button", id: "download" })),
    h("ol", { class: "sheet-items" }, templates.map((template, index) => h("li", {},
      h("a", { href: `#${index + 1}` }, template.dataset.title), String(index + 1) in done ? " – answered" : ""))),
  );
}

function item(number) {
  main.replaceChildren(h("p", {}, h("a", { href: "#list" }, "All items"), ` · item ${number} of ${templates.length}`), templates[number - 1].content.cloneNode(true));
  const form = main.querySelector("form.work");
  const given = JSON.parse(form.dataset.work);
  const before = answers()[String(number)];
  if (before) form.dataset.work = JSON.stringify({ ...given, values: before.values, note: before.note, flag: before.flag, reason: before.reason });
  new Work(form).start().catch((error) => {
    console.error(error);
    form.querySelector("[data-part=status]").textContent = "The page could not be set up. Reload it.";
  });
}

/* What the address asks for. */
function show() {
  const number = Number(location.hash.slice(1));
  const right = Number(location.hash.replace("#right-", ""));
  const asked = document.getElementById("consent");
  if (asked && consent() === null) ask();
  else if (asked && !consent()) declined();
  else if (templates[number - 1]) item(number);
  else if (document.querySelector(`template.feedback[data-item="${right}"]`) && String(right) in answers()) feedback(right);
  else list();
}

/* Each item starts from a fresh page, so that nothing of the one before listens to keys. */
window.addEventListener("hashchange", () => location.reload());

try {
  localStorage.setItem("panelwise-sheet", "1");
  show();
} catch (error) {
  console.error(error);
  main.replaceChildren(h("p", { class: "problem" }, "This browser keeps no answers for pages from a disk. Open the sheet in another browser, or outside a private window."));
}
