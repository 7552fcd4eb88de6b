// Marks the field that holds an invalid value.
import { isEtherealQueryError } from "/pkg/index.js";

/** Names of form controls, for parameters whose control has a different name. */
const CONTROL_NAMES = {
  chainId: ["chainId", "chain"],
  sourceContract: ["sourceContracts"],
  page_size: ["pageSize"],
};

/** Marks the field with the invalid argument, so that screen readers announce it as invalid. Unmarks all others. */
export function markInvalidField(form, error) {
  if (!form) return;
  for (const field of form.querySelectorAll("[aria-invalid]"))
    field.removeAttribute("aria-invalid");
  if (!isEtherealQueryError(error, "invalid_argument")) return;
  const names = CONTROL_NAMES[error.parameter] ?? [error.parameter];
  const field = names
    .map((name) => form.elements.namedItem(name ?? ""))
    .find((item) => item instanceof HTMLElement && !item.closest("[hidden]"));
  if (!field) return;
  field.setAttribute("aria-invalid", "true");
  const fold = field.closest("details");
  if (fold) fold.open = true;
}
