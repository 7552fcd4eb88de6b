"use client";

import { Client, routeOf } from "ethereal-query";
import { useEffect, useState } from "react";

// Created on the server too, while Next.js renders the page there. Calls begin in the browser.
const client = new Client({ baseUrl: "/api/eq", proxied: true });

/** A transfer as the server found it, then followed until it ends. */
export function Transfer({ hash, found }) {
  const [{ status, route }, setShown] = useState(found);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    const controller = new AbortController();
    async function watch() {
      try {
        for await (const { transfer } of client.watchTransfer(hash, { signal: controller.signal })) {
          if (transfer) setShown({ status: transfer.status, route: routeOf(transfer) });
        }
      } catch (error) {
        if (!controller.signal.aborted) setProblem(error.message);
      }
    }
    watch();
    return () => controller.abort();
  }, [hash]);

  return (
    <>
      <p>Status: <output>{status}</output></p>
      <ol>{route.map(({ step, state }, index) => <li key={index}>{step}: {state}</li>)}</ol>
      {problem && <p role="alert">{problem}</p>}
    </>
  );
}
