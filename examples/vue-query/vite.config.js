import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

// The page asks /api/eq; this server asks the service and adds the key, which never reaches the page.
const { ETHEREAL_QUERY_URL, ETHEREAL_QUERY_API_KEY } = process.env;

export default defineConfig({
  plugins: [vue()],
  server: {
    proxy: {
      "/api/eq": {
        target: ETHEREAL_QUERY_URL,
        changeOrigin: true,
        headers: { "x-api-key": ETHEREAL_QUERY_API_KEY },
        rewrite: (path) => path.slice("/api/eq".length),
      },
    },
  },
});
