// The instance of the WebAssembly module of the proxy.

import {
  Proxy,
  checkApiKey,
  initSync,
  messageResponse,
  replaceInstance,
  startInstance,
  withoutKeyResponse,
} from "../../wasm/proxy/ethereal_query.js";
import { loadProxyModule } from "#ethereal-query/proxy-module";
import { Instance } from "../runtime/instance.js";

/** The exports of the glue without the default export, which loads the module from a URL. */
const glue = {
  Proxy,
  checkApiKey,
  initSync,
  messageResponse,
  replaceInstance,
  startInstance,
  withoutKeyResponse,
};
export type ProxyGlue = typeof glue;

let instance: Instance<ProxyGlue> | undefined;

/** Creates the instance at the first call. A bundler leaves the module out of a program without a call. */
export function proxyInstance(): Instance<ProxyGlue> {
  return (instance ??= new Instance(glue, loadProxyModule));
}
