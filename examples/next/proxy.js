// Next.js runs this before the routes of the matcher. Each of them
// spends your key, so that each needs a session.
export const config = {
  matcher: ["/transfers/:path*", "/api/eq/:path*"],
};

export function proxy() {
  // Your session check goes here; the argument is the request. Now only
  // development passes.
  const hasSession = process.env.NODE_ENV === "development";
  if (hasSession) return;
  return Response.json({ message: "Log in first." }, { status: 401 });
}
