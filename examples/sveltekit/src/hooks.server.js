// SvelteKit runs `handle` before each route. Each route uses your key,
// so each route needs a session.
import { dev } from "$app/environment";

export function handle({ event, resolve }) {
  // Your session check goes here. Until then, requests pass only in
  // development.
  const hasSession = dev;
  if (hasSession) return resolve(event);
  return Response.json({ message: "Log in first." }, { status: 401 });
}
