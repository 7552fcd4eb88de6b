// Hides the introduction when the link names something to show, and starts to load the scripts of the view. The build
// writes this script into the page, so that it runs before the first paint, and defines `VIEWS`: the scripts by view.
/* global VIEWS */
document.documentElement.classList.toggle("compact", location.hash.includes("?"));
const [, view] = /^#?\/?(\w*)/.exec(location.hash);
const scripts = Object.hasOwn(VIEWS, view) ? VIEWS[view] : VIEWS.token;
for (const href of scripts) {
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
  );
}
