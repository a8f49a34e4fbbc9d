// What this device was told about itself. It is remembered here and nowhere else; a private window forgets it.
export function remembered(where) {
  try { return JSON.parse(localStorage.getItem(where)) || {}; } catch { return {}; }
}

export function remember(where, what) {
  try { localStorage.setItem(where, JSON.stringify(what)); } catch { /* it holds as long as the page */ }
}
