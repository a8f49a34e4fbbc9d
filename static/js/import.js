// The file of a score sheet: dragged onto the page, and told to be too long before it is sent.
const form = document.querySelector("[data-import]");
const field = form.querySelector("[type=file]");

function fits() {
  const long = [...field.files].some((file) => file.size > Number(form.dataset.most));
  form.querySelector("[data-too-long]").hidden = !long;
  return !long;
}

form.querySelector("[data-can-drop]").hidden = false;
form.addEventListener("submit", (event) => { if (!fits()) event.preventDefault(); });
field.addEventListener("change", fits);

// An address that was cut off may end within a letter: what is left of it is refused like a file that was cut off.
function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

// An evening that a phone hands over stands in the address, which the browser sends nobody.
const [, handed] = location.hash.split("#evening=");
if (handed) {
  const files = new DataTransfer();
  files.items.add(new File([decoded(handed)], "evening.json"));
  field.files = files.files;
  history.replaceState(null, "", location.pathname);
  form.requestSubmit();
}

// Wherever on the page it is dropped; a browser would open the file instead.
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  form.classList.add("over");
});
for (const end of ["dragleave", "drop"]) document.addEventListener(end, () => form.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!event.dataTransfer.files.length) return;
  field.files = event.dataTransfer.files;
  form.requestSubmit();
});
