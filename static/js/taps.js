// Every tap counts once, for what it was meant for: taps wait for each other, and none meets what wasn't there to be seen.
import { tooLate } from "./typing.js";
import { handOf, named, resume, table, withhold } from "./live.js";

const UNSEEN = 350; // milliseconds: a trembling hand touches again within 250, and what is new isn't seen and reached before
const LONG = 600; // milliseconds after which a finger that is down rests, and doesn't tap
const MOST = 3; // taps that may wait behind the one that is on its way
const OVER = 8; // pixels
const TAPPABLE = "button, a[href], label, summary";
const FOLDED = "details:not([open]) > :not(summary)"; // has no place, and would be laid out to be asked for one
const LINK = "a[href]:not([hx-get], [data-crib], [href^='#'], [download], [target])"; // to another page
const LEAVES = `${LINK}, form[method=post]:not([hx-post]) button:not([hx-post], [type=button], [form])`;
const LISTENS = '[hx-trigger*="sse:"]'; // what asks for news by itself
const STAMP = ["key", "seen", "heard"]; // what is new in every form of a page
const fingers = new Map(); // what is under each finger that is down
const waiting = []; // the taps that were made since one was sent
const unseen = new Map(); // until when what is new isn't tapped, by its name
let sent = null; // the tap that is on its way
let last = { name: "", at: -Infinity }; // the tap that was sent last, and where
let touched = 0; // when the finger came, or the key, of the click that is being answered: a busy phone gets to it later
let pressed = null; // when that was for a click that is made here
let stood = null; // what stands where; null where that must be looked at anew
let before = []; // what stood where before the answer that is shown

const part = () => document.getElementById("giving") || table();
const controls = () => [...(part()?.querySelectorAll(TAPPABLE) ?? [])].filter((control) => !control.closest(FOLDED));
const closest = (target) => target.closest && target.closest(TAPPABLE);
const isKept = (control) => control && !control.disabled;

// What a control does: where it sends what, in which hand. The same control of another page has the same name.
function nameOf(control) {
  const { form, name = "", value = "" } = control.control || control;
  const own = control.getAttribute("hx-post") || control.getAttribute("hx-get") || control.getAttribute("href");
  const hidden = form ? [...form.elements].filter((field) => field.type === "hidden" && !STAMP.includes(field.name)) : [];
  const to = own || (form && form.getAttribute("hx-post"));
  const hand = control.matches(".undo") ? "" : handOf(table());
  return [hand, to, name || own ? name : control.textContent, value, ...hidden.map((field) => `${field.name}=${field.value}`)].join("\n");
}
const textOf = ({ childNodes }) => [...childNodes].map(({ textContent }) => textContent).join(" ");
const wordsOf = (control) => (control.getAttribute("aria-label") || textOf(control)).trim().replace(/\s+/g, " ");
const sameAs = (name) => [...document.querySelectorAll(TAPPABLE)].find((control) => nameOf(control) === name);
const meant = (control, at = touched) => ({ control, name: nameOf(control), at });

function press(control, at) {
  pressed = at;
  control.click();
  pressed = null;
}

function show(control, isPending) {
  control.classList.toggle("pending", isPending);
  if (isPending) control.setAttribute("aria-busy", "true");
  else control.removeAttribute("aria-busy");
}

document.addEventListener("input", (event) => {
  if (event.target.form && table() && table().contains(event.target)) event.target.form.dataset.touched = "";
});

// What becomes of a tap or of what was typed is said, to eye and ear, until the next tap.
export function say(why, control = null) {
  const notice = document.querySelector("[data-dropped]");
  const before = notice.hidden ? "" : `${notice.textContent} `;
  notice.textContent = before + notice.dataset[why].replace("{tap}", control ? wordsOf(control) : "");
  notice.hidden = false;
}

document.addEventListener("pointerdown", ({ pointerId, isPrimary, target, clientX: x, clientY: y, timeStamp: at }) => {
  const control = closest(target);
  if (isPrimary) fingers.clear(); // whatever became of them
  for (const other of fingers.values()) other.isAlone = false;
  const isMeant = control && part() && part().contains(control);
  const what = isMeant ? meant(control, at) : { at, ignored: ignoredAt(target, x, y) };
  fingers.set(pointerId, { ...what, x, y, isAlone: !fingers.size, isClicked: false });
});

