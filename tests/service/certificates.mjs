// A certificate authority, and a server certificate for `localhost` only.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { output } from "./processes.mjs";

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Writes the files into `folder` and returns their paths. */
export function certificates(folder) {
  const [authority, authorityKey, request, names, certificate, key] =
    ["ca.pem", "ca.key", "server.csr", "names", "server.pem", "server.key"].map((name) => join(folder, name));
  const openssl = (...args) => output("openssl", args);
  writeFileSync(names, "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n");
  openssl(
    "req",
    "-x509",
    ...KEY,
    "-keyout",
    authorityKey,
    "-out",
    authority,
    "-days",
    "2",
    "-subj",
    `/CN=authority of ${basename(folder)}`,
  );
  openssl("req", ...KEY, "-keyout", key, "-out", request, "-subj", "/CN=localhost");
  const by = ["-CA", authority, "-CAkey", authorityKey, "-CAcreateserial"];
  openssl("x509", "-req", "-in", request, ...by, "-extfile", names, "-out", certificate, "-days", "2");
  return { authority, certificate, key };
}
