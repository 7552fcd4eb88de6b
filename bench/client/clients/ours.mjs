import { Client } from "ethereal-query";
import { adapt } from "./adapt.mjs";

export const client = (options) => adapt(new Client(options));
