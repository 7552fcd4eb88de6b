// Next.js runs this before the routes of the matcher. Each of them
// spends your key, so that each needs a session.
export const config = {
  matcher: ["/transfers/:path*", "/api/eq/:path*"],
};

/** Your session check goes here. Now only development passes. */
const hasSession = (request) => process.env.NODE_ENV === "development";

export const proxy = (request) =>
  hasSession(request)
    ? undefined
    : Response.json({ message: "Log in first." }, { status: 401 });
