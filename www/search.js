// The search form. It opens the view for the token, transfer or address in the input.
import { parseInput } from "./parse-input.js";
import { navigate } from "./router.js";

const form = document.getElementById("search");
const input = form.elements.search;
const errorMessage = form.querySelector("[role=alert]");

function search() {
  const found = parseInput(input.value);
  // The message does not repeat the text, which may be an API key that the user pasted by mistake.
  errorMessage.textContent = found
    ? ""
    : "Not recognised. Enter a transaction hash (0x and 64 digits), an address (0x and 40 digits) or address/id.";
  input.toggleAttribute("aria-invalid", false);
  if (found) navigate(found.panel, found.values);
  else input.setAttribute("aria-invalid", "true");
}

export function setUp() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  input.addEventListener("paste", () => setTimeout(() => parseInput(input.value) && search()));
}

/** Writes the values of a view into the input. */
export function showRoute({ panel, params }) {
  const [address, id] = [params.get("address"), params.get("id")];
  const text = { transfer: params.get("hash"), token: address && (id ? `${address}/${id}` : address) }[panel];
  input.value = text ?? "";
  input.removeAttribute("aria-invalid");
  errorMessage.textContent = "";
}
