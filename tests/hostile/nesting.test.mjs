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

const FORMS = {
  arrays: (depth) => "[".repeat(depth) + "]".repeat(depth),
  objects: (depth) => `${'{"k":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`,
  both: (depth) => {
    const pairs = Math.floor(depth / 2);
    return `${'[{"k":'.repeat(pairs)}${depth % 2 ? "[9007199254740991]" : "0"}${"}]".repeat(pairs)}`;
  },
  "members between levels": (depth) =>
    `${'{"a":[],"k":'.repeat(depth - 1)}[]${',"z":{}}'.repeat(depth - 1)}`,
};

for (const { call, place, around, levels, pick } of PLACES) {
  // FREE_DEPTH and TYPED_DEPTH of src/json.rs.
  const limit = call === TOKEN ? 512 : 64;
  for (const [form, nested] of Object.entries(FORMS)) {
    test(`reads or rejects nested ${form}: ${call}, ${place}`, async () => {
      const service = respondingWith();
      for (const depth of [limit - 1, limit]) {
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
  const service = respondingWith(`${"[".repeat(512)}9007199254740993${"]".repeat(512)}`);
  let value = await service.client.tokenUri(`0x${"0".repeat(40)}`, 1, {
    chainId: 1,
    integers: "exact",
  });
  for (let level = 0; level < 512; level++) [value] = value;
  assertSameJson(String(value), "9007199254740993");
});
