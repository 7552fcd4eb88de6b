// kill -9 while an import follows a file that grows. With its checkpoint, the last import leaves the same database as a
// plain import of the whole file.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { follow, growingFile } from "./followed-file.mjs";
import { sleep, temporary, until } from "./processes.mjs";
import { lines, randomSource, transfer } from "./records.mjs";
import { run, runOrThrow } from "./service.mjs";
import { stores } from "./stores.mjs";

const KILLS = { sqlite: Math.ceil(Number(process.env.KILLS ?? 24) / 2), postgres: 5 };
const BATCH = 50;
const ARGS = ["--batch", String(BATCH), "--max-delay-ms", "20"];
const TABLES = ["select id, doc from transfer order by id", "select * from transfer_hash order by id, hash"];
const random = randomSource(Number(process.env.SEED ?? 1), "follow-kill");

/** Returns 1 to 60 lines: some are invalid, and some replace a record of `known`, the ids so far. */
function randomLines(known) {
  const line = () => {
    if (random.chance(0.05)) return "{\n";
    const record = transfer(random, known.length > 0 && random.chance(0.3) ? { id: random.pick(known) } : {});
    known.push(record._id);
    return lines([record]);
  };
  return Array.from({ length: random.int(1, 60) }, line).join("");
}

for (const store of await stores()) {
  describe(`follow, kill -9: ${store.name}`, { skip: store.skip || store.noSql, timeout: 240_000 }, () => {
    test(`loses no line when it is killed ${KILLS[store.name]} times`, async (t) => {
      const file = growingFile(temporary("follow-kill"));
      const url = store.fresh();
      const args = [...ARGS, "--checkpoint", file.checkpoint];
      const offset = () => file.offset((sql) => store.sql(url, sql));
      // The tables of the empty database.
      await runOrThrow(["import", "transfers", file.path], { url });
      let isWriting = true;
      const write = async () => {
        for (const known = []; isWriting; await sleep(random.int(1, 40))) {
          const text = randomLines(known);
          // In two parts, mostly within a line.
          const middle = random.int(0, text.length);
          file.append(text.slice(0, middle));
          await sleep(random.int(0, 5));
          file.append(text.slice(middle));
        }
      };
      const writing = write();
      let [killsAtWork, committed] = [0, 0];
      try {
        for (let round = 0; round < KILLS[store.name]; round++) {
          const child = follow(file.path, { url, args });
          if (random.chance(0.7)) await until("a commit", () => child.committed() > 0 || child.isOver, { every: 1 });
          await sleep(random.int(0, 120));
          const { signal, stderr } = await child.stop("SIGKILL");
          assert.equal(signal, "SIGKILL", stderr);
          committed += child.committed();
          await store.settled();
          killsAtWork += offset() < file.size();
        }
      } finally {
        isWriting = false;
        await writing;
      }
      const last = follow(file.path, { url, args });
      await until("the end of the file", () => last.isOver || offset() === file.size());
      const { stderr } = await last.stop();
      committed += last.committed();

      const plain = store.fresh();
      const whole = await run(["import", "transfers", file.path], { url: plain });
      const [, all, rejected] = /of (\d+) transfers; (\d+) lines? rejected/.exec(whole.stdout);
      assert.ok(Number(rejected) > 0, whole.stdout);
      for (const table of TABLES) assert.ok(store.sql(url, table) === store.sql(plain, table), `${table}\n${stderr}`);
      t.diagnostic(`${store.name}: ${all} lines, ${committed} committed, ${killsAtWork} kills with lines left`);
      assert.ok(killsAtWork > 0, "no import was killed at work");
      assert.ok(committed <= Number(all), `a line was committed twice: ${committed} of ${all}`);
    });
  });
}
