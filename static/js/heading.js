// The heading moves from page to page; where it can't, because the window was turned meanwhile, nothing is wrong.
addEventListener("unhandledrejection", (event) => {
  if (/^Transition was (aborted|skipped)/.test(event.reason?.message)) event.preventDefault();
});
