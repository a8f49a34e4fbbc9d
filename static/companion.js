// What the pages do beyond plain forms: stay live, catch up, and not let one slip of the finger count twice.
"use strict";

const table = () => document.getElementById("table");
const CATCH_UP = 4000; // milliseconds between looks while the stream is away
let live = false;
let unwritten = false; // whether a tap found no answer, and nothing newer was shown since
let newest = 0;
let stream = null;

function show(isLive) {
  live = isLive;
  document.body.classList.toggle("is-live", live);
  tell();
  for (const text of document.querySelectorAll("[data-live]")) text.textContent = live ? document.body.dataset.saysLive : document.body.dataset.saysNotLive;
}

// The note below the table: that the page isn't live, or that a tap was not written.
function tell() {
  const note = document.querySelector("[data-connection]");
  if (!note) return;
  note.textContent = unwritten ? note.dataset.unwritten : note.dataset.says;
  note.hidden = (live && !unwritten) || !table();
}

// What somebody must read now is brought where it can be seen.
function bring(into, block = "nearest") {
  if (into) into.scrollIntoView({ block });
}

// The answer that was refused is marked, and tied to the sentence that says why.
function refuse(why) {
  if (!why) return;
  why.id = "refused";
  for (const asked of document.querySelectorAll("form legend, form label.ask > span, form .ask > label")) {
    const question = asked.firstChild.textContent.trim();
    if (!question || !why.textContent.startsWith(question)) continue;
    const names = [...asked.parentElement.querySelectorAll(".row .name")];
    const named = names.find((name) => why.textContent.startsWith(`${question} ${name.textContent}`));
    const part = named ? named.closest(".row") : asked.parentElement;
    for (const answer of part.querySelectorAll("input:not([type=radio]), select")) {
      answer.setAttribute("aria-invalid", "true");
      answer.setAttribute("aria-describedby", why.id);
    }
  }
  bring(why);
}
document.addEventListener("input", (event) => event.target.removeAttribute("aria-invalid"));

function catchUp() {
  if (table() && !document.hidden) htmx.trigger(table(), "news");
}

// htmx waits longer and longer before it opens a lost stream again: nobody waits a minute for a table that is back.
function away() {
  catchUp();
  if (live || !stream || stream.readyState === EventSource.CONNECTING) return;
  for (const part of document.querySelectorAll("[sse-connect], [hx-trigger*='sse:']")) htmx.trigger(part, "htmx:afterProcessNode");
}

// What screen readers are told stands outside the table: a part that is new with every move would be read again, or not.
const sentence = ({ textContent }) => textContent.trim().replace(/[^.!?]$/, "$&.");
const news = () => [...document.querySelectorAll("#table [data-says]")].map(sentence).join(" ");
let heard = "";
function says() {
  const said = document.querySelector("[data-said]");
  const now = news();
  if (said && now !== heard) said.textContent = now;
  heard = now;
}

// A form that somebody is filling in is not swapped away under the hand.
function busy() {
  return table() && table().querySelector("form[data-touched]");
}

document.addEventListener("input", (event) => {
  if (event.target.form && table() && table().contains(event.target)) event.target.form.dataset.touched = "";
});

