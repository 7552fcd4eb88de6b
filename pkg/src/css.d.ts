/** A style sheet, which the bundler imports as its minified text. */
declare module "*.css" {
  const css: string;
  export default css;
}
