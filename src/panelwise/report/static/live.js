"use strict";
/* Fetches the changing part of a page again and again, and turns samples by keyboard. What comes is
   escaped by the server and may run nothing: the page's policy allows no script but these files. */
(() => {
  const live = document.getElementById("live");
  const pause = document.getElementById("pause");
  let paused = false;
  let timer = 0;
  let last = "";

  function wait(seconds) {
    clearTimeout(timer);
    if (!paused) timer = setTimeout(refresh, 1000 * seconds);
  }

  async function refresh() {
    if (document.hidden) return; // until somebody looks again
    try {
      const reply = await fetch(live.dataset.part, { cache: "no-store" });
      if (!reply.ok) throw new Error(String(reply.status));
      const text = await reply.text();
      if (paused) return;
      if (text !== last) put(text);
      last = text;
      document.documentElement.classList.remove("lost");
    } catch {
      document.documentElement.classList.add("lost"); // the server has ended; what is here stays
    }
    const every = live.querySelector("[data-every]");
    wait(every ? Number(every.dataset.every) : 10);
  }

  /* The focus stays on the link that has it. */
  function put(text) {
    const at = document.activeElement;
    const mine = at && live.contains(at) ? at.getAttribute("href") || at.getAttribute("aria-label") : null;
    const fresh = new DOMParser().parseFromString(text, "text/html").body;
    live.replaceChildren(...fresh.childNodes);
    if (!mine) return;
    const again = [...live.querySelectorAll("a, [tabindex]")].find((one) => (one.getAttribute("href") || one.getAttribute("aria-label")) === mine);
    if (again) again.focus({ preventScroll: true });
  }

  if (live) {
    pause.hidden = false;
    pause.addEventListener("click", () => {
      paused = !paused;
      pause.setAttribute("aria-pressed", String(paused));
      pause.textContent = paused ? "Go on" : "Pause updates";
      clearTimeout(timer);
      if (!paused) refresh();
    });
    document.addEventListener("visibilitychange", () => { if (!document.hidden && !paused) refresh(); });
    wait(1);
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const rel = { j: "next", k: "prev" }[event.key];
    const link = rel && document.querySelector(`a[rel="${rel}"]`);
    if (link) { event.preventDefault(); link.click(); }
    const search = event.key === "/" && document.querySelector('input[type="search"]');
    if (search) { event.preventDefault(); search.focus(); }
  });
})();
