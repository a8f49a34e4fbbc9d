// Finds games at once: hides those that don't fit what is typed and tapped.
const MANY = 10; // from here on a game fits that is for as many or for more
const form = document.querySelector("[data-finds]");
const games = [...document.querySelectorAll("[data-seats]")];
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const find = () => {
  const asked = Object.fromEntries(new FormData(form));
  const words = plain(asked.q).split(/\s+/).filter(Boolean);
  const players = Number(asked.players);
  for (const game of games) {
    const { words: said, kind, counters } = game.dataset;
    const seats = game.dataset.seats.split(" ").map(Number);
    const seated = !players || seats.at(-1) === 1 || seats.includes(players) || (players >= MANY && seats.at(-1) >= players);
    game.hidden = !(
      seated &&
      words.every((word) => said.includes(word)) &&
      ["", kind].includes(asked.kind) &&
      ["", counters].includes(asked.counters)
    );
  }
  for (const { parentElement } of document.querySelectorAll(".gallery"))
    parentElement.hidden = !parentElement.querySelector("[data-seats]:not([hidden])");
  document.querySelector("[data-nothing]").hidden = games.some((game) => !game.hidden);
};

form.addEventListener("input", find);
addEventListener("pageshow", find); // the way back brings what was typed
