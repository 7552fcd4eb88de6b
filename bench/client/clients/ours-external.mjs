import { Client, init } from "ethereal-query/external";
import { adapted } from "./adapted.mjs";

await init();
export const client = (options) => adapted(new Client(options));
