import { PassThrough } from "node:stream";
import { render } from "ink";
import { expect, test } from "vitest";
import { startText } from "../../components/keys/text.ts";
import { TextField } from "../../components/text-field.tsx";

/** Returns a screen reader's announcement of a field. */
function onMessage(initial: string): string {
  const stdout = Object.assign(new PassThrough(), { columns: 80 });
  let heard = "";
  stdout.on("data", (piece: Buffer) => (heard += piece.toString()));
  const text = startText({ initial, placeholder: "acme/control" });
  const ink = render(<TextField text={text} rows={[]} />, {
    stdout: stdout as unknown as NodeJS.WriteStream,
    debug: true,
    isScreenReaderEnabled: true,
  });
  ink.unmount();
  return heard;
}

test("an example is not announced as typed text", () => {
  expect(onMessage("")).toContain("like acme/control");
  expect(onMessage("acme/web")).not.toContain("like");
});
