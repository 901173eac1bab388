import { appendFileSync, renameSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { follow } from "../../../src/firewall/log/follow.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { append, logged } from "./logged.ts";

const at = (name: string) => logged({ url: `https://example.com/${name}` });

/** Follows a log. `next` returns the last parts of the next addresses. */
function start() {
  const folder = makeFolder("follow");
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const lines = follow(folder, stop.signal);
  const known: string[] = [];
  const next = async (count: number) => {
    while (known.length < count) {
      const { value, done } = await lines.next();
      if (done) break;
      known.push(...value.map(({ url }) => url?.split("/").at(-1) ?? ""));
    }
    return known.splice(0, count);
  };
  return { folder, file: join(folder, "decisions.jsonl"), stop, next, lines };
}

test("existing lines are read first, then new ones, each once and complete", async () => {
  const { folder, file, next } = start();
  append(folder, at("1"), at("2"));
  expect(await next(2)).toEqual(["1", "2"]);
  const line = JSON.stringify(at("3ü"));
  appendFileSync(file, line.slice(0, -20));
  appendFileSync(file, `${line.slice(-20)}\n`);
  append(folder, at("4"));
  expect(await next(2)).toEqual(["3ü", "4"]);
});

test("a log that is created later is read from its beginning", async () => {
  const { folder, lines } = start();
  expect(await lines.next()).toEqual({ done: false, value: [] });
  append(folder, at("1"));
  expect((await lines.next()).value).toEqual([at("1")]);
});

test("a file that was renamed is read to its end, followed by its replacement", async () => {
  const { folder, file, next } = start();
  append(folder, at("1"));
  expect(await next(1)).toEqual(["1"]);
  append(folder, at("2"));
  renameSync(file, `${file}.1`);
  append(folder, at("3"));
  expect(await next(2)).toEqual(["2", "3"]);
});

test("a file that was truncated is read from its beginning", async () => {
  const { folder, file, next } = start();
  append(folder, at("1"), at("2"));
  expect(await next(2)).toEqual(["1", "2"]);
  truncateSync(file, 0);
  append(folder, at("3"));
  expect(await next(1)).toEqual(["3"]);
});

test("following stops on request, and when the directory is deleted", async () => {
  const stopped = start();
  await stopped.lines.next();
  const waiting = stopped.lines.next();
  stopped.stop.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  const removed = start();
  await removed.lines.next();
  const ending = removed.lines.next();
  rmSync(removed.folder, { recursive: true });
  expect(await ending).toEqual({ done: true, value: undefined });
});
