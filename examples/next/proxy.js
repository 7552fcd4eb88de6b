// Next.js runs `proxy` before the routes of the matcher. These routes
// use your key, so they need a session.
export const config = {
  matcher: ["/transfers/:path*", "/api/eq/:path*"],
};

export function proxy() {
  // Your session check goes here. Next.js passes the request as the
  // argument. Until then, requests pass only in development.
  const hasSession = process.env.NODE_ENV === "development";
  if (hasSession) return;
  return Response.json({ message: "Log in first." }, { status: 401 });
}
