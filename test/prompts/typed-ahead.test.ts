import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { createLinePrompter } from "../../src/prompts/line-prompter.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { noStops } from "./no-stops.ts";

/** Creates a line-only terminal that records whether it echoes input. */
function openTerminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void modes.push(isRaw),
  }) as unknown as NodeJS.ReadStream & PassThrough;
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = "";
  const waiting: { readonly words: string; readonly go: () => void }[] = [];
  output.on("data", (piece: Buffer) => {
    shown += piece.toString();
    for (const { words, go } of waiting) if (shown.includes(words)) go();
  });
  const prompter = createLinePrompter({
    input,
    output: output as unknown as NodeJS.WriteStream,
    env: { TERM: "dumb" },
    stops: noStops(),
  });
  return {
    prompter,
    modes,
    shown: () => shown,
    type: (text: string) => void input.write(text),
    waitFor: (words: string) =>
      new Promise<void>((go) => (shown.includes(words) ? go() : waiting.push({ words, go }))),
  };
}

const situation = { canGoBack: false };
const asking: Record<
  string,
  { readonly put: (prompter: Prompter) => Promise<unknown>; readonly answer: unknown }
> = {
  "a failure": {
    answer: "again",
    put: (prompter) =>
      prompter.failure(
        {
          id: "failed",
          title: "How do you want to continue?",
          error: { message: "The API did not answer.", hints: [] },
          options: [
            { value: "again", label: "Try again" },
            { value: "stop", label: "Stop here" },
          ],
        },
        situation,
      ),
  },
  "a choice with a warning": {
    answer: "end",
    put: (prompter) =>
      prompter.choose(
        {
          id: "end",
          title: "Is it to end?",
          weight: "cannot be undone",
          options: [
            { value: "end", label: "End it" },
            { value: "keep", label: "Keep it" },
          ],
        },
        situation,
      ),
  },
  "a disclosure": {
    answer: undefined,
    put: (prompter) =>
      prompter.disclose(
        { id: "facts", title: "What a token may do", body: ["Much."], proceed: "I have read this" },
        situation,
      ),
  },
};

describe.each(Object.entries(asking))("%s", (_, { put, answer }) => {
  test.each(["1\n", "1\n1\n1\n"])(
    "is not answered by the input %j that was typed earlier",
    async (typed) => {
      const { prompter, type, waitFor, shown } = openTerminal();
      type(typed);
      let isAnswered = false;
      const answering = put(prompter).finally(() => (isAnswered = true));
      await waitFor("Number");
      // A line typed ahead would have been read by now.
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(isAnswered).toBe(false);
      type("1\n");
      expect(await answering).toBe(answer);
      expect(shown()).not.toContain("Type a number");
    },
  );

  test("does not use an incomplete line that was typed earlier, and is answered by a complete line", async () => {
    const { prompter, type, waitFor } = openTerminal();
    type("9");
    const answering = put(prompter);
    await waitFor("Number");
    type("1\n");
    expect(await answering).toBe(answer);
  });

  test("is stopped by a Ctrl-C that was typed earlier", async () => {
    const { prompter, type, modes } = openTerminal();
    type("1\u0003");
    await expect(put(prompter)).rejects.toBeInstanceOf(Cancelled);
    expect(modes).toEqual([true, false]);
  });
});
