/* Requests to the server. */

/** Status and JSON of an answer; status 0 where there was none. */
export async function send(method, address, body, csrf) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 20000);
  try {
    const response = await fetch(address, {
      method, body: JSON.stringify(body), signal: controller.signal, redirect: "error", credentials: "same-origin",
      headers: { "Content-Type": "application/json", ...(csrf ? { "X-CSRF-Token": csrf } : {}) },
    });
    const text = await response.text();
    return { status: response.status, answer: parsed(text) };
  } catch (error) {
    if (!(error instanceof TypeError) && error.name !== "AbortError") throw error;
    return { status: 0, answer: {} };
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
