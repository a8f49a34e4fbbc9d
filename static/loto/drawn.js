// A number that the stream tells itself is shown at once: hundreds of phones needn't ask for what they can work out.
const place = () => document.querySelector("[data-draws]");
let shown = 0; // the version that is shown so

document.addEventListener("drawn", ({ detail }) => {
  const [version, entry, number] = detail.split(" ").map(Number), part = place();
  const [last, ...rest] = part ? part.dataset.seen.split(" ") : [];
  if (version !== Number(part?.dataset.version) + 1 || entry !== Number(last) + 1) return; // more has happened: it is fetched
  const out = Number(part.dataset.out) + 1;
  shown = version;
  Object.assign(part.dataset, { version, out, seen: [entry, ...rest].join(" ") });
  part.querySelector(".ball").hidden = false;
  part.querySelector("[data-ball]").textContent = number;
  part.querySelector("[data-round]").textContent = part.dataset.draws.replace("{n}", out);
  part.querySelector("td.newest")?.classList.remove("newest");
  const cell = [...part.querySelectorAll("td:not(:has(label)) b")].find(({ textContent }) => textContent === String(number));
  if (!cell) return;
  cell.parentElement.className = "drawn newest";
  cell.insertAdjacentHTML("afterend", '<span class="sr"></span>');
  cell.nextElementSibling.textContent = ` ${part.dataset.isDrawn}`;
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig: { triggeringEvent } } = event.detail;
  if (elt === place() && triggeringEvent?.type === "sse:version" && Number(triggeringEvent.detail.data) === shown) event.preventDefault();
});
