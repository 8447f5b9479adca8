"use strict";
// Only filters: without it the page shows everything. What is foreign is compared and counted, never written.
const form = document.querySelector("form");
const rows = [...document.querySelectorAll("[data-v]")];
const groups = [...document.querySelectorAll("[data-group]")];
const said = form.querySelector("output");
const cases = new Map(rows.map((row) => [row, ""]));
const has = (value, wanted) => wanted === "*" || value.split(" ").includes(wanted);
const bug = (row) => row.dataset.b || row.closest("section").dataset.b || "";
function filter() {
  const wish = Object.fromEntries(new FormData(form));
  const words = wish.t.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const d = row.dataset;
    if (words.length && !cases.get(row)) {
      cases.set(row, (row.textContent + " " + bug(row)).toLowerCase());
    }
    const fits = has(d.c || "", wish.c) && has(bug(row), wish.b) && has(d.v, wish.v) && has(d.h || "", wish.h) &&
      words.every((word) => cases.get(row).includes(word));
    row.hidden = !fits;
    shown += fits;
  }
  for (const group of groups) group.hidden = !group.querySelector("[data-v]:not([hidden])");
  said.textContent = `${shown.toLocaleString("en")} of ${rows.length.toLocaleString("en")} shown`;
}
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  const inside = /^(INPUT|SELECT)$/.test(document.activeElement.tagName);
  if (event.key === "/" && !inside) {
    event.preventDefault();
    form.elements.t.focus();
  } else if (event.key === "Escape" && inside) {
    form.reset();
    filter();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && document.activeElement.tagName === "SUMMARY") {
    const all = [...document.querySelectorAll("summary")].filter((one) => one.offsetParent);
    const next = all[all.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
});
addEventListener("beforeprint", () => form.reset() || filter());
form.hidden = false;
filter();
