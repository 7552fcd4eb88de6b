"use client";

import { useEffect, useState } from "react";
import { Client } from "ethereal-query";

// Created on the server too, while Next.js prerenders the page. Calls begin in the browser.
const client = new Client({ baseUrl: "/api/eq", proxied: true });

/** The status of a transfer, followed until it ends. */
export function Transfer({ hash }) {
  const [phase, setPhase] = useState("loading");

  useEffect(() => {
    const controller = new AbortController();
    async function watch() {
      try {
        for await (const update of client.watchTransfer(hash, { signal: controller.signal })) setPhase(update.phase);
      } catch (error) {
        if (!controller.signal.aborted) setPhase(error.message);
      }
    }
    watch();
    return () => controller.abort();
  }, [hash]);

  return <output>{phase}</output>;
}
