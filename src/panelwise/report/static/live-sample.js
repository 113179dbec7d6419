"use strict";
/* One sample, drawn as in a report's sample browser. */
(() => {
  const { draw, h } = panelwiseSheet;
  const { item, answer } = JSON.parse(document.getElementById("sample").textContent);
  const sheet = document.getElementById("sheet");
  sheet.className = "sheet";
  sheet.replaceChildren(...draw(item, [[answer, h("h2", { class: "visually-hidden" }, "Answer")]], item[answer.rendering] || item.default, null));
})();
