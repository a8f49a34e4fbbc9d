// The keys of a keyboard that do more here than in any page.

// Enter goes on to a field that is still empty, and sends a form only when none is.
function isEmpty(field) {
  if (field.type === "radio") return !field.form.querySelector(`[name="${CSS.escape(field.name)}"]:checked`);
  return field.type !== "checkbox" && field.value === "";
}
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || event.isComposing || !field.matches("form input") || field.getAttribute("enterkeyhint") === "done") return;
  const asks = (part) => part.matches("input:not([type=hidden]), select, textarea") && part.checkVisibility();
  const fields = [...field.form.elements].filter(asks);
  const place = fields.indexOf(field);
  const next = [...fields.slice(place + 1), ...fields.slice(0, place)].find(isEmpty);
  if (!next || next.name === field.name) return;
  event.preventDefault();
  next.focus();
});

// A number that can have no further digit leads on to the next one that is empty, which is typed into without a tap; a
// row that a phone answered is passed over. What is deleted there, or added with a plus, is meant for the one before.
const came = { from: null, to: null };
document.addEventListener("input", ({ isTrusted, inputType, target }) => {
  const { dataset, form, value } = target;
  if (!isTrusted || inputType?.startsWith("delete") || !dataset.most || !/^\d+$/.test(value)) return;
  if (value !== "0" && Number(value) * 10 <= Number(dataset.most)) return;
  const fields = [...form.elements].filter((field) => field.dataset.most && field.checkVisibility()
    && !field.closest("[data-by-phone]"));
  const next = fields.slice(fields.indexOf(target) + 1).find(isEmpty);
  if (!next) return;
  Object.assign(came, { from: target, to: next });
  next.focus();
});
const goesBack = ({ target }) => target === came.to && target.value === "" && came.from.isConnected;
document.addEventListener("keydown", (event) => { if (event.key === "Backspace" && goesBack(event)) came.from.focus(); });
document.addEventListener("beforeinput", (event) => {
  if (event.data !== "+" || !goesBack(event)) return;
  event.preventDefault();
  came.from.focus();
  came.from.value += "+";
  came.from.dispatchEvent(new Event("input", { bubbles: true }));
});

// Escape closes an open menu.
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
