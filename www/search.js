// The search form. It opens the view for the token, transfer or address in the input.
import { connection } from "./connection.js";
import { navigate } from "./router.js";

const form = document.getElementById("search");
const input = form.elements.search;
const errorMessage = form.querySelector("[role=alert]");
const exampleNote = document.getElementById("search-example");

/**
 * Opens the view for the input. If the user has submitted the form, a guess is enough, and an input without a view gets
 * a message.
 */
async function search(isSubmitted) {
  let message;
  try {
    // Loaded at the first search, because it contains a WebAssembly module.
    const { parseInput } = await import("./parse-input.js");
    const target = parseInput(input.value);
    // A pasted text that may be something else, such as a private key, is sent only after a click.
    if (target?.panel && (isSubmitted || !target.isGuess))
      return navigate(target.panel, target.values);
    // The message does not repeat the text, which may be an API key that the user pasted by mistake.
    const [, digits] = /^\s*0x([0-9a-f]+)\s*$/i.exec(input.value) ?? [];
    const problem = digits
      ? `Not recognised: ${digits.length} digits behind 0x.`
      : "Not recognised.";
    const isEmpty = input.value.trim() === "";
    const rule =
      "Enter a transaction hash (0x and 64 digits), an address (0x and 40 digits) or address/id.";
    const explanation = isEmpty ? rule : `${problem} ${rule}`;
    message = target?.problem ?? explanation;
  } catch {
    message =
      "The search could not be loaded. Check your internet connection, and reload the page.";
  }
  if (!isSubmitted) return;
  errorMessage.textContent = message;
  input.setAttribute("aria-invalid", "true");
}

export function setUp() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(true);
  });
  // The event `paste` comes before the input has the pasted text.
  input.addEventListener("paste", () => setTimeout(() => search(false)));
}

/** Returns a text that {@link parseInput} reads as the same token. */
function tokenText({ chain = "1", address, id, standard = "ERC721" }) {
  if (!address || !id) return address;
  const isDefault = chain === "1" && standard === "ERC721";
  return isDefault
    ? `${address}/${id}`
    : `eip155:${chain}/${standard.toLowerCase()}:${address}/${id}`;
}

/** Returns the text of a view for the search input; undefined for a view that the search cannot open. */
function routeText({ panel, params }) {
  if (panel === "transfer") return params.get("hash");
  if (panel === "token") return tokenText(Object.fromEntries(params));
  return undefined;
}

/** Writes the values of a view into the input. */
export function showRoute(route) {
  const { panel, params } = route;
  input.value = routeText(route) ?? "";
  const hasExamples = connection.isDemo && ["token", "transfer"].includes(panel);
  exampleNote.hidden = !hasExamples || params.size > 0;
  input.removeAttribute("aria-invalid");
  errorMessage.textContent = "";
}
