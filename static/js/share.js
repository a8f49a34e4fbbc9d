// The end of an evening to share: by the device's own way; where it has none, as a text to select and a picture to save.
const WIDTH = 1080; // pixels of the picture, at least
const EDGE = 16; // around it, in pixels of the page
const LINE = 30; // of a heading
const LEAST = 400; // of what is drawn, as broad as a page
const STYLES = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "vector-effect",
  "paint-order", "font-family", "font-size", "font-weight", "text-anchor",
];
function drawn(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

// A drawing as it looks on the page, without the page's style sheets. A stroke that doesn't grow with the drawing
// is as wide as it would be had it grown.
function copied(svg, scale, left, top) {
  const copy = svg.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [svg, ...svg.querySelectorAll("*")].forEach((original, number) => {
    const style = getComputedStyle(original);
    const grown = style.vectorEffect === "non-scaling-stroke" ? scale : 1;
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      const length = name === "stroke-width" || name === "stroke-dasharray";
      copies[number].setAttribute(name, length ? value.replace(/[\d.]+/g, (size) => size * grown) : value);
    }
    copies[number].removeAttribute("class");
  });
  const box = svg.getBoundingClientRect();
  const at = { x: box.left - left, y: box.top - top, width: box.width, height: box.height, overflow: "visible" };
  for (const [key, value] of Object.entries(at)) copy.setAttribute(key, value);
  return copy;
}

// The lines of a text, each as long as there is room.
function wrapped(text, size, family, room) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${size}px ${family}`;
  return text.split(" ").reduce((lines, word) => {
    const longer = [...lines.slice(-1), word].join(" ");
    if (lines.length && pen.measureText(longer).width <= room) return [...lines.slice(0, -1), longer];
    return [...lines, word];
  }, []);
}

// One drawing: what the evening was, who won, how all came out, and its lines, each beneath its heading.
function picture(place) {
  const panel = getComputedStyle(document.querySelector(".panel"));
  const family = getComputedStyle(document.querySelector("h1")).fontFamily;
  const ink = { fill: panel.color, "font-family": family };
  const charts = [...document.querySelectorAll("figure.chart")];
  const plots = charts.map((chart) => chart.querySelector(".plots"));
  const reach = (plot) => Math.max(...[...plot.querySelectorAll(".ends text")].map((label) => {
    const box = label.getBBox();
    return label.getBoundingClientRect().left + box.width - plot.getBoundingClientRect().left;
  }), plot.getBoundingClientRect().width);
  const width = Math.ceil(Math.max(LEAST, ...plots.map(reach))) + 2 * EDGE;
  const scale = Math.max(2, WIDTH / width);
  const whole = drawn("svg", {});
  const paper = whole.appendChild(drawn("rect", { width: "100%", height: "100%", fill: panel.backgroundColor }));
  let top = EDGE;
  function said(text, size, left = EDGE, more = {}) {
    for (const line of wrapped(text, size, family, width - left - EDGE)) {
      whole.append(drawn("text", { x: left, y: top + size, "font-size": size, ...ink, ...more }, line));
      top += Math.max(LINE, size * 1.2);
    }
  }
  said(place.dataset.title, 16);
  for (const winner of document.querySelectorAll("[data-winner]")) {
    const baize = whole.appendChild(drawn("rect", { x: EDGE / 2, y: top, rx: 12, width: width - EDGE }));
    const start = top, wreath = winner.querySelector(".wreath svg");
    const middle = { x: width / 2, "text-anchor": "middle" };
    top += EDGE;
    if (wreath) {
      const box = wreath.getBoundingClientRect();
      whole.append(copied(wreath, scale, box.left - (width - box.width) / 2, box.top - top));
      top += box.height;
    }
    const style = getComputedStyle(winner), chalk = { ...middle, fill: style.color };
    for (const line of winner.querySelectorAll("h2, p, .prizes li")) {
      said(line.textContent.trim(), line.tagName === "H2" ? 28 : 17, EDGE, chalk);
    }
    if (!winner.children.length) said(winner.textContent.trim(), 20, EDGE, chalk);
    top += EDGE;
    const green = winner.children.length ? getComputedStyle(document.documentElement).getPropertyValue("--baize") : "none";
    baize.setAttribute("fill", green.trim());
    baize.setAttribute("height", top - start);
    top += EDGE / 2;
  }
  for (const rank of document.querySelectorAll("[data-ranks] > li")) {
    const name = rank.querySelector(".name").firstChild.textContent.trim();
    const figures = [...rank.querySelectorAll(".balance, .counters")].map((each) => each.textContent.trim());
    const figure = figures.join(" \u00b7 ").replace(/\s+/g, " ");
    whole.append(drawn("text", { x: width - EDGE, y: top + 19, "font-size": 19, ...ink, "text-anchor": "end" }, figure));
    said(name, 19, EDGE, rank.matches(".best") ? { "font-weight": "bold" } : {});
  }
  top += EDGE;
  for (const [number, chart] of charts.entries()) {
    const words = chart.parentElement.querySelectorAll("h2:not(.winner h2)");
    const heading = [...words].filter((word) => word.compareDocumentPosition(chart) & 4).pop();
    if (heading && charts.length > 1) said(heading.textContent, 17);
    const box = plots[number].getBoundingClientRect();
    const left = box.left - EDGE, above = box.top - top;
    for (const svg of chart.querySelectorAll(".plot > svg, .ends")) whole.append(copied(svg, scale, left, above));
    top += box.height + EDGE;
    for (const key of chart.querySelectorAll(".bar-key span")) {
      const { fill, stroke } = getComputedStyle(key.querySelector("path"));
      whole.append(drawn("rect", { x: EDGE, y: top + 4, width: 12, height: 12, fill, stroke }));
      said(key.textContent.trim(), 16, EDGE + 20);
    }
  }
  const height = Math.ceil(top + EDGE);
  whole.setAttribute("viewBox", `0 0 ${width} ${height}`);
  whole.setAttribute("width", Math.round(width * scale));
  whole.setAttribute("height", Math.round(height * scale));
  paper.setAttribute("width", width);
  paper.setAttribute("height", height);
  return whole;
}

async function canvas(place) {
  const whole = picture(place);
  const image = new Image(Number(whole.getAttribute("width")), Number(whole.getAttribute("height")));
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(whole))}`;
  await image.decode();
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [image.width, image.height];
  sheet.getContext("2d").drawImage(image, 0, 0, image.width, image.height);
  return sheet;
}

