// The fragment of the URL holds what is shown, as #/panel?name=value, so that every view can be linked and the back
// button works.

/**
 * Shapes a value must have to be written into the URL. Anything else (a key pasted into the wrong field) stays out of
 * it.
 */
const shareable = /^(?:(?:0x[0-9a-f]{1,64}|\d{1,78}|[a-z]{1,12}|ERC\d{2,4})(?:,(?!$)|$))*$/i;

let listener;

export function read() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { panel: path || "token", params: new URLSearchParams(query) };
}

export function address(panel, values) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
  const query = String(params).replaceAll("%2C", ",");
  return `#/${panel}${query && `?${query}`}`;
}

/** Shows a panel with these values, in the URL if they may be there. The same place twice means "do it again". */
export function go(panel, values) {
  const target = address(panel, values);
  if (!Object.values(values).every((value) => shareable.test(value ?? ""))) {
    history.replaceState(null, "", `#/${panel}`);
    listener({ panel, params: new URLSearchParams(target.split("?")[1]) }, true);
  } else if (target === location.hash) listener(read(), true);
  else location.hash = target;
}

export function start(onRoute) {
  listener = onRoute;
  addEventListener("hashchange", () => listener(read(), false));
  listener(read(), false);
}
