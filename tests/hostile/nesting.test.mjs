// Nesting up to the limit gives the result of JSON.parse. Deeper nesting gives an error and never overflows a stack.
import { test } from "node:test";
import {
  CALLS,
  TOKEN,
  respondingWith,
  assertSameJson,
  assertDecodeError,
  PLACES,
} from "./client.mjs";

// The depth limits of src/json.rs: for values without a model, and for bodies with a model.
const FREE_DEPTH = 512;
const TYPED_DEPTH = 64;

/** For each form, a function that makes a text with `depth` levels of nesting. */
const FORMS = {
  arrays: (depth) => "[".repeat(depth) + "]".repeat(depth),
  objects: (depth) => `${'{"k":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`,
  both: (depth) => {
    const pairs = Math.floor(depth / 2);
    // Each pair has two levels. If `depth` is odd, the value inside adds one level.
    const inner = depth % 2 === 0 ? "0" : "[0]";
    return `${'[{"k":'.repeat(pairs)}${inner}${"}]".repeat(pairs)}`;
  },
  "members between levels": (depth) =>
    `${'{"a":[],"k":'.repeat(depth - 1)}[]${',"z":{}}'.repeat(depth - 1)}`,
};

for (const { call, place, around, levels, pick } of PLACES) {
  const limit = call === TOKEN ? FREE_DEPTH : TYPED_DEPTH;
  for (const [form, nested] of Object.entries(FORMS)) {
    test(`reads or rejects nested ${form}: ${call}, ${place}`, async () => {
      const service = respondingWith();
      for (const depth of [limit - 1, limit]) {
        // `around` adds the other `levels`.
        const text = nested(depth - levels);
        service.body = around(text);
        assertSameJson(
          pick(await CALLS[call](service.client)),
          JSON.parse(text),
          `${depth} levels`,
        );
      }
      for (const depth of [limit + 1, 10_000]) {
        service.body = around(nested(depth - levels));
        await assertDecodeError(CALLS[call](service.client), "too_deep");
      }
      service.body = around("0");
      assertSameJson(pick(await CALLS[call](service.client)), 0, "the next call works");
    });
  }
}

for (const { call, place, around, pick } of PLACES) {
  test(`rejects a million levels: ${call}, ${place}`, async () => {
    const service = respondingWith();
    const million = 1_000_000;
    for (const text of ["[".repeat(million), FORMS.arrays(million), FORMS.objects(million)]) {
      service.body = around(text);
      await assertDecodeError(CALLS[call](service.client), "too_deep");
    }
    service.body = around("0");
    assertSameJson(pick(await CALLS[call](service.client)), 0, "the next call works");
  });
}

test("reads exact integers at the limit", async () => {
  const service = respondingWith(
    `${"[".repeat(FREE_DEPTH)}9007199254740993${"]".repeat(FREE_DEPTH)}`,
  );
  const address = `0x${"0".repeat(40)}`;
  let value = await service.client.tokenUri(address, 1, { chainId: 1 }, { integers: "exact" });
  for (let level = 0; level < FREE_DEPTH; level++) [value] = value;
  assertSameJson(String(value), "9007199254740993");
});
