// The page under test: it follows a transfer until it ends. It knows
// nothing of the tests.
import { Client } from "ethereal-query";

const client = new Client({ baseUrl: "/api/eq", proxied: true });
const status = document.querySelector("[role=status]");
const hash = new URLSearchParams(location.search).get("hash") ?? "";

try {
  for await (const { transfer } of client.watchTransfer(hash)) {
    status.textContent = transfer
      ? `The transfer is ${transfer.status}.`
      : "No transfer has this hash.";
  }
} catch (error) {
  status.textContent = error.message;
}
