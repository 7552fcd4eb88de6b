// The default theme with runnable code, and with the fonts of the reader's system, so that a page loads no font.
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent } from "vue";
import "./code.css";
import "./colours.css";
import "./live.css";
import "./run.css";
import Layout from "./Layout.vue";
import RunnableCode from "./RunnableCode.vue";

/** Components that only one page has and loads. */
const PAGE_COMPONENTS = {
  BreakIt: () => import("./BreakIt.vue"),
  ElementsDemo: () => import("./ElementsDemo.vue"),
  LiveTransfer: () => import("./LiveTransfer.vue"),
  NaughtyTokens: () => import("./NaughtyTokens.vue"),
  Playground: () => import("./Playground.vue"),
};

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component("RunnableCode", RunnableCode);
    for (const [name, load] of Object.entries(PAGE_COMPONENTS))
      app.component(name, defineAsyncComponent(load));
  },
};
