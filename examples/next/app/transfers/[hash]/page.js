import { Client, isEtherealQueryError, routeOf } from "ethereal-query";
import { cacheLife } from "next/cache";
import { Suspense } from "react";
import { Transfer } from "./transfer";

const baseUrl = process.env.SERVICE_URL ?? "http://127.0.0.1:8787/api";
// One client for all requests, because a client deduplicates requests in flight.
const client = new Client({ baseUrl, apiKey: () => process.env.API_KEY });

/** The first view of a transfer. Visitors share it, so that a busy page makes few calls. */
async function findTransfer(hash) {
  "use cache";
  try {
    const transfer = await client.bridgeTransfer(hash);
    cacheLife(transfer?.status === "done" ? "days" : "seconds");
    return transfer ? { status: transfer.status, route: routeOf(transfer) } : { problem: "No transfer has this hash." };
  } catch (error) {
    // For any other error, Next.js shows its page of errors, and not the text.
    if (!isEtherealQueryError(error) || error.parameter !== "hash") throw error;
    cacheLife("seconds");
    return { problem: error.message };
  }
}

async function FirstView({ params }) {
  const { hash } = await params;
  return <Transfer hash={hash} found={await findTransfer(hash)} />;
}

export default function Page({ params }) {
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <FirstView params={params} />
    </Suspense>
  );
}