// What a finger is pressing is not swapped away before it is lifted: the tap would be lost.
let pressed = false;
let keyed = false; // whether whoever is there goes by the keys
let finger = null; // where it came down last, and on which button
const button = (part) => part && part.closest("button, a, label");
const released = () => { if (pressed) setTimeout(() => { pressed = false; catchUp(); }, 60); };
document.addEventListener("pointerdown", ({ clientX: x, clientY: y, target }) => {
  pressed = true;
  keyed = false;
  finger = { x, y, said: (button(target) || target).textContent };
});
document.addEventListener("pointerup", released);
document.addEventListener("pointercancel", released);
document.addEventListener("htmx:beforeSwap", (event) => {
  if ((pressed || busy()) && event.detail.requestConfig.elt === table()) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:sseOpen", () => { show(true); catchUp(); });
document.addEventListener("htmx:sseError", () => show(false));
document.addEventListener("visibilitychange", catchUp);
window.addEventListener("pageshow", (event) => { if (event.persisted) catchUp(); });
window.addEventListener("online", away);
setInterval(() => { if (!live) away(); }, CATCH_UP);

// What the stream tells while the table is being swapped reaches no element: it is remembered here.
htmx.createEventSource = (url) => {
  if (stream) stream.close();
  stream = new EventSource(url);
  stream.addEventListener("version", (event) => { newest = Number(event.data); });
  return stream;
};

document.addEventListener("htmx:beforeRequest", (event) => {
  const asks = event.detail.elt;
  if (asks !== table()) return;
  const cause = event.detail.requestConfig.triggeringEvent;
  const told = cause && cause.detail && Number(cause.detail.data);
  const tapping = asks.querySelector(".htmx-request"); // its answer is newer, and must find the table in its place
  if (busy() || tapping || (told && told <= Number(asks.dataset.version))) event.preventDefault();
});

// The answer to the first tap puts another button under the finger: the second tap of a double tap must miss it, and
// that of a slow one too, unless it meets the same button again.
const SETTLING = 350; // milliseconds
function settles(fresh) {
  misses(fresh);
  setTimeout(() => {
    const under = finger && button(document.elementFromPoint(finger.x, finger.y));
    if (under && under.textContent !== finger.said) misses(under);
  }, SETTLING);
}

function misses(part) {
  part.classList.add("settling");
  setTimeout(() => part.classList.remove("settling"), SETTLING);
}

// htmx gives a new element the classes of its answer once it has settled; only then others may be added.
document.addEventListener("htmx:afterSettle", (event) => {
  const fresh = table();
  if (!fresh || event.detail.target.id !== "table") return;
  unwritten = false;
  show(live);
  says();
  keepsFocus(fresh);
  looksFor(fresh.querySelector("#asking"));
  const version = Number(fresh.dataset.version);
  if (version > newest) fresh.classList.add("counted");
  const overtaken = version < newest;
  newest = version;
  if (overtaken) catchUp();
  if (!("tapped" in fresh.dataset)) return;
  const asked = fresh.querySelector("#asking") || fresh.querySelector(".sheet");
  bring(asked, asked.getBoundingClientRect().top < 0 ? "start" : "nearest");
});

// Whoever goes by the keys goes on where he was: at the same button, else at what is asked now.
let left = null; // the button that was in focus when the table was swapped
document.addEventListener("keydown", () => { keyed = true; });
document.addEventListener("htmx:beforeSwap", () => {
  const focused = document.activeElement;
  left = keyed && table() && table().contains(focused) ? focused.textContent : null;
});
function keepsFocus(fresh) {
  if (left === null || document.activeElement !== document.body) return;
  const same = [...fresh.querySelectorAll("button, a[href]")].find((part) => part.textContent === left);
  const next = same || fresh.querySelector("#asking :is(button, a, input, select):not([type=hidden])") || fresh.querySelector(".hand .big");
  if (next) next.focus({ preventScroll: true });
}

// A link to what is folded away unfolds it.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[href^='#']");
  const fold = link && document.querySelector(link.hash)?.closest("details");
  if (fold) fold.open = true;
});

// The link at the foot that leads to a question is not in the way of its answers.
const sight = new IntersectionObserver(([question]) => {
  for (const link of document.querySelectorAll("a.below")) link.classList.toggle("seen", question.isIntersecting);
}, { rootMargin: "0px 0px -30%" });
function looksFor(question) {
  sight.disconnect();
  if (question) sight.observe(question);
}

document.addEventListener("htmx:afterSettle", (event) => {
  const { requestConfig, target } = event.detail;
  if (!requestConfig || requestConfig.verb !== "post" || !["table", "giving", "lay"].includes(target.id)) return;
  const fresh = document.getElementById(target.id);
  if (target.id !== "lay") settles(fresh);
  const sent = requestConfig.elt.closest("#asking");
  const why = fresh.querySelector(".refused[role=alert]");
  refuse(why);
  if (sent && !why) bring(fresh.querySelector(".strip"));
});

// The phone's own way back leaves what was tapped for, not the table: it has a place in the history, one for all.
let placed = history.state === "tapped";
document.addEventListener("htmx:afterSettle", () => {
  if (placed || !table() || !("tapped" in table().dataset)) return;
  history.pushState("tapped", "");
  placed = true;
});
window.addEventListener("popstate", (event) => {
  if (!placed || event.state) return;
  placed = false;
  if ("tapped" in table().dataset) table().querySelector("a.undo").click();
  else history.back();
});

// Without an answer the tap is not lost: say so, the form is still there and its key makes a second try safe.
document.addEventListener("htmx:sendError", (event) => {
  const { verb, path } = event.detail.requestConfig;
  if (verb === "post" && !path.includes("/try")) {
    unwritten = true;
    document.activeElement.blur();
  }
  show(false);
});

// A choice made before this script was there counts as well.
for (const choice of document.querySelectorAll("[data-submits]")) {
  const shown = Math.max([...choice.options].findIndex((option) => option.defaultSelected), 0);
  if (choice.selectedIndex === shown) choice.addEventListener("change", () => choice.form.submit());
  else choice.form.submit();
}
for (const button of document.querySelectorAll("[data-with-select]")) button.hidden = true;
for (const button of document.querySelectorAll("[data-print]")) { button.hidden = false; button.addEventListener("click", () => window.print()); }

