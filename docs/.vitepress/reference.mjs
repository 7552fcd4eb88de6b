// The plug-in of typedoc that writes the reference for the site: a page for each call, function, class and type.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Converter, PageKind, ReflectionGroup, ReflectionKind } from "typedoc";
import { MarkdownPageEvent, MarkdownRendererEvent, MemberRouter } from "typedoc-plugin-markdown";
import { slugify } from "./pages.mjs";
import { PACKAGE, Theme, descriptionOf, finishPage, isCall, titleOf } from "./reference-theme.mjs";

const { Constructor, Interface, Method, Module, TypeAlias } = ReflectionKind;
/** The priority of a listener that runs after the plug-ins of typedoc, which make the groups. */
const LAST = -1000;

/** Adds the plug-in to typedoc, which calls this function. typedoc.json has the options. */
export function load(app) {
  let packageComment;
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (reflection.kindOf(Module) && reflection.name === "index")
      packageComment = reflection.comment?.clone();
  });
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      // `@mergeModuleWith` moves the module `index` into the project, but not the comment of the module.
      packageComment.removeTags("@mergeModuleWith");
      project.comment = packageComment;
      regroup(project);
    },
    LAST,
  );
  app.renderer.defineRouter("site", Router);
  app.renderer.defineTheme("site", Theme);
  app.renderer.on(MarkdownPageEvent.END, finishPage);
  app.renderer.on(MarkdownRendererEvent.END, (event) => writeIndex(app, event));
}

/** Makes a group "Calls", and a group "Types" of interfaces and type aliases. Sorts the groups, and names modules. */
function regroup(project) {
  const client = project.getChildByName("Client");
  const calls = new ReflectionGroup("Calls", project);
  calls.children = client.children.filter(isCall);
  const byName = (a, b) => a.name.localeCompare(b.name);
  const modules = project.children.filter((child) => child.kindOf(Module));
  for (const reflection of [project, ...modules]) {
    const types = new ReflectionGroup("Types", reflection);
    const isTypeGroup = ({ title }) => title === "Interfaces" || title === "Type Aliases";
    types.children = reflection.groups.filter(isTypeGroup).flatMap(({ children }) => children);
    reflection.groups = reflection.groups.filter((group) => !isTypeGroup(group));
    if (types.children.length > 0) reflection.groups.push(types);
    for (const group of reflection.groups) group.children.sort(byName);
    if (reflection.kindOf(Module)) reflection.name = `${PACKAGE}/${reflection.name}`;
  }
  project.groups.unshift(calls);
  // The options of one call come before the options of all calls, which its interface inherits.
  const inheritedLast = (a, b) => Boolean(a.inheritedFrom) - Boolean(b.inheritedFrom);
  for (const { children, groups = [] } of project.getReflectionsByKind(Interface)) {
    for (const list of [children, ...groups.map((group) => group.children)])
      list?.sort(inheritedLast);
  }
  const order = ["Calls", "Functions", "Classes", "Types", "Modules"];
  project.groups.sort((a, b) => order.indexOf(a.title) - order.indexOf(b.title));
}

/** Gives each call a page, and each page a short address. */
class Router extends MemberRouter {
  constructor(application) {
    super(application);
    // The router knows a kind by a name. `Constructor` and `Method` get the name "Call", and each reflection of a kind
    // with this name gets a page.
    this.membersWithOwnFile = [...this.membersWithOwnFile, "Call"];
    for (const kind of [Constructor, Method]) this.kindsToString.set(kind, "Call");
    for (const kind of [Interface, TypeAlias]) this.directories.set(kind, "types");
  }

  getPageKind(reflection) {
    return isCall(reflection) ? PageKind.Reflection : super.getPageKind(reflection);
  }

  getIdealBaseName(reflection) {
    if (isCall(reflection)) return `calls/${reflection.name}`;
    return super.getIdealBaseName(reflection).replace(`${PACKAGE}/`, "");
  }
}

/** Writes the sections of the reference in the form of `sections` in pages.mjs, for the sidebar and llms.txt. */
function writeIndex(app, { project, outputDirectory }) {
  const { router } = app.renderer;
  const toPage = (model) => ({
    name: titleOf(model),
    file: `reference/${router.getFullUrl(model)}`,
    question: descriptionOf(model),
  });
  const pagesOf = ({ children }) =>
    children.filter((child) => router.hasOwnDocument(child)).map(toPage);
  const modules = project.children.filter((child) => child.kindOf(Module));
  const sections = [
    { title: "Reference", pages: [{ ...toPage(project), name: "Overview" }] },
    ...project.groups
      .filter(({ title }) => title !== "Modules")
      .map((group) => ({
        title: group.title,
        file: `reference/index.md#${slugify(group.title)}`,
        pages: pagesOf(group),
      })),
    ...modules.map((module) => ({
      title: module.name,
      file: toPage(module).file,
      pages: [
        { ...toPage(module), name: `Overview of ${module.name}` },
        ...module.groups.flatMap(pagesOf),
      ],
    })),
  ];
  writeFileSync(join(outputDirectory, "pages.json"), JSON.stringify(sections, null, 2));
}
