// The table from above: the whole screen, names dragged to where their players sit.
"use strict";
(() => {
  const SLIP = 8; // pixels that a finger may tremble before a tap becomes a drag
  const EDGES = ["near", "left", "far", "right"];
  const flat = () => document.querySelector(".flat");
  const version = () => Number(flat().dataset.version);
  let drag = null;
  let shown = version() || 0; // the page on which names are moved has none

  document.body.classList.toggle("can-fill", Boolean(document.fullscreenEnabled));

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-fill]")) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => document.body.classList.remove("can-fill"));
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (version() > shown) flat().classList.add("told");
    shown = Math.max(shown, version() || 0);
  });

  const edgeAt = ({ clientX, clientY }) => {
    const box = flat().getBoundingClientRect();
    const away = [box.bottom - clientY, clientX - box.left, clientY - box.top, box.right - clientX];
    return away.indexOf(Math.min(...away));
  };

  // The place under a finger: how far along the edge, clockwise, where the ends are left free for half a name.
  const placeAt = (event, held) => {
    const edge = edgeAt(event), lies = edge % 2 === 0;
    const box = flat().querySelector(`[data-edge=${EDGES[edge]}]`).getBoundingClientRect();
    const from = [box.right - event.clientX, box.bottom - event.clientY, event.clientX - box.left, event.clientY - box.top];
    const along = (from[edge] - held / 2) / ((lies ? box.width : box.height) - held);
    const last = Number(flat().dataset.anEdge) - 1;
    return edge * (last + 1) + Math.round(Math.min(1, Math.max(0, along || 0)) * last);
  };

  const drop = () => {
    drag.card.style.translate = "";
    drag.card.classList.remove("dragged");
    delete flat().dataset.over;
    drag = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".arranging .place");
    if (!card || !event.isPrimary || event.button) return;
    drag = { card, x: event.clientX, y: event.clientY, far: false };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!drag.far && Math.hypot(x, y) < SLIP) return;
    if (!drag.far) drag.card.setPointerCapture(event.pointerId);
    drag.far = true;
    drag.card.classList.add("dragged");
    drag.card.style.translate = `${x}px ${y}px`;
    flat().dataset.over = EDGES[edgeAt(event)];
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || !event.isPrimary) return;
    const { card, far } = drag;
    const box = card.getBoundingClientRect(), lies = card.closest(".near, .far");
    const place = placeAt(event, lies ? box.width : box.height);
    drop();
    if (!far) return;
    card.querySelector("input").checked = true;
    flat().elements.to.value = place;
    flat().requestSubmit();
  });

  document.addEventListener("pointercancel", () => { if (drag) drop(); });
})();
