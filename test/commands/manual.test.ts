import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../build-for-run.ts";
import { machine } from "../system/machine.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const folder = () => join(program.folder(), "dist/man");
const show = (page: string) =>
  execFileSync(machine().mandoc, ["-Tutf8", "-Owidth=78", join(folder(), page)], {
    encoding: "utf8",
  }).replaceAll(new RegExp(String.raw`.\u0008`, "g"), "");

describe("the manual pages", () => {
  test("are listed in package.json, so that man finds them after an installation", () => {
    const { man } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      man: string[];
    };
    const built = readdirSync(folder()).map((name) => `dist/man/${name}`);
    expect(man.toSorted()).toEqual(built.toSorted());
  });

  test("are accepted by mandoc without a warning", () => {
    const pages = readdirSync(folder());
    const { stdout } = spawnSync(machine().mandoc, ["-Tlint", "-Wwarning", ...pages], {
      cwd: folder(),
      encoding: "utf8",
    });
    expect(stdout).toBe("");
  });

  test("exist for each command that a help text lists, including the firewall's subcommands", async () => {
    const pages = readdirSync(folder());
    for (const words of [[], ["control"], ["firewall"]]) {
      const { out } = await program.run([...words, "--help"]);
      const names = [...out.matchAll(/^ {2}([a-z]+)(?: \[options\][^ ]*)* {2,}\S/gm)]
        .map(([, name = ""]) => name)
        .filter((name) => name !== "help");
      expect(names.length).toBeGreaterThan(1);
      for (const name of names)
        expect(pages).toContain(`${["gatehouse", ...words, name].join("-")}.1`);
    }
  });

  test("match the help: options, examples, and the text below the options", async () => {
    const { out } = await program.run(["exposed", "--help"]);
    const page = show("gatehouse-exposed.1").replaceAll(/\s+/g, " ");
    const options = [...out.matchAll(/^ {2}(-.+?) {2,}(\S.+)$/gm)];
    expect(options.length).toBeGreaterThan(10);
    for (const [, flags = ""] of options) {
      expect(page).toContain(flags.replaceAll(/[<>]/g, "").trim());
    }
    for (const [, example = ""] of out.matchAll(/^ {2}\$ (.+)$/gm)) expect(page).toContain(example);
    expect(page).toContain("--yes confirms only reversible steps.");
  });

  test("are rendered as readable text", () => {
    expect(show("gatehouse-control-check.1")).toMatchInlineSnapshot(`
      "GATEHOUSE-CONTROL-CHECK(1)     gatehouse manual     GATEHOUSE-CONTROL-CHECK(1)

      NAME
             gatehouse-control-check - check the control file and the workflows that
             depend on it

      SYNOPSIS
             gatehouse control check [options]

      DESCRIPTION
             Check the control file and all workflows that depend on it.

             A workflow that configures its own App is reported, unless a comment
             above the App's block states the reason: "# own App because: …".

      OPTIONS
             --repo owner/repo
                    control repository to check instead of the current directory

             --host host
                    GitHub host (default: github.com)

             --brand name
                    naming convention: forge or github (default: from .github or
                    .forge)

             --json output as JSON

             -h, --help
                    show help for this command

      EXAMPLES
               $ gatehouse control check                        in a clone of the repository
               $ gatehouse control check --json
               $ gatehouse control check --repo acme/control    the file on GitHub

      EXIT CODES
               0  no problem found
               5  a problem was found

      SEE ALSO
             gatehouse(1), gatehouse-control(1), gatehouse-control-render(1)

      gatehouse 0.1.0                   2026-11-23        GATEHOUSE-CONTROL-CHECK(1)
      "
    `);
  });
});
