// Type a Loto card of one's own without leaving the digits: after two of them the next place has the focus.
for (const form of document.querySelectorAll("[data-typed-card]")) {
  const places = [...form.querySelectorAll("input:not([type=hidden])")];
  form.addEventListener("input", (event) => {
    const place = places.indexOf(event.target);
    if (event.target.inputMode === "numeric" && event.target.value.length === 2) places[place + 1].focus();
  });
  form.addEventListener("focusin", ({ target }) => {
    if (!target.select) return;
    target.select();
    setTimeout(() => { // in Safari the caret is put at the start of the first field only now
      if (target === document.activeElement && target.value === target.defaultValue) target.select();
    });
  });
  if (places.includes(document.activeElement)) document.activeElement.select();
  form.addEventListener("keydown", (event) => {
    const place = places.indexOf(event.target);
    if (event.key !== "Enter" || event.target.inputMode !== "numeric") return;
    places[place + 1].focus();
    event.preventDefault();
  });
}
