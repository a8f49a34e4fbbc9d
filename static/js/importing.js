// An import that is being kept goes on by itself, as long as its page is open.
document.querySelector("[data-goes-on]").requestSubmit();
