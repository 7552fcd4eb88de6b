import { Client, init } from "ethereal-query/external";
import { adapt } from "./adapt.mjs";

await init();
export const client = (options) => adapt(new Client(options));
