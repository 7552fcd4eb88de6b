// The one input: whatever is pasted into it leads to the view that shows it.
import { destination } from "./paste.js";
import { go } from "./router.js";

const form = document.getElementById("find");
const input = form.elements.find;
const complaint = form.querySelector("[role=alert]");

function find() {
  const found = destination(input.value);
  // What leads nowhere may be a key by mistake: it stays in this field and is shown nowhere else.
  complaint.textContent = found
    ? ""
    : "That is no transaction hash (0x and 64 digits), no address (0x and 40 digits) and no token (address/id).";
  input.toggleAttribute("aria-invalid", false);
  if (found) go(found.panel, found.values);
  else input.setAttribute("aria-invalid", "true");
}

export function setUp() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    find();
  });
  input.addEventListener("paste", () => setTimeout(() => destination(input.value) && find()));
}

/** Shows in the input what the view is about. */
export function reflect({ panel, params }) {
  const [address, id] = [params.get("address"), params.get("id")];
  const text = { transfer: params.get("hash"), token: address && (id ? `${address}/${id}` : address) }[panel];
  input.value = text ?? "";
  input.removeAttribute("aria-invalid");
  complaint.textContent = "";
}
