import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readKeys, type Key } from "../../src/prompts/read-keys.ts";

async function keysOf(...chunks: string[]): Promise<Key[]> {
  const stdin = new PassThrough();
  const keys: Key[] = [];
  const stop = readKeys(stdin as unknown as NodeJS.ReadStream, (key) => keys.push(key));
  for (const chunk of chunks) stdin.write(chunk);
  // The last key of each test terminates it.
  stdin.write("\u0006~");
  await expect.poll(() => keys.at(-1)).toEqual({ name: "character", text: "~" });
  stop();
  return keys.slice(0, -1);
}

const characters = (text: string) => Array.from(text, (one) => ({ name: "character", text: one }));
const named = (...names: string[]) => names.map((name) => ({ name }));

test("several keys in one chunk are read separately", async () => {
  expect(await keysOf("\u001b[B\rab\r")).toEqual([
    ...named("down", "enter"),
    ...characters("ab"),
    ...named("enter"),
  ]);
});

test("one key in several chunks is read as one key", async () => {
  expect(await keysOf("\u001b", "[", "A")).toEqual(named("up"));
});

test("a single Escape is read as the Escape key", async () => {
  const stdin = new PassThrough();
  const key = new Promise<Key>((resolve) => readKeys(stdin as never, resolve));
  stdin.write("\u001b");
  expect(await key).toEqual({ name: "escape" });
});

test.each([
  ["\u0003", "interrupt"],
  ["\u0015", "erase-line"],
  ["\u0017", "erase-word"],
  ["\u000b", "erase-rest"],
  ["\u0004", "delete-line"],
  ["\u0001", "home"],
  ["\u0005", "end"],
  ["\u007f", "backspace"],
  ["\b", "backspace"],
  ["\u001b[3~", "delete"],
  ["\u001b[5~", "pageup"],
  ["\u001bOH", "home"],
])("%j is read as %s", async (bytes, name) => expect(await keysOf(bytes)).toEqual(named(name)));

test("a bracketed paste is read as one text, in any number of chunks", async () => {
  expect(await keysOf("\u001b[200~one\rtwo", "\ttail\u001b[201~", "x")).toEqual([
    { name: "paste", text: "one\rtwo\ttail" },
    ...characters("x"),
  ]);
});

test("Ctrl-C ends an unterminated paste", async () => {
  expect(await keysOf("\u001b[200~half\u0003a")).toEqual([
    ...named("interrupt"),
    ...characters("a"),
  ]);
});

test("CR LF is read as one Enter, and two line feeds as two", async () => {
  expect(await keysOf("a\r\n\n\n")).toEqual([
    ...characters("a"),
    ...named("enter", "enter", "enter"),
  ]);
});

test("letters outside ASCII are read correctly, and unknown keys are ignored", async () => {
  expect(await keysOf("é日👍", "\u001b[I\u001b[24~\u001bx")).toEqual(characters("é日👍"));
});
