import { defineConfig } from "@playwright/test";

const port = process.env.PORT ?? "5174";
const url = `http://127.0.0.1:${port}`;

export default defineConfig({
  use: { baseURL: url },
  webServer: {
    command: `vite --host 127.0.0.1 --port ${port} --strictPort`,
    url,
  },
});
