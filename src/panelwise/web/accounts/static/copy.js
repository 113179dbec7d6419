/* What is shown once is selected, and copied by a button. Browsers have a clipboard on loopback and on HTTPS only. */
const field = document.querySelector("input.secret");
const button = document.querySelector("button.copy");
const status = document.querySelector(".copied");

async function copied() {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch (error) {
    console.warn(error);
    return document.execCommand("copy");
  }
}

field.addEventListener("focus", () => field.select());
field.focus(); // not by autofocus, which complains when this script is quicker
button.hidden = false;
button.addEventListener("click", async () => {
  field.select();
  status.textContent = (await copied()) ? "Copied." : "Press Ctrl+C to copy it.";
});
