// Folds the words of the first view when the link names something to show. It runs before the first paint, so that the
// search does not move.
document.documentElement.classList.toggle("compact", location.hash.includes("?"));
