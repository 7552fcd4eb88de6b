// The first view: the server looks up the transfer.
import { Client, isEtherealQueryError } from "ethereal-query";

export default defineEventHandler(async (event) => {
  const { serviceUrl, apiKey } = useRuntimeConfig(event);
  // A client for each request, because the app may run on Cloudflare,
  // which binds a connection to the request that opened it.
  const client = new Client({ baseUrl: serviceUrl, apiKey });
  const transfer = await client
    .bridgeTransfer(getRouterParam(event, "hash") ?? "")
    .catch((failure) => {
      if (!isEtherealQueryError(failure)) throw failure;
      const { parameter, message } = failure;
      if (parameter === "hash")
        throw createError({ statusCode: 400, message });
      console.error(failure);
      throw createError({
        statusCode: 502,
        message: "The transfer is not available now.",
      });
    });
  if (transfer) return transfer;
  throw createError({
    statusCode: 404,
    message: "No transfer has this hash.",
  });
});
