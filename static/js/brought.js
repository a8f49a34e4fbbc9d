// A game may bring a script of its own: the part of the page that needs it names it.
function bring() {
  for (const { dataset } of document.querySelectorAll("[data-script]")) import(dataset.script);
}

document.addEventListener("htmx:afterSettle", bring);
bring();
