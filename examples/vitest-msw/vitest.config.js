import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { setupFiles: "src/service.js", env: { API_KEY: "test-key" } },
});
