// Our step from a response to checked objects. The package exports no decoder without a request, so each call is started
// beforehand, and its time runs from the moment `fetch` resolves to a Response in memory until the call resolves.
import { Client } from "ethereal-query";
import { repeatPrepared } from "./runner.mjs";

/** Starts the call number `i`. Each has another URL: the client would send two equal requests as one. */
const CALLS = {
  ethereals: (client, i) => client.ethereals({ pageSize: i + 1 }).page(),
  opened: (client, i) => client.ethereals({ pageSize: i + 1 }).open(),
  bridge: (client, i) => client.bridgeTransfer(`0x${String(i).padStart(64, "0")}`),
};

const decode = (call) => (body) => {
  let onFetch;
  const fetch = () => new Promise((respond) => onFetch(respond));
  const client = new Client({ baseUrl: "https://service.invalid", apiKey: "key", fetch });

  /** Starts a call; resolves once its request waits for a response. */
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

/** Kind of body → a block of ours for its bytes. */
export const ours = {
  ethereals: decode(CALLS.ethereals),
  opened: decode(CALLS.opened),
  bridge: decode(CALLS.bridge),
};
