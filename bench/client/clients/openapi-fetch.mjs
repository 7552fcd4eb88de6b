// A client by openapi-fetch. `createOpenapi` adds checks of the response bodies, and `client` has no checks.
import createClient from "openapi-fetch";
import { noChecks } from "./plain.mjs";

export const createOpenapi =
  (checks) =>
  ({ baseUrl, apiKey, fetch }) => {
    const api = createClient({ baseUrl, fetch });
    const headers = { "x-api-key": apiKey };
    const get = async (check, path, options) => {
      const { data, error, response } = await api.GET(path, options);
      if (error !== undefined) throw new Error(`${response.status} ${JSON.stringify(error)}`);
      return check(data);
    };
    return {
      token: (address, id, query) =>
        get(checks.token, "/tokens/{address}/{id}/uri", {
          params: { path: { address, id }, query },
        }),
      transfer: (hash, query) =>
        get(checks.transfer, "/bridge/transfers/transactions/{hash}", {
          params: { path: { hash }, query },
          headers,
        }),
      project: () => get(checks.project, "/project", { headers }),
      ethereals: (query) => get(checks.ethereals, "/ethereals", { params: { query }, headers }),
    };
  };

// A function, because a bundler keeps a call at the top level in programs that do not use this client.
export const client = (options) => createOpenapi(noChecks)(options);
