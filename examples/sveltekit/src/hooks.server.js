// SvelteKit runs this before each route. Each spends your key, so that each needs a session.
import { dev } from "$app/environment";

/** Replace this with the session check of your app. Until then, only development passes. */
const hasSession = (event) => dev;

export const handle = ({ event, resolve }) =>
  hasSession(event) ? resolve(event) : Response.json({ message: "Log in first." }, { status: 401 });
