// What is dragged by a finger or a mouse follows it until it is let go.
export const TREMBLE = 8; // pixels that a finger may move before a tap becomes a drag

// ``moves`` is told where it is, ``drops`` where it was let go, and ``ends`` that it lies still again.
export function drags(parts, { moves, drops, ends }) {
  let drag = null;

  function lay() {
    drag.card.style.translate = "";
    drag.card.classList.remove("dragged");
    drag = null;
    ends();
  }

  document.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(parts);
    if (!card || !event.isPrimary || event.button) return;
    drag = { card, x: event.clientX, y: event.clientY, moved: false };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(x, y) < TREMBLE) return;
    if (!drag.moved) drag.card.setPointerCapture(event.pointerId);
    drag.moved = true;
    drag.card.classList.add("dragged");
    drag.card.style.translate = `${x}px ${y}px`;
    moves(event, drag.card);
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || !event.isPrimary) return;
    const { card, moved } = drag;
    lay();
    if (moved) drops(event, card);
  });

  document.addEventListener("pointercancel", () => { if (drag) lay(); });
}
