import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";

const program = installProgram();
const question = "Where should the agent review run?";

/** Types `gatehouse new review` in a clone of a repository on GitHub. */
async function begin(options: readonly string[], columns = 80) {
  const { home, env } = await makeHome();
  const git = (...args: string[]) => execFileSync("git", ["-C", home, ...args]);
  git("init", "-q");
  git("remote", "add", "origin", "https://github.com/acme/control.git");
  const wizard = startWizard({
    command: execPath,
    args: [program.cli(), "new", "review", ...options],
    env: { ...env, ...notOurs },
    cwd: home,
    columns,
  });
  return { wizard, isThere: (name: string) => existsSync(join(home, name)) };
}

test.each([80, 40])(
  "in a terminal of %i columns, new asks where the agent should run",
  async (columns) => {
    const { wizard, isThere } = await begin([], columns);
    await wizard.see(question);
    await wizard.choose(question, "GitHub Actions");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect(isThere(".github/workflows/review-worker.md")).toBe(true);
  },
);

test("with plain lines, new asks the same question", async () => {
  const { wizard, isThere } = await begin(["--plain"]);
  await wizard.see(question);
  wizard.write("2\r");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  expect(isThere("agents/review.md")).toBe(true);
});

test("leaving the question writes nothing", async () => {
  const { wizard, isThere } = await begin([]);
  await wizard.see(question);
  wizard.write("\u0003");
  expect(await wizard.exited).toMatchObject({ exitCode: 130 });
  expect([isThere("agents"), isThere(".github")]).toEqual([false, false]);
});
