import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { enginesIn } from "../../scripts/machine/engines.mjs";
import { engineNames, engineRecipes } from "../../src/firewall/config/engine-recipes.ts";
import { root } from "../build-for-run.ts";
import { readPage } from "./pages.ts";

const page = await readPage("docs/firewall-engines.md");

describe.each(engineNames)("the page about engines describes %s:", (name) => {
  const { keys, folders, title } = engineRecipes[name];
  const rows = page.split("\n").filter((line) => line.startsWith(`| \`${name}\``));
  const columns = rows.join("\n");

  test("its keys and directories", () => {
    const { login, sessions, cache = ".cache" } = folders;
    const paths = [...login, sessions, ...(folders.cache ? [cache] : [])].map(
      (path) => `~/${path}`,
    );
    const expected = [...keys.map(({ variable }) => variable), ...paths];
    expect(expected.filter((each) => !columns.includes(`\`${each}\``))).toEqual([]);
  });

  test("its hosts", () => {
    const named = engineRecipes[name].hosts.map((host) => host.replace(/:443$/, ""));
    // Hosts of Google, and of the plans of Copilot, are summarized.
    const short = named.map((host) => (name === "gemini" ? (host.split(".")[0] ?? "") : host));
    const expected = short.filter((host) => !/^api\.\w+\.githubcopilot/.test(host));
    expect(expected.filter((each) => !columns.includes(`\`${each}\``))).toEqual([]);
  });

  test("the version that the tests run, which is also listed for contributors", async () => {
    const { package: pinned = "" } = enginesIn("").find((each) => each.name === name) ?? {};
    const [, packageName, version = ""] = /^(.+)@([\d.]+)/.exec(pinned) ?? [];
    expect(page.replaceAll(/\s+/g, " ")).toContain(`${title} ${version}`);
    const contributing = await readFile(join(root, "CONTRIBUTING.md"), "utf8");
    const [row = ""] = contributing.split("\n").filter((line) => line.includes(`| ${title} `));
    expect(row).toContain(`\`${packageName?.replace(/-arm64$/, "-x64")}\` ${version}`);
  });
});
