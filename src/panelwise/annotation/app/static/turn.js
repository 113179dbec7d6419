/* From one item to the next without loading the page anew: what is in <main> is replaced by that of the next page. */
import { announce } from "./dom.js";

/** Go to an address of this site; where it is the present one, its page takes the place of this one, and `begin` starts it. */
export async function turn(address, begin) {
  const url = new URL(address, location.href);
  const here = url.pathname === location.pathname && url.search === location.search && !url.hash;
  const page = here ? await read(url) : null;
  const next = page?.querySelector("main");
  if (!next) {
    location.assign(url.href);
    return;
  }
  const main = document.importNode(next, true);
  document.querySelector("main").replaceWith(main);
  document.title = page.title;
  announce("");  // what was said of the last item
  history.replaceState(null, "", url.href);
  window.scrollTo(0, 0);
  const heading = main.querySelector("h1");
  if (heading) {
    heading.tabIndex = -1;  // a screen reader goes on from here
    heading.focus({ preventScroll: true });
  }
  begin(main);
}

async function read(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" }, credentials: "same-origin", cache: "no-store" });
    return answer.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch (error) {
    console.warn(error);
    return null;
  }
}
