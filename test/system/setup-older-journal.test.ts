import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFlaws, openBench, rerunToTheEnd, withNewKeys, type Bench } from "./setup/bench.ts";

const slugs = { read: "acme-reader", write: "gatehouse-acme-control-write" };

test.each([
  ["after the exchange of its code", "POST", /\/conversions$/, ["a new read key"]],
  ["after its ID is stored", "POST", /\/actions\/variables$/, []],
])(
  "a setup that another version began and that was killed %s creates no second App",
  async (_when, method, path, needed) => {
    const bench = await openBench();
    try {
      const answers = { ...withNewKeys(bench.operator, []), "read-app-name": slugs.read };
      const run = bench.start({ answers });
      bench.watch.onExchange = (exchange) => {
        if (exchange.method === method && path.test(exchange.path)) run.kill();
      };
      expect((await run.ended).code).toBeNull();
      delete bench.watch.onExchange;
      await bench.operator.settled();
      const older = writeLikeVersion1(bench);
      // The reruns propose the usual names, so an App that was not found would be made again.
      const first = await bench.start().ended;
      expect(first.stdout).toContain("This run was started by another version of gatehouse.");
      const { ending, needed: done } = await rerunToTheEnd(bench, slugs);
      expect(ending.code).toBe(0);
      expect(done).toEqual(needed);
      expect(await findFlaws(bench, slugs)).toEqual([]);
      expect(readFileSync(join(bench.journal, "../setup.v1.json"), "utf8")).toBe(older);
    } finally {
      await bench.close();
    }
  },
);

/** Rewrites the journal as the version before the renames of November 2026 wrote it. */
function writeLikeVersion1({ journal }: Bench): string {
  const { header, ...content } = JSON.parse(readFileSync(journal, "utf8")) as { header: object };
  const text = `${JSON.stringify({ header: { ...header, version: 1 }, ...content }, null, 2)}\n`;
  const older = text.replaceAll('"isProvided"', `"is${"Brought"}"`);
  writeFileSync(journal, older);
  return older;
}
