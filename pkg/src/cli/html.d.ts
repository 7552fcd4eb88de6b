/** A document. scripts/bundle.mjs imports it as its text. */
declare module "*.html" {
  const text: string;
  export default text;
}
