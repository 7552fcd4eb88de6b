export default defineNuxtConfig({
  compatibilityDate: "2026-11-01",
  // The server reads NUXT_SERVICE_URL and NUXT_API_KEY when it starts.
  runtimeConfig: {
    serviceUrl: "http://127.0.0.1:8787/api",
    apiKey: "",
  },
  vue: {
    compilerOptions: {
      isCustomElement: (tag) => tag.startsWith("eq-"),
    },
  },
});
