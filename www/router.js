// The fragment of the URL names the view, as #/panel?name=value, so that every view has a link and the back button
// works.

/**
 * Matches a number, a word, or a token standard. A 256-bit number has at most 64 hexadecimal digits or 78 decimal
 * digits.
 */
const SHAREABLE_ITEM = /^(?:0x[0-9a-f]{1,64}|\d{1,78}|[a-z]{1,12}|ERC\d{2,4})$/i;

/**
 * Returns whether the URL may contain a value, which is a list separated by commas. Any other value may be an API key
 * in the wrong field.
 */
const isShareable = (value) =>
  value === "" || value.split(",").every((item) => SHAREABLE_ITEM.test(item));

let listener;

/** Returns the panel and the values in the URL. */
export function readRoute() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { panel: path || "token", params: new URLSearchParams(query) };
}

/** Returns the link to a panel with these values. */
export function hrefOf(panel, values) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value);
  }
  const query = String(params).replaceAll("%2C", ",");
  return `#/${panel}${query && `?${query}`}`;
}

/** Changes a value in the URL, but not the view. The tab of the view then links to the changed URL. */
export function replaceValue(name, value) {
  const { panel, params } = readRoute();
  const target = hrefOf(panel, { ...Object.fromEntries(params), [name]: value });
  history.replaceState(null, "", target);
  document.querySelector(".tabs [aria-current]").href = target;
}

/**
 * Shows a panel with the values of a search or a form. Scrolls to the top of the page if the search is out of view. The
 * URL gets the values only if all values are shareable. If the page already shows the values, the view loads again.
 */
export function navigate(panel, values) {
  if (document.getElementById("search").getBoundingClientRect().top < 0)
    scrollTo({ top: 0, behavior: "instant" });
  const target = hrefOf(panel, values);
  const areShareable = Object.values(values).every((value) => isShareable(value ?? ""));
  if (!areShareable) {
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
