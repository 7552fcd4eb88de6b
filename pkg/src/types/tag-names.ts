// The types of the elements by their tag names, for `createElement` and `querySelector`. The declarations for `import`
// and for `require` share this file, because a program with both must not declare the names twice.
import type { TokenCard } from "../elements/token-card.js";
import type { TransferRoute } from "../elements/transfer-route.js";

declare global {
  interface HTMLElementTagNameMap {
    "eq-token-card": TokenCard;
    "eq-transfer-route": TransferRoute;
  }
}
