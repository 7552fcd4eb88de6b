// `npm start`: installs missing tools, builds the package, and serves the demo page with a service until Ctrl-C.
import { build } from "./build.mjs";
import { ScriptError, main } from "./run.mjs";
import { serve } from "./serve.mjs";

async function serveOnFreePort(first) {
  for (let port = first; port < first + 20; port++) {
    try {
      return await serve({ port });
    } catch (error) {
      if (error.code !== "EADDRINUSE") throw error;
      console.log(`Port ${port} is taken, trying the next one.`);
    }
  }
  throw new ScriptError(`No free port between ${first} and ${first + 19}: choose another with PORT=…`);
}

await main(import.meta, async () => {
  const port = Number(process.env.PORT ?? 8787);
  if (!Number.isInteger(port) || port < 0 || port > 65_515) {
    throw new ScriptError(`Invalid PORT: ${process.env.PORT}. Expected an integer from 0 to 65515.`);
  }
  console.log("Building the package and its demo page.");
  await build();
  const { url, close } = await serveOnFreePort(port);
  console.log(`Ready: open ${url} in a browser. Ctrl-C ends it.`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => close());
});
