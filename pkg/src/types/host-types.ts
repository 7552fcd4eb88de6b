// The types of the platform that the default entry and the query options name. A program without the declarations of
// the browser or of Node.js still compiles; in any other program, these merge with the declarations of the platform.
// Cloudflare's `Request` and `Response` have type parameters and would not merge, so the entries for servers need
// the declarations of the platform.
declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the platform adds the members
  interface AbortSignal {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the platform adds the members
  interface URL {}
}

export {};
