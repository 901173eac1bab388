import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();

describe.each(["setup", "rotate", "exposed"])("%s", (verb) => {
  test.each(["without a terminal", "with answers"])(
    "%s an invalid repository name is rejected before any output",
    async (how) => {
      const { home, env } = await makeHome();
      const file = join(home, "answers.json");
      writeFileSync(file, JSON.stringify({ answers: {} }));
      const answers = how === "with answers" ? ["--answers", file] : [];
      const wanted = [verb, "--host", "emulator", "--repo", "nonsense", ...answers];
      const { code, out, err } = await program.run(wanted, { env });
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain('✖ "nonsense" is not a valid repository name.');
      expect(err).toContain(`gatehouse ${verb} --host emulator --repo acme/control`);
    },
  );
});

test("exposed prints its title first", async () => {
  const forge = await openForge();
  const { home, env } = await makeHome();
  const file = join(home, "answers.json");
  writeFileSync(file, JSON.stringify({ answers: {} }));
  const location = ["--host", forge.emulator.origin, "--repo", "acme/control"];
  const login = { FORGE_CONFIG_DIR: forge.emulator.cliConfigDir };
  const { out } = await program.run(["exposed", ...location, "--answers", file], {
    env: { ...env, ...login },
  });
  expect(out.split("\n")[0]).toBe("respond to exposure acme/control");
});
