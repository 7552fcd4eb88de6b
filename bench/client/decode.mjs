// The time of our client from a response to checked objects. The package exports no decoder without a request, so each
// call starts before the measurement, and its time runs from the moment `fetch` resolves until the call resolves.
import { Client } from "ethereal-query";
import { repeatPrepared } from "./runner.mjs";

/** Starts the call number `i`. Each has its own URL, because the client deduplicates equal requests. */
const CALLS = {
  ethereals: (client, i) => client.ethereals({ pageSize: i + 1 }).page(),
  bridge: (client, i) => client.bridgeTransfer(`0x${String(i).padStart(64, "0")}`),
};

const createBlock = (call) => (body) => {
  let onFetch;
  const fetch = () => new Promise((respond) => onFetch(respond));
  const client = new Client({ baseUrl: "https://service.invalid", apiKey: "key", fetch });

  /** Starts a call. Resolves when its request waits for a response. */
  const start = async (i) => {
    let result;
    const respond = await new Promise((resolve, reject) => {
      onFetch = resolve;
      result = call(client, i);
      result.catch(reject);
    });
    return { respond, response: new Response(body), result };
  };
  return repeatPrepared(start, ({ respond, response, result }) => {
    respond(response);
    return result;
  });
};

/** A function for each call: it creates the block of a body (runner.mjs). */
export const ourDecoders = {
  ethereals: createBlock(CALLS.ethereals),
  bridge: createBlock(CALLS.bridge),
};
