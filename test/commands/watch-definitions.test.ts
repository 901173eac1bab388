import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CompileResult } from "../../src/commands/outcomes/print-compiled-json.ts";
import { watchDefinitions } from "../../src/commands/watch-definitions.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { makeFolder } from "../temporary-folder.ts";

const reason = "file not found";

/**
 * Returns the messages for a definition that fails its only compilation, after which the watch
 * stops.
 */
async function watchOnce(compile: (source: string) => Promise<CompileResult>) {
  const source = join(makeFolder("definitions"), "probe.md");
  writeFileSync(source, "---\nname: probe\n---\nLook.\n");
  const reported: CompileResult[] = [];
  const stop = new AbortController();
  await watchDefinitions([source], {
    compile: (given) => {
      stop.abort();
      return compile(given);
    },
    report: (result) => Promise.resolve(void reported.push(result)),
    stopped: stop.signal,
  });
  return reported;
}

const failing = (source: string): CompileResult => ({
  source,
  name: "probe",
  errors: [{ path: "", message: reason, line: 1, column: 1 }],
  warnings: [],
  done: "nothing",
});

test("an error in a definition is reported", async () => {
  const reported = await watchOnce((source) => Promise.resolve(failing(source)));
  expect(reported).toMatchObject([{ errors: [{ message: reason }] }]);
});

test("an error in a definition that was deleted during compilation is not reported", async () => {
  const reported = await watchOnce((source) => {
    rmSync(source);
    return Promise.resolve(failing(source));
  });
  expect(reported).toEqual([]);
});

test("an unreadable definition is not reported if it was deleted", async () => {
  const reported = await watchOnce((source) => {
    rmSync(source);
    return Promise.reject(new InvalidInput(reason));
  });
  expect(reported).toEqual([]);
});
