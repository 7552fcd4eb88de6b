/** An HTML file. `scripts/bundle.mjs` imports the text of the file. */
declare module "*.html" {
  const text: string;
  export default text;
}
