// Nesting up to the limit comes through as JSON.parse gives it; beyond it, however far, the call ends with an error and
// the module's stack and that of JSON.parse stay whole.
import { test } from "node:test";
import { CALLS, TOKEN, answering, same, undecoded } from "./client.mjs";
import { PLACES } from "./records.mjs";

const FORMS = {
  arrays: (depth) => "[".repeat(depth) + "]".repeat(depth),
  objects: (depth) => `${'{"k":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`,
  both: (depth) => {
    const twos = Math.floor(depth / 2);
    return `${'[{"k":'.repeat(twos)}${depth % 2 ? "[9007199254740991]" : "0"}${"}]".repeat(twos)}`;
  },
  "members on the way": (depth) => `${'{"a":[],"k":'.repeat(depth - 1)}[]${',"z":{}}'.repeat(depth - 1)}`,
};

for (const { call, place, around, levels, pick } of PLACES) {
  const limit = call === TOKEN ? 512 : 64;
  for (const [form, nested] of Object.entries(FORMS)) {
    test(`${call}, ${place}, ${form}`, async () => {
      const service = answering();
      for (const depth of [limit - 1, limit]) {
        const text = nested(depth - levels);
        service.body = around(text);
        same(pick(await CALLS[call](service.client)), JSON.parse(text), `${depth} levels`);
      }
      for (const depth of [limit + 1, 10_000]) {
        service.body = around(nested(depth - levels));
        await undecoded(CALLS[call](service.client), "too_deep");
      }
      service.body = around("0");
      same(pick(await CALLS[call](service.client)), 0, "the next call works");
    });
  }
}

for (const { call, place, around, pick } of PLACES) {
  test(`${call}, ${place}, a million levels`, async () => {
    const service = answering();
    const million = 1_000_000;
    for (const text of ["[".repeat(million), FORMS.arrays(million), FORMS.objects(million)]) {
      service.body = around(text);
      await undecoded(CALLS[call](service.client), "too_deep");
    }
    service.body = around("0");
    same(pick(await CALLS[call](service.client)), 0, "the next call works");
  });
}

test("exact integers at the limit, where the whole document is walked once more", async () => {
  const service = answering(`${"[".repeat(512)}9007199254740993${"]".repeat(512)}`);
  let value = await service.client.tokenUri(`0x${"0".repeat(40)}`, 1, { chainId: 1, integers: "exact" });
  for (let level = 0; level < 512; level++) [value] = value;
  same(String(value), "9007199254740993");
});
