import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ceilings } from "../../src/credentials/apps/ceilings.ts";
import { runApply, type ApplyOptions } from "../../src/commands/run-outputs.ts";
import { createApp, installApp, openForge } from "../emulator/open-forge.ts";
import { makeFolder } from "../temporary-folder.ts";
import type { InstalledProgram } from "./installed-program.ts";
import { runHere } from "./run-here.ts";

export const issue = { type: "issue", title: "Slow build", body: "It takes an hour." };
export const comment = { type: "comment", number: 1, body: "Looked at." };
export const pull = {
  type: "pull-request",
  title: "Mend the page",
  body: "It was wrong.",
  branch: "agent/mend",
  files: [
    { path: "docs/new/page.md", content: "# New\n" },
    { path: "README.md", content: "# Mended\n" },
  ],
};

export const max = ["--max", "issue=5", "--max", "comment=5", "--max", "pull-request=5"];

/** Returns the printed text, as if on one line. */
export const shown = (text: string) => text.replaceAll(/[\s│]+/g, " ");

export const repo = "/repos/acme/control";

/**
 * Prepares a job of acme/control that applies an agent's proposals, on a forge with the write App.
 * @param program applies the proposals; the test's own process if omitted
 */
export async function openOutputs(
  program?: InstalledProgram,
  repositories: readonly string[] | "all" = ["acme/control", "acme/api"],
) {
  const forge = await openForge();
  const app = await createApp(forge, { default_permissions: ceilings.write });
  const installation = await installApp(forge, app, repositories);
  const folder = makeFolder("outputs");
  const file = join(folder, "proposals.jsonl");
  const write = (...proposals: readonly unknown[]) =>
    writeFileSync(file, proposals.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const env: Record<string, string | undefined> = {
    FORGE_API_URL: forge.emulator.apiUrl,
    BUILD_REPOSITORY_NAME: "acme/control",
    BUILD_BUILDID: "118",
    CP_FORGE_WRITE_APP_ID: app.clientId,
    CP_FORGE_WRITE_APP_PRIVATE_KEY: app.pem,
    // The engine's token, which this step must not use.
    FORGE_TOKEN: "ghp_engine0000000000000000000000000000000",
    GITHUB_TOKEN: "ghp_engine0000000000000000000000000000000",
  };
  const before = forge.emulator.requests().length;
  /** Returns the requests of the code under test, such as `POST /repos/acme/control/issues 201`. */
  const asked = () =>
    forge.emulator
      .requests()
      .slice(before)
      .map(({ method, path, status }) => `${method} ${path} ${status}`);
  return {
    ...forge,
    app,
    installation,
    folder,
    file,
    write,
    env,
    asked,
    writes: () => asked().filter((line) => !line.startsWith("GET ")),
    journal: () => JSON.parse(readFileSync(`${file}.applied.json`, "utf8")) as unknown,
    apply: (args: readonly string[], change: Record<string, string | undefined> = {}) => {
      const all = { ...env, ...change };
      const words = ["--proposals", file, ...args];
      return program
        ? program.run(["outputs", "apply", ...words], { env: all })
        : runHere(() => runApply(readApplyOptions(words)), all);
    },
  };
}

function readApplyOptions(args: readonly string[]): ApplyOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      proposals: { type: "string", default: "" },
      max: { type: "string", multiple: true, default: [] },
      worker: { type: "string", multiple: true },
      sha256: { type: "string" },
      soft: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
  return values;
}
