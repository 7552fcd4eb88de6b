// Configures VitePress, which writes the pages of docs/ as HTML. `npm run site` builds the site.
import { readFileSync } from "node:fs";
import { addInstallTabs } from "./install-tabs.mjs";
import {
  isOnSite,
  referenceSections,
  resolveLink,
  sections,
  slugify,
  writeCopies,
} from "./pages.mjs";
import { plainGroupTitles } from "./plain-group-titles.mjs";
import { addErrorPrograms } from "./run/error-programs.mjs";
import { addRunButtons } from "./run/programs.mjs";
import { search } from "./search.mjs";

const REPOSITORY = "https://github.com/ethereal-query/ethereal-query";
const { version, description, homepage } = JSON.parse(
  readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"),
);

// VitePress looks for pages after this module has run.
writeCopies();

const onGitHub = (path) => `${REPOSITORY}/blob/main/${path}`;
/** Returns the address to which a relative link on `page` leads: a page of the site, or a file on GitHub. */
function addressOf(link, page = "README.md") {
  const { site, repository } = resolveLink(link, page);
  return site ?? onGitHub(repository);
}

/** Makes the links of a page lead to pages of the site, or to GitHub. */
function resolveLinks(markdown) {
  markdown.core.ruler.push("resolve-links", ({ tokens, env }) => {
    const inlineTokens = tokens.flatMap(({ children }) => children ?? []);
    for (const token of inlineTokens) {
      if (token.type !== "link_open") continue;
      const link = token.attrGet("href");
      // `#heading`, `/path` and `https://…` are not relative to the page.
      const isAbsolute = /^(#|\/|[a-z]+:)/.test(link);
      if (link !== "" && !isAbsolute) token.attrSet("href", addressOf(link, env.relativePath));
    }
  });
}

const toSidebar = ({ title, pages }) => ({
  text: title,
  items: pages.map((page) => ({
    text: page.name,
    link: isOnSite(page) ? `/${page.file}` : addressOf(page.file),
  })),
});
/**
 * The groups of the guide that are closed at first: long groups, and groups for maintainers. A click, or a page of the
 * group, opens the group.
 */
const CLOSED_GROUPS = /^(Recipes|Understand)/;
const guideSidebar = sections.map((section) => {
  const group = toSidebar(section);
  if (!CLOSED_GROUPS.test(section.title)) return group;
  return { ...group, collapsed: true, link: `/${section.pages[0].file}` };
});
/** The groups of the reference that are open at first. */
const OPEN_GROUPS = ["Reference", "Calls", "Functions", "Classes"];
const referenceSidebar = referenceSections().map((section) => {
  const group = toSidebar(section);
  if (OPEN_GROUPS.includes(section.title)) return group;
  return { ...group, collapsed: true, link: `/${section.file}` };
});

export default {
  title: "ethereal-query",
  description,
  lang: "en",
  head: [
    ["meta", { property: "og:image", content: `${homepage}social-card.png` }],
    // A program in a frame must not navigate its frame to another address. The frame itself has a `srcdoc`, not a URL.
    ["meta", { "http-equiv": "Content-Security-Policy", content: "frame-src 'none'" }],
    ["meta", { name: "twitter:card", content: "summary_large_image" }],
  ],
  transformHead: ({ title, description, siteData }) => [
    ["link", { rel: "icon", href: `${siteData.base}demo/icon.svg`, type: "image/svg+xml" }],
    ["meta", { property: "og:title", content: title }],
    ["meta", { property: "og:description", content: description }],
  ],
  // README.md lists the pages on GitHub. The site has the sidebar instead.
  srcExclude: ["README.md"],
  sitemap: { hostname: homepage },
  // A page loads only itself, and not the pages that it links to.
  router: { prefetchLinks: false },
  vite: { plugins: [plainGroupTitles] },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("eq-") } } },
  markdown: {
    config(markdown) {
      resolveLinks(markdown);
      addErrorPrograms(markdown);
      addInstallTabs(markdown);
      addRunButtons(markdown);
    },
    anchor: { slugify },
    image: { lazyLoading: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    languageAlias: { "rust,ignore": "rust", "rust,no_run": "rust" },
  },
  themeConfig: {
    nav: [
      { text: "Guide", link: "/getting-started" },
      { text: "Recipes", link: "/recipes", activeMatch: "/recipe" },
      { text: "Reference", link: "/reference/", activeMatch: "^/reference/" },
      { text: "Playground", link: "/playground" },
      { text: "Demo", link: "/demo/", target: "_self" },
      { text: version, link: `${REPOSITORY}/blob/main/CHANGELOG.md` },
    ],
    sidebar: { "/": guideSidebar, "/reference/": referenceSidebar },
    outline: "deep",
    search,
    logo: { src: "/demo/icon.svg", alt: "" },
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path` },
    socialLinks: [{ icon: "github", link: REPOSITORY }],
  },
};
