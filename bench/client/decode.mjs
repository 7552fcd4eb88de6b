// Our reading of a body, from its bytes to objects, without the call around it: an exchange whose answer is there.
import bytes from "../../pkg/dist/ethereal_query.wasm";
import { Exchange } from "../../pkg/js/exchange.js";
import { instance, use } from "../../pkg/js/instance.js";
import { encodeOptions, parse, SEPARATOR } from "../../pkg/js/values.js";
import { ready } from "./runner.mjs";

let module;
use(() => (module ??= new WebAssembly.Module(bytes)));
const HASH = `0x${"ab".repeat(32)}`;

class Answered extends Exchange {
  status = 200;
  headers = new Headers();

  constructor(body) {
    super({ tokens: 500, hooks: {} }, {}, true);
    this.answer = new Promise((resolve) => (this.come = () => resolve(body)));
  }

  send() {
    return this.answer;
  }
}

/** `times` exchanges that wait for their bytes. */
async function waiting(method, values, body, times) {
  const { rust } = instance();
  const config = rust.configure(["https://service.invalid", "key", ""].join(SEPARATOR));
  const plan = rust[method]([config, ...values, encodeOptions({})].join(SEPARATOR));
  const all = Array.from({ length: times }, () => new Answered(body));
  for (const one of all) rust.send(`${plan}${SEPARATOR}key`, one);
  await new Promise((resolve) => setTimeout(resolve));
  return all;
}

async function read(one) {
  one.come();
  const { text, tagged } = await one.done;
  return parse(text, tagged);
}

const block = (method, values) => (body) => ready((times) => waiting(method, values, body, times), read);
export const ours = { ethereals: block("ethereals", []), bridge: block("bridgeTransfer", [HASH]) };
