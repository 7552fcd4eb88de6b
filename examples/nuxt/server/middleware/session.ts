// Nuxt runs this before each page and each route. They use your key, so
// they need a session.
export default defineEventHandler((event) => {
  // Your session check goes here. Now only development passes.
  const hasSession = import.meta.dev;
  if (hasSession) return;
  setResponseStatus(event, 401);
  return { message: "Log in first." };
});
