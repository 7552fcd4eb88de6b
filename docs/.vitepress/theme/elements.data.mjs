// Provides the data of the page "Elements": a token and a transfer of the sample data, and the styles in the page's
// Markdown.
import { readFileSync } from "node:fs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const records = (name) =>
  read(`../../../seed/${name}.ndjson`).trimEnd().split("\n").map(JSON.parse);

export default {
  load() {
    const pictures = records("pictures");
    const pictureOf = (token) => pictures.find(({ cid }) => token.document?.includes(cid));
    // The first token whose document names a picture of the sample data.
    const token = records("tokens").find(pictureOf);
    const { chainId, address, id, standard } = token;
    const metadata = JSON.parse(token.document);
    const picture = pictureOf(token);
    const image = `data:image/svg+xml;base64,${Buffer.from(picture.svg).toString("base64")}`;
    // A transfer on its way, with two completed steps.
    const transfer = records("transfers").find(
      ({ status, route }) => status === "wait-wh" && route?.length === 2,
    );
    // The styles of the looks "paper" and "night". Their `<style>` is the one that begins with `.paper`.
    const [, looks] = /<style>\n( *\.paper[^]*?)<\/style>/.exec(read("../../elements.md"));
    return {
      token: { chainId, address, id, standard },
      document: { ...metadata, image },
      transfer,
      looks,
    };
  },
};
