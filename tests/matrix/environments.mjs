// All environments in the order of the table. Each has an id and a name, the npm packages that it needs, the package
// whose version the table shows, and rows: a title, and a function that must succeed.
import { browsers } from "./environments/browser.mjs";
import { bundlers } from "./environments/bundlers.mjs";
import { frameworks } from "./environments/frameworks.mjs";
import { servers } from "./environments/servers.mjs";
import { testers } from "./environments/testers.mjs";
import { checks } from "./environments/types.mjs";
import { workers } from "./environments/workers.mjs";

export const environments = [
  ...bundlers,
  ...frameworks,
  ...testers,
  ...servers,
  ...workers,
  ...browsers,
  ...checks,
];
