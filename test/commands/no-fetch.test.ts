import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { expect, test } from "vitest";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram, makeHome, runToEnd } from "./installed-program.ts";

const program = installProgram();

/**
 * Makes access to Node's HTTP client an error, because loading it takes longer than many commands.
 */
function forbidFetch(): string {
  const file = join(makeFolder("no-fetch"), "no-fetch.cjs");
  const names = ["fetch", "Headers", "Request", "Response", "FormData"];
  const get = (name: string) => `get() { throw new Error("It touched ${name}."); }`;
  const lines = names.map(
    (name) => `Object.defineProperty(globalThis, "${name}", { ${get(name)} });`,
  );
  writeFileSync(file, lines.join("\n"));
  return `--require ${file}`;
}

test("use of a forbidden global is detected", async () => {
  const env = { NODE_OPTIONS: forbidFetch() };
  const { err } = await runToEnd(execPath, ["-e", "new Headers()"], { env });
  expect(err).toContain("It touched Headers.");
});

test.each([
  ["status", ["--json", "--repo", "acme/control"], '"overallStatus": "not set up",'],
  ["verify", ["--json", "--repo", "acme/control", "--no-run"], '"run": null'],
  ["setup", ["--answers", "answers.json"], "│ repository?"],
])("%s sends requests to the forge without Node's fetch", async (command, args, words) => {
  const { env, home } = await makeHome();
  writeFileSync(join(home, "answers.json"), "{}");
  const { out, err } = await program.run([command, "--host", "emulator", ...args], {
    env: { ...env, NODE_OPTIONS: forbidFetch() },
    cwd: home,
  });
  expect(out + err).toContain(words);
  expect(err).not.toContain("It touched");
});
