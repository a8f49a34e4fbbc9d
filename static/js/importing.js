// The page of an import that is being worked out shows how far it is.
setTimeout(() => location.reload(), 700);
