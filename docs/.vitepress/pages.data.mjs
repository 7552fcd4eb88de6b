// Gives the components the pages of the guide: path, name and question.
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
