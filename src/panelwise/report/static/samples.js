"use strict";
/* The list of items with what all runs made of them, its filters, the keyboard and the address.
   Samples are numbers into columns, so that filtering 60,000 of them takes a few milliseconds; only
   the rows in sight are elements. */
panelwiseReport.whenStarted((index) => {
  const { h, draw, readAs } = panelwiseSheet;
  const { samples, items } = index;
  const total = samples.item.length;
  const at = (id) => document.getElementById(id);
  const [list, spacer, detail, status, search] = ["list", "spacer", "detail", "status", "search"].map(at);
  const READ = 3; // the first three outcomes were read and scored
  const repeats = Math.max(0, ...new Set(samples.repeat));
  const several = index.runs.length > 1;
  let rowHeight = 76;
  let visible = []; // items, in the order of the list
  let position = new Map(); // item → its place in `visible`
  let fits = new Uint8Array(total); // whether a sample passes the filters
  let current = -1;
  let comparing = false;
  let baselinesToo = false; // next to the models that are compared
  let outcome = -1;
  let turn = 0; // of the newest filtering or drawing: older ones that end later are forgotten

  /* Samples of each item, next to one another in the columns. */
  const firstOf = new Int32Array(items.id.length + 1).fill(-1);
  for (let k = total - 1; k >= 0; k -= 1) firstOf[samples.item[k]] = k;
  function ofItem(item) {
    const found = [];
    for (let k = firstOf[item]; k >= 0 && k < total && samples.item[k] === item; k += 1) found.push(k);
    return found;
  }
  const models = index.runs.map(([, model]) => !model.startsWith("baseline:"));
  /* Runs disagree: baselines count only where there are not two models to disagree. */
  const peers = models.filter(Boolean).length > 1 ? models : models.map(() => true);
  const split = new Uint8Array(items.id.length);
  const seen = new Int8Array(items.id.length).fill(-1);
  for (let k = 0; k < total; k += 1) {
    const item = samples.item[k];
    if (!peers[samples.run[k]]) continue;
    if (seen[item] >= 0 && seen[item] !== samples.outcome[k]) split[item] = 1;
    seen[item] = samples.outcome[k];
  }
  const apart = peers.includes(false);
  /* Items that no model got fully right; baselines count only where there are no models. */
  if (!models.includes(true)) models.fill(true);
  const missed = new Uint8Array(items.id.length);
  for (let k = 0; k < total; k += 1) if (models[samples.run[k]]) missed[samples.item[k]] = 1;
  for (let k = 0; k < total; k += 1) {
    if (models[samples.run[k]] && index.outcomes[samples.outcome[k]][0] === "correct") missed[samples.item[k]] = 0;
  }

  /* Filters */
  const selects = { run: at("only-run"), task: at("only-task"), n: at("only-n"), flag: at("only-flag") };
  const disagree = at("only-split");
  const hard = at("only-missed");
  const flagNames = [...new Set(index.flags.flat())].sort();
  const choices = {
    run: index.runs.map(([name], k) => [name, k]),
    task: index.tasks.map(([name], k) => [name, k]),
    n: [...new Set(items.n)].sort((a, b) => a - b).map((n) => [String(n), n]),
    flag: flagNames.map((name) => [name.replaceAll("_", " "), name]),
  };
  for (const [name, select] of Object.entries(selects)) {
    select.append(h("option", { value: "" }, "all"), ...choices[name].map(([label, value]) => h("option", { value: String(value) }, label)));
    select.closest("label").hidden = choices[name].length < (name === "flag" ? 1 : 2);
    select.addEventListener("change", () => filter());
  }
  disagree.closest("label").hidden = !several;
  if (apart) disagree.nextElementSibling.textContent = "models disagree";
  disagree.addEventListener("change", () => filter());
  hard.addEventListener("change", () => filter());
  at("filters").addEventListener("submit", (event) => event.preventDefault());

  const chips = index.outcomes.map(([, label, glyph, meaning], k) => {
    const count = h("span", {}, "0");
    const button = h("button", { type: "button", "aria-pressed": "false", title: meaning, onclick: () => { outcome = outcome === k ? -1 : k; filter(); } }, `${glyph} ${label} `, count);
    at("chips").append(button);
    return { button, count };
  });

  /* What the marks of the list are: runs from left to right, and the outcomes that were read. */
  const read = index.outcomes.slice(0, READ).map(([, label, sign]) => `${sign}\u00a0${label}`).join(", ");
  const who = `${several ? "One mark per run, from left to right: " : "The mark of "}${index.runs.map(([name]) => name).join(", ")}.`;
  at("marks").append(`${who} ${read}; other marks: no readable answer.`);

  let typing = 0;
  search.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(filter, 90); });

  async function filter({ keep = true } = {}) {
    const mine = (turn += 1);
    const words = search.value.trim().toLowerCase();
    let texts = null;
    if (words) {
      try {
        texts = panelwiseReport.searchable() || await panelwiseReport.responses((done, all) => { status.textContent = `Reading responses: ${done} of ${all} files…`; });
      } catch (error) {
        status.textContent = error.message;
        return;
      }
      if (mine !== turn) return;
    }
    const began = performance.now();
    const pick = (name) => (selects[name].value === "" ? null : name === "flag" ? selects[name].value : Number(selects[name].value));
    const [run, task, n, flag] = ["run", "task", "n", "flag"].map(pick);
    const flagged = flag === null ? null : index.flags.map((set) => set.includes(flag));
    const ids = words ? items.id.map((id) => id.toLowerCase().includes(words)) : null;
    const counts = new Int32Array(index.outcomes.length);
    fits = new Uint8Array(total);
    const found = [];
    let matching = 0;
    for (let k = 0; k < total; k += 1) {
      const item = samples.item[k];
      if (run !== null && samples.run[k] !== run) continue;
      if (task !== null && items.task[item] !== task) continue;
      if (n !== null && items.n[item] !== n) continue;
      if (flagged && !flagged[samples.flags[k]]) continue;
      if (disagree.checked && !split[item]) continue;
      if (hard.checked && !missed[item]) continue;
      if (texts && !ids[item] && !texts[k].includes(words)) continue;
      counts[samples.outcome[k]] += 1;
      if (outcome >= 0 && samples.outcome[k] !== outcome) continue;
      fits[k] = 1;
      matching += 1;
      if (found[found.length - 1] !== item) found.push(item);
    }
    show(found, matching, counts);
    if (keep && current >= 0 && fits[current]) select(current, { scroll: true });
    else select(visible.length ? fitting(visible[0])[0] : -1, { scroll: true });
    document.documentElement.dataset.filterMs = (performance.now() - began).toFixed(1);
  }

  /* The samples of an item that pass the filters. */
  const fitting = (item) => ofItem(item).filter((sample) => fits[sample]);

  function show(found, matching, counts) {
    visible = found;
    position = new Map(found.map((item, place) => [item, place]));
    chips.forEach(({ button, count }, k) => {
      count.textContent = counts[k].toLocaleString("en");
      button.hidden = !counts[k] && outcome !== k;
      button.setAttribute("aria-pressed", String(outcome === k));
    });
    const words = `${matching.toLocaleString("en")} of ${total.toLocaleString("en")} samples, ${found.length.toLocaleString("en")} ${found.length === 1 ? "item" : "items"}`;
    const correct = index.outcomes.findIndex(([name]) => name === "correct");
    const aside = hard.checked && counts[correct] ? `; baselines, not models, are right ${counts[correct].toLocaleString("en")} times` : "";
    status.textContent = found.length ? words + aside : `${words}: nothing fits these filters`;
    if (found.length) list.setAttribute("role", "listbox");
    else list.removeAttribute("role");
    spacer.style.height = `${found.length * rowHeight}px`;
    paint();
  }

  /* The list: only rows in sight exist */
  function paint() {
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 6);
    const last = Math.min(visible.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 6);
    const rows = [];
    for (let place = first; place < last; place += 1) rows.push(row(visible[place], place));
    spacer.replaceChildren(...rows);
    if (current >= 0 && position.has(samples.item[current])) list.setAttribute("aria-activedescendant", `row-${samples.item[current]}`);
    else list.removeAttribute("aria-activedescendant");
  }

  const glyph = (sample) => {
    const [name, label, sign] = index.outcomes[samples.outcome[sample]];
    return h("span", { class: `glyph ${samples.outcome[sample] < READ ? name : "failed"}`, title: label }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "visually-hidden" }, label));
  };
  const runWords = (sample) => index.runs[samples.run[sample]][0] + (repeats ? `, repeat ${samples.repeat[sample] + 1}` : "");
  const score = (sample) => (samples.score[sample] === null ? "" : samples.score[sample].toFixed(2).replace("-", "−"));

  function row(item, place) {
    const under = [index.tasks.length > 1 ? index.tasks[items.task[item]][0].split(".").pop().replaceAll("_", " ") : null, `n ${items.n[item]}`];
    const mine = current >= 0 && samples.item[current] === item;
    const all = ofItem(item);
    const mark = (sample) => h("span", { class: `${fits[sample] ? "" : "out"}${sample === current ? " now" : ""}`, title: `${runWords(sample)}: ${index.outcomes[samples.outcome[sample]][1]}` },
      h("span", { class: "visually-hidden" }, `${runWords(sample)}: `), glyph(sample));
    const unasked = (name) => h("span", { class: "unasked", title: `${name}: not asked` }); // keeps its place
    const outcomes = index.runs.map(([name], run) => {
      const own = all.filter((sample) => samples.run[sample] === run);
      return own.length ? own.map(mark) : unasked(name);
    });
    const element = h("div", { class: "row", role: "option", id: `row-${item}`, "aria-selected": String(mine), "aria-posinset": place + 1, "aria-setsize": visible.length, onclick: () => { select(mine ? current : fitting(item)[0]); reading(true); } },
      items.thumb[item] ? h("img", { src: items.thumb[item], alt: "", decoding: "async" }) : h("span", { class: "blank" }),
      h("b", {}, items.id[item]), h("span", { class: "under" }, under.filter(Boolean).join(" · ")), h("span", { class: "outcomes" }, outcomes));
    element.style.top = `${place * rowHeight}px`;
    return element;
  }

  let painting = false;
  list.addEventListener("scroll", () => {
    if (painting) return;
    painting = true;
    requestAnimationFrame(() => { painting = false; paint(); });
  });
  addEventListener("resize", () => paint());

  /* One sample */
  function select(sample, { scroll = false } = {}) {
    const fresh = sample !== current;
    current = sample;
    const place = sample < 0 ? undefined : position.get(samples.item[sample]);
    if (place !== undefined && (scroll || fresh)) {
      const top = place * rowHeight;
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
    }
    paint();
    address();
    if (fresh || sample < 0) drawDetail();
  }

  function title(sample) {
    return h("p", { class: "badge" }, glyph(sample), several || repeats ? runWords(sample) : index.outcomes[samples.outcome[sample]][1],
      h("span", { class: "score" }, [several || repeats ? index.outcomes[samples.outcome[sample]][1] : null, score(sample) && `${index.tasks[items.task[samples.item[sample]]][1]} ${score(sample)}`].filter(Boolean).join(" · ")));
  }

  async function drawDetail() {
    const sample = current;
    if (sample < 0) {
      detail.replaceChildren(h("p", { class: "empty" }, total ? "Nothing fits these filters." : "This report holds no samples."));
      return;
    }
    const group = ofItem(samples.item[sample]);
    try {
      const [item, ...answers] = await Promise.all([panelwiseReport.item(samples.item[sample]), ...group.map(panelwiseReport.answer)]);
      if (sample !== current) return;
      const mine = answers[group.indexOf(sample)];
      const among = new Set(group.map((one) => samples.run[one]).filter((run) => peers[run]));
      const everyone = baselinesToo || among.size < 2;
      const chosen = comparing ? apartFirst(group.filter((one) => one === sample || everyone || peers[samples.run[one]])) : [sample];
      const columns = chosen.map((one) => [answers[group.indexOf(one)], title(one)]);
      detail.replaceChildren(heading(sample, item, group), ...draw(item, columns, item[mine.rendering] || item.default, comparing ? null : others(item, sample, group, answers)));
      detail.querySelectorAll(".columns > .answer").forEach((part, k) => part.classList.toggle("now", chosen[k] === sample));
      detail.scrollTop = 0;
    } catch (error) {
      if (sample === current) detail.replaceChildren(h("p", { class: "problem" }, error.message));
    }
  }

  /* Where disagreements are picked out, answers side by side begin with two that disagree. */
  function apartFirst(chosen) {
    const [first, ...rest] = chosen;
    const other = disagree.checked ? rest.find((one) => peers[samples.run[one]] && samples.outcome[one] !== samples.outcome[first]) : undefined;
    return other === undefined ? chosen : [first, other, ...rest.filter((one) => one !== other)];
  }

  function heading(sample, item, group) {
    const source = item.sources.map(([book, page, path]) => path || `${book} ${page}`).join(", ");
    const button = (label, action, attributes) => h("button", { type: "button", onclick: action, ...attributes }, label);
    return h("header", {},
      h("div", { class: "head" }, button("← All items", () => reading(false), { class: "back plain" }), h("h2", {}, items.id[samples.item[sample]]),
        h("div", { class: "actions" }, button("↑", () => turnTo(-1), { "aria-label": "Previous item" }), button("↓", () => turnTo(1), { "aria-label": "Next item" }),
          group.length > 1 ? button("Compare", () => compare(), { "aria-pressed": String(comparing) }) : null,
          comparing && apart ? button("Baselines too", () => { baselinesToo = !baselinesToo; drawDetail(); }, { "aria-pressed": String(baselinesToo) }) : null),
        h("p", { class: "where" }, [index.tasks[items.task[samples.item[sample]]][0], `n ${items.n[samples.item[sample]]}`, source].filter(Boolean).join(" · "))));
  }

  /* What every run made of the item: outcome, score and what was read, a line each. */
  function others(item, sample, group, answers) {
    if (group.length < 2) return null;
    return h("div", { class: "others", role: "group", "aria-label": "Answers to this item" },
      group.map((one, k) => h("button", { type: "button", "aria-pressed": String(one === sample), onclick: () => select(one) },
        glyph(one), h("span", { class: "run" }, runWords(one)), h("span", { class: "score" }, score(one)), h("span", { class: "said", title: lastWords(answers[k]) }, readAs(item, answers[k]) || unread(one) || lastWords(answers[k])))));
  }
  const unread = (sample) => (samples.outcome[sample] < READ ? null : index.outcomes[samples.outcome[sample]][1]);
  function lastWords(answer) {
    const words = (answer.response || answer.refusal || answer.error || "").trim();
    const line = words.slice(words.lastIndexOf("\n") + 1);
    const end = line.length > 30 ? line.slice(-28) : line;
    return `${end.length < words.length ? "… " : ""}${end}` || "no response";
  }

  /* Answer by answer through all that fit; past the last one of an item comes the next item. */
  function step(by) {
    if (!visible.length) return;
    for (let k = current + by; k >= 0 && k < total; k += by) {
      if (fits[k]) { select(k); return; }
    }
  }
  /* Item by item, staying with the run. */
  function turnTo(by) {
    if (!visible.length) return;
    const place = current >= 0 && position.has(samples.item[current]) ? position.get(samples.item[current]) + by : 0;
    const found = fitting(visible[Math.min(visible.length - 1, Math.max(0, place))]);
    const same = found.find((sample) => current >= 0 && samples.run[sample] === samples.run[current]);
    select(same === undefined ? found[0] : same);
  }
  function compare() {
    comparing = !comparing;
    address();
    drawDetail();
  }
  function reading(on) {
    document.body.classList.toggle("reading", on);
    if (!on) { paint(); list.focus(); }
  }

  /* The keyboard */
  const help = at("help");
  at("help-button").addEventListener("click", () => help.showModal());
  const keys = {
    j: () => turnTo(1), ArrowDown: () => turnTo(1), ArrowRight: () => step(1),
    k: () => turnTo(-1), ArrowUp: () => turnTo(-1), ArrowLeft: () => step(-1),
    c: () => compare(), f: () => { reading(false); search.focus(); search.select(); }, "?": () => help.showModal(),
    Enter: () => reading(true), Escape: () => reading(false),
  };
  keys["/"] = keys.f;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const where = event.target.closest("input, select, textarea, button, a, summary, pre, .detail");
    if (where && where.matches("input, select, textarea")) {
      if (event.key === "Escape") { where.blur(); list.focus(); event.preventDefault(); }
      return;
    }
    if (where && (event.key === "Enter" || event.key === "ArrowUp" || event.key === "ArrowDown")) return;
    if (Object.hasOwn(keys, event.key)) { event.preventDefault(); keys[event.key](); }
  });

  /* The address: #item=…&run=… names a sample; only-…=… are filters */
  let waiting = 0;
  function address() {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const hash = `#${state()}`;
      if (hash !== location.hash && (hash.length > 1 || location.hash)) history.replaceState(null, "", hash);
    }, 200);
  }
  function state() {
    const parts = new URLSearchParams();
    if (current >= 0) {
      const item = samples.item[current];
      parts.set("item", items.id[item]);
      parts.set("run", index.runs[samples.run[current]][0]);
      if (samples.repeat[current]) parts.set("repeat", samples.repeat[current]);
      if (index.packs.length > 1) parts.set("pack", index.packs[items.pack[item]].slice(0, 12));
    }
    for (const name of ["run", "task"]) if (selects[name].value) parts.set(`only-${name}`, choices[name][Number(selects[name].value)][0]);
    for (const name of ["n", "flag"]) if (selects[name].value) parts.set(`only-${name}`, selects[name].value);
    if (outcome >= 0) parts.set("only-outcome", index.outcomes[outcome][0]);
    if (disagree.checked) parts.set("only-split", "1");
    if (hard.checked) parts.set("only-missed", "1");
    if (comparing) parts.set("compare", "1");
    if (search.value.trim()) parts.set("q", search.value.trim());
    return parts.toString();
  }
  function named(parts) {
    const [id, run, pack, repeat] = ["item", "run", "pack", "repeat"].map((name) => parts.get(name));
    if (id === null) return -1;
    for (let k = 0; k < total; k += 1) {
      const item = samples.item[k];
      if (items.id[item] !== id || (pack && !index.packs[items.pack[item]].startsWith(pack))) continue;
      if ((run === null || index.runs[samples.run[k]][0] === run) && samples.repeat[k] === Number(repeat || 0)) return k;
    }
    return -1;
  }
  async function open() {
    const parts = new URLSearchParams(location.hash.slice(1));
    for (const name of ["run", "task"]) {
      const place = choices[name].findIndex(([label]) => label === parts.get(`only-${name}`));
      selects[name].value = place < 0 ? "" : String(place);
    }
    for (const name of ["n", "flag"]) {
      const wanted = parts.get(`only-${name}`) || "";
      selects[name].value = choices[name].some(([, value]) => String(value) === wanted) ? wanted : "";
    }
    outcome = index.outcomes.findIndex(([name]) => name === parts.get("only-outcome"));
    disagree.checked = parts.has("only-split");
    hard.checked = parts.has("only-missed");
    comparing = parts.has("compare");
    search.value = parts.get("q") || "";
    const sample = named(parts);
    current = -1;
    await filter({ keep: false });
    if (sample >= 0) { select(sample, { scroll: true }); reading(true); }
  }
  addEventListener("hashchange", () => open());

  const probe = items.id.length ? row(0, 0) : null;
  if (probe) { spacer.append(probe); rowHeight = probe.offsetHeight || rowHeight; }
  open().then(() => {
    document.documentElement.dataset.readyMs = performance.now().toFixed(0);
    if (!matchMedia("(max-width: 56rem)").matches) list.focus({ preventScroll: true });
  });
});
