// Hides the introduction when the URL names something to show, and starts to load the scripts of the view. The build
// writes this script into the page, so that the script runs before the first paint. The build also defines `VIEWS`: the
// scripts of each view.
/* global VIEWS */
document.documentElement.classList.toggle("compact", location.hash.includes("?"));
// The view is `token` in #/token?id=1.
const [, view] = /^#?\/?(\w*)/.exec(location.hash);
const scripts = Object.hasOwn(VIEWS, view) ? VIEWS[view] : VIEWS.token;
for (const href of scripts) {
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
  );
}
