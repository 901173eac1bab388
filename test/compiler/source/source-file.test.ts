import { describe, expect, test } from "vitest";
import { readSourceFile } from "../../../src/compiler/source/source-file.ts";

const read = (text: string) => readSourceFile(Buffer.from(text));

describe("a file with front matter", () => {
  test("is split only at lines of three dashes", () => {
    const source = read("---\nname: a\nnote: |\n  ---\n----: no\n---x\n--- \nbody\n---\nmore\n");
    expect(source).toMatchObject({
      yaml: "name: a\nnote: |\n  ---\n----: no\n---x\n",
      body: "body\n---\nmore",
    });
  });

  test.each([
    ["a byte order mark", "\ufeff---\nname: a\n---\nbody\n"],
    ["CRLF", "---\r\nname: a\n---\r\nbody\r\n"],
    ["empty lines before the front matter", "\n  \r\n---\nname: a\n---\nbody"],
    ["empty lines around the body", "---\nname: a\n---\n\n\nbody\n\n\n"],
  ])("may have %s", (_, text) => {
    expect(read(text)).toMatchObject({ yaml: "name: a\n", body: "body" });
  });

  test("has the same body with all line endings", () => {
    const body = (end: string) => read(["---", "a: 1", "---", "x", "", "y"].join(end));
    expect(body("\r\n")).toMatchObject({ body: "x\n\ny" });
    expect(body("\n")).toMatchObject({ body: "x\n\ny" });
  });

  test("counts lines and columns of the complete file, from 1, without the byte order mark", () => {
    const source = read("\ufeff---\r\nname: a\nb: é😀c\n---\n");
    if (!("yaml" in source)) throw new Error("this has a front matter");
    const at = (text: string) => source.placeOf(source.text.indexOf(text));
    expect(at("---")).toEqual({ line: 1, column: 1 });
    expect(at("name")).toEqual({ line: 2, column: 1 });
    expect(at("c\n")).toEqual({ line: 3, column: 7 });
  });
});

test.each([
  ["is empty", "", 'the file has no front matter; its first line must be "---"'],
  [
    "has no front matter",
    "# Title\n---\n",
    'the file has no front matter; its first line must be "---"',
  ],
  [
    "does not close its front matter",
    "---\nname: a\n----\n",
    'the front matter is not closed: add a line with "---" after it',
  ],
  [
    "contains only a fence",
    "---",
    'the front matter is not closed: add a line with "---" after it',
  ],
])("a file that %s is refused with an explanation", (_, text, message) => {
  expect(read(text)).toEqual({ line: 1, column: 1, message: expect.stringContaining(message) });
});

test("invalid UTF-8 is rejected with its position", () => {
  const bytes = Buffer.concat([Buffer.from("---\nname: a\n"), Buffer.from([0x62, 0xff, 0x0a])]);
  expect(readSourceFile(bytes)).toMatchObject({ line: 3, column: 2 });
});

test("a file of 10 MB is refused without being parsed", () => {
  expect(readSourceFile(Buffer.alloc(10 * 1024 * 1024, 0xff))).toMatchObject({
    message: "the file is 10.0 MB; the maximum is 1 MB",
  });
});
