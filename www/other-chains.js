// Searches for a token on the other known chains. The page loads this module when a token is not found.
import { chains, h } from "./dom.js";

const LABEL = "Search the other chains";

/**
 * Creates the button that searches. `fetchToken(query)` rejects for a token that does not exist. `onFound(query)` gets
 * the first token that exists, unless the visitor has opened another view in the meantime. `signal` aborts when the
 * panel shows something else.
 */
export function otherChainsButton(query, signal, fetchToken, onFound) {
  const button = h("button", { type: "button", class: "quiet", click: search }, LABEL);
  async function search() {
    const view = location.hash;
    button.disabled = true;
    button.textContent = "Searching…";
    const otherChains = chains.filter((item) => item.id !== query.chainId);
    const requests = otherChains.flatMap((item) =>
      ["ERC721", "ERC1155"].map(async (standard) => {
        const otherQuery = { ...query, chainId: item.id, standard };
        await fetchToken(otherQuery);
        return otherQuery;
      }),
    );
    let foundQuery;
    let errors;
    try {
      foundQuery = await Promise.any(requests);
    } catch (aggregateError) {
      errors = aggregateError.errors;
    }
    if (signal.aborted) return;
    if (foundQuery) {
      if (location.hash === view) return onFound(foundQuery);
      button.textContent = LABEL;
      button.disabled = false;
      return;
    }
    const isAbsent = errors.every(({ kind }) => kind === "not_found");
    button.textContent = isAbsent
      ? "Not found on any chain that this page knows"
      : "The search failed. Search again";
    button.disabled = isAbsent;
  }
  return button;
}
