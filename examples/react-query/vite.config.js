import { defineConfig } from "vite";

// In development, Vite forwards requests from /api/eq to the service
// and adds the key. The page never gets the key.
const { SERVICE_URL = "http://127.0.0.1:8787/api", API_KEY = "" } =
  process.env;

export default defineConfig({
  server: {
    proxy: {
      "/api/eq": {
        target: SERVICE_URL,
        changeOrigin: true,
        headers: { "x-api-key": API_KEY },
        rewrite: (path) => path.slice("/api/eq".length),
      },
    },
  },
});
