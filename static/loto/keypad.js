// The digits of a card's number, to be tapped where no keyboard shall lie over the board.
const field = () => document.querySelector(".check-card [name=card]");

function show() {
  for (const pad of document.querySelectorAll(".digits")) pad.hidden = false;
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-digit]");
  if (!key) return;
  const { digit } = key.dataset;
  field().value = digit ? (field().value + digit).slice(0, field().maxLength) : field().value.slice(0, -1);
});
document.addEventListener("htmx:afterSwap", show);
show();