document.addEventListener("click", (event) => {
  const { isTrusted, target } = event;
  touched = pressed ?? event.timeStamp;
  if (!isTrusted) return;
  document.querySelector("[data-dropped]").hidden = true;
  const control = closest(target), leaves = target.closest(LEAVES);
  for (const finger of fingers.values()) if (finger.control === control) finger.isClicked = true;
  if (leaves && (sent || waiting.length) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    wait(meant(leaves));
  }
  const early = [...fingers.values()].find(({ ignored }) => ignored && (!control || ignored === control));
  if (early || (!control && part() && part().contains(target))) meetIgnored(event, early);
}, true);

// The table on which a finger came down may be swapped away before it is lifted, and two fingers that are down at once get
// no click: then what was under the finger is meant. On a table that lies flat a finger alone taps.
function released({ type, pointerId, clientX, clientY, timeStamp }) {
  const finger = fingers.get(pointerId);
  setTimeout(() => {
    if (fingers.get(pointerId) === finger) fingers.delete(pointerId);
    if (!sent && !fingers.size) resume(); // what is sent brings the news along
    if (type !== "pointerup" || !finger || !finger.name || finger.isClicked) return;
    const moved = Math.hypot(clientX - finger.x, clientY - finger.y);
    const taps = !finger.isAlone && moved < OVER && timeStamp - finger.at < LONG && !document.querySelector(".overhead");
    if (finger.control.isConnected && !taps) return;
    const control = sameAs(finger.name);
    if (isKept(control)) press(control, finger.at);
    else say("gone", finger.control);
  }, 60);
}
document.addEventListener("pointerup", released);
document.addEventListener("pointercancel", released);

document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, target } = event.detail;
  if (requestConfig.elt === table() && (fingers.size || sent)) {
    event.detail.shouldSwap = false;
    withhold();
  } else if (target === part()) {
    look();
    const late = tooLate();
    if (late) say("gone", late.closest(".row")?.querySelector(".name") ?? late.labels[0]);
  }
});

// A finger that is on its way to what stood here, or that trembles, doesn't meet another control, nor the same one again.
const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > OVER
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > OVER;
const isAt = (one, other) => Math.abs(one.left - other.left) < OVER && Math.abs(one.top - other.top) < OVER;

// Whether it can be tapped: it isn't folded away, beyond the window, or beneath the buttons at the foot.
function isInSight(control, { left, right, top, bottom }) {
  if (control.classList.contains("ignore-taps")) return true; // or soon
  return control.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}

// It is looked at while the page waits for an answer, so that this takes no time once it is there.
function look() {
  if (stood) return;
  const boxes = controls().map((control) => [control, control.getBoundingClientRect()]);
  const inSight = boxes.filter(([control, box]) => isInSight(control, box));
  stood = inSight.map(([control, box]) => ({ control, name: nameOf(control), box }));
}
const forget = () => { stood = null; };
for (const kind of ["scroll", "resize", "toggle", "input"]) window.addEventListener(kind, forget, true);
document.addEventListener("htmx:beforeSend", () => requestAnimationFrame(() => setTimeout(look)));

// A busy phone notes late that what is new may be tapped. The second tap of one that trembles is no other tap; any other
// that was ignored is said, by the name of what stood there before, also if the finger is lifted only later.
const isOn = ({ left, right, top, bottom }, x, y) => left <= x && x <= right && top <= y && y <= bottom;
const ignoredAt = (target, x, y) => [...target.querySelectorAll(".ignore-taps")].find(
  (control) => isOn(control.getBoundingClientRect(), x, y),
);

