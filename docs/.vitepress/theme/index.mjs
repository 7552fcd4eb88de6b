// The default theme with the fonts of the reader's system, so that a page loads no font.
import DefaultTheme from "vitepress/theme-without-fonts";
import "./colours.css";

export default DefaultTheme;
