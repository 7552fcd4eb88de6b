// Searches for a token on the other known chains. The page loads this module when a token is not found.
import { chains, h } from "./dom.js";

/**
 * Creates the button that searches. `fetchToken(query)` rejects for a token that does not exist; `onFound(query)` gets
 * the first token that exists.
 */
export function otherChainsButton(query, fetchToken, onFound) {
  const button = h("button", { type: "button", class: "quiet", click: search }, "Search the other chains");
  async function search() {
    button.disabled = true;
    button.textContent = "Searching…";
    const otherChains = chains.filter((item) => item.id !== query.chainId);
    const requests = otherChains.flatMap((item) =>
      ["ERC721", "ERC1155"].map(async (standard) => {
        const other = { ...query, chainId: item.id, standard };
        await fetchToken(other);
        return other;
      }),
    );
    const { found, errors } = await Promise.any(requests).then((found) => ({ found }), ({ errors }) => ({ errors }));
    if (found) return onFound(found);
    const isAbsent = errors.every(({ kind }) => kind === "not_found");
    button.textContent = isAbsent ? "Not found on any chain that this page knows" : "The search failed. Search again";
    button.disabled = isAbsent;
  }
  return button;
}
