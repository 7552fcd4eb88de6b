// The search form. It opens the view of the token, transfer or address that the input names.
import { parseInput } from "./parse-input.js";
import { navigate } from "./router.js";

const form = document.getElementById("search");
const input = form.elements.search;
const errorMessage = form.querySelector("[role=alert]");

function search() {
  const found = parseInput(input.value);
  // Unrecognised text may be an API key that was pasted by mistake, so the message does not repeat it.
  errorMessage.textContent = found
    ? ""
    : "Not recognised. Expected a transaction hash (0x and 64 digits), an address (0x and 40 digits) or a token (address/id).";
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

/** Writes what a view shows into the input. */
export function showRoute({ panel, params }) {
  const [address, id] = [params.get("address"), params.get("id")];
  const text = { transfer: params.get("hash"), token: address && (id ? `${address}/${id}` : address) }[panel];
  input.value = text ?? "";
  input.removeAttribute("aria-invalid");
  errorMessage.textContent = "";
}
