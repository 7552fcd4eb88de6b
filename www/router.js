// The fragment of the URL names the view, as #/panel?name=value, so that every view has a link and the back button
// works.

/** Matches values that the URL may contain. Any other value may be an API key in the wrong field. */
const SHAREABLE = /^(?:(?:0x[0-9a-f]{1,64}|\d{1,78}|[a-z]{1,12}|ERC\d{2,4})(?:,(?!$)|$))*$/i;

let listener;

/** Returns the panel and the values in the URL. */
export function readRoute() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { panel: path || "token", params: new URLSearchParams(query) };
}

/** Returns the link to a panel with these values. */
export function hrefOf(panel, values) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
  const query = String(params).replaceAll("%2C", ",");
  return `#/${panel}${query && `?${query}`}`;
}

/** Changes a value in the URL. The shown view does not change. */
export function replaceValue(name, value) {
  const { panel, params } = readRoute();
  const target = hrefOf(panel, { ...Object.fromEntries(params), [name]: value });
  history.replaceState(null, "", target);
  document.querySelector(".tabs [aria-current]").href = target;
}

/**
 * Shows a panel with the values of a search or a form. Scrolls to the top of the page if the search is out of view. The
 * URL gets the values only if all are shareable. The values that the page already shows reload the view.
 */
export function navigate(panel, values) {
  if (document.getElementById("search").getBoundingClientRect().top < 0)
    scrollTo({ top: 0, behavior: "instant" });
  const target = hrefOf(panel, values);
  const isShareable = Object.values(values).every((value) => SHAREABLE.test(value ?? ""));
  if (!isShareable) {
    history.replaceState(null, "", `#/${panel}`);
    const [, query] = target.split("?");
    listener({ panel, params: new URLSearchParams(query) }, true);
  } else if (target === location.hash) {
    listener(readRoute(), true);
  } else {
    location.hash = target; // The event `hashchange` calls the listener.
  }
}

/** Calls `onRoute(route, force)` now and after each change of the URL. `force` loads the shown view again. */
export function startRouter(onRoute) {
  listener = onRoute;
  addEventListener("hashchange", () => listener(readRoute(), false));
  listener(readRoute(), false);
}
