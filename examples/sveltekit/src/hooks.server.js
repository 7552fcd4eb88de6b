// SvelteKit runs this before each route. Each spends your key, so that
// each needs a session.
import { dev } from "$app/environment";

/** Your session check goes here. Now only development passes. */
const hasSession = (event) => dev;

export const handle = ({ event, resolve }) =>
  hasSession(event)
    ? resolve(event)
    : Response.json({ message: "Log in first." }, { status: 401 });