async function png(place) {
  const sheet = await canvas(place);
  const content = await new Promise((done) => { sheet.toBlob(done, "image/png"); });
  return new File([content], `${place.dataset.share}.png`, { type: "image/png" });
}

const takesFiles = () => navigator.canShare?.({ files: [new File(["x"], "x.png", { type: "image/png" })] });

// Closing the share sheet says that nothing more is wanted; where it fails, there are the text and the picture.
async function share(place) {
  const { title } = place.dataset, text = place.querySelector("textarea").value;
  try {
    await navigator.share({ title, text, ...(takesFiles() ? { files: [await png(place)] } : {}) });
  } catch (error) {
    place.open = error.name !== "AbortError";
  }
}

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("[data-share] > summary")?.parentElement;
  if (!place || place.open || !navigator.share) return;
  event.preventDefault();
  share(place);
});

// At the foot of the table it is within reach of a thumb.
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-share-now]")) return;
  const place = document.querySelector("[data-share]");
  if (navigator.share) share(place);
  else place.open = true;
  if (place.open) place.scrollIntoView({ block: "center" });
});

// A device that shares no files keeps the picture by a long tap on it, or by its link.
document.addEventListener("toggle", async (event) => {
  const place = event.target;
  if (!place.matches?.("[data-share][open]")) return;
  place.querySelector("textarea").select();
  const shown = place.querySelector("[data-picture]"), link = shown.querySelector("a");
  const file = await png(place);
  shown.querySelector("img").src = (await canvas(place)).toDataURL();
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  shown.hidden = false;
}, true);
