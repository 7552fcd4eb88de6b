// Replaces `node:assert/strict` in a browser, with the functions that the tests use.
import { assert, config } from "chai";

// Messages show whole values.
config.truncateThreshold = 0;

export default {
  ok: assert.ok,
  equal: assert.strictEqual,
  notEqual: assert.notStrictEqual,
  deepEqual: assert.deepStrictEqual,
  match: assert.match,
  fail: assert.fail,
};
