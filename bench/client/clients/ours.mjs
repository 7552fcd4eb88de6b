import { Client } from "ethereal-query";
import { adapted } from "./adapted.mjs";

export const client = (options) => adapted(new Client(options));
