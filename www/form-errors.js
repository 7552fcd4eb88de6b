// Marks the form field with an invalid value.
import { isEtherealQueryError } from "/pkg/index.js";

/**
 * For a parameter whose form control has a different name: the possible names of the control. The control `chainId` is
 * hidden unless the user has selected "Other…" in the list `chain`.
 */
const CONTROL_NAMES = {
  chainId: ["chainId", "chain"],
  sourceContract: ["sourceContracts"],
  page_size: ["pageSize"],
};

/**
 * Marks the field with the invalid argument for screen readers, and opens the disclosure around the field. Removes the
 * mark from all other fields.
 */
export function markInvalidField(form, error) {
  if (!form) return;
  for (const field of form.querySelectorAll("[aria-invalid]"))
    field.removeAttribute("aria-invalid");
  if (!isEtherealQueryError(error, "invalid_argument")) return;
  const names = CONTROL_NAMES[error.parameter] ?? [error.parameter];
  // Several controls with the same name, such as radio buttons, are a RadioNodeList and not an HTMLElement.
  const field = names
    .map((name) => form.elements.namedItem(name ?? ""))
    .find((item) => item instanceof HTMLElement && !item.closest("[hidden]"));
  if (!field) return;
  field.setAttribute("aria-invalid", "true");
  const fold = field.closest("details");
  if (fold) fold.open = true;
}
