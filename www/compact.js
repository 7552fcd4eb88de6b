// Folds the words of the first view when the link names something to show, and begins to load the scripts of the view.
// The build puts it into the page, with `VIEWS`, so that it runs before the first paint.
/* global VIEWS */
document.documentElement.classList.toggle("compact", location.hash.includes("?"));
const [, view] = /^#?\/?(\w*)/.exec(location.hash);
for (const href of Object.hasOwn(VIEWS, view) ? VIEWS[view] : VIEWS.token) {
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
  );
}
