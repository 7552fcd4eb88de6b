// The default theme with the fonts of the reader's system, so that a page loads no font, and with code that runs.
import DefaultTheme from "vitepress/theme-without-fonts";
import "./code.css";
import "./colours.css";
import "./run.css";
import Playground from "./Playground.vue";
import RunnableCode from "./RunnableCode.vue";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("RunnableCode", RunnableCode);
    app.component("Playground", Playground);
  },
};
