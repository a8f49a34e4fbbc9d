// A file that comes in: dropped onto the page, and sent in parts where it is longer than a form may be.
const form = document.querySelector("[data-import]");
const field = form.querySelector("[type=file]");
const show = (what, shown) => { form.querySelector(`[data-${what}]`).hidden = !shown; };

function fits() {
  const long = [...field.files].some((file) => file.size > Number(form.dataset.most));
  show("too-long", long);
  return !long;
}

async function sendInParts(file) {
  const size = Number(form.dataset.part);
  const sent = form.querySelector("[data-sent]");
  let upload = "";
  show("not-sent", false);
  show("sent", true);
  for (let at = 0; at < file.size; at += size) {
    const part = new FormData();
    for (const [name, value] of Object.entries({ upload, at, name: file.name })) part.set(name, value);
    part.set("part", file.slice(at, at + size), "part");
    const answer = await fetch(form.dataset.parts, { method: "POST", body: part });
    if (!answer.ok) throw new Error(answer.statusText);
    upload = await answer.json();
    sent.value = (at + size) / file.size;
  }
  const number = document.createElement("input");
  Object.assign(number, { type: "hidden", name: "upload", value: upload });
  form.append(number);
  field.disabled = true;
  form.submit();
}

form.querySelector("[data-can-drop]").hidden = false;
form.addEventListener("submit", (event) => {
  const [file] = field.files;
  if (fits() && file.size <= Number(form.dataset.part)) return;
  event.preventDefault();
  if (!fits()) return;
  sendInParts(file).catch(() => { show("not-sent", true); show("sent", false); });
});
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
