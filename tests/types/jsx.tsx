// The custom elements of the package in React. React adds `on` to the name of an event: `oneq-end` listens to `eq-end`.
import type { BridgeTransfer, Client, TokenMetadata } from "ethereal-query";
import "ethereal-query/elements/react";
import type { TransferRoute } from "ethereal-query/elements";
import { useRef } from "react";

export function Records(props: {
  client: Client;
  document: TokenMetadata;
  transfer: BridgeTransfer | null | undefined;
}) {
  const route = useRef<TransferRoute>(null);
  return (
    <>
      <eq-token-card
        document={props.document}
        token={{ id: 2n, chainId: 1 }}
        className="card"
        imagePolicy="never"
      />
      <eq-transfer-route
        ref={route}
        client={props.client}
        transfer={props.transfer}
        oneq-end={({ detail }) => console.log(detail.reason)}
        onClick={() => void route.current?.watch()}
      >
        <p slot="help">Help</p>
      </eq-transfer-route>
      {/* @ts-expect-error no such policy */}
      <eq-token-card imagePolicy="always" />
      {/* @ts-expect-error no such property */}
      <eq-transfer-route records={[]} />
    </>
  );
}
