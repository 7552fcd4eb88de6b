import { Client, isEtherealQueryError } from "ethereal-query";
import "ethereal-query/elements";

// A token needs no key, so the page may call the service directly.
const client = new Client({ baseUrl: "http://127.0.0.1:8787/api" });
const form = document.querySelector("form");
const card = document.querySelector("eq-token-card");
let controller;

async function show() {
  // An earlier response must not replace a later response.
  controller?.abort();
  controller = new AbortController();
  const { signal } = controller;
  const { address, id } = Object.fromEntries(new FormData(form));
  Object.assign(card, {
    token: { address, id, chainId: 1 },
    document: undefined,
    error: undefined,
  });
  try {
    card.document = await client.tokenUri(
      address,
      id,
      { chainId: 1 },
      { signal, integers: "exact" },
    );
  } catch (error) {
    if (signal.aborted) return;
    if (!isEtherealQueryError(error)) throw error;
    card.error = error;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
show();