function meetIgnored(event, finger) {
  const { target, clientX: x, clientY: y, timeStamp } = event;
  const { ignored, at } = finger || { ignored: ignoredAt(target, x, y), at: timeStamp };
  if (finger) {
    event.stopImmediatePropagation();
    event.preventDefault();
  }
  if (ignored && at >= unseen.get(nameOf(ignored))) return press(ignored, at);
  const trembles = at - last.at < UNSEEN && last.box && isOn(last.box, x, y);
  const was = before.findLast(({ box }) => isOn(box, x, y)); // what is written isn't said not to be
  if (ignored && !trembles) say("gone", was && was.name !== last.name ? was.control : ignored);
}

document.addEventListener("htmx:afterSettle", ({ detail: { target } }) => {
  if (!stood || !part() || target.id !== part().id) return forget();
  before = stood;
  const tapped = stood.find(({ name }) => name === last.name);
  if (tapped) last = { ...last, box: tapped.box };
  const boxes = controls().map((control) => [control, control.getBoundingClientRect()]);
  const now = performance.now(); // once it is laid out, which takes a busy phone some time
  for (const [name, until] of unseen) if (until <= now) unseen.delete(name);
  for (const [control, box] of boxes) {
    const name = nameOf(control), under = stood.filter((other) => meet(box, other.box));
    const isOld = under.every((other) => other.name === name) || under.some((other) => other.name === name && isAt(box, other.box));
    const trembles = name === last.name && now - last.at < UNSEEN && !("again" in control.dataset);
    if (!isOld || trembles) unseen.set(name, (isOld ? last.at : now) + UNSEEN);
    if (!unseen.has(name)) continue;
    control.classList.add("ignore-taps");
    setTimeout(() => control.classList.remove("ignore-taps"), unseen.get(name) - now);
  }
  forget();
});

// One tap is on its way at a time: the others wait, and go out from the page that answers, by the same control, with the
// entry that this page saw last. Where somebody else wrote in between, the server refuses. Who leaves the page waits, too.
const isTap = ({ elt, triggeringEvent }) => part() && elt !== table() && part().contains(elt)
  && triggeringEvent && ["click", "submit"].includes(triggeringEvent.type) && !elt.matches(".outcome, [data-kept]");

const tapOf = ({ elt, triggeringEvent }) => meant(triggeringEvent.submitter || elt);

function wait(tap) {
  waiting.push(tap);
  show(tap.control, true);
}

document.addEventListener("htmx:confirm", (event) => {
  if (!sent || !isTap(event.detail)) return;
  event.preventDefault();
  const tap = tapOf(event.detail);
  const { form = event.detail.elt } = tap.control;
  const trembles = [sent, ...waiting].some(({ name, at }) => name === tap.name && tap.at - at < UNSEEN);
  if (trembles && !("again" in tap.control.dataset)) return;
  if (form && "touched" in form.dataset) say("late", tap.control);
  else if (waiting.length === MOST) say("full", tap.control);
  else wait(tap);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (elt === table()) return checkNews(event);
  if (!isTap(requestConfig)) return;
  sent = { ...tapOf(requestConfig), requestConfig };
  last = sent;
  show(sent.control, true);
});

function checkNews(event) {
  const isSending = sent || table().querySelector(".htmx-request"); // its answer is newer, and must find the table in its place
  if (isSending) event.preventDefault();
  if (isSending && !named(event)) withhold();
}

document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  if (sent && requestConfig === sent.requestConfig) {
    show(sent.control, false);
    sent = null;
    const isWritten = xhr.status >= 200 && xhr.status < 400;
    for (const tap of isWritten ? [] : waiting.splice(0)) {
      show(tap.control, false);
      if (!tap.control.matches(LINK)) say("late", tap.control);
    }
    for (const { name } of waiting) if (sameAs(name)) show(sameAs(name), true);
  }
  if (!requestConfig.elt.matches(LISTENS)) setTimeout(goOn); // else it would ask without end while the line is away
});

function goOn() {
  while (waiting.length && !sent) {
    const tap = waiting.shift(), control = sameAs(tap.name);
    if (isKept(control)) press(control, tap.at);
    if (control && control.matches(LEAVES)) return;
    if (!sent) say("gone", tap.control);
  }
  if (!sent && !fingers.size) resume();
}
