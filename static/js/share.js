// The picture of the evening as PNG, and the result as text: shared by the device, or downloaded where it can't.
const WIDTH = 1080; // pixels of the picture, at least
const EDGE = 16; // around it, in pixels of the page
const LINE = 30; // of a heading
const STYLES = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "vector-effect",
  "paint-order", "font-family", "font-size", "font-weight", "text-anchor",
];
const place = document.querySelector("[data-share]");
const part = (name) => place.querySelector(`[data-share-${name}]`);
const charts = [...document.querySelectorAll("figure.chart")];

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

// One drawing of all charts, each beneath the heading that it has on the page, with what its bars mean.
function picture() {
  const panel = getComputedStyle(document.querySelector(".panel"));
  const ink = { fill: panel.color, "font-family": getComputedStyle(document.querySelector("h1")).fontFamily };
  const plots = charts.map((chart) => chart.querySelector(".plots"));
  const reach = (plot) => Math.max(...[...plot.querySelectorAll(".ends text")].map((label) => {
    const box = label.getBBox();
    return label.getBoundingClientRect().left + box.width - plot.getBoundingClientRect().left;
  }), plot.getBoundingClientRect().width);
  const width = Math.ceil(Math.max(...plots.map(reach))) + 2 * EDGE;
  const scale = Math.max(2, WIDTH / width);
  const whole = drawn("svg", {});
  const paper = whole.appendChild(drawn("rect", { width: "100%", height: "100%", fill: panel.backgroundColor }));
  let top = EDGE;
  function said(text, size, left = EDGE) {
    for (const line of wrapped(text, size, ink["font-family"], width - left - EDGE)) {
      whole.append(drawn("text", { x: left, y: top + size, "font-size": size, ...ink }, line));
      top += LINE;
    }
  }
  said(place.dataset.title, 20);
  for (const [number, chart] of charts.entries()) {
    const words = chart.parentElement.querySelectorAll("h2");
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

async function png() {
  const whole = picture();
  const image = new Image(Number(whole.getAttribute("width")), Number(whole.getAttribute("height")));
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(whole))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, image.width, image.height);
  const content = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  return new File([content], `${place.dataset.share}.png`, { type: "image/png" });
}

const text = () => new File([place.dataset.text], `${place.dataset.share}.txt`, { type: "text/plain" });

function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const takesFiles = Boolean(
  charts.length && navigator.canShare?.({ files: [new File(["x"], "x.png", { type: "image/png" })] }),
);

// Closing the share sheet says that nothing more is wanted.
async function share() {
  const { title, text: result } = place.dataset;
  try {
    await navigator.share({ title, text: result, ...(takesFiles ? { files: [await png()] } : {}) });
  } catch (error) {
    if (error.name !== "AbortError") download(text());
  }
}

place.hidden = false;
part("all").hidden = !navigator.share;
part("picture").hidden = takesFiles || !charts.length;
part("result").hidden = Boolean(navigator.share);
part("all").addEventListener("click", share);
part("picture").addEventListener("click", async () => download(await png()));
part("result").addEventListener("click", () => download(text()));
