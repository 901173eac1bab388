import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../temporary-folder.ts";
import type { InstalledProgram } from "./installed-program.ts";

/** The smallest definition. */
export const good = "---\nname: probe\n---\nLook.\n";

/** Settings of a repository that pins the gatehouse version of its pipelines. */
export const pinned = JSON.stringify({
  gatehouse: { source: "file:/opt/gatehouse.tgz", integrity: `sha512-${"A".repeat(86)}==` },
});

/** Creates repositories with definitions, one per test. */
export function openDefinitions(program: Pick<InstalledProgram, "run">) {
  return (files: Readonly<Record<string, string>> = { "agents/probe.md": good }) => {
    const folder = makeFolder("repository");
    mkdirSync(join(folder, ".git"));
    const write = (name: string, text: string) => {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), text);
    };
    for (const [name, text] of Object.entries(files)) write(name, text);
    const run = (args: readonly string[], cwd = folder) => program.run(args, { cwd });
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    return { folder, run, read, write };
  };
}
