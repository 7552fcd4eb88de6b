// Pages whose program runs in a worker, and hand its result over.
import { RUN, imported, keep } from "../../package/hosts.mjs";

const REPLY = `${RUN}.catch((error) => String(error.stack))`;

export const worker = (lab, from) => `${imported(from)}${lab.source}${REPLY}.then((result) => postMessage(result));\n`;

/** `made`: the expression that starts the worker. */
export const starter = (made) => keep(`new Promise((resolve, reject) => {
  const worker = ${made};
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = reject;
})`);

export const service = (lab, from) => `${imported(from)}${lab.source}
addEventListener("message", (event) => {
  event.waitUntil(${REPLY}.then((result) => event.ports[0].postMessage(result)));
});\n`;

export const registrar = (type) => keep(`new Promise(async (resolve, reject) => {
  try {
    const { installing } = await navigator.serviceWorker.register("worker.js", { type: "${type}" });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    installing.postMessage("go", [port2]);
  } catch (error) {
    reject(error);
  }
})`);

/** As every bundler finds a worker to bundle. */
export const BUNDLED = starter('new Worker(new URL("./worker.js", import.meta.url), { type: "module" })');
