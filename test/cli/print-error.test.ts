import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { printError } from "../../src/cli/print-error.ts";
import { Cancelled, InvalidInput, Stopped, exitCode } from "../../src/shared/errors.ts";

beforeEach(() => vi.stubEnv("LC_ALL", "C.UTF-8"));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Returns the text printed on standard error and the exit code. */
function print(error: unknown) {
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  return { code: printError(error), text: lines.join("") };
}

describe("an error is printed", () => {
  test("with the next steps, as commands and links", () => {
    const hints = [
      { text: "Sign in", command: "gh auth login" },
      { text: "See the page", link: "https://forge.example/x" },
      { text: "Then wait" },
    ];
    const { code, text } = print(new InvalidInput("Nobody is signed in.", hints));
    expect(code).toBe(exitCode.usage);
    expect(text).toMatchInlineSnapshot(`
      " ✖ Nobody is signed in.
       │ Sign in:
         gh auth login
       │ See the page:
         https://forge.example/x
       │ Then wait
      "
    `);
  });

  test("with the exit code for its cause", () => {
    expect(print(new Cancelled())).toEqual({
      code: 130,
      text: " ! Stopped. Completed steps are kept.\n",
    });
  });

  test("with one sentence per row if the message has several, such as the result for each App after a stop", () => {
    const done = "created, key and client ID stored";
    const { text } = print(
      new Stopped("SIGINT", `Stopped. Read App: ${done}. Write App: ${done}.`, [
        { text: "Resume where you stopped", command: "gatehouse setup --repo acme/control" },
      ]),
    );
    expect(text).toMatchInlineSnapshot(`
      " ! Stopped.
       │ Read App: created, key and client ID stored.
       │ Write App: created, key and client ID stored.
       │ Resume where you stopped:
         gatehouse setup --repo acme/control
      "
    `);
  });

  test("without a token, even if a line break would split the token", () => {
    const token = `gho_${"a1B2".repeat(9)}`;
    const words =
      "so many words before it that it stands at the very end of a row of theirs, and over:";
    const { text } = print(new InvalidInput(`${words} ${token}`));
    expect(text).not.toContain("a1B2");
  });

  test("as a bug, with its stack and where to report it, if the operator cannot act on it", () => {
    const { code, text } = print(new TypeError("x is undefined"));
    expect(code).toBe(exitCode.bug);
    expect(text).toContain("✖ This is a bug in gatehouse. Please report it with the lines below:");
    expect(text).toContain("TypeError: x is undefined\n    at ");
  });

  test.each([
    ["a string", "thrown"],
    ["undefined", undefined],
  ])("with exit code 1 if the thrown value is %s", (_what, thrown) => {
    expect(print(thrown)).toMatchObject({
      code: 1,
      text: expect.stringContaining(String(thrown)) as string,
    });
  });

  test("without terminal control characters, and without a token that they would conceal", () => {
    const { text } = print(new InvalidInput(`a\u001b[2Jb gho_${"a1B2\u200b".repeat(9)}`));
    expect(text).toBe(" ✖ ab [secret]\n");
  });

  test("without a token that is part of the message", () => {
    const { text } = print(new Error(`no gho_${"a1B2".repeat(9)}`));
    expect(text).not.toContain("a1B2");
  });
});
