// The keys of a keyboard that do more here than in any page.

// Enter goes on to a field that is still empty, and sends a form only when none is.
function isEmpty(field) {
  if (field.type === "radio") return !field.form.querySelector(`[name="${CSS.escape(field.name)}"]:checked`);
  return field.type !== "checkbox" && field.value === "";
}
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || event.isComposing || !field.matches("form input") || field.enterKeyHint === "done") return;
  const asks = (part) => part.matches("input:not([type=hidden]), select, textarea") && part.checkVisibility();
  const fields = [...field.form.elements].filter(asks);
  const place = fields.indexOf(field);
  const next = [...fields.slice(place + 1), ...fields.slice(0, place)].find(isEmpty);
  if (!next || next.name === field.name) return;
  event.preventDefault();
  next.focus();
});

// Escape closes an open menu.
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
