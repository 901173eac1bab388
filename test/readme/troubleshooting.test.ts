import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listSources } from "../rooms/import-graph.ts";
import { readPage } from "./pages.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Returns the messages of the page: the quoted parts of its headings. */
function findMessages(page: string): string[] {
  return [...page.matchAll(/^### "(.+)"$/gm)].map(([, message = ""]) => message);
}

/**
 * Converts a message to a pattern for source text, in which variable parts are interpolated or end
 * a string.
 */
function patternOf(message: string): RegExp {
  const parts = message.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join("[^\\n]*?"));
}

test("each message that the troubleshooting page quotes exists in the program", async () => {
  const sources = listSources(root, ["src", "flows", "components"])
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
  const messages = findMessages(await readPage("docs/troubleshooting.md"));
  expect(messages.length).toBeGreaterThan(25);
  expect(messages.filter((message) => !patternOf(message).test(sources))).toEqual([]);
});
