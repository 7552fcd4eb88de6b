/** A style sheet. scripts/bundle.mjs imports it as its minified text. */
declare module "*.css" {
  const css: string;
  export default css;
}
