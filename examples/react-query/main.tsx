import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { Client } from "ethereal-query";
import "ethereal-query/elements/react";
import {
  bridgeTransferOptions,
  etherealsInfiniteOptions,
  projectOptions,
} from "ethereal-query/query";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

const client = new Client({ baseUrl: "/api/eq", proxied: true });
const queryClient = new QueryClient();

function Owner() {
  const { data, error } = useQuery(projectOptions(client));
  if (error) return <p>{error.message}</p>;
  return <p>{data ? `Key of ${data.requestOwner}` : "Loading…"}</p>;
}

function Transfer() {
  const [hash, setHash] = useState(
    new URLSearchParams(location.search).get("hash") ?? "",
  );
  const { data, error, isFetching } = useQuery({
    ...bridgeTransferOptions(client, hash),
    enabled: hash !== "",
  });
  return (
    <section>
      <label>
        Transaction hash{" "}
        <input
          value={hash}
          onChange={(event) => setHash(event.target.value.trim())}
        />
      </label>
      <eq-transfer-route
        hash={hash || undefined}
        transfer={data}
        error={error}
        aria-busy={isFetching}
      />
    </section>
  );
}

function Collections() {
  const options = etherealsInfiniteOptions(client, {
    statuses: "active",
    pageSize: 2,
  });
  const { data, error, hasNextPage, fetchNextPage, isFetching } =
    useInfiniteQuery(options);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section>
      <ul>
        {items.map((item) => (
          <li key={item._id}>{item.tokenSymbol}</li>
        ))}
      </ul>
      {error && <p role="alert">{error.message}</p>}
      <button
        disabled={!hasNextPage || isFetching}
        onClick={() => void fetchNextPage()}
      >
        More
      </button>
    </section>
  );
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Owner />
      <Transfer />
      <Collections />
    </QueryClientProvider>
  </StrictMode>,
);
