"use strict";
// Filters and copies: without it the page shows everything. What is foreign is compared, counted and copied, never written.
const form = document.querySelector("form");
const rows = [...document.querySelectorAll("[data-b]")];
const groups = [...document.querySelectorAll("[data-group]")];
const failures = rows.filter((row) => row.tagName === "DETAILS");
const folded = [...document.querySelectorAll("details.list")];
const said = form.querySelector("output");
const all = form.elements.all;
const cases = new Map(rows.map((row) => [row, ""]));
// A list may say for all its rows what they have in common.
const value = (row, key) => row.closest(`[data-${key}]`)?.dataset[key] ?? "";
const has = (row, [key, wanted]) => wanted === "*" || value(row, key).split(" ").includes(wanted);
function filter() {
  const wishes = [...new FormData(form)].filter(([key]) => key !== "t");
  const words = form.elements.t.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    if (words.length && !cases.get(row)) {
      cases.set(row, (row.textContent + " " + value(row, "b")).toLowerCase());
    }
    const fits = wishes.every((wish) => has(row, wish)) && words.every((word) => cases.get(row).includes(word));
    row.hidden = !fits;
    shown += fits;
  }
  // What is looked for by words is shown, also where it is folded.
  for (const list of folded) list.open ||= words.length > 0 && list.querySelector("[data-b]:not([hidden])") !== null;
  for (const group of groups) group.hidden = !group.querySelector("[data-b]:not([hidden])");
  said.textContent = `${shown.toLocaleString("en")} of ${rows.length.toLocaleString("en")} shown`;
}
function clear() {
  form.reset();
  filter();
}
async function copy(button) {
  const code = button.parentElement.querySelector("code");
  try {
    await navigator.clipboard.writeText(code.textContent);
    said.textContent = "Copied";
  } catch {
    // No clipboard for a page from a file, say: what is selected can be copied by hand, too.
    getSelection().selectAllChildren(code);
    said.textContent = document.execCommand("copy") ? "Copied" : "Selected";
  }
  button.textContent = said.textContent;
}
// A button beside each command that is seen, and no more of them than that.
function offer(details) {
  const again = details.querySelector(".again");
  if (details.open && again && !again.querySelector("button")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy the command");
    button.addEventListener("click", () => copy(button));
    again.append(button);
  }
}
function openAll(open) {
  for (const one of failures) one.open = open && !one.hidden;
  if (all) all.textContent = open ? "Close all" : "Open all";
}
all?.addEventListener("click", () => openAll(all.textContent === "Open all"));
if (all) all.hidden = !failures.length;
document.addEventListener("toggle", (event) => offer(event.target), true);
failures.forEach(offer);
form.addEventListener("input", filter);
form.addEventListener("reset", () => setTimeout(filter));
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  const inside = /^(INPUT|SELECT)$/.test(document.activeElement.tagName);
  if (event.key === "/" && !inside) {
    event.preventDefault();
    form.elements.t.focus();
  } else if (event.key === "Escape" && inside) {
    clear();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && document.activeElement.tagName === "SUMMARY") {
    const visible = [...document.querySelectorAll("summary")].filter((one) => one.offsetParent);
    const next = visible[visible.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
});
// On paper nothing can be opened or filtered. (Where a page is printed without a script, the style opens failures.)
addEventListener("beforeprint", () => {
  clear();
  openAll(true);
});
form.hidden = !rows.length;
filter();
