/* Taking the last answer back: on the page of an item, and on the page after the last one. */
import { send } from "./send.js";

/** Where to go on, or else the fault: why nothing was taken back. */
export async function takeBack(address, csrf) {
  const { status, answer } = await send("POST", address, {}, csrf);
  if (status >= 200 && status < 300) return { next: answer.next };
  return { fault: status === 0 ? "No connection: nothing was taken back." : sentence(answer.message || "there is nothing to take back") };
}

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1).replace(/[.]$/, "")}.`;

/** The button of the page after the last item, and Ctrl+Backspace; `leave` is called with the next address. */
export function offerTakingBack(page, leave) {
  const form = page.querySelector("form[data-part=take-back]");
  if (!form) return;
  const ending = new AbortController();
  let asking = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (asking) return;
    asking = true;
    const { next, fault } = await takeBack(form.action, form.elements.csrf.value);
    asking = false;
    if (fault) {
      page.querySelector("[data-part=status]").textContent = fault;
      return;
    }
    ending.abort();
    leave(next);
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Backspace" && !event.repeat) form.requestSubmit();
  }, { signal: ending.signal });
}
