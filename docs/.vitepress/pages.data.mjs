// Lists the pages of the guide for the Vue components: the path, the name and the question of each page.
import { isOnSite, sections } from "./pages.mjs";

export default {
  load() {
    const pages = sections.flatMap((section) => section.pages.filter(isOnSite));
    return pages.map(({ file, name, question }) => ({
      path: file.replace(/\.md$/, ""),
      name,
      question,
    }));
  },
};
