// What has just come shows how it came: a number large, the ten of a drawing one by one. A page that is opened shows what lies.
const since = new Map(); // when each came, by its key; 0 for what lay there as the page was opened

function look(now) {
  for (const part of document.querySelectorAll("[data-comes]")) {
    const { comes, every } = part.dataset;
    if (!since.has(comes)) since.set(comes, now);
    if (!since.get(comes)) continue;
    part.classList.add("coming");
    for (const item of part.querySelectorAll("li, [data-nth]")) item.style.setProperty("--nth", item.dataset.nth ?? [...item.parentNode.children].indexOf(item));
    const { style } = document.documentElement;
    style.setProperty("--every", `${(every || 0) * 1000}ms`);
    style.setProperty("--gone", `${since.get(comes) - now}ms`);
  }
}

look(0);
document.addEventListener("htmx:afterSwap", () => look(Date.now()));
