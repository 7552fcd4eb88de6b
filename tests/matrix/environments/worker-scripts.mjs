// Scripts of workers that run the program, and of their pages.
import { PROGRAM_CALL, importLine, keepResult } from "../../package/hosts.mjs";

const RESULT = `${PROGRAM_CALL}.catch((error) => String(error.stack))`;

export const workerScript = (lab, from) =>
  `${importLine(from)}${lab.programSource}${RESULT}.then((result) => postMessage(result));\n`;

/** A page's script that starts a worker by an expression and keeps its result. */
export const startWorker = (expression) => keepResult(`new Promise((resolve, reject) => {
  const worker = ${expression};
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = reject;
})`);

export const serviceWorkerScript = (lab, from) => `${importLine(from)}${lab.programSource}
addEventListener("message", (event) => {
  event.waitUntil(${RESULT}.then((result) => event.ports[0].postMessage(result)));
});\n`;

/** A page's script that registers the service worker and keeps its result. */
export const registerServiceWorker = (type) => keepResult(`new Promise(async (resolve, reject) => {
  try {
    const { installing } = await navigator.serviceWorker.register("worker.js", { type: "${type}" });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    installing.postMessage("run", [port2]);
  } catch (error) {
    reject(error);
  }
})`);

/** Bundlers recognise a worker by this expression. */
export const START_BUNDLED_WORKER = startWorker(
  'new Worker(new URL("./worker.js", import.meta.url), { type: "module" })',
);
