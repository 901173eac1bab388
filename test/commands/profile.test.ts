import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { profile, runProfile } from "../../src/commands/profile.ts";
import { parseLine } from "../../src/cli/parse-line.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

const facts = { targets: ["private"], mode: "review", destination: "control", owners: ["acme"] };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gatehouse-profile-"));
  await writeFile(join(folder, "facts.json"), JSON.stringify({ ...facts, appInstallable: true }));
  await writeFile(join(folder, "broken.json"), "{");
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(() => vi.stubEnv("LC_ALL", "C.UTF-8"));
afterEach(() => vi.unstubAllEnvs());

async function run(args: readonly string[], stdin: { text?: string; isTTY?: boolean } = {}) {
  let output = "";
  let code = 0;
  const line = parseLine(args, profile);
  if (line.kind === "help") return { output, code };
  await runProfile(line.options as { facts: string; json?: boolean }, {
    stdin: Object.assign(Readable.from([stdin.text ?? ""]), { isTTY: stdin.isTTY ?? false }),
    write: (text) => (output += text),
    setExitCode: (set) => (code = set),
  });
  return { output, code };
}

describe("gatehouse profile", () => {
  it("prints the decision in plain text", async () => {
    const { output, code } = await run(["--facts", join(folder, "facts.json")]);
    expect(code).toBe(0);
    expect(output).toMatchInlineSnapshot(`
      " ✔ Profile: read App

         Why
           Workflow token: not sufficient, because private targets must be read.
           Read App: needed, because private targets must be read.
           Write App: not needed, because nothing is written outside the control repository.
           PAT: not needed, because Apps can be installed.

         Next
         gatehouse setup
         gatehouse verify
      "
    `);
  });

  it("prints JSON in exactly the shape that scripts rely on", async () => {
    const { output } = await run(["--facts", join(folder, "facts.json"), "--json"]);
    expect(JSON.parse(output)).toEqual({
      profile: "app",
      readApp: true,
      writeApp: false,
      pat: false,
      reasons: expect.any(Array),
      incomplete: [],
      next: ["gatehouse setup", "gatehouse verify"],
    });
  });

  it("exits with 5 if no credential qualifies, and explains why", async () => {
    const { output, code } = await run(["--facts", "-", "--json"], { text: JSON.stringify(facts) });
    expect(code).toBe(5);
    expect(JSON.parse(output)).toMatchObject({ profile: "stop" });
  });

  it("refuses to read facts from a terminal", async () => {
    await expect(run(["--facts", "-"], { isTTY: true })).rejects.toThrow(/is a terminal/);
  });

  test.each([
    ["a file that does not exist", "missing.json", /Could not read \S*missing\.json: not found\./],
    ["a file that is not JSON", "broken.json", /not valid JSON/],
  ])("refuses %s", async (_, name, message) => {
    const refusal = run(["--facts", join(folder, name)]);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toBeInstanceOf(InvalidInput);
  });

  it("refuses to run without facts", async () => {
    await expect(run([])).rejects.toThrow(/--facts/);
  });
});
