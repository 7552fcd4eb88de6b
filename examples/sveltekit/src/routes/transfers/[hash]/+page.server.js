// The first view: the server looks up the transfer, so that the first
// HTML of the page contains the transfer.
import { env } from "$env/dynamic/private";
import { error } from "@sveltejs/kit";
import { Client, isEtherealQueryError } from "ethereal-query";

const baseUrl = env.SERVICE_URL ?? "http://127.0.0.1:8787/api";
const client = new Client({ baseUrl, apiKey: () => env.API_KEY });

export async function load({ params }) {
  const transfer = await client
    .bridgeTransfer(params.hash)
    .catch((failure) => {
      if (!isEtherealQueryError(failure)) throw failure;
      if (failure.parameter === "hash") error(400, failure.message);
      console.error(failure);
      error(502, "The transfer is not available now.");
    });
  if (!transfer) error(404, "No transfer has this hash.");
  return { transfer };
}
