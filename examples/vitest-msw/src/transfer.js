// The code under test. It knows nothing of the tests.
import { Client } from "ethereal-query";

const client = new Client({
  baseUrl: "https://api.example.com",
  apiKey: () => process.env.API_KEY,
});

/** The sentence that the app shows for a transfer. */
export async function describeTransfer(hash) {
  try {
    const transfer = await client.bridgeTransfer(hash);
    return transfer
      ? `The transfer is ${transfer.status}.`
      : "No transfer has this hash.";
  } catch (error) {
    return error.kind === "rate_limited"
      ? "Too many requests. Try again later."
      : error.message;
  }
}
