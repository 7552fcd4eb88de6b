import { expect, test } from "vitest";
import { HASH, service } from "./service.js";
import { describeTransfer } from "./transfer.js";

test("shows the status of a transfer as it changes", async () => {
  expect(await describeTransfer(HASH)).toBe("The transfer is pending.");
  service.update({
    transfers: [
      {
        _id: "t1",
        chainType: "mainnet",
        status: "done",
        originTxnHash: HASH,
      },
    ],
  });
  expect(await describeTransfer(HASH)).toBe("The transfer is done.");
});

test("says that no transfer has a hash", async () => {
  expect(await describeTransfer(`0x${"0".repeat(64)}`)).toBe(
    "No transfer has this hash.",
  );
});

test("retries after a failure of the service", async () => {
  service.failNext({ status: 503 });
  expect(await describeTransfer(HASH)).toBe("The transfer is pending.");
});

test("tells the user when the service is busy for long", async () => {
  service.failNext({ status: 429, retryAfter: 3600 });
  expect(await describeTransfer(HASH)).toBe(
    "Too many requests. Try again later.",
  );
});
