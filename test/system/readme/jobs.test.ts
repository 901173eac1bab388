import { expect, test } from "vitest";
import { readPage } from "../../readme/pages.ts";
import { addKeys } from "./care-examples.ts";
import { openExamplesBench, words } from "./examples-bench.ts";
import { readShellBlocks } from "./read-examples.ts";
import { addRepository } from "./scope-examples.ts";

const bench = openExamplesBench();

async function readCommands(page: string): Promise<string[]> {
  return readShellBlocks(await readPage(page)).map(({ command }) => command);
}

test("one more repository is selected and verified, and nothing else changes", async () => {
  const [scope = "", show = "", verify = ""] = await readCommands(
    "docs/jobs/one-more-repository.md",
  );
  const reader = await bench.openSetUp();
  const { out } = await addRepository(scope, reader);
  expect(out).toContain(
    "done: Write access: exactly acme/control, acme/web, acme/api, acme/infra\n",
  );
  const shown = await reader.run(show, { words });
  expect(shown.out).toMatch(/^ {3}target repositories +acme\/web, acme\/api, acme\/infra$/m);
  // No package has run, so its output is the only unknown.
  expect((await reader.run(verify, { words, code: 5 })).out).toContain(
    "19 passed, 0 failed, 1 unknown\n",
  );
});

/** The answers of an operator after a leak of the read App's key. */
const contained = {
  credentials: ["read-app"],
  contain: true,
  "read-app-available": "none",
  "read-app-deleted": true,
  since: "1d",
  "read-app-rotation": "later",
  "review-mode": true,
  "switches-on": true,
};

test("after a key leaked, the commands of its page, in their order, close the incident", async () => {
  const [contain = "", rotate = "", close = ""] = await readCommands("docs/jobs/leaked-key.md");
  const reader = await bench.openSetUp();
  const first = await reader.run(contain, { words, answers: contained, code: 5 });
  expect(first.out).toMatch(/^ {3}State +open$/m);

  const keys = await addKeys(reader);
  const rotated = await reader.run(`${rotate} --no-open`, { words, answers: keys });
  expect(rotated.out).toContain(" ✔ acme/control uses the new credentials\n");

  // The replacement of the key is detected, without a question.
  const { "read-app-rotation": _, ...rest } = contained;
  const last = await reader.run(close, { words, answers: rest });
  expect(last.out).toMatch(/^ {3}State +closed$/m);
});
