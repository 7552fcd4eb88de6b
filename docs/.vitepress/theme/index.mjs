// The default theme with the fonts of the reader's system, so that a page loads no font, and with code that runs.
import DefaultTheme from "vitepress/theme-without-fonts";
import "./code.css";
import "./colours.css";
import "./live.css";
import "./run.css";
import BreakIt from "./BreakIt.vue";
import ElementsDemo from "./ElementsDemo.vue";
import Layout from "./Layout.vue";
import LiveTransfer from "./LiveTransfer.vue";
import Playground from "./Playground.vue";
import RunnableCode from "./RunnableCode.vue";

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component("RunnableCode", RunnableCode);
    app.component("Playground", Playground);
    app.component("LiveTransfer", LiveTransfer);
    app.component("ElementsDemo", ElementsDemo);
    app.component("BreakIt", BreakIt);
  },
};
