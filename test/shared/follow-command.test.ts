import { execPath } from "node:process";
import { expect, test } from "vitest";
import { followCommand } from "../../src/shared/run-command.ts";

const never = new AbortController().signal;
const node = { program: [execPath, "-e"] } as const;

test("reports each printed line of a command on either stream, and its exit code", async () => {
  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  const script = "console.log('one'); console.error('two'); process.exitCode = 7";
  expect(await followCommand(node, [script], { onLine, signal: never })).toBe(7);
  expect(lines.toSorted()).toEqual(["one", "two"]);
});

test("redacts a token in a line", async () => {
  const lines: string[] = [];
  const token = `ghp_${"a1B2".repeat(9)}`;
  const environment = { TOKEN: token };
  const script = "console.log(process.env.TOKEN)";
  const onLine = (line: string) => void lines.push(line);
  await followCommand({ ...node, environment }, [script], { onLine, signal: never });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(token);
});

test("a stop kills the command with all its child processes, and is the reason of the rejection", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const onLine = () => stop.abort(reason);
  // The child process keeps the pipe open, so reading would last ten minutes.
  const script =
    "require('node:child_process').spawn('sh', ['-c', 'echo on; sleep 600'], { stdio: 'inherit' })";
  await expect(followCommand(node, [script], { onLine, signal: stop.signal })).rejects.toBe(reason);
});
