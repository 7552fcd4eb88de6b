// Our reading of a body, from its bytes to objects, without the call around it: an exchange whose answer is there.
import bytes from "../../pkg/dist/ethereal_query.wasm";
import { Exchange } from "../../pkg/js/exchange.js";
import { instance, use } from "../../pkg/js/instance.js";
import { OpenPage } from "../../pkg/js/open-page.js";
import { build, encodeOptions, SEPARATOR } from "../../pkg/js/values.js";
import { ready } from "./runner.mjs";

let module;
use(() => (module ??= new WebAssembly.Module(bytes)));
const HASH = `0x${"ab".repeat(32)}`;

class Answered extends Exchange {
  status = 200;
  headers = new Headers();
  over = () => {};

  constructor(body, isOpen) {
    super({ tokens: 500, hooks: {} }, {}, true, isOpen);
    // Nobody else's, as `body` of answer.js leaves them.
    this.pieces = [body];
  }

  send() {}

  come() {
    instance().rust.resume(this.place, this.pieces);
  }
}

/** `times` exchanges that wait for their bytes. */
function waiting(method, values, body, times, isOpen) {
  const { rust } = instance();
  const config = rust.configure(["https://service.invalid", "key", ""].join(SEPARATOR));
  const plan = rust[method]([config, ...values, encodeOptions({})].join(SEPARATOR));
  const all = Array.from({ length: times }, () => new Answered(body, isOpen));
  for (const one of all) one.place = rust.send(`${plan}${SEPARATOR}key`, one);
  return all;
}

async function read(one) {
  one.come();
  const answer = await one.done;
  return one.isOpen ? new OpenPage(answer) : build(answer);
}

const block = (method, values, isOpen) => (body) =>
  ready((times) => waiting(method, values, body, times, isOpen), read);
export const ours = {
  ethereals: block("ethereals", []),
  bridge: block("bridgeTransfer", [HASH]),
  opened: block("ethereals", [], true),
};
