import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listSources } from "../rooms/import-graph.ts";
import { readPage } from "./pages.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The quoted messages of the page: what stands between quotes in a heading. */
function findMessages(page: string): string[] {
  return [...page.matchAll(/^### "(.+)"$/gm)].map(([, message = ""]) => message);
}

/** A message as a source writes it: what differs is put into a template, or ends a text. */
function patternOf(message: string): RegExp {
  const parts = message.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join("[^\\n]*?"));
}

test("each message that troubleshooting quotes is one that the program can say", async () => {
  const sources = listSources(root, ["src", "flows", "components"])
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
  const messages = findMessages(await readPage("docs/troubleshooting.md"));
  expect(messages.length).toBeGreaterThan(25);
  expect(messages.filter((message) => !patternOf(message).test(sources))).toEqual([]);
});
