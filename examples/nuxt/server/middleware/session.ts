// Nuxt runs this handler before each page and each route. Pages and
// routes use your key, so they need a session.
export default defineEventHandler((event) => {
  // Your session check goes here. Until then, requests pass only in
  // development.
  const hasSession = import.meta.dev;
  if (hasSession) return;
  setResponseStatus(event, 401);
  return { message: "Log in first." };
});
