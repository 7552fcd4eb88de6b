// Configures the search of the site. The search also finds a page by its keywords and by its name.
import { sections } from "./pages.mjs";

/** Words that readers type. The page does not have the words, or has them too rarely to be found first. */
const KEYWORDS = {
  "benchmarks.md": "performance speed bundle size kilobytes",
  "break-it.md": "chaos fault injection compare fetch",
  "command-line.md": "cli terminal shell bash npx jq",
  "elements.md":
    "web components custom elements widget ui accessibility screen reader i18n translate language theme dark mode",
  "embedded-service.md": "mock test double offline fake server testnet",
  "environments.md": "browser node deno bun edge csp support safari chrome firefox webkit ssr",
  "errors.md": "exception catch codes failure symptom troubleshooting",
  "exact-integers.md": "uint256 bigint precision large numbers rounding 2^53",
  "getting-started.md":
    "install setup quickstart npm start testnet sepolia esm es modules commonjs require",
  "growing.md": "scale sqlite postgres cluster self-host selfhost docker",
  "helpers.md": "format units wei ether checksum address chain name",
  "hooks-and-headers.md": "logging logger tracing monitoring debug",
  "is-this-for-me.md":
    "license alternatives comparison ethers LayerZero sdk price gas wagmi hosted public service who runs endpoint base url get an api key test key",
  "keys-and-proxies.md": "api key secret authentication token security cors",
  "many-at-once.md": "batch bulk concurrency parallel rate limit throttle",
  "operations.md": "docker podman container systemd prometheus grafana deploy self-host",
  "options.md": "configuration settings timeout testnet sepolia mainnet",
  "pagination.md":
    "cursor resume crash checkpoint list pages limit next page load more infinite scroll",
  "recipe-cloudflare.md": "workers wrangler edge serverless",
  "recipe-next.md": "nextjs next js vercel app router server component",
  "recipe-nuxt.md": "nuxtjs nitro vue h3 cloudflare vercel netlify",
  "recipe-plain-page.md": "cdn jsdelivr script tag import map no build sri",
  "recipe-postgresql.md":
    "docker compose podman postgres self-host selfhost hosting deploy database",
  "recipe-react.md": "reactjs hooks vite",
  "recipe-sveltekit.md": "svelte",
  "recipe-vitest.md": "jest msw mock unit tests",
  "recipe-vue.md": "vuejs",
  "retries-and-limits.md":
    "rate limit rate limiting 429 throttle backoff timeout retry-after resilience",
  "rust.md": "crate cargo",
  "service.md": "docker self-host selfhost server host sqlite postgres kubernetes production",
  "specification.md": "api rest http endpoints swagger curl",
  "statuses.md": "wormhole relay stuck pending manual failed lost refund LayerZero support",
  "tanstack-query.md": "react query cache load more infinite scroll",
  "token-metadata.md": "nft ipfs image erc721 erc1155",
  "typescript.md": "types generics uint256",
  "watching-transfers.md":
    "webhook websocket poll follow resume track wormhole bridge status LayerZero polling notification push sse unsubscribe",
};

const names = new Map(sections.flatMap(({ pages }) => pages.map(({ name, file }) => [file, name])));

/** Renders a page for the search: with its name before its title, and with its keywords. */
export function renderForSearch(text, env, markdown) {
  const html = markdown.render(text, env);
  const page = env.relativePath;
  const name = names.get(page);
  const keywords = KEYWORDS[page];
  const htmlWithName = name ? html.replace(/<h1[^>]*>/, (tag) => `${tag}${name}: `) : html;
  return keywords ? htmlWithName.replace("</h1>", `</h1><p>${keywords}</p>`) : htmlWithName;
}

/**
 * Returns the factor of a document's score, so that the guide comes before the reference, and the pages for maintainers
 * come last. This function runs in the browser.
 */
function boostDocument(id) {
  if (/\/(releasing|architecture|decisions|specification)\.html/.test(id)) return 0.2;
  return id.includes("/reference/") ? 0.5 : 1;
}

/**
 * Finds a word with a typing error only if the word is long. A short word would also find other words: `rate` would
 * find `crate`. Returns the share of the letters that may be wrong. This function runs in the browser.
 */
const fuzzy = (term) => (term.length > 5 ? 0.15 : false);

export const search = {
  provider: "local",
  options: {
    detailedView: true,
    _render: renderForSearch,
    miniSearch: { searchOptions: { boostDocument, fuzzy, prefix: true } },
  },
};
