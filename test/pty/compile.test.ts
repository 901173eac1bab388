import { execPath } from "node:process";
import { expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";

const program = installProgram();

test.each([80, 40])("warnings of compile wrap only at words at %d columns", async (columns) => {
  const { home, env } = await makeHome();
  const made = await program.run(["new", "probe"], { cwd: home, env });
  expect(made).toMatchObject({ code: 0 });
  const wizard = startWizard({
    command: execPath,
    args: [program.cli(), "compile"],
    env: { ...env, ...notOurs },
    cwd: home,
    columns,
  });
  await wizard.see("which is not published yet: their first step would fail.");
  await wizard.see("in a clone of gatehouse, put it where the pool's machines");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
});
