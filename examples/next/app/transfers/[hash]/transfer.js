"use client";

import { Client } from "ethereal-query";
import "ethereal-query/elements/transfer-route";
import { useEffect, useRef, useState } from "react";

// The server also creates this client, but only the browser uses it.
const client = new Client({ baseUrl: "/api/eq", proxied: true });

/** Shows the transfer of the server, and follows it until it ends. */
export function Transfer({ hash, transfer }) {
  const route = useRef(null);
  const [status, setStatus] = useState(transfer.status);

  useEffect(() => {
    const element = route.current;
    const show = ({ detail }) =>
      setStatus(detail.transfer?.status ?? transfer.status);
    Object.assign(element, { client, hash, transfer });
    element.addEventListener("eq-update", show);
    element.watch();
    return () => {
      element.removeEventListener("eq-update", show);
      element.stop();
    };
  }, [hash, transfer]);

  return (
    <>
      <p>
        Status: <output>{status}</output>
      </p>
      <eq-transfer-route ref={route} />
    </>
  );
}
