/* Marks a text and its place on the page together, and turns pages. Without it, everything can still be read. */
(() => {
  const pages = [...document.querySelectorAll("article")];
  const said = document.querySelector(".said");
  let marked = [];
  let under = null;

  /* A text or panel, wherever it is: in the list, or on the page. */
  const thing = (element) => element instanceof Element ? element.closest("[data-text], [data-panel]") : null;
  const texts = (page, id) => id ? [...page.querySelectorAll(`[data-text="${id}"]`)] : [];
  const panels = (page, id) => id ? [...page.querySelectorAll(`[data-panel="${id}"]:not([data-text])`)] : [];

  function mark() {
    const one = under || thing(document.activeElement);
    for (const element of marked) element.classList.remove("on");
    const page = one?.closest("article");
    marked = one ? [...texts(page, one.dataset.text), ...panels(page, one.dataset.panel)] : [];
    for (const element of marked) element.classList.add("on");
    tell(one);
  }

  /* What is said at a place on the page, where the list cannot be seen: on a phone, on a long strip. */
  function tell(one) {
    const line = one?.closest("figure") && marked.find((element) => element.localName === "li");
    const at = line?.getBoundingClientRect();
    said.hidden = !line || (at.top >= 0 && at.bottom <= innerHeight);
    if (!said.hidden) said.replaceChildren(...[...line.childNodes].map((node) => node.cloneNode(true)));
  }

  const nearest = () => pages.reduce((found, page, at) => page.getBoundingClientRect().top <= innerHeight * 0.4 ? at : found, 0);

  function turn(by) {
    const page = pages[nearest() + by];
    if (!page) return;
    page.scrollIntoView({ behavior: "instant" });
    page.querySelector("[tabindex]").focus({ preventScroll: true });
  }

  function here() {
    const id = pages[nearest()]?.id;
    for (const link of document.querySelectorAll("nav a[data-page]")) {
      if (link.dataset.page === id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  document.addEventListener("pointerover", (event) => { under = thing(event.target); mark(); });
  document.documentElement.addEventListener("pointerleave", () => { under = null; mark(); });
  document.addEventListener("focusin", () => { under = null; mark(); });
  document.addEventListener("focusout", () => mark());
  document.addEventListener("click", (event) => {
    const one = thing(event.target);
    if (!one?.dataset.text || !getSelection().isCollapsed) return;
    const page = one.closest("article");
    const other = page.querySelector(one.closest("figure") ? `li[data-text="${one.dataset.text}"]` : `.place[data-text="${one.dataset.text}"]`);
    if (matchMedia("(min-width: 56rem)").matches || !one.closest("figure")) other?.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const leftwards = pages[nearest()]?.dataset.direction === "rtl";
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") turn((event.key === "ArrowLeft") === leftwards ? 1 : -1);
    else if (event.key === "w" && document.getElementById("words")) document.getElementById("words").click();
    else return;
    event.preventDefault();
  });
  document.addEventListener("scroll", here, { passive: true });
  here();
})();
