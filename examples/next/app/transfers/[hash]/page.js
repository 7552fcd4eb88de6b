import { Client, isEtherealQueryError } from "ethereal-query";
import { cacheLife } from "next/cache";
import { Suspense } from "react";
import { Transfer } from "./transfer";

const baseUrl = process.env.SERVICE_URL ?? "http://127.0.0.1:8787/api";
// One client for all requests: it deduplicates requests in flight.
const client = new Client({
  baseUrl,
  apiKey: () => process.env.API_KEY,
});

/** Visitors share the cached result, so a busy page makes few calls. */
async function findTransfer(hash) {
  "use cache";
  try {
    const transfer = await client.bridgeTransfer(hash);
    cacheLife(transfer?.status === "done" ? "days" : "seconds");
    return transfer
      ? { transfer }
      : { problem: "No transfer has this hash." };
  } catch (error) {
    // Only an invalid hash has a message for visitors. For any other
    // error, Next.js shows its error page.
    if (!isEtherealQueryError(error) || error.parameter !== "hash")
      throw error;
    cacheLife("seconds");
    return { problem: error.message };
  }
}

async function FirstView({ params }) {
  const { hash } = await params;
  const { transfer, problem } = await findTransfer(hash);
  if (problem) return <p role="alert">{problem}</p>;
  return <Transfer hash={hash} transfer={transfer} />;
}

export default function Page({ params }) {
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <FirstView params={params} />
    </Suspense>
  );
}
