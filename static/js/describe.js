// A game is described one question after the other: a tap on one goes to its field, Enter leads on to the next, and a
// closed one says its answer.
const steps = [...document.querySelectorAll(".step")];
const isAsked = (part) => part.checkVisibility() && !part.closest("[data-with][hidden]");
const fieldsOf = (step) => [...step.querySelectorAll("input:not([type=hidden]), select, textarea")];

function answerOf(step) {
  const said = fieldsOf(step).filter((field) => !field.closest("[data-with][hidden]")).map((field) => {
    if (/radio|checkbox/.test(field.type)) return field.checked ? (field.closest("label").querySelector("b") || field.closest("label")).textContent : "";
    return field.matches("select") ? field.selectedOptions[0].value && field.selectedOptions[0].textContent : field.value;
  });
  return said.map((one) => one.trim()).filter(Boolean).join(", ");
}

function show() {
  for (const step of steps) step.querySelector("small").textContent = answerOf(step);
}
for (const kind of ["input", "change"]) document.addEventListener(kind, show);
show();

function open(step) {
  const { top } = step.getBoundingClientRect();
  step.open = true; // the others close by themselves
  scrollBy(0, step.getBoundingClientRect().top - top);
  const fields = fieldsOf(step).filter(isAsked);
  (fields.find((field) => field.checked) || fields[0])?.focus();
}
document.addEventListener("click", (event) => {
  const step = event.target.closest(".step > summary")?.parentElement;
  if (!step) return;
  event.preventDefault();
  open(step);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.defaultPrevented || !event.target.matches(".step input")) return;
  const step = event.target.closest(".step"), fields = fieldsOf(step).filter(isAsked);
  const isLeft = (field) => !/radio|checkbox/.test(field.type) && !field.value;
  const next = steps.slice(steps.indexOf(step) + 1).find(isAsked);
  if (!next || fields.slice(fields.indexOf(event.target) + 1).some(isLeft)) return; // Enter goes to the field that is left
  event.preventDefault();
  open(next);
});
