"use strict";
/* The data of the sample browser. A page opened from disk may not fetch, so chunks come as scripts
   that call put(); each is loaded once, when somebody looks at it. */
const panelwiseReport = (() => {
  const chunks = { items: new Map(), answers: new Map() };
  const waiting = new Map();
  let index = null;
  let began = () => {};
  let searchable = null; // lower-case responses, once somebody searched

  const file = (kind, number) => `data/${kind}-${String(number).padStart(3, "0")}.js`;

  function load(kind, number) {
    if (chunks[kind].has(number)) return Promise.resolve(chunks[kind].get(number));
    const path = file(kind, number);
    if (!waiting.has(path)) {
      waiting.set(path, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = path;
        script.onload = () => {
          script.remove();
          if (chunks[kind].has(number)) resolve(chunks[kind].get(number));
          else reject(new Error(`${path} is damaged`));
        };
        script.onerror = () => reject(new Error(`${path} is missing from the report`));
        document.head.append(script);
      }));
    }
    return waiting.get(path);
  }

  /* The chunk that holds a sample: the last one that starts at or before it. */
  function answerChunk(sample) {
    const starts = index.answer_starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= sample) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  async function item(position) {
    const size = index.items_per_chunk;
    const rows = await load("items", Math.floor(position / size));
    return rows[position % size];
  }

  async function answer(sample) {
    const number = answerChunk(sample);
    const rows = await load("answers", number);
    return rows[sample - index.answer_starts[number]];
  }

  /* All responses in lower case, in the order of the samples. */
  async function responses(progress) {
    if (searchable) return searchable;
    const texts = [];
    for (let number = 0; number < index.answer_starts.length; number += 1) {
      progress(number, index.answer_starts.length);
      const rows = await load("answers", number);
      for (const row of rows) texts.push((row.response || row.refusal || row.error || "").toLowerCase());
    }
    searchable = texts;
    return texts;
  }

  return {
    item,
    answer,
    responses,
    searchable: () => searchable,
    put: (kind, number, rows) => chunks[kind].set(number, rows),
    start: (data) => { index = data; began(data); },
    whenStarted: (callback) => { began = callback; },
  };
})();