// A question that stands below the board is brought up, without a place in the history.
document.addEventListener("click", (event) => {
  const below = event.target.closest("a.below");
  if (!below) return;
  event.preventDefault();
  document.querySelector(below.hash).scrollIntoView();
});

// htmx takes care of the links of a page, but not of those inside a picture.
document.addEventListener("click", (event) => { if (event.target.closest("svg a[hx-get]")) event.preventDefault(); });

// Counters are laid on a pot by tapping it, one a tap; a tap on their number takes one back.
document.addEventListener("click", (event) => {
  const heap = event.target.closest("[data-heap]");
  if (!heap) return;
  const held = heap.querySelector("input");
  const lays = Number(held.value) + (event.target === held && held.value ? -1 : 1);
  held.value = lays > 0 ? lays : "";
  held.blur();
  event.preventDefault();
  held.dispatchEvent(new Event("input", { bubbles: true }));
});

// A list has always one more row to fill in.
document.addEventListener("input", (event) => {
  const row = event.target.closest("[data-grows] > .item");
  if (!row || row !== row.parentElement.lastElementChild) return;
  const fresh = row.cloneNode(true);
  for (const part of fresh.querySelectorAll("input, select")) {
    part.name = part.name.replace(/:(\d+):/, (_, place) => `:${Number(place) + 1}:`);
    if (part.type === "radio") part.checked = !part.value;
    else part.value = "";
  }
  row.after(fresh);
});

// Numbers tapped on a board stand in its holes in the order of the taps; where all are full a tap does nothing.
document.addEventListener("change", (event) => {
  const board = event.target.closest("[data-drawn]");
  if (!board || event.target.type !== "checkbox") return;
  const typed = board.querySelector("[data-typed]");
  const drawn = typed.value.split(/[\s,;]+/).filter((number) => number && number !== event.target.value);
  if (event.target.checked && drawn.length >= (Number(board.dataset.drawn) || Infinity)) event.target.checked = false;
  if (event.target.checked) drawn.push(event.target.value);
  typed.value = drawn.join(" ");
  board.querySelectorAll("[data-holes] li").forEach((hole, place) => { hole.textContent = drawn[place] || ""; });
});

// Counters are added to a number by tapping.
document.addEventListener("click", (event) => {
  const more = event.target.closest("[data-more]");
  if (!more) return;
  const held = more.parentElement.querySelector("input");
  held.value = Number(held.value) + Number(more.dataset.more);
  held.dispatchEvent(new Event("input", { bubbles: true }));
});
// A number is turned below nothing: the figures of some phones have no minus.
document.addEventListener("click", (event) => {
  const turn = event.target.closest("[data-turn]");
  if (!turn) return;
  const held = turn.parentElement.querySelector("input");
  held.value = /^[-−]/.test(held.value) ? held.value.slice(1) : `−${held.value}`;
  held.dispatchEvent(new Event("input", { bubbles: true }));
});
const showMore = () => { for (const more of document.querySelectorAll("[data-more], [data-turn]")) more.hidden = false; };
document.addEventListener("htmx:afterSwap", showMore);
showMore();

// Numbers that come to a known sum: say what is missing, and fill the last one in.
document.addEventListener("input", (event) => {
  const { form, name } = event.target;
  const [asked] = name.split(":");
  const sum = form && form.querySelector(`[data-total][data-of="${asked}"]`);
  if (!sum) return;
  const fields = [...form.querySelectorAll(`input[type=number][name^="${asked}:"]`)];
  const taps = [...form.querySelectorAll(`input[type=radio][name^="${asked}:"]:checked`)];
  const last = fields[fields.length - 1];
  const total = Number(sum.dataset.total);
  const others = fields.slice(0, -1);
  if (last && event.target !== last && others.every((field) => field.value !== "")) {
    last.value = Math.max(total - others.reduce((all, field) => all + Number(field.value), 0), 0);
  }
  const rest = total - [...fields, ...taps].reduce((all, field) => all + Number(field.value), 0);
  const pattern = rest > 0 ? sum.dataset.missing : sum.dataset.tooMany;
  sum.textContent = rest === 0 ? `✓ ${total}` : pattern.replace("{n}", Math.abs(rest));
});

// Who is named by another question of the page has no row among those who answer: whoever is out holds no cards.
function spare() {
  for (const asked of document.querySelectorAll("[data-but]")) {
    const named = asked.form.elements[asked.dataset.but];
    for (const row of asked.querySelectorAll(".row")) row.hidden = Boolean(named) && named.value === row.dataset.of;
  }
}
document.addEventListener("change", spare);
document.addEventListener("htmx:afterSettle", spare);
spare();

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("DOMContentLoaded", () => {
  if (table()) newest = Number(table().dataset.version);
  heard = news();
  looksFor(document.getElementById("asking"));
  refuse(document.querySelector(".refused[role=alert]"));
});
