// What the pages of the cards do beyond plain forms.
"use strict";

// On paper the sheets are all there is; the button shows only where it works.
for (const hint of document.querySelectorAll("[data-print]")) {
  hint.hidden = false;
  hint.addEventListener("click", () => window.print());
}

// A card is typed without leaving the digits: after two of them comes the next place.
for (const form of document.querySelectorAll("[data-typed-card]")) {
  const places = [...form.querySelectorAll("input:not([type=hidden])")];
  form.addEventListener("input", (event) => {
    const place = places.indexOf(event.target);
    if (event.target.inputMode === "numeric" && event.target.value.length === 2) places[place + 1].focus();
  });
  form.addEventListener("focusin", (event) => { if (event.target.select) event.target.select(); });
  if (places.includes(document.activeElement)) document.activeElement.select();
  form.addEventListener("keydown", (event) => {
    const place = places.indexOf(event.target);
    if (event.key !== "Enter" || event.target.inputMode !== "numeric") return;
    places[place + 1].focus();
    event.preventDefault();
  });
}

// The next player's cards come to lie under the finger: the second tap of a double tap must miss them.
document.addEventListener("htmx:afterSwap", () => {
  const giving = document.getElementById("giving");
  if (!giving) return;
  giving.classList.add("settling");
  setTimeout(() => giving.classList.remove("settling"), 350);
});
