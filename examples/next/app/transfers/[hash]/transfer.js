"use client";

import { Client, routeOf } from "ethereal-query";
import { useEffect, useState } from "react";

// Created on the server too, while Next.js renders the page there. Calls begin in the browser.
const client = new Client({ baseUrl: "/api/eq", proxied: true });

/** A transfer as the server found it, then followed until it ends. */
export function Transfer({ hash, found }) {
  const [{ status, route = [], problem }, setShown] = useState(found);

  useEffect(() => {
    const controller = new AbortController();
    watch(hash, controller.signal, setShown).catch((error) => {
      if (!controller.signal.aborted) setShown((shown) => ({ ...shown, problem: error.message }));
    });
    return () => controller.abort();
  }, [hash]);

  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      {status && (
        <p>
          Status: <output>{status}</output>
        </p>
      )}
      <ol>
        {route.map(({ step, state }, index) => (
          <li key={index}>
            {step}: {state}
          </li>
        ))}
      </ol>
    </>
  );
}

async function watch(hash, signal, setShown) {
  for await (const { transfer } of client.watchTransfer(hash, { signal })) {
    if (transfer) setShown({ status: transfer.status, route: routeOf(transfer) });
  }
}
