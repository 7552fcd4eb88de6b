import { Client } from "ethereal-query";

const apiKey = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";
const baseUrl = "http://127.0.0.1:8787/api";
const client = new Client({ baseUrl, apiKey });

const address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
const token = await client.tokenUri(address, 2, { chainId: 1 });
console.log(token.name); // Ethereal Trees #2

const hash =
  "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";
const transfer = await client.bridgeTransfer(hash);
console.log(transfer.status); // wait-wh
