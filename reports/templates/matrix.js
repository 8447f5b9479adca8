"use strict";
// Filters, sorts and compares the implementations. Without it the page shows everything. The state is in the address, as
// #language=Go&verdict=conforms&newest=yes&sort=failed+cases; what is foreign is compared and shown as text, never as markup.
const form = document.querySelector("form");
const said = form.querySelector("output");
const tables = [...document.querySelectorAll(".sortable")];
const rows = [...document.querySelectorAll("tr[data-slug]")];
const compared = document.getElementById("compared");
const FILTERS = ["language", "verdict", "layer", "newest"];
let sorted = "";

function state() {
  const values = [...new FormData(form)].filter(([, value]) => value);
  return new URLSearchParams(sorted ? [...values, ["sort", sorted]] : values);
}

function filter() {
  const wishes = [...state()].filter(([name]) => FILTERS.includes(name));
  for (const row of rows) row.hidden = !wishes.every(([name, value]) => row.dataset[name] === value);
  const shown = tables[0].querySelectorAll("tbody tr:not([hidden])").length;
  said.textContent = `${shown} of ${tables[0].tBodies[0].rows.length} shown`;
}

// A cell as a number if it is one: what is empty, passed or not asked comes last.
function value(row, column) {
  const text = row.cells[column].textContent.trim();
  const number = Number(text.replaceAll(",", ""));
  return text && !Number.isNaN(number) ? -number : text === "" || text === "·" || text === "–" ? Infinity : text.toLowerCase();
}

function sort(heading) {
  sorted = heading.textContent.trim();
  for (const table of tables) {
    const heads = [...table.tHead.rows[0].cells];
    const column = heads.findIndex((head) => head.textContent.trim() === sorted);
    if (column < 0) continue;
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", "ascending");
    const keyed = [...table.tBodies[0].rows].map((row) => [value(row, column), row]);
    const isLess = (a, b) => (typeof a === typeof b ? a < b : typeof a === "string");
    keyed.sort(([a], [b]) => (isLess(a, b) ? -1 : isLess(b, a) ? 1 : 0));
    table.tBodies[0].append(...keyed.map(([, row]) => row));
  }
}

function listed(heading, items) {
  const list = document.createElement("ul");
  for (const { title, link } of items) {
    const item = document.createElement("li");
    const shown = link.cloneNode(true);
    shown.textContent = `${title} (${link.textContent})`;
    item.append(shown, link.title ? ` ${link.title}` : "");
    list.append(item);
  }
  const head = document.createElement("h3");
  head.textContent = `${heading}: ${items.length}`;
  return [head, list];
}

function compare() {
  const names = [form.elements.a.value, form.elements.b.value];
  const table = document.querySelector("#matrix table");
  const chosen = names.map((name) => [...table.tBodies[0].rows].find((row) => row.dataset.slug === name));
  compared.hidden = !chosen.every(Boolean);
  if (compared.hidden) return;
  const classes = [...table.tHead.rows[0].cells].map((head, column) => ({
    title: head.textContent.trim(),
    links: chosen.map((row) => (row.cells[column].className === "fail" ? row.cells[column].firstElementChild : null)),
  }));
  const only = (has, lacks) =>
    classes.filter(({ links }) => links[has] && !links[lacks]).map(({ title, links }) => ({ title, link: links[has] }));
  const both = classes.filter(({ links }) => links[0] && links[1]).map(({ title, links }) => ({ title, link: links[0] }));
  compared.lastElementChild.replaceChildren(
    ...listed(`Only ${names[0]} fails`, only(0, 1)),
    ...listed(`Only ${names[1]} fails`, only(1, 0)),
    ...listed("Both fail", both),
  );
}

function show() {
  filter();
  compare();
}

function restore() {
  const wanted = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = wanted.get(field.name) === field.value;
    else if (field.tagName === "SELECT") field.value = wanted.get(field.name) ?? "";
  }
  const heads = tables.flatMap((table) => [...table.tHead.rows[0].cells]);
  const heading = heads.find((head) => head.textContent.trim() === wanted.get("sort"));
  if (heading) sort(heading);
  show();
}

function changed() {
  const address = state().toString();
  history.replaceState(null, "", `#${address}`);
  show();
}

for (const table of tables) {
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.title = "Sort by this column";
    button.setAttribute("aria-label", `Sort by ${head.textContent.trim()}`);
    button.addEventListener("click", () => {
      sort(head);
      changed();
    });
    head.append(button);
  }
}
form.addEventListener("input", changed);
form.addEventListener("reset", () => setTimeout(changed));
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", restore);
form.hidden = false;
restore();
