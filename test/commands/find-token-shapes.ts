import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runScript } from "../../emulator/runner/run-script.ts";
import type { RunScript, Script } from "../../emulator/runner/run-script.ts";

/** Formats of the forge's tokens, and of private keys. */
const formats = /\bgh[oprsu]_\w{20,}|github_pat_\w{20,}|PRIVATE KEY-----(?:\s|\\n)+[\w+/]{40}/g;
const encoded = /[A-Za-z0-9+/]{40,}={0,2}/g;

/** Returns the start of each credential in a text, also within base64. */
export function findTokenShapes(text: string): string[] {
  const decoded = [...text.matchAll(encoded)].map(([word]) =>
    Buffer.from(word, "base64").toString("latin1"),
  );
  return [text, ...decoded].flatMap((each) =>
    [...each.matchAll(formats)].map(([found]) => found.slice(0, 14)),
  );
}

/** The credentials that the scripts of runs could see. */
export interface Sighting {
  /** Number of scripts that ran an agent. */
  agents: number;
  /** In the environments and texts of agents. */
  readonly byAgents: string[];
  /** In the environments and texts of other steps, some of which need a credential. */
  readonly byOthers: string[];
  /** Number of files that a script could read in the folders of its job. */
  files: number;
  /** In these files, such as the artifacts of other jobs. */
  readonly inFiles: string[];
}

/** Returns a function that runs scripts, and records the credentials that each script could see. */
export function watchScripts(): { readonly run: RunScript; readonly seen: Sighting } {
  const seen: Sighting = { agents: 0, byAgents: [], byOthers: [], files: 0, inFiles: [] };
  const watch = (script: Script) => {
    const { env, text } = script;
    const inEnvironment = findTokenShapes(`${JSON.stringify(env)}\n${text}`);
    const isAgent = "FORGE_SAFE_OUTPUTS" in env;
    if (isAgent) seen.agents += 1;
    (isAgent ? seen.byAgents : seen.byOthers).push(...inEnvironment);
    readFiles(script);
  };
  const readFiles = (script: Script) => {
    for (const folder of [script.workingFolder, script.scriptFolder, script.env["HOME"] ?? ""]) {
      for (const file of filesUnder(folder)) {
        // The outputs of a step, which the runner masks and deletes.
        if (file === script.env["FORGE_OUTPUT"]) continue;
        seen.files += 1;
        seen.inFiles.push(...findTokenShapes(readFileSync(file, "latin1")));
      }
    }
  };
  const run: RunScript = (script, onLine, signal) => {
    watch(script);
    // The last step of a job can also write files.
    return runScript(script, onLine, signal).finally(() => readFiles(script));
  };
  return { run, seen };
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
