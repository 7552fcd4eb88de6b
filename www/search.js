// The search form. It opens the view for the token, transfer or address in the input.
import { connection } from "./connection.js";
import { navigate } from "./router.js";

const form = document.getElementById("search");
const input = form.elements.search;
const errorMessage = form.querySelector("[role=alert]");
const exampleNote = document.getElementById("search-example");

/** Opens the view for the input. `reportsError` also shows a message when there is none. */
async function search(reportsError) {
  let message;
  try {
    // Loaded at the first search, because it contains a WebAssembly module.
    const { parseInput } = await import("./parse-input.js");
    const found = parseInput(input.value);
    // A pasted text that may be something else, such as a private key, is sent only after a click.
    if (found?.panel && (reportsError || !found.isGuess))
      return navigate(found.panel, found.values);
    // The message does not repeat the text, which may be an API key that the user pasted by mistake.
    const digits = /^\s*0x([0-9a-f]+)\s*$/i.exec(input.value)?.[1].length;
    const problem = digits ? `Not recognised: ${digits} digits behind 0x.` : "Not recognised.";
    const isEmpty = input.value.trim() === "";
    const rule =
      "Enter a transaction hash (0x and 64 digits), an address (0x and 40 digits) or address/id.";
    message = found?.problem ?? `${isEmpty ? "" : `${problem} `}${rule}`;
  } catch {
    message =
      "The search could not be loaded. Check your internet connection, and reload the page.";
  }
  if (!reportsError) return;
  errorMessage.textContent = message;
  input.setAttribute("aria-invalid", "true");
}

export function setUp() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(true);
  });
  input.addEventListener("paste", () => setTimeout(search));
}

/** Returns a text that {@link parseInput} reads as the same token. */
function tokenText({ chain = "1", address, id, standard = "ERC721" }) {
  if (!address || !id) return address;
  const isDefault = chain === "1" && standard === "ERC721";
  return isDefault
    ? `${address}/${id}`
    : `eip155:${chain}/${standard.toLowerCase()}:${address}/${id}`;
}

/** Writes the values of a view into the input. */
export function showRoute({ panel, params }) {
  const text = { transfer: params.get("hash"), token: tokenText(Object.fromEntries(params)) }[
    panel
  ];
  input.value = text ?? "";
  exampleNote.hidden =
    !connection.isDemo || params.size > 0 || !["token", "transfer"].includes(panel);
  input.removeAttribute("aria-invalid");
  errorMessage.textContent = "";
}
