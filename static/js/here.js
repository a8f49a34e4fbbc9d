// What is different where Companion lives in this browser alone, and no server sends anything.
const BEAT = 5; // seconds between two heartbeats
const SCOPE = new URL("../../../../", import.meta.url).pathname;

// A stream of a table: what the windows of this device are told of it.
class Stream extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;

  constructor(url) {
    super();
    this.readyState = Stream.CONNECTING;
    const [, code] = new URL(url, location).pathname.match(/\/t\/([^/]+)\/stream$/);
    this.news = new BroadcastChannel(`companion ${SCOPE} news`);
    this.news.addEventListener("message", ({ data }) => {
      if (data.code === code.toUpperCase()) this.dispatchEvent(new MessageEvent("version", { data: String(data.version) }));
    });
    setTimeout(() => {
      if (this.readyState === Stream.CLOSED) return;
      this.readyState = Stream.OPEN;
      this.dispatchEvent(new Event("open"));
    });
    this.beats = setInterval(() => this.dispatchEvent(new MessageEvent("beat", { data: BEAT })), 1000 * BEAT);
  }

  close() {
    this.readyState = Stream.CLOSED;
    clearInterval(this.beats);
    this.news.close();
  }
}
window.EventSource = Stream;

// A file is fetched and then saved: not every browser asks the worker for what it downloads.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[download]");
  if (!link || link.protocol === "blob:") return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const [, name] = (answer.headers.get("Content-Disposition") || "").match(/filename="?([^";]+)/) || [];
  const copy = document.createElement("a");
  copy.href = URL.createObjectURL(await answer.blob());
  copy.download = name || link.download || "companion";
  copy.click();
  setTimeout(() => URL.revokeObjectURL(copy.href), 60_000);
  if (link.matches("[data-backup]")) localStorage.setItem("companion.backup", new Date().toISOString());
});

// What the browser answered when it was asked to keep the evenings, and the app that it offers to the page around this one.
async function tell() {
  if (!document.querySelector("[data-promise]")) return;
  let promise = "never";
  if (navigator.storage?.persist) promise = await navigator.storage.persisted() ? "yes" : "no";
  for (const part of document.querySelectorAll("[data-promise]")) part.hidden = part.dataset.promise !== promise;
}
document.addEventListener("click", async (event) => {
  if (event.target.closest("[data-keep]")) {
    await navigator.storage.persist();
    tell();
  }
  if (event.target.closest("[data-install]")) parent.companionOffer?.()?.prompt();
});
window.addEventListener("promised", tell);
for (const part of document.querySelectorAll("[data-install]")) part.hidden = !parent.companionCanOffer?.();
tell();
