import { execPath } from "node:process";
import { expect, test } from "vitest";
import { followCommand } from "../../src/shared/run-command.ts";

const never = new AbortController().signal;
const node = { program: [execPath, "-e"] } as const;

test("each line that a command prints is told, whichever way, and what it ended with", async () => {
  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  const script = "console.log('one'); console.error('two'); process.exitCode = 7";
  expect(await followCommand(node, [script], { onLine, signal: never })).toBe(7);
  expect(lines.toSorted()).toEqual(["one", "two"]);
});

test("a token in a line is not told", async () => {
  const lines: string[] = [];
  const token = `ghp_${"a1B2".repeat(9)}`;
  const environment = { TOKEN: token };
  const script = "console.log(process.env.TOKEN)";
  const onLine = (line: string) => void lines.push(line);
  await followCommand({ ...node, environment }, [script], { onLine, signal: never });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(token);
});

test("a stop ends it with all that it has started, and is what it rejects with", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const onLine = () => stop.abort(reason);
  // What it has started holds the pipe: it would be read for ten minutes.
  const script =
    "require('node:child_process').spawn('sh', ['-c', 'echo on; sleep 600'], { stdio: 'inherit' })";
  await expect(followCommand(node, [script], { onLine, signal: stop.signal })).rejects.toBe(reason);
});
