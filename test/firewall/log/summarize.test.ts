import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LoggedDecision } from "../../../src/firewall/log/logged-decision.ts";
import { summarize } from "../../../src/firewall/log/summarize.ts";
import { addDecisions, emptyTally } from "../../../src/firewall/log/tally.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { append, logged } from "./logged.ts";

const denied = (fields: Partial<LoggedDecision> = {}) =>
  logged({ allowed: false, reason: "no-pattern", explanation: "no pattern covers it", ...fields });

test("a summary counts allowed and blocked requests, reasons, and failures", () => {
  const first = addDecisions(emptyTally, [logged({ at: "1" }), denied(), denied()]);
  const tally = addDecisions(first, [
    denied({ reason: "blocked" }),
    logged({ failure: "refused", at: "9" }),
  ]);
  expect(tally).toMatchObject({
    passed: 2,
    blocked: 3,
    failed: 1,
    bytesSent: 5,
    bytesReceived: 50,
    from: "1",
    until: "9",
    reasons: { "no-pattern": 2, blocked: 1 },
  });
  expect(first).toMatchObject({ passed: 1, blocked: 2, reasons: { "no-pattern": 2 } });
  expect(emptyTally.rows).toEqual([]);
});

test("each row covers one address without its query: blocked addresses first, by frequency", () => {
  const { rows } = addDecisions(emptyTally, [
    logged({ url: "https://example.com/a?page=1" }),
    logged({ url: "https://example.com/a?page=2", failure: "refused" }),
    denied({ url: "https://example.com/once" }),
    ...Array<LoggedDecision>(3).fill(denied({ domain: "evil.test:443", suggestion: "evil.test" })),
    denied({ url: "https://example.com/a" }),
  ]);
  expect(rows.map(({ allowed, where, count }) => [allowed, where, count])).toEqual([
    [false, "evil.test:443", 3],
    [false, "https://example.com/a", 1],
    [false, "https://example.com/once", 1],
    [true, "https://example.com/a", 2],
  ]);
  expect(rows[0]).toMatchObject({ suggestion: "evil.test", reason: "no-pattern" });
  expect(rows[3]).toMatchObject({ failed: 1, failure: "refused", bytesReceived: 20 });
});

test("many new addresses do not increase the summary's size: addresses without a row are counted", () => {
  const many = Array.from({ length: 700 }, (_, index) => denied({ domain: `h${index}.test:443` }));
  const tally = addDecisions(emptyTally, many);
  expect(tally).toMatchObject({ blocked: 700, beyondRows: 200 });
  expect(tally.rows).toHaveLength(500);
  expect(addDecisions(tally, many.slice(0, 1)).beyondRows).toBe(200);
});

test("a log with invalid lines and an incomplete last line is summarized", async () => {
  const folder = makeFolder("summary");
  append(folder, logged(), denied());
  const wrong = [
    "[]",
    "null",
    '{"allowed":true}',
    "",
    '{"at":"2026',
    JSON.stringify({ ...logged(), bytesSent: "1" }),
  ];
  appendFileSync(join(folder, "decisions.jsonl"), wrong.join("\n"));
  expect(await summarize(folder)).toMatchObject({ folder, passed: 1, blocked: 1, unread: 5 });
});

test("a directory without a log is reported as an error, not as an empty log", async () => {
  await expect(summarize(makeFolder("summary"))).rejects.toThrow("ENOENT");
});
