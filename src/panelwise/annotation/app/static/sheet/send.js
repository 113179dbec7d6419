/* On a sheet nothing is sent: answers stay in this browser until they are downloaded. Stands in for ../send.js. */
const sheet = () => document.documentElement.dataset.sheet;
const place = () => `panelwise-sheet:${sheet()}`;
const consentPlace = () => `panelwise-consent:${sheet()}`;

/** What was answered to the consent: true, false, or null before it was. */
export function consent() {
  return JSON.parse(localStorage.getItem(consentPlace()) || "null");
}

export function keepConsent(agreed) {
  localStorage.setItem(consentPlace(), JSON.stringify(agreed));
}

export function answers() {
  return JSON.parse(localStorage.getItem(place()) || "{}");
}

/** Keep an answer; the address is the number of the item. Status 0 where this browser cannot keep it. */
export async function send(method, address, body) {
  try {
    const kept = answers();
    kept[address] = body;
    localStorage.setItem(place(), JSON.stringify(kept));
  } catch (error) {
    console.warn(error);
    return { status: 0, answer: {} };
  }
  const items = document.querySelectorAll("template.item").length;
  const open = Array.from({ length: items }, (_, index) => String(index + 1)).filter((one) => !(one in answers()));
  const next = open.find((one) => Number(one) > Number(address)) || open[0];
  const shown = document.querySelector(`template.feedback[data-item="${address}"]`);
  return { status: 200, answer: { next: shown ? `#right-${address}` : next ? `#${next}` : "#list" } };
}
